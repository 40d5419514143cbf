//! Maps the lines of a channel to banks and rows.

use super::super::coalesce::LINE_BYTES;
use crate::config::DramConfig;

/// The location of a line in its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Location {
    pub bank: usize,
    /// Bank group of the bank.
    pub group: usize,
    pub row: u64,
}

/// The mapping of a channel's lines. From the lowest bit on: line in a piece, low bits of the bank, piece in the row,
/// the other bits of the bank, row. If banks are permuted, the row is folded into the bank's number, so that equal
/// strides do not meet in one bank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mapping {
    lines_in_piece: u64,
    interleaved_banks: u64,
    pieces_in_row: u64,
    banks: u64,
    groups: u64,
    permutation: bool,
}

impl Mapping {
    pub(super) fn new(dram: &DramConfig) -> Self {
        Self {
            lines_in_piece: u64::from(dram.bank_interleave_bytes) / LINE_BYTES,
            interleaved_banks: dram.interleaved_banks.into(),
            pieces_in_row: u64::from(dram.row_bytes / dram.bank_interleave_bytes),
            banks: dram.banks.into(),
            groups: dram.bank_groups.into(),
            permutation: dram.bank_permutation,
        }
    }

    /// Returns the location of a line, counted within the channel.
    pub(super) fn locate(&self, line: u64) -> Location {
        let piece = line / self.lines_in_piece;
        let (low, rest) = (piece % self.interleaved_banks, piece / self.interleaved_banks);
        let rest = rest / self.pieces_in_row;
        let high_banks = self.banks / self.interleaved_banks;
        let row = rest / high_banks;
        let folded = if self.permutation { row & (self.banks - 1) } else { 0 };
        let bank = (rest % high_banks * self.interleaved_banks + low) ^ folded;
        Location { bank: bank as usize, group: (bank % self.groups) as usize, row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;
    use std::collections::BTreeMap;

    #[test]
    fn every_row_of_every_bank_holds_as_many_lines_as_fit_and_neighbours_change_groups() {
        let dram = GpuConfig::preset("tiny").unwrap().dram;
        let mapping = Mapping::new(&dram);
        let lines_in_row = u64::from(dram.row_bytes) / LINE_BYTES;
        let mut lines: BTreeMap<(usize, u64), u64> = BTreeMap::new();
        for line in 0..lines_in_row * u64::from(dram.banks) * 20 {
            let location = mapping.locate(line);
            assert_eq!(location.group, location.bank % dram.bank_groups as usize);
            *lines.entry((location.bank, location.row)).or_default() += 1;
            assert_ne!(location.group, mapping.locate(line ^ 1).group);
        }
        assert_eq!(lines.len() as u64, u64::from(dram.banks) * 20);
        assert!(lines.values().all(|&count| count == lines_in_row));
    }
}
