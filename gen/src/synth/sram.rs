//! Memories, by a stated model: they are macros in silicon, not gates.
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

/// Area of a bit over the area of a flip-flop.
pub const BIT_PER_FLIP_FLOP: f64 = (10.9 * 13.9) / (21.9 * 21.2);

/// The share of a memory's area that its cells take; the rest is decoders, drivers and amplifiers.
pub const CELL_SHARE: f64 = 0.0050 * (10.2 * 13.8);

/// One memory of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Bits of a word.
    pub width: u64,
    /// Number of words.
    pub entries: u64,
}

impl Memory {
    /// All bits.
    pub fn bits(&self) -> u64 {
        self.width * self.entries
    }
}

/// Two-input NANDs of `library` whose area `bits` bits of memory take.
pub fn nand2(library: &Library, bits: u64) -> f64 {
    bits as f64 * BIT_PER_FLIP_FLOP / CELL_SHARE * library.flip_flop_area / library.nand2_area
}

/// The memories in Yosys' dump of the macros that a design instantiates.
pub(super) fn in_dump(dump: &str) -> Vec<Memory> {
    let value = |name: &str| {
        let lines = dump.lines().filter_map(move |line| line.trim().strip_prefix("parameter "));
        let tail = format!("\\{name} ");
        let of_name = lines.filter_map(move |line| Some(line.split_once(&tail)?.1.to_string()));
        of_name.filter_map(|text| constant(&text)).collect::<Vec<_>>()
    };
    let sizes = value("WIDTH").into_iter().zip(value("ENTRIES"));
    sizes.map(|(width, entries)| Memory { width, entries }).collect()
}

/// A number as Yosys dumps it: decimal, or bits after their count.
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
    fn the_memories_of_a_dump_are_its_macros() {
        let dump = "cell \\heddle_sram_macro \\a\n  parameter signed \\ENTRIES 1024\n  parameter \\WIDTH 32\nend\n\
            cell \\heddle_sram_macro \\b\n  parameter \\ENTRIES 8'00010000\n  parameter \\WIDTH 5\nend\n";
        let memory = |width, entries| Memory { width, entries };
        assert_eq!(in_dump(dump), [memory(32, 1024), memory(5, 16)]);
        assert_eq!(in_dump(""), []);
    }

    #[test]
    fn a_bit_is_a_third_of_a_flip_flop_and_cells_fill_seven_tenths() {
        assert_eq!((BIT_PER_FLIP_FLOP * 100.0).round(), 33.0);
        assert_eq!((CELL_SHARE * 100.0).round(), 70.0);
    }
}
