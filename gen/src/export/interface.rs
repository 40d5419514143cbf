//! Files that follow from a unit's pins and modules: FuseSoC core, constraints, cocotb test.

use super::templates::{fill, COCOTB_RUN, COCOTB_TEST, CONSTRAINTS, CORE};
use super::VERSION;
use crate::verilog::SRAM_NAME;
use heddle_hw::kit::Pin;
use itertools::Itertools;

/// The pins and names by which a unit is connected.
pub struct Interface<'a> {
    /// The top module.
    pub top: &'a str,
    /// The unit's name.
    pub unit: &'a str,
    /// Input pins without clock and reset.
    pub inputs: &'a [Pin],
    /// Output pins.
    pub outputs: &'a [Pin],
    /// Whether the package has assertions to bind.
    pub is_asserted: bool,
}

impl Interface<'_> {
    /// Returns the FuseSoC core (CAPI2) over `modules`, file names. If the memory among them is
    /// empty, simulation and lint use its model.
    pub fn core(&self, purpose: &str, modules: &[String], is_empty: bool) -> String {
        let memory = format!("{SRAM_NAME}.v");
        let shared = modules.iter().filter(|file| !is_empty || **file != memory);
        let fileset = |name: &str, dir: &str| {
            format!("  {name}:\n    files: [{dir}/{memory}]\n    file_type: verilogSource\n")
        };
        let (memories, synthesis, simulation) = match is_empty {
            true => {
                let memories = fileset("macro", "rtl") + &fileset("model", "tb");
                (memories, "rtl, macro", "rtl, model")
            }
            false => (String::new(), "rtl", "rtl"),
        };
        let (assertions, asserted) = match self.is_asserted {
            true => {
                let file = format!("sva/{}_sva.sv", self.top);
                let kind = "systemVerilogSource";
                (format!("  sva:\n    files: [{file}]\n    file_type: {kind}\n"), ", sva")
            }
            false => (String::new(), ""),
        };
        let values = vec![
            ("assertions", assertions),
            ("asserted", asserted.to_string()),
            ("version", VERSION.to_string()),
            ("purpose", purpose.to_string()),
            ("modules", shared.map(|file| format!("      - rtl/{file}")).join("\n")),
            ("memories", memories),
            ("synthesis", synthesis.to_string()),
            ("simulation", simulation.to_string()),
        ];
        self.fill(CORE, values)
    }

    /// Returns the constraints. Straps are constant while the unit runs, so their paths are false.
    pub fn constraints(&self) -> String {
        let names = |pins: &[&Pin]| pins.iter().map(|pin| pin.name).join(" ");
        let (straps, inputs): (Vec<&Pin>, Vec<&Pin>) =
            self.inputs.iter().partition(|pin| pin.is_configuration());
        let exception = format!(
            "\n# Straps are constant while the unit runs.\nset_false_path -from [get_ports {{{}}}]\n",
            names(&straps)
        );
        let values = vec![
            ("inputs", format!("reset {}", names(&inputs))),
            ("outputs", names(&self.outputs.iter().collect_vec())),
            ("straps", if straps.is_empty() { String::new() } else { exception }),
        ];
        self.fill(CONSTRAINTS, values).trim_end().to_string() + "\n"
    }

    /// Returns the cocotb test.
    pub fn cocotb_test(&self) -> String {
        let rows = |pins: &[Pin]| {
            pins.iter().map(|pin| format!("    (\"{}\", {}),", pin.name, pin.width)).join("\n")
        };
        let values = vec![("inputs", rows(self.inputs)), ("outputs", rows(self.outputs))];
        self.fill(COCOTB_TEST, values)
    }

    /// Returns the script that runs the cocotb test.
    pub fn cocotb_run(&self) -> String {
        self.fill(COCOTB_RUN, Vec::new())
    }

    fn fill(&self, template: &str, mut values: Vec<(&str, String)>) -> String {
        values.push(("top", self.top.to_string()));
        values.push(("unit", self.unit.to_string()));
        fill(template, &values)
    }
}
