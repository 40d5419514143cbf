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

/// The mapping of a channel's lines. From the lowest bit on: bank group, line in the row, bank in the group, row.
/// Neighbouring lines thus alternate between the groups and keep the data bus full. The row is folded into the
/// bank number, so that equal strides do not meet in one bank (permutation-based interleaving).
#[derive(Clone, Copy, Debug)]
pub(super) struct Mapping {
    groups: u64,
    lines_in_row: u64,
    banks: u64,
}

impl Mapping {
    pub(super) fn new(dram: &DramConfig) -> Self {
        Self {
            groups: dram.bank_groups.into(),
            lines_in_row: u64::from(dram.row_bytes) / LINE_BYTES,
            banks: dram.banks.into(),
        }
    }

    /// Returns the location of a line, counted within the channel.
    pub(super) fn locate(&self, line: u64) -> Location {
        let (group, rest) = (line % self.groups, line / self.groups / self.lines_in_row);
        let banks_in_group = self.banks / self.groups;
        let row = rest / banks_in_group;
        let bank = (rest % banks_in_group * self.groups + group) ^ (row & (self.banks - 1));
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
