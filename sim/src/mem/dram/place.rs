//! Which bank and row of a channel hold a line.

use super::super::coalesce::LINE_BYTES;
use crate::config::DramConfig;

/// Where a line lies in its channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub bank: usize,
    /// Bank group of the bank.
    pub group: usize,
    pub row: u64,
}

/// The mapping of a channel's lines. From the lowest bit on: bank group, line in the row, bank in the
/// group, row. So neighbouring lines go round the groups and keep the data bus full. The row is folded
/// into the bank number, which keeps equal strides from meeting in one bank (permutation-based
/// interleaving).
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

    /// The place of a line, counted within the channel.
    pub(super) fn place(&self, line: u64) -> Place {
        let (group, rest) = (line % self.groups, line / self.groups / self.lines_in_row);
        let banks_in_group = self.banks / self.groups;
        let row = rest / banks_in_group;
        let bank = (rest % banks_in_group * self.groups + group) ^ (row & (self.banks - 1));
        Place { bank: bank as usize, group: (bank % self.groups) as usize, row }
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
            let place = mapping.place(line);
            assert_eq!(place.group, place.bank % dram.bank_groups as usize);
            *lines.entry((place.bank, place.row)).or_default() += 1;
            assert_ne!(place.group, mapping.place(line ^ 1).group);
        }
        assert_eq!(lines.len() as u64, u64::from(dram.banks) * 20);
        assert!(lines.values().all(|&count| count == lines_in_row));
    }
}
