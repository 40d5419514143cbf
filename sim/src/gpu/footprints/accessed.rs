//! What a kernel, a TB or a warp accessed: its lines, and how often it accessed each.

use crate::ratio::ratio;
use crate::smx::Touched;
use crate::tally::Tally;

/// Lines in ascending order, and how often each was accessed.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::gpu) struct Accessed {
    pub lines: Vec<u32>,
    /// How often, in the order of the lines.
    pub times: Vec<u32>,
}

impl Accessed {
    /// What all warps of a TB accessed together.
    pub fn by_tb(touched: &[(Touched, u32)]) -> Self {
        let mut all = Tally::default();
        touched.iter().for_each(|&((line, _), times)| all.add(line, times));
        all.into()
    }

    /// What each warp of a TB accessed.
    pub fn by_warp(touched: &[(Touched, u32)]) -> Vec<Self> {
        let mut by_warp = touched.to_vec();
        by_warp.sort_by_key(|((_, warp), _)| *warp);
        let warp = |warp: &[(Touched, u32)]| {
            let (lines, times) = warp.iter().map(|&((line, _), times)| (line, times)).unzip();
            Self { lines, times }
        };
        by_warp.chunk_by(|a, b| a.0 .1 == b.0 .1).map(warp).collect()
    }

    /// All accesses.
    pub fn count(&self) -> u64 {
        self.times.iter().map(|&times| u64::from(times)).sum()
    }

    /// Those that are not the first of their line.
    pub fn again(&self) -> u64 {
        self.count() - self.lines.len() as u64
    }

    /// The part of its accesses that are not the first of their line; none if it accesses nothing. Equation (1).
    pub fn own(&self) -> Option<f64> {
        ratio(self.again(), self.count())
    }

    /// Those of lines that are in `others` too, which is in ascending order.
    pub fn also_in(&self, others: &[u32]) -> u64 {
        let (mut found, mut rest) = (0, others);
        for (line, &times) in self.lines.iter().zip(&self.times) {
            // Often there are many more others: a child's lines among its parent's.
            rest = &rest[rest.partition_point(|other| other < line)..];
            found += if rest.first() == Some(line) { u64::from(times) } else { 0 };
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

/// Of each, its accesses to lines that another of them accesses too.
pub(super) fn among(all: &[&Accessed]) -> Vec<u64> {
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
