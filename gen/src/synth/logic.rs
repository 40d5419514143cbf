//! Maps logic to cells of a library by Yosys. Memories are removed: their pins become pins of the
//! unit.

use super::library::Library;
use super::report::{number_after, section};
use super::sram::{in_dumps, Memory};
use super::{read, write, SynthError, Tool};
use crate::verilog::{Verilog, SRAM_NAME};
use serde::Serialize;
use std::fmt::Write;

/// The cost of a unit's logic, without its memories.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Logic {
    /// Cells of the library, flip-flops and buffers among them.
    pub cells: u64,
    /// Flip-flops.
    pub flip_flops: u64,
    /// Area of the cells, in the library's unit.
    pub area: f64,
    /// Area of the cells in two-input NANDs.
    pub nand2: f64,
    /// Gates on the longest path of Yosys' generic gates (of one or two inputs, and multiplexers), before
    /// they are mapped to the library.
    pub depth: u64,
    /// The memories that were removed.
    pub memories: Vec<Memory>,
    /// The mapped netlist, for timing.
    #[serde(skip)]
    pub(super) netlist: String,
}

/// Returns the drive and load with which ABC sizes and buffers; without them it does neither.
fn constraints(library: &Library) -> String {
    let (driver, load) = (&library.inverter, library.load_ff());
    format!("set_driving_cell {driver}\nset_load {load} [all_outputs]\n")
}

fn script(top: &str, memories: bool) -> String {
    let mut script = String::from("read_verilog design.v\n");
    let mut line = |text: &str| writeln!(script, "{text}").expect("writing to a string");
    line(&format!("hierarchy -check -top {top}"));
    if memories {
        // Memories are emptied only here: the ports of an empty memory would not have its sizes.
        line(&format!("tee -q -o kinds.txt dump -m *{SRAM_NAME}/m:*"));
        line(&format!("blackbox *{SRAM_NAME}"));
    }
    line("flatten");
    if memories {
        // A memory that nothing reads, like that of lists that a unit does not have, is not built.
        line("design -push-copy");
        line("proc");
        line("opt -full");
        line(&format!("select -write read.txt t:*{SRAM_NAME}"));
        line("design -pop");
        line("select -set read -read read.txt");
        line(&format!("delete t:*{SRAM_NAME} @read %d"));
        line(&format!("tee -q -o memories.txt dump t:*{SRAM_NAME}"));
        line(&format!("expose -evert t:*{SRAM_NAME}"));
        line(&format!("delete -port {top}/*.clock"));
    }
    line(&format!("synth -flatten -top {top}"));
    line("tee -q -o flip_flops.txt select -count t:$_*DFF* t:$_*LATCH*");
    line("tee -q -o depth.txt ltp -noff");
    // Flip-flops are named after the signals they hold, so that paths have readable names.
    line("rename -wire t:$_*DFF*");
    line("dfflibmap -liberty library.lib");
    line("abc -liberty library.lib -constr constraints.txt");
    line("setundef -zero");
    line("splitnets -ports");
    line("opt_clean -purge");
    // The area would lack a cell that the library does not have.
    line("select -assert-none t:$*");
    line("tee -q -o cells.txt stat -liberty library.lib");
    line("write_verilog -noattr -noexpr -nohex -nodec netlist.v");
    script
}

/// Maps a printed design to the cells of a library.
pub fn synthesize(design: &Verilog, library: &Library, yosys: &Tool) -> Result<Logic, SynthError> {
    let top = &design.top;
    let (memories, verilog) = (design.has_memories(), design.complete());
    let (script, constraints) = (script(top, memories), constraints(library));
    let sources = [&verilog, &script, &constraints, &library.text];
    let key = verilator_sys::key(&[&sources.map(String::as_str)[..], &[&yosys.version]].concat());
    let dir = verilator_sys::entry(&key, |dir| {
        write(&dir.join("design.v"), &verilog)?;
        write(&dir.join("constraints.txt"), &constraints)?;
        write(&dir.join("library.lib"), &library.text)?;
        yosys.script(dir, &script, top)
    })?;
    let number = |file: &str, label: &str, what| {
        let path = dir.join(file);
        let text = read(&path)?;
        let found = if label.is_empty() {
            number_after(&text, "")
        } else {
            number_after(section(&text, top).unwrap_or(&text), label)
        };
        let top = top.clone();
        found.ok_or(SynthError::Report { tool: "yosys", what, top, path })
    };
    let area = number("cells.txt", &format!("Chip area for module '\\{top}':"), "area")?;
    let depth = number("depth.txt", "(length=", "depth")?;
    let dump = |file: &str| match memories {
        true => read(&dir.join(file)),
        false => Ok(String::new()),
    };
    let memories = in_dumps(&dump("kinds.txt")?, &dump("memories.txt")?);
    Ok(Logic {
        cells: number("cells.txt", "Number of cells:", "number of cells")? as u64,
        flip_flops: number("flip_flops.txt", "", "number of flip-flops")? as u64,
        area,
        nand2: area / library.nand2_area,
        depth: depth as u64,
        memories,
        netlist: read(&dir.join("netlist.v"))?,
    })
}
