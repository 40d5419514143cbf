//! The tags of a cache, and which set a line belongs to.

use crate::config::SetIndex;
use std::ops::Range;

/// The tags of a cache: which line each entry of its sets has.
#[derive(Clone, Debug)]
pub(super) struct Tags {
    index: SetIndex,
    sets: u64,
    ways: usize,
    /// Line + 1, or 0 if empty, per entry.
    tags: Vec<u64>,
}

impl Tags {
    /// Empty tags of `sets` sets, a power of two, of `ways` entries each.
    pub(super) fn new(index: SetIndex, sets: u32, ways: u32) -> Self {
        let tags = vec![0; sets as usize * ways as usize];
        Self { index, sets: u64::from(sets), ways: ways as usize, tags }
    }

    /// Returns the number of entries of all sets.
    pub(super) fn entries(&self) -> usize {
        self.tags.len()
    }

    /// Returns the entries that a line, by its number, may take.
    pub(super) fn candidates(&self, line: u64) -> Range<usize> {
        let start = set_of(self.index, line, self.sets) as usize * self.ways;
        start..start + self.ways
    }

    /// Returns the entry that has a line.
    pub(super) fn find(&self, line: u64) -> Option<usize> {
        let set = self.candidates(line);
        let start = set.start;
        // No branch depends on the way, which the host cannot predict. At most one entry has the line.
        let ways = self.tags[set].iter().enumerate();
        let found =
            ways.fold(None, |found, (way, &tag)| if tag == line + 1 { Some(way) } else { found });
        found.map(|way| start + way)
    }

    /// Returns the line that an entry has.
    pub(super) fn line(&self, entry: usize) -> Option<u64> {
        self.tags[entry].checked_sub(1)
    }

    /// Gives an entry to a line, or empties it.
    pub(super) fn set(&mut self, entry: usize, line: Option<u64>) {
        self.tags[entry] = line.map_or(0, |line| line + 1);
    }
}

/// Returns the set of a line, by its number, in a cache of `sets` sets, a power of two.
fn set_of(index: SetIndex, line: u64, sets: u64) -> u64 {
    match index {
        SetIndex::Linear => line & (sets - 1),
        SetIndex::FermiHash => fermi_hash(line) & (sets - 1),
        SetIndex::Polynomial => remainder(line, sets),
    }
}

/// Computes Fermi's set index, as measured by Nugteren et al., HPCA 2014, in line numbers. It takes five bits
/// above the offset and combines each with a bit further up by exclusive or. A cache of 64 sets has the next bit
/// on top.
fn fermi_hash(line: u64) -> u64 {
    let upper = line >> 6 & 0b111 | line >> 7 & 0b1000 | line >> 8 & 0b1_0000;
    (line & 0b1_1111) ^ upper | line & 0b10_0000
}

/// How many bits of a line's number above the set's take part in a polynomial index.
const UPPER_BITS: u32 = 15;

/// Takes the bits of a line's number as the coefficients of a polynomial over the field of two elements and returns
/// its remainder by a primitive polynomial (Rau, Pseudo-randomly interleaved memory, ISCA 1991). `sets` is 16, 32 or
/// 64.
fn remainder(line: u64, sets: u64) -> u64 {
    let bits = sets.trailing_zeros();
    // x^4 + x + 1, x^5 + x^2 + 1, x^6 + x + 1.
    let divisor = sets | if bits == 5 { 0b101 } else { 0b11 };
    let mut rest = line & ((sets << UPPER_BITS) - 1);
    for bit in (bits..bits + UPPER_BITS).rev() {
        if rest >> bit & 1 == 1 {
            rest ^= divisor << (bit - bits);
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_index_takes_each_set_once_per_row_and_spreads_powers_of_two() {
        for sets in [16, 32, 64] {
            for row in 0..200 {
                let found: std::collections::BTreeSet<u64> =
                    (0..sets).map(|i| remainder(row * sets + i, sets)).collect();
                assert_eq!(found.len() as u64, sets);
            }
            for stride in [1, 8, 64, 512, 4096] {
                let found: std::collections::BTreeSet<u64> =
                    (0..sets).map(|i| remainder(i * stride, sets)).collect();
                assert_eq!(found.len() as u64, sets, "{sets} sets, stride {stride}");
            }
        }
        // x^5 = x^2 + 1, x^10 = x^4 + 1.
        assert_eq!([1 << 5, 1 << 10].map(|line| remainder(line, 32)), [0b101, 0b1_0001]);
    }

    #[test]
    fn the_hash_spreads_lines_that_lie_a_power_of_two_apart() {
        let sets = |stride: u64| {
            let sets: std::collections::BTreeSet<u64> =
                (0..32).map(|i| fermi_hash(i * stride) & 31).collect();
            sets.len()
        };
        assert_eq!([1, 8, 64].map(sets), [32, 16, 16]);
        // Address bits 13, 14, 15, 17 and 19 are combined with bits 7 to 11 by exclusive or.
        for (bit, set) in [(7, 1), (11, 16), (13, 1), (14, 2), (15, 4), (17, 8), (19, 16)] {
            assert_eq!(fermi_hash((1 << bit) / 128), set, "bit {bit}");
        }
        assert_eq!(fermi_hash((1 << 12) / 128), 32, "of 64 sets");
        assert_eq!([16, 18, 20].map(|bit| fermi_hash((1 << bit) / 128)), [0, 0, 0]);
    }
}
