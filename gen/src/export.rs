//! A room as a package to take away: Verilog, memory macro, FuseSoC core, testbench, GTKWave file.

use crate::files;
use crate::rooms::{for_room, UnknownRoom};
use crate::verilog::{emit, EmitError, Module, Verilog};
use crate::wave::{ranged, save_file};
use heddle_hw::kit::law::{self, Failure, Trace};
use heddle_hw::kit::room::RoomVisitor;
use heddle_hw::kit::trial::Plan;
use heddle_hw::kit::{Laws, Pins};
use itertools::Itertools;
use std::path::{Path, PathBuf};
use std::str::FromStr;

pub(crate) mod testbench;

/// Seed of the recorded stimulus; printed in the testbench.
const SEED: u32 = 1;

/// Scripts tried for one that is long enough to be worth replaying.
const SCRIPTS: u32 = 32;

/// Cycles replayed at most.
const MAX_CYCLES: usize = 512;

/// Why a room was not exported.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// No such room.
    #[error(transparent)]
    Room(#[from] UnknownRoom),
    /// No such preset.
    #[error("there is no preset called {name}; there are: {}", known.join(", "))]
    Preset {
        /// The name that was asked for.
        name: String,
        /// The room's presets.
        known: Vec<&'static str>,
    },
    /// The circuit has no Verilog.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// The model broke its own laws while the stimulus was recorded.
    #[error("recording a stimulus: {0}")]
    Law(Box<Failure>),
    /// Nothing could be recorded.
    #[error("recording a stimulus for {room}: {reason}")]
    Stimulus {
        /// The room.
        room: &'static str,
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

/// What is in the module of a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// Behaviour: for simulation, and for synthesis that infers memories.
    Behavioural,
    /// Nothing: a black box in whose place silicon puts a macro.
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

/// Writes the package of `room` at `preset` into `dir`, made if need be, and returns the files.
/// Files of an earlier export are replaced; a failure leaves nothing half-written.
pub fn export(
    room: &str,
    preset: &str,
    memory: Memory,
    dir: &Path,
) -> Result<Vec<PathBuf>, ExportError> {
    let files = for_room(room, Package { preset, memory })??;
    files::place(dir, &files)
        .map_err(|source| ExportError::Write { dir: dir.to_path_buf(), source })
}

struct Package<'a> {
    preset: &'a str,
    memory: Memory,
}

impl RoomVisitor for Package<'_> {
    type Output = Result<Vec<(String, String)>, ExportError>;

    fn visit<R: Laws>(self) -> Self::Output {
        let params = R::preset(self.preset).ok_or_else(|| ExportError::Preset {
            name: self.preset.to_string(),
            known: R::preset_names(),
        })?;
        let mut verilog = emit::<R>(&params)?;
        if self.memory == Memory::Macro {
            verilog.empty_memories();
        }
        let trace = record::<R>(&params)?;
        let top = &verilog.top;
        let bench = testbench::text(top, SEED, R::In::PINS, R::Out::PINS, &trace);
        let mut files = vec![
            (format!("{top}_tb.v"), bench),
            (format!("{top}.core"), core(&verilog, R::PURPOSE)),
            (format!("{top}.gtkw"), waves(top, R::In::PINS, R::Out::PINS)),
        ];
        files.extend(verilog.modules.into_iter().map(|module| (module.file(), module.text)));
        Ok(files)
    }
}

/// The longest run of the model among some scripts, cut to what is replayed.
fn record<R: Laws>(params: &R::Params) -> Result<Trace, ExportError> {
    let plan = Plan { cases: SCRIPTS, seed: SEED };
    let scripts = plan
        .scripts::<R>(params)
        .map_err(|reason| ExportError::Stimulus { room: R::NAME, reason })?;
    let mut longest = Trace::default();
    for script in scripts {
        let run = law::check::<R, _>(&mut R::model(params), params, &script);
        let run = run.map_err(ExportError::Law)?;
        if run.inputs.len() > longest.inputs.len() {
            longest = run;
        }
        if longest.inputs.len() >= MAX_CYCLES {
            break;
        }
    }
    longest.inputs.truncate(MAX_CYCLES);
    longest.outputs.truncate(longest.inputs.len());
    Ok(longest)
}

/// A FuseSoC core description.
fn core(verilog: &Verilog, purpose: &str) -> String {
    let top = &verilog.top;
    let files = verilog.modules.iter().map(Module::file).join(", ");
    format!(
        "CAPI=2:\nname: heddle:rooms:{top}:0.1.0\ndescription: \"{purpose}\"\n\n\
         filesets:\n  rtl:\n    files: [{files}]\n    file_type: verilogSource\n  \
         tb:\n    files: [{top}_tb.v]\n    file_type: verilogSource\n\n\
         targets:\n  default: &default\n    filesets: [rtl]\n    toplevel: {top}\n  \
         lint:\n    <<: *default\n    default_tool: verilator\n    tools:\n      verilator:\n        \
         mode: lint-only\n        verilator_options: [-Wall]\n  \
         sim:\n    default_tool: icarus\n    filesets: [rtl, tb]\n    toplevel: {top}_tb\n"
    )
}

/// A GTKWave file over the testbench's dump.
fn waves(top: &str, inputs: &[heddle_hw::kit::Pin], outputs: &[heddle_hw::kit::Pin]) -> String {
    let own = ["clock", "reset"].map(|name| (format!("{top}_tb.{name}"), 1)).to_vec();
    let pins = || inputs.iter().chain(outputs);
    let groups = pins().map(|pin| pin.group).unique().map(|group| {
        let pins = pins().filter(|pin| pin.group == group);
        let signals = pins.map(|pin| (format!("{top}_tb.{}", ranged(pin, "")), pin.width));
        (group.to_string(), signals.collect())
    });
    let groups = std::iter::once(("Clock".to_string(), own)).chain(groups);
    save_file(&format!("{top}_tb.vcd"), 0, 2, groups)
}
