//! The chip as a package: what a unit's package has, with a workload recorded at the boundary.

use super::interface::Interface;
use super::recording::Recording;
use super::templates::{fill, CHIP_SHEET};
use super::{headed, place, testbench, views, waveforms, ExportError, Memory, VERSION};
use crate::chip::ChipVerilog;
use crate::verilog::{Module, SRAM_NAME};
use heddle_hw::kit::pins::ports;
use heddle_hw::kit::spec::Trace;
use heddle_hw::kit::Pin;
use itertools::Itertools;
use std::path::{Path, PathBuf};

/// What the package of a chip says about where it comes from.
pub struct Machine<'a> {
    /// The configuration, such as `k20c` and what differs from it.
    pub config: &'a str,
    /// The workload that was recorded.
    pub workload: &'a str,
    /// The units, each with what it is for.
    pub units: Vec<(String, &'static str)>,
}

/// Writes the package of a chip into `dir`, made if need be, and returns the files. `trace` has a row per
/// cycle from reset on, inputs and outputs in the order of the chip's ports.
pub fn export_chip(
    chip: &ChipVerilog,
    machine: &Machine,
    trace: &Trace,
    memory: Memory,
    dir: &Path,
) -> Result<Vec<PathBuf>, ExportError> {
    let mut verilog = chip.verilog.clone();
    let mut model = None;
    if memory == Memory::Macro {
        model = verilog.modules.iter().find(|module| module.name == SRAM_NAME).cloned();
        verilog.empty_memories();
    }
    let (inputs, outputs) = (chip.input_pins(), chip.output_pins());
    let (top, cycles) = (verilog.top.as_str(), trace.inputs.len());
    let recording = Recording::from(trace);
    let (in_ports, out_ports) = (ports(&inputs), ports(&outputs));
    let interface =
        Interface { top, unit: "chip", inputs: &in_ports, outputs: &out_ports, is_asserted: false };
    let modules = verilog.modules.iter().map(Module::file).collect_vec();
    let purpose = format!("The scheduling hardware of the machine {}", machine.config);
    let mut texts = vec![
        (format!("{top}.core"), interface.core(&purpose, &modules, model.is_some())),
        (format!("constraints/{top}.sdc"), interface.constraints()),
        (format!("doc/{top}.md"), sheet(top, machine, &in_ports, &out_ports, cycles)),
        ("sim/cocotb/run.py".to_string(), interface.cocotb_run()),
        ("sim/cocotb/test_chip.py".to_string(), interface.cocotb_test()),
        (
            format!("tb/{top}_tb.v"),
            testbench::text(top, machine.workload, &in_ports, &out_ports, &recording),
        ),
        (format!("tb/{top}_tb.hex"), testbench::rows(&inputs, &outputs, &recording)),
        (format!("wave/{top}_tb.gtkw"), views::gtkwave(top, &in_ports, &out_ports, &[])),
        (format!("wave/{top}_tb.sucl"), views::surfer(top, &in_ports, &out_ports, &[])),
    ];
    texts.extend(verilog.modules.iter().map(|m| (format!("rtl/{}", m.file()), m.text.clone())));
    texts.extend(model.map(|module| (format!("tb/{}", module.file()), module.text)));
    let mut files = headed(texts);
    let (inputs, outputs): (&'static [Pin], &'static [Pin]) = (inputs.leak(), outputs.leak());
    files.extend(waveforms("chip", top, inputs, outputs, &recording)?);
    place(dir, &files)
}

fn sheet(top: &str, machine: &Machine, inputs: &[Pin], outputs: &[Pin], cycles: usize) -> String {
    let units = machine.units.iter().map(|(name, purpose)| format!("| `u_{name}` | {purpose} |"));
    let row = |direction: &'static str| {
        move |pin: &Pin| {
            let (group, name, width, doc) = (pin.group, pin.name, pin.width, pin.doc.trim());
            format!("| {group} | `{name}` | {direction} | {width} | {doc} |")
        }
    };
    let pins = inputs.iter().map(row("in")).chain(outputs.iter().map(row("out"))).join("\n");
    let values = [
        ("top", top.to_string()),
        ("version", VERSION.to_string()),
        ("config", machine.config.to_string()),
        ("workload", machine.workload.to_string()),
        ("units", { units }.join("\n")),
        ("pins", pins),
        ("cycles", cycles.to_string()),
    ];
    fill(CHIP_SHEET, &values).trim_end().to_string() + "\n"
}
