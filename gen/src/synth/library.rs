//! Reads a liberty file, and the area of the gates in which other areas are counted.

use super::report::{cells, number_after, section};
use super::{read, write, SynthError, Tool};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The library of Debian's package `qflow-tech-osu018`: Oklahoma State University's cells for an old
/// process of 180 nm, typical, 1.8 V, 25 degrees.
pub const OSU018: &str = "/usr/share/qflow/tech/osu018/osu018_stdcells.lib";

/// A library of standard cells.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Library {
    /// Path of the liberty file.
    pub path: PathBuf,
    /// Area of the two-input NAND, in the library's unit of area.
    pub nand2_area: f64,
    /// Area of the flip-flop without reset and enable, in the library's unit of area.
    pub flip_flop_area: f64,
    /// Name of the inverter, which drives inputs; outputs are loaded with four of them.
    pub inverter: String,
    /// Capacitance of the inverter's input in fF.
    pub inverter_ff: f64,
    /// Input and output pin of the inverter.
    #[serde(skip)]
    pub(super) inverter_pins: [String; 2],
    #[serde(skip)]
    pub(super) text: String,
}

/// A design with the three gates whose cells are needed.
const PROBE: &str = "module nand2 (input a, input b, output y); assign y = ~(a & b); endmodule\n\
    module inverter (input a, output y); assign y = ~a; endmodule\n\
    module flip_flop (input clock, input d, output reg q); always @(posedge clock) q <= d; endmodule\n";

const PROBING: &str = "read_verilog probe.v; proc; techmap; dfflibmap -liberty library.lib; \
    abc -liberty library.lib; opt_clean; tee -q -o cells.txt stat -liberty library.lib; \
    write_verilog -noattr -selected gates.v";

impl Library {
    /// Reads a liberty file and lets Yosys map the three gates to it.
    pub fn open(path: &Path, yosys: &Tool) -> Result<Self, SynthError> {
        let liberty = |source| SynthError::Liberty { path: path.to_path_buf(), source };
        let text = heddle_files::read_to_string(path).map_err(liberty)?;
        let key = verilator_sys::key(&[PROBE, PROBING, &text, &yosys.version]);
        let dir = verilator_sys::entry(&key, |dir| {
            write(&dir.join("probe.v"), PROBE)?;
            write(&dir.join("library.lib"), &text)?;
            yosys.script(dir, PROBING, &format!("the gates of {}", path.display()))
        })?;
        let report = dir.join("cells.txt");
        let (stat, gates) = (read(&report)?, read(&dir.join("gates.v"))?);
        let missing = |what| SynthError::Report {
            tool: "yosys",
            what,
            top: path.display().to_string(),
            path: report.clone(),
        };
        // A gate counts only if it is mapped to a single cell of the library.
        let gate = |module: &str| {
            let section = section(&stat, module)?;
            let [(name, 1)] = cells(section)[..] else { return None };
            let area = number_after(section, &format!("Chip area for module '\\{module}':"))?;
            Some((name.to_string(), area))
        };
        let (_, nand2_area) = gate("nand2").ok_or_else(|| missing("two-input NAND"))?;
        let (_, flip_flop_area) = gate("flip_flop").ok_or_else(|| missing("flip-flop"))?;
        let (inverter, _) = gate("inverter").ok_or_else(|| missing("inverter"))?;
        let pins = [pin_on(&gates, &inverter, 'a'), pin_on(&gates, &inverter, 'y')];
        let [Some(input), Some(output)] = pins else { return Err(missing("pins of an inverter")) };
        let inverter_ff = input_ff(&text, &inverter).ok_or_else(|| missing("input capacitance"))?;
        Ok(Self {
            path: path.to_path_buf(),
            nand2_area,
            flip_flop_area,
            inverter,
            inverter_ff,
            inverter_pins: [input, output],
            text,
        })
    }

    /// Returns the load of an output in fF: four inverters.
    pub fn load_ff(&self) -> f64 {
        4.0 * self.inverter_ff
    }
}

/// Returns the pin by which an instance of `cell` in a netlist is connected to `net`.
fn pin_on(netlist: &str, cell: &str, net: char) -> Option<String> {
    let instance = &netlist[netlist.find(&format!("  {cell} "))?..];
    let before = &instance[..instance.find(&format!("({net})"))?];
    Some(before.rsplit('.').next()?.to_string())
}

/// Returns the first input capacitance of `cell` in a liberty file, in fF.
fn input_ff(liberty: &str, cell: &str) -> Option<f64> {
    let unit = &liberty[liberty.find("capacitive_load_unit")?..];
    let (number, name) = unit[unit.find('(')? + 1..unit.find(')')?].split_once(',')?;
    let scale = match name.trim().trim_matches('"').to_ascii_lowercase().as_str() {
        "pf" => 1000.0,
        "ff" => 1.0,
        _ => return None,
    };
    let names = [format!("cell ({cell})"), format!("cell({cell})"), format!("cell (\"{cell}\")")];
    let start = names.iter().find_map(|name| liberty.find(name))?;
    let mut attributes = liberty[start..].lines().map(str::trim_start);
    let value = attributes.find_map(|line| line.strip_prefix("capacitance"))?;
    Some(number_after(value, ":")? * number.trim().parse::<f64>().ok()? * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_input_capacitance_is_that_of_the_cell_in_ff() {
        let liberty = "library(l) {\n  capacitive_load_unit (1,pf);\n  cell (BUF) {\n    capacitance : 9;\n  }\n  \
            cell (INV) {\n    pin(A)  {\n      capacitance : 0.0125;\n";
        assert_eq!(input_ff(liberty, "INV"), Some(12.5));
        assert_eq!(input_ff(liberty, "NAND"), None);
    }

    #[test]
    fn the_pins_of_the_inverter_are_read_off_a_netlist() {
        let netlist =
            "module inverter(a, y);\n  INV _0_ (\n    .A(a),\n    .ZN(y)\n  );\nendmodule\n";
        assert_eq!(pin_on(netlist, "INV", 'a').as_deref(), Some("A"));
        assert_eq!(pin_on(netlist, "INV", 'y').as_deref(), Some("ZN"));
    }
}
