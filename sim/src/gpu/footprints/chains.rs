//! Chains of high reuse: what reuses much of each other's lines, directly or through others. LASER, section 5, Table 2.
//!
//! A chain is a connected component of the pairs with high reuse, in either direction. So each unit is in one chain, as
//! Algorithm 2 of the paper gives it to one CU queue, and no order in which pairs are looked at changes it.

use crate::ratio::ratio;

/// A reuse ratio above this is high (section 5).
pub(in crate::gpu) const HIGH_REUSE: f64 = 0.4;

/// Chains of one kind of unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chains {
    /// Of each unit, another of its chain, or itself at the end (union-find).
    towards: Vec<u32>,
}

/// The chains of all units that are scheduled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChainsOfAll {
    /// Of kernels and groups: parents with children, and siblings.
    pub kernels: Chains,
    /// Of TBs: parents with children, siblings, and TBs of the same launch.
    pub tbs: Chains,
}

/// How long the chains are, in units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChainLengths {
    /// All units; one without high reuse is a chain of its own.
    pub units: u64,
    /// All chains.
    pub chains: u64,
    /// Units of the longest chain.
    pub longest: u64,
}

impl ChainLengths {
    /// The average length.
    pub fn mean(&self) -> Option<f64> {
        ratio(self.units, self.chains)
    }
}

impl Chains {
    /// Enters a unit. Returns its number.
    pub(super) fn enter(&mut self) -> u32 {
        let number = self.towards.len() as u32;
        self.towards.push(number);
        number
    }

    /// Makes one chain of those of two units, if their ratio is high.
    pub(super) fn join(&mut self, one: u32, other: u32, ratio: f64) {
        if ratio > HIGH_REUSE {
            let (one, other) = (self.end(one), self.end(other));
            self.towards[one.max(other) as usize] = one.min(other);
        }
    }

    /// The end of a unit's chain, to which the way is shorter from now on.
    fn end(&mut self, mut unit: u32) -> u32 {
        while self.towards[unit as usize] != unit {
            let next = self.towards[unit as usize];
            self.towards[unit as usize] = self.towards[next as usize];
            unit = next;
        }
        unit
    }

    /// How long the chains are.
    pub fn lengths(&self) -> ChainLengths {
        let mut chains = self.clone();
        let mut lengths = vec![0_u64; self.towards.len()];
        (0..lengths.len() as u32).for_each(|unit| lengths[chains.end(unit) as usize] += 1);
        ChainLengths {
            units: lengths.len() as u64,
            chains: lengths.iter().filter(|&&length| length > 0).count() as u64,
            longest: lengths.into_iter().max().unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lengths(units: u32, pairs: &[(u32, u32, f64)]) -> ChainLengths {
        let mut chains = Chains::default();
        assert!((0..units).all(|unit| chains.enter() == unit));
        pairs.iter().for_each(|&(one, other, ratio)| chains.join(one, other, ratio));
        chains.lengths()
    }

    #[test]
    fn units_with_high_reuse_form_a_chain_also_through_others() {
        let pairs = [(0, 1, 0.41), (2, 1, 0.9), (3, 4, 0.4), (1, 0, 0.0)];
        let found = lengths(5, &pairs);
        // 0, 1 and 2; 3; 4: a ratio of 0.4 is not high.
        assert_eq!(found, ChainLengths { units: 5, chains: 3, longest: 3 });
        assert_eq!(found.mean(), Some(5.0 / 3.0));
        assert_eq!(lengths(0, &[]).mean(), None);
    }

    proptest! {
        #[test]
        fn chains_are_what_can_be_reached_by_pairs_with_high_reuse(
            pairs in prop::collection::vec((0_u32..20, 0_u32..20), 0..30)
        ) {
            let mut labels: Vec<u32> = (0..20).collect();
            for &(one, other) in &pairs {
                let (from, to) = (labels[one as usize], labels[other as usize]);
                labels.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
            }
            let count = |label| labels.iter().filter(|&&other| other == label).count() as u64;
            let sizes: Vec<u64> = (0..20).map(count).filter(|&size| size > 0).collect();
            let pairs: Vec<_> = pairs.into_iter().map(|(one, other)| (one, other, 1.0)).collect();
            let expected = ChainLengths {
                units: 20,
                chains: sizes.len() as u64,
                longest: sizes.into_iter().max().unwrap_or(0),
            };
            prop_assert_eq!(lengths(20, &pairs), expected);
        }
    }
}
