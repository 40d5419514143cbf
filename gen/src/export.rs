//! Exports a unit as an IP package: Verilog, testbench, cocotb test, FuseSoC core, constraints, data
//! sheet and waveforms.

mod assertions;
mod chip;
mod heading;
mod interface;
pub(crate) mod recording;
mod sheet;
mod states;
mod symbol;
mod templates;
pub(crate) mod testbench;
mod views;

pub use chip::{export_chip, Machine};

use crate::sizing::{Sizing, SizingError};
use crate::units::{for_unit, UnknownUnit};
use crate::verilog::{emit, EmitError, Module, SRAM_NAME};
use crate::wave::Wave;
use heddle_files::Content;
use heddle_hw::kit::pins::ports;
use heddle_hw::kit::spec::Failure;
use heddle_hw::kit::stream::streams;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Pin, Pins, Spec};
use recording::Recording;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use templates::{fill, README};

/// Version of the packages: Heddle's.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why a unit was not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// No such unit.
    #[error(transparent)]
    Unit(#[from] UnknownUnit),
    /// Sizes that the unit cannot have.
    #[error(transparent)]
    Sizing(#[from] SizingError),
    /// The circuit has no Verilog.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// The model broke its own specification while the stimulus was recorded.
    #[error("recording a stimulus: {0}")]
    Spec(Box<Failure>),
    /// No stimulus could be recorded.
    #[error("recording a stimulus for {unit}: {reason}")]
    Stimulus {
        /// The unit.
        unit: &'static str,
        /// Why.
        reason: String,
    },
    /// The testbench would not try something.
    #[error(
        "recording stimuli for {unit}: {what} at this size; let the stimuli in its spec reach it, or \
         declare there that they cannot"
    )]
    Untried {
        /// The unit.
        unit: &'static str,
        /// What is not done.
        what: String,
    },
    /// A waveform of the recorded run could not be made.
    #[error("drawing the recorded run of {unit}: {reason}")]
    Wave {
        /// The unit.
        unit: &'static str,
        /// Why.
        reason: String,
    },
    /// The directory cannot be written.
    #[error("cannot export to {}; choose a directory you may write to", dir.display())]
    Write {
        /// The directory.
        dir: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

/// The body of a memory's module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// A behavioural body: for simulation, and for synthesis that infers memories.
    Behavioural,
    /// No body: a black box that a macro replaces in silicon. A behavioural model is beside the
    /// testbench.
    Macro,
}

impl FromStr for Memory {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "behavioural" => Ok(Self::Behavioural),
            "macro" => Ok(Self::Macro),
            _ => Err(format!("a memory is behavioural or macro, not `{text}`")),
        }
    }
}

/// Writes the package of `unit`, of these sizes, into `dir`, creating it if necessary. Returns the files.
/// Files of an earlier export are replaced, others are left alone. After a failure no file is
/// incomplete.
pub fn export(
    unit: &str,
    sizing: impl Into<Sizing>,
    memory: Memory,
    dir: &Path,
) -> Result<Vec<PathBuf>, ExportError> {
    let files = for_unit(unit, Package { sizing: &sizing.into(), memory })??;
    place(dir, &files)
}

/// Writes the page of a directory that holds the packages of `units` at `preset`.
pub fn export_readme(units: &[&str], preset: &str, dir: &Path) -> Result<PathBuf, ExportError> {
    let mut rows = Vec::new();
    for unit in units {
        let purpose = for_unit(unit, Purpose)?;
        rows.push(format!(
            "| `{unit}` | {purpose} | [heddle_{unit}.md]({unit}/doc/heddle_{unit}.md) |"
        ));
    }
    let values = [
        ("version", VERSION.to_string()),
        ("preset", preset.to_string()),
        ("units", rows.join("\n")),
    ];
    let path = "README.md".to_string();
    place(dir, &[(path, fill(README, &values).into_bytes())])?;
    Ok(dir.join("README.md"))
}

fn place(dir: &Path, files: &[Content]) -> Result<Vec<PathBuf>, ExportError> {
    heddle_files::place(dir, files)
        .map_err(|source| ExportError::Write { dir: dir.to_path_buf(), source })
}

struct Purpose;

impl UnitVisitor for Purpose {
    type Output = &'static str;

    fn visit<R: Spec>(self) -> &'static str {
        R::PURPOSE
    }
}

struct Package<'a> {
    sizing: &'a Sizing,
    memory: Memory,
}

impl UnitVisitor for Package<'_> {
    type Output = Result<Vec<Content>, ExportError>;

    fn visit<R: Spec>(self) -> Self::Output {
        let params = self.sizing.params::<R>()?;
        let mut verilog = emit::<R>(&params)?;
        let mut model = None;
        if self.memory == Memory::Macro {
            model = verilog.modules.iter().find(|module| module.name == SRAM_NAME).cloned();
            verilog.empty_memories();
        }
        let recording = recording::record::<R>(&params)?;
        let cycles = recording.cycles.len();
        let states = states::registers(&R::circuit(&params));
        let (top, unit) = (&verilog.top, R::NAME);
        let class = R::class(&params);
        let pins = (R::In::pins(class), R::Out::pins(class));
        let (inputs, outputs) = (&*ports(pins.0), &*ports(pins.1));
        let source = format!("stimuli of the specification of {unit}");
        let interface = interface::Interface { top, unit, inputs, outputs, is_asserted: true };
        let bound = assertions::Bound { top, pins: [pins.0, pins.1], ports: [inputs, outputs] };
        let modules: Vec<String> = verilog.modules.iter().map(Module::file).collect();
        let mut texts = vec![
            (format!("{top}.core"), interface.core(R::PURPOSE, &modules, model.is_some())),
            (format!("constraints/{top}.sdc"), interface.constraints()),
            (format!("doc/{top}.md"), sheet::text::<R>(top, self.sizing, &params, &states, cycles)),
            ("sim/cocotb/run.py".to_string(), interface.cocotb_run()),
            (format!("sim/cocotb/test_{unit}.py"), interface.cocotb_test()),
            (format!("sva/{top}_sva.sv"), bound.text(&streams::<R::In, R::Out>(class))),
            (format!("tb/{top}_tb.v"), testbench::text(top, &source, inputs, outputs, &recording)),
            (format!("tb/{top}_tb.hex"), testbench::rows(pins.0, pins.1, &recording)),
            (format!("wave/{top}_tb.gtkw"), views::gtkwave(top, inputs, outputs, &states)),
            (format!("wave/{top}_tb.sucl"), views::surfer(top, inputs, outputs, &states)),
        ];
        let named = states.iter();
        texts.extend(named.map(|s| (format!("wave/{top}_{}.txt", s.label()), s.text())));
        texts.extend(verilog.modules.iter().map(|m| (format!("rtl/{}", m.file()), m.text.clone())));
        // The model that simulation uses instead of the empty module.
        texts.extend(model.map(|module| (format!("tb/{}", module.file()), module.text)));
        let mut files = headed(texts);
        files.extend(waveforms(R::NAME, top, pins.0, pins.1, &recording)?);
        Ok(files)
    }
}

/// Returns texts as files, each with its heading.
fn headed(texts: Vec<(String, String)>) -> Vec<Content> {
    let head = |(path, text): (String, String)| {
        let text = heading::with_heading(&path, text);
        (path, text.into_bytes())
    };
    texts.into_iter().map(head).collect()
}

/// Makes the recorded run as VCD and FST, with a view of it.
fn waveforms(
    unit: &'static str,
    top: &str,
    inputs: &'static [Pin],
    outputs: &'static [Pin],
    recording: &Recording,
) -> Result<[Content; 3], ExportError> {
    let failure = |reason: String| ExportError::Wave { unit, reason };
    let mut wave = Wave::new(&[(unit, inputs, outputs)]);
    for (number, cycle) in recording.cycles.iter().enumerate() {
        wave.sample(number as u64, 0, &cycle.inputs, &cycle.outputs);
    }
    let vcd = wave.vcd().map_err(|error| failure(error.to_string()))?;
    let fst = wave.fst().map_err(|error| failure(error.to_string()))?;
    let gtkw =
        heading::with_heading("gtkw", wave.gtkw(&format!("{top}.gtkw"), &format!("{top}.fst")))
            .into_bytes();
    Ok([("vcd", vcd), ("fst", fst), ("gtkw", gtkw)]
        .map(|(kind, bytes)| (format!("wave/{top}.{kind}"), bytes)))
}
