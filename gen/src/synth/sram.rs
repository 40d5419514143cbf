//! Estimates the area of memories by a model: they are macros in silicon, not gates.
//!
//! The model has two numbers, both from the results page of OpenRAM's documentation
//! (docs/source/results.md, "Relative Planar Bitcells" and "Comparison with Fabricated SRAMs"):
//!
//! * Its cell with one read-write and one read port measures 10.9 x 13.9 um and the OSU library's
//!   flip-flop 21.9 x 21.2 um in the same rules. So a bit takes [`BIT_PER_FLIP_FLOP`] of the area that
//!   the liberty file in use gives a flip-flop.
//! * It reports 0.0050 Mb/mm2 at 0.5 um. Its cell of 6.8 x 9.2 um at a lambda of 0.2 um is 10.2 x
//!   13.8 um at the 0.3 um of that process, 0.0071 Mb/mm2. So cells fill [`CELL_SHARE`] of a memory.

use super::library::Library;
use serde::Serialize;

/// Area of a bit, divided by the area of a flip-flop.
pub const BIT_PER_FLIP_FLOP: f64 = (10.9 * 13.9) / (21.9 * 21.2);

/// Share of a memory's area that its cells take; the rest is decoders, drivers and amplifiers.
pub const CELL_SHARE: f64 = 0.0050 * (10.2 * 13.8);

/// One memory of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Bits of a word.
    pub width: u64,
    /// Number of words.
    pub entries: u64,
}

impl Memory {
    /// Returns the number of bits.
    pub fn bits(&self) -> u64 {
        self.width * self.entries
    }
}

/// Returns the area of `bits` bits of memory in two-input NANDs of `library`.
pub fn nand2(library: &Library, bits: u64) -> f64 {
    bits as f64 * BIT_PER_FLIP_FLOP / CELL_SHARE * library.flip_flop_area / library.nand2_area
}

/// Returns the memories of a design, from two dumps of Yosys: one of the kinds of macro, each a module
/// with its sizes, and one of the instances.
pub(super) fn in_dumps(kinds: &str, instances: &str) -> Vec<Memory> {
    let size = |kind: &str, name: &str| {
        let module = &kinds[kinds.find(&format!("module {kind}\n"))?..];
        let label = format!("parameter \\{name} ");
        let line = module.lines().find_map(|line| line.trim().strip_prefix(&label))?;
        constant(line)
    };
    let cells = instances.lines().filter_map(|line| line.trim().strip_prefix("cell "));
    let kinds = cells.filter_map(|cell| Some(cell.rsplit_once(' ')?.0));
    let memory =
        |kind| Some(Memory { width: size(kind, "WIDTH")?, entries: size(kind, "ENTRIES")? });
    kinds.filter_map(memory).collect()
}

/// Reads a number as Yosys dumps it: decimal, or bits after their count.
fn constant(text: &str) -> Option<u64> {
    match text.split_once('\'') {
        Some((_, bits)) => u64::from_str_radix(bits.trim(), 2).ok(),
        None => text.trim().parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_instance_is_a_memory_of_the_size_of_its_kind() {
        let kinds = "module $paramod$a\\heddle_sram_macro\n  parameter \\WIDTH 32\n  parameter \\ENTRIES 1024\nend\n\
            module $paramod$b\\heddle_sram_macro\n  parameter \\WIDTH 5\n  parameter \\ENTRIES 8'00010000\nend\n";
        let instances = "cell $paramod$b\\heddle_sram_macro \\u_one\nend\n\
            cell $paramod$a\\heddle_sram_macro \\u_two\nend\n\
            cell $paramod$b\\heddle_sram_macro \\u_three\nend\n";
        let memory = |width, entries| Memory { width, entries };
        assert_eq!(in_dumps(kinds, instances), [memory(5, 16), memory(32, 1024), memory(5, 16)]);
        assert_eq!(in_dumps("", ""), []);
    }

    #[test]
    fn a_bit_is_a_third_of_a_flip_flop_and_cells_fill_seven_tenths() {
        assert_eq!((BIT_PER_FLIP_FLOP * 100.0).round(), 33.0);
        assert_eq!((CELL_SHARE * 100.0).round(), 70.0);
    }
}
