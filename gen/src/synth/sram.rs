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
//!
//! Memories that are written and read at the same addresses are one macro, as wide as all together. A macro of fewer bits
//! than [`SMALLEST_BITS`] is no macro but a register file, whose bit takes [`FLIP_FLOPS_PER_BIT`].

use super::library::Library;
use serde::Serialize;

/// Area of a bit, divided by the area of a flip-flop.
pub const BIT_PER_FLIP_FLOP: f64 = (10.9 * 13.9) / (21.9 * 21.2);

/// Share of a memory's area that its cells take; the rest is decoders, drivers and amplifiers.
pub const CELL_SHARE: f64 = 0.0050 * (10.2 * 13.8);

/// Bits below which a memory is counted as a register file: compilers offer few so small, and their decoders and
/// amplifiers would outweigh the cells. The limit is a choice of ours.
pub const SMALLEST_BITS: u64 = 2048;

/// Area of a bit of a register file, divided by the area of a flip-flop: with the gates by which it is kept, written and
/// read. The unit `fifo`, which is such a file of 32 words of 32 bits, takes this much in the OSU library.
pub const FLIP_FLOPS_PER_BIT: f64 = 2.1;

/// One memory of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// Bits of a word.
    pub width: u64,
    /// Number of words.
    pub entries: u64,
    /// What its addresses and its write enable are connected to.
    #[serde(skip)]
    pub(super) ports: Vec<String>,
}

impl Memory {
    /// Returns the number of bits.
    pub fn bits(&self) -> u64 {
        self.width * self.entries
    }
}

/// The memories of a unit as they would be built.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Built {
    /// Macros: memories of the same addresses side by side.
    pub macros: Vec<Memory>,
    /// Bits in register files.
    pub register_file_bits: u64,
    /// Area of both in two-input NANDs.
    pub nand2: f64,
}

impl Built {
    /// Returns how `memories` would be built, with the area in the gates of `library`.
    pub fn of(memories: &[Memory], library: &Library) -> Self {
        let mut merged: Vec<Memory> = Vec::new();
        for memory in memories {
            let same = |other: &&mut Memory| {
                (other.entries, &other.ports) == (memory.entries, &memory.ports)
            };
            match merged.iter_mut().find(same) {
                Some(other) => other.width += memory.width,
                None => merged.push(memory.clone()),
            }
        }
        let (macros, files): (Vec<_>, Vec<_>) =
            merged.into_iter().partition(|memory| memory.bits() >= SMALLEST_BITS);
        let bits = |memories: &[Memory]| memories.iter().map(Memory::bits).sum::<u64>();
        let register_file_bits = bits(&files);
        let flip_flops = bits(&macros) as f64 * BIT_PER_FLIP_FLOP / CELL_SHARE
            + register_file_bits as f64 * FLIP_FLOPS_PER_BIT;
        let nand2 = flip_flops * library.flip_flop_area / library.nand2_area;
        Self { macros, register_file_bits, nand2 }
    }
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
    let memory = |text: &str| {
        let (kind, _) = text.lines().next()?.rsplit_once(' ')?;
        let of = |port: &&str| {
            ["read_addr", "write_addr", "write_enable"]
                .iter()
                .any(|name| port.starts_with(&format!("connect \\{name} ")))
        };
        let ports = text.lines().map(str::trim).filter(of).map(String::from).collect();
        Some(Memory { width: size(kind, "WIDTH")?, entries: size(kind, "ENTRIES")?, ports })
    };
    // What is before the first cell has no kind.
    instances.split("cell ").filter_map(memory).collect()
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
        let memory = |width, entries| Memory { width, entries, ports: Vec::new() };
        assert_eq!(in_dumps(kinds, instances), [memory(5, 16), memory(32, 1024), memory(5, 16)]);
        assert_eq!(in_dumps("", ""), []);
    }

    #[test]
    fn memories_of_the_same_addresses_are_one_macro_and_small_ones_register_files() {
        let library = Library {
            path: "osu.lib".into(),
            nand2_area: 24.0,
            flip_flop_area: 96.0,
            inverter: "INV".into(),
            inverter_ff: 1.0,
            inverter_pins: ["A".into(), "Y".into()],
            text: String::new(),
        };
        let kinds = "module k\n  parameter \\WIDTH 32\n  parameter \\ENTRIES 64\n\
            module s\n  parameter \\WIDTH 8\n  parameter \\ENTRIES 64\n";
        let cell = |kind: &str, address: &str| {
            format!("cell {kind} \\u_{address}\n  connect \\read_addr {address}\n  connect \\clock c\nend\n")
        };
        let instances = [cell("k", "a"), cell("s", "b"), cell("k", "a")].concat();
        let built = Built::of(&in_dumps(kinds, &instances), &library);
        let sizes: Vec<_> =
            built.macros.iter().map(|memory| (memory.width, memory.entries)).collect();
        assert_eq!((sizes, built.register_file_bits), (vec![(64, 64)], 512));
        let bits = 4096.0 * BIT_PER_FLIP_FLOP / CELL_SHARE + 512.0 * FLIP_FLOPS_PER_BIT;
        assert_eq!(built.nand2, bits * 4.0);
    }

    #[test]
    fn a_bit_is_a_third_of_a_flip_flop_and_cells_fill_seven_tenths() {
        assert_eq!((BIT_PER_FLIP_FLOP * 100.0).round(), 33.0);
        assert_eq!((CELL_SHARE * 100.0).round(), 70.0);
    }
}
