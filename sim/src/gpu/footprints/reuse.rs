//! Reuse ratios: how many of the accesses of a kernel, a TB or a warp go to lines that it accessed before, or that its
//! parent or siblings access. LASER, section 4, equations (1) to (3).

use super::ratios::Mean;
use crate::ratio::ratio;
use crate::smx::Touched;
use crate::tally::Tally;

/// Bins of a tenth each, of which the last has the ratio of one.
pub const BINS: usize = 10;

/// Lines in ascending order, and how often each was accessed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::gpu) struct Accessed {
    pub lines: Vec<u32>,
    pub times: Vec<u32>,
}

impl Accessed {
    /// What all warps of a TB accessed together.
    pub fn by_tb(touched: &[(Touched, u32)]) -> Self {
        let mut all = Tally::default();
        touched.iter().for_each(|&((line, _), times)| all.add(line, times));
        all.into()
    }

    /// All accesses.
    pub fn count(&self) -> u64 {
        self.times.iter().map(|&times| u64::from(times)).sum()
    }

    /// Those that are not the first of their line.
    fn again(&self) -> u64 {
        self.count() - self.lines.len() as u64
    }

    /// Those of lines that are in `others` too, which is in ascending order.
    fn also_in(&self, others: &[u32]) -> u64 {
        let mut others = others.iter().peekable();
        let mut found = 0;
        for (line, &times) in self.lines.iter().zip(&self.times) {
            while others.next_if(|other| *other < line).is_some() {}
            found += if others.peek() == Some(&line) { u64::from(times) } else { 0 };
        }
        found
    }

    /// Adds its accesses to those of a kernel.
    pub fn add_to(&self, kernel: &mut Tally<u32>) {
        self.lines.iter().zip(&self.times).for_each(|(&line, &times)| kernel.add(line, times));
    }
}

impl From<Tally<u32>> for Accessed {
    fn from(tally: Tally<u32>) -> Self {
        let (lines, times) = tally.into_sorted().into_iter().unzip();
        Self { lines, times }
    }
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

    fn add(&mut self, reused: u64, of: u64) {
        let Some(ratio) = ratio(reused, of) else { return };
        self.accesses += reused;
        self.mean.add(Some(ratio));
        self.bins[((ratio * BINS as f64) as usize).min(BINS - 1)] += 1;
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

    /// Adds a child of a parent that accessed these lines.
    pub(super) fn add_child(&mut self, parent: &[u32], child: &Accessed) {
        self.parent_child.add(child.also_in(parent), child.count());
    }

    /// Adds the children of a TB.
    pub(super) fn add_siblings(&mut self, children: &[&Accessed]) {
        if children.len() < 2 {
            return;
        }
        for (child, shared) in children.iter().zip(among(children)) {
            self.sibling.add(shared, child.count());
        }
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
    pub(super) fn add_tb(&mut self, touched: &[(Touched, u32)]) {
        let mut by_warp = touched.to_vec();
        by_warp.sort_by_key(|((_, warp), _)| *warp);
        let warp = |warp: &[(Touched, u32)]| {
            let (lines, times) = warp.iter().map(|&((line, _), times)| (line, times)).unzip();
            Accessed { lines, times }
        };
        let warps: Vec<Accessed> = by_warp.chunk_by(|a, b| a.0 .1 == b.0 .1).map(warp).collect();
        warps.iter().for_each(|warp| self.intra.add(warp.again(), warp.count()));
        let warps: Vec<&Accessed> = warps.iter().collect();
        if warps.len() > 1 {
            let shared = warps.iter().zip(among(&warps));
            shared.for_each(|(warp, shared)| self.inter.add(shared, warp.count()));
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
}

/// Of each, its accesses to lines that another of them accesses too.
fn among(all: &[&Accessed]) -> Vec<u64> {
    let numbered = (0_usize..).zip(all);
    let held = numbered.flat_map(|(number, one)| {
        one.lines.iter().zip(&one.times).map(move |(&line, &times)| (line, number, times))
    });
    let mut held: Vec<(u32, usize, u32)> = held.collect();
    held.sort_unstable();
    let mut shared = vec![0; all.len()];
    for holders in held.chunk_by(|one, next| one.0 == next.0).filter(|holders| holders.len() > 1) {
        holders.iter().for_each(|&(_, number, times)| shared[number] += u64::from(times));
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut reuse = WarpReuse::default();
        // Warp 0 accesses line 5 twice and 6 once, warp 1 line 5 once, warp 2 line 8 twice.
        reuse.add_tb(&[((5, 0), 2), ((5, 1), 1), ((6, 0), 1), ((8, 2), 2)]);
        assert_eq!((reuse.intra.accesses, reuse.inter.accesses), (2, 3));
        assert_eq!(reuse.intra.mean.value(), Some((1.0 / 3.0 + 0.0 + 0.5) / 3.0));
        assert_eq!(reuse.inter.mean.value(), Some((2.0 / 3.0 + 1.0 + 0.0) / 3.0));
        reuse.add_tb(&[((5, 0), 1)]);
        assert_eq!(reuse.inter.bins.iter().sum::<u64>(), 3, "a warp alone has no others");
    }
}
