//! Reuse ratios: how many of the accesses of a kernel, a TB or a warp go to lines that it accessed before, or that its
//! parent or siblings access. LASER, section 4, equations (1) to (3).

use super::accessed::{among, Accessed};
use super::chains::ChainsOfAll;
use super::pairs::PairsOfAll;
use super::predictor::Predictor;
use super::ratios::Mean;
use crate::ratio::ratio;

/// Bins of a tenth each, of which the last has the ratio of one.
pub const BINS: usize = 10;

/// The bin of a ratio.
pub(super) fn bin(ratio: f64) -> usize {
    ((ratio * BINS as f64) as usize).min(BINS - 1)
}

/// Accesses that reuse, of one relation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reused {
    /// Accesses to lines that are reused.
    pub accesses: u64,
    /// The average of the ratios, each of which counts the same.
    pub mean: Mean,
    /// How many ratios there are in each tenth.
    pub bins: [u64; BINS],
}

impl Reused {
    /// Their part of `all` accesses; none if there are no accesses.
    pub fn share(&self, all: u64) -> Option<f64> {
        ratio(self.accesses, all)
    }

    /// Adds what one reuses. Returns the ratio, if there is one.
    fn add(&mut self, reused: u64, of: u64) -> Option<f64> {
        let ratio = ratio(reused, of)?;
        self.accesses += reused;
        self.mean.add(Some(ratio));
        self.bins[bin(ratio)] += 1;
        Some(ratio)
    }
}

/// Reuse of kernels, or of TBs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reuse {
    /// Accesses of all of them.
    pub accesses: u64,
    /// Accesses to a line that the same one accessed before. It has a ratio for each that accesses anything.
    pub own: Reused,
    /// Accesses of children to lines that their parent accesses too. It has a ratio for each child.
    pub parent_child: Reused,
    /// Accesses of children to lines that another child of the same TB accesses too. It has a ratio for each child with
    /// siblings.
    pub sibling: Reused,
}

impl Reuse {
    /// Adds what one accessed.
    pub(super) fn add_one(&mut self, accessed: &Accessed) {
        self.accesses += accessed.count();
        self.own.add(accessed.again(), accessed.count());
    }

    /// Adds a child of a parent that accessed these lines. Returns its ratio, if there is one.
    pub(super) fn add_child(&mut self, parent: &[u32], child: &Accessed) -> Option<f64> {
        self.parent_child.add(child.also_in(parent), child.count())
    }

    /// Adds the children of a TB. Returns the ratio of each, if there is one.
    pub(super) fn add_siblings(&mut self, children: &[&Accessed]) -> Vec<Option<f64>> {
        if children.len() < 2 {
            return vec![None; children.len()];
        }
        let shared = children.iter().zip(among(children));
        shared.map(|(child, shared)| self.sibling.add(shared, child.count())).collect()
    }
}

/// Reuse of warps, within their TBs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WarpReuse {
    /// Accesses to a line that the same warp accessed before. It has a ratio for each warp that accesses anything.
    pub intra: Reused,
    /// Accesses to lines that another warp of the TB accesses too. It has a ratio for each such warp of a TB with others.
    pub inter: Reused,
}

impl WarpReuse {
    /// Adds the warps of a TB.
    pub(super) fn add_tb(&mut self, warps: &[&Accessed]) {
        for warp in warps {
            self.intra.add(warp.again(), warp.count());
        }
        if warps.len() > 1 {
            for (warp, shared) in warps.iter().zip(among(warps)) {
                self.inter.add(shared, warp.count());
            }
        }
    }
}

/// Reuse of all units that are scheduled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReuseOfAll {
    /// Of kernels and aggregated groups.
    pub kernels: Reuse,
    /// Of TBs.
    pub tbs: Reuse,
    /// Of warps.
    pub warps: WarpReuse,
    /// Of pairs.
    pub pairs: PairsOfAll,
    /// Chains of high reuse.
    pub chains: ChainsOfAll,
    /// What monitors predicted of child kernels, beside what these reused.
    pub predictor: Predictor,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smx::Touched;
    use crate::tally::Tally;

    fn accessed(counts: &[(u32, u32)]) -> Accessed {
        let mut tally = Tally::default();
        counts.iter().for_each(|&(line, times)| tally.add(line, times));
        tally.into()
    }

    #[test]
    fn repeated_accesses_are_those_after_the_first_of_a_line() {
        let mut reuse = Reuse::default();
        reuse.add_one(&accessed(&[(1, 4), (2, 1), (9, 5)]));
        reuse.add_one(&accessed(&[(1, 1)]));
        reuse.add_one(&accessed(&[]));
        assert_eq!((reuse.accesses, reuse.own.accesses), (11, 7));
        assert_eq!(
            reuse.own.mean.value(),
            Some((0.7 + 0.0) / 2.0),
            "who accesses nothing has none"
        );
        assert_eq!(reuse.own.bins, [1, 0, 0, 0, 0, 0, 0, 1, 0, 0]);
    }

    #[test]
    fn a_childs_accesses_to_lines_of_its_parent_count_and_not_the_lines() {
        let mut reuse = Reuse::default();
        reuse.add_child(&[2, 3, 7], &accessed(&[(1, 6), (3, 2), (7, 1), (8, 1)]));
        assert_eq!(reuse.parent_child.accesses, 3);
        assert_eq!(reuse.parent_child.mean.value(), Some(0.3));
        reuse.add_child(&[], &accessed(&[(1, 1)]));
        reuse.add_child(&[1], &accessed(&[(1, 1)]));
        assert_eq!(reuse.parent_child.bins, [1, 0, 0, 1, 0, 0, 0, 0, 0, 1], "one is in the last");
    }

    #[test]
    fn siblings_count_their_own_accesses_to_lines_that_any_other_has() {
        // The example of the paper's Figure 6: 30 of 50 accesses of the second go to what the first accesses too, whose
        // accesses to the same are 40 of 100.
        let first = accessed(&[(1, 40), (2, 60)]);
        let second = accessed(&[(1, 30), (3, 20)]);
        let mut reuse = Reuse::default();
        reuse.add_siblings(&[&first, &second]);
        assert_eq!(reuse.sibling.accesses, 70);
        assert_eq!(reuse.sibling.bins, [0, 0, 0, 0, 1, 0, 1, 0, 0, 0]);
        reuse.add_siblings(&[&first]);
        assert_eq!(reuse.sibling.bins.iter().sum::<u64>(), 2, "one child has no siblings");
    }

    #[test]
    fn warps_reuse_their_own_lines_and_those_of_other_warps_of_their_tb() {
        let add = |reuse: &mut WarpReuse, touched: &[(Touched, u32)]| {
            let warps = Accessed::by_warp(touched);
            reuse.add_tb(&warps.iter().collect::<Vec<_>>());
        };
        let mut reuse = WarpReuse::default();
        // Warp 0 accesses line 5 twice and 6 once, warp 1 line 5 once, warp 2 line 8 twice.
        add(&mut reuse, &[((5, 0), 2), ((5, 1), 1), ((6, 0), 1), ((8, 2), 2)]);
        assert_eq!((reuse.intra.accesses, reuse.inter.accesses), (2, 3));
        assert_eq!(reuse.intra.mean.value(), Some((1.0 / 3.0 + 0.0 + 0.5) / 3.0));
        assert_eq!(reuse.inter.mean.value(), Some((2.0 / 3.0 + 1.0 + 0.0) / 3.0));
        add(&mut reuse, &[((5, 0), 1)]);
        assert_eq!(reuse.inter.bins.iter().sum::<u64>(), 3, "a warp alone has no others");
    }
}
