//! Reuse ratios of pairs: how many of the accesses of one go to lines that the other accesses too. LASER, section 4,
//! equation (3), in both directions.
//!
//! Lines are kept with those that access them, so that pairs without a common line are counted and not looked at. Lines
//! that the same ones access are taken together. The work for a family is the sum, over what is left, of the square of
//! how many access it.

use super::accessed::Accessed;
use super::ratios::Mean;
use super::reuse::{bin, BINS};
use crate::ratio::ratio;
use rustc_hash::FxHashMap;

/// Most work for a family, a minute or so: pairs of a family that needs more are left out.
const MOST_WORK: u64 = 1 << 35;

/// Ratios of ordered pairs of one relation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pairs {
    /// The average of the ratios, each of which counts the same.
    pub mean: Mean,
    /// How many ratios there are in each tenth.
    pub bins: [u64; BINS],
    /// Ordered pairs of families that are too large to be compared.
    pub left_out: u64,
}

/// The ratios of pairs of all units that are scheduled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairsOfAll {
    /// Kernels or groups that the same TB launched.
    pub kernels: Pairs,
    /// TBs of two launches by the same TB.
    pub tbs: Pairs,
    /// TBs of the same kernel or group.
    pub within_kernels: Pairs,
    /// Warps of the same TB.
    pub warps: Pairs,
}

/// One of a family.
pub(super) struct Member<'a> {
    pub accessed: &'a Accessed,
    /// Two members of a group are no pair.
    pub group: u32,
    /// Its number among the units of chains.
    pub unit: u32,
}

impl<'a> Member<'a> {
    /// Members that are all pairs with each other and have numbers of their own.
    pub fn each(all: impl Iterator<Item = &'a Accessed>) -> Vec<Self> {
        (0..).zip(all).map(|(n, accessed)| Member { accessed, group: n, unit: n }).collect()
    }
}

/// Lines that the same members access.
struct Common {
    /// The members, by position.
    by: Vec<u32>,
    /// Accesses of each to these lines.
    times: Vec<u64>,
}

impl Pairs {
    /// Adds all pairs of a family, and tells `pair` each ratio that is not zero with the units of its two.
    pub(super) fn add(&mut self, family: &[Member<'_>], pair: impl FnMut(u32, u32, f64)) {
        self.add_within(MOST_WORK, family, pair);
    }

    fn add_within(
        &mut self,
        most: u64,
        family: &[Member<'_>],
        mut pair: impl FnMut(u32, u32, f64),
    ) {
        let mut size: FxHashMap<u32, u64> = FxHashMap::default();
        family.iter().for_each(|member| *size.entry(member.group).or_default() += 1);
        let others = |member: &Member<'_>| family.len() as u64 - size[&member.group];
        let common = common_lines(family);
        let work: u64 = common.iter().map(|common| (common.by.len() as u64).pow(2)).sum();
        if work > most {
            self.left_out += family.iter().map(others).sum::<u64>();
            return;
        }
        let mut holds: Vec<Vec<(usize, u64)>> = vec![Vec::new(); family.len()];
        for (place, Common { by, times }) in common.iter().enumerate() {
            by.iter().zip(times).for_each(|(&by, &times)| holds[by as usize].push((place, times)));
        }
        let mut shared = vec![0; family.len()];
        let mut met = Vec::new();
        for (one, holds) in family.iter().zip(&holds) {
            for &(place, times) in holds {
                for &other in &common[place].by {
                    let shared = &mut shared[other as usize];
                    if *shared == 0 {
                        met.push(other);
                    }
                    *shared += times;
                }
            }
            let mut apart = others(one);
            for other in met.drain(..) {
                let shared = std::mem::take(&mut shared[other as usize]);
                let other = &family[other as usize];
                let ratio =
                    ratio(shared, one.accessed.count()).filter(|_| one.group != other.group);
                let Some(ratio) = ratio else { continue };
                apart -= 1;
                self.mean.add(Some(ratio));
                self.bins[bin(ratio)] += 1;
                pair(one.unit, other.unit, ratio);
            }
            if one.accessed.count() > 0 {
                self.mean.add_zeros(apart);
                self.bins[0] += apart;
            }
        }
    }
}

/// The lines of a family that several members access.
fn common_lines(family: &[Member<'_>]) -> Vec<Common> {
    let numbered = (0_u32..).zip(family);
    let held = numbered.flat_map(|(number, member)| {
        let Accessed { lines, times } = member.accessed;
        lines.iter().zip(times).map(move |(&line, &times)| (line, number, times))
    });
    let mut held: Vec<(u32, u32, u32)> = held.collect();
    held.sort_unstable();
    let mut places: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
    let mut found: Vec<Common> = Vec::new();
    for holders in held.chunk_by(|one, next| one.0 == next.0).filter(|holders| holders.len() > 1) {
        let by: Vec<u32> = holders.iter().map(|&(_, number, _)| number).collect();
        let place = *places.entry(by).or_insert_with_key(|by| {
            found.push(Common { by: by.clone(), times: vec![0; by.len()] });
            found.len() - 1
        });
        let sums = found[place].times.iter_mut().zip(holders);
        sums.for_each(|(sum, &(_, _, times))| *sum += u64::from(times));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tally;
    use proptest::prelude::*;

    fn accessed(counts: &[(u32, u32)]) -> Accessed {
        let mut tally = Tally::default();
        counts.iter().for_each(|&(line, times)| tally.add(line, times));
        tally.into()
    }

    /// The paper's Figure 6: 30 accesses of the second child are to lines of the first, 40 of the first to these lines,
    /// and the third has no accesses of the second's lines but 120 of the first's.
    #[test]
    fn a_pair_has_a_ratio_for_each_of_its_two() {
        let children = [
            accessed(&[(1, 40), (2, 60)]),
            accessed(&[(1, 30), (3, 20)]),
            accessed(&[(2, 120), (4, 80)]),
        ];
        let mut pairs = Pairs::default();
        let mut told = Vec::new();
        pairs.add(&Member::each(children.iter()), |one, other, ratio| {
            told.push((one, other, ratio))
        });
        told.sort_by_key(|&(one, other, _)| (one, other));
        assert_eq!(told, [(0, 1, 0.4), (0, 2, 0.6), (1, 0, 0.6), (2, 0, 0.6)]);
        assert_eq!(pairs.bins, [2, 0, 0, 0, 1, 0, 3, 0, 0, 0]);
        assert_eq!((pairs.mean.count(), pairs.left_out), (6, 0));
    }

    #[test]
    fn members_of_a_group_are_no_pair_and_one_without_accesses_has_no_ratio_of_its_own() {
        let all = [accessed(&[(1, 1)]), accessed(&[(1, 1)]), accessed(&[(1, 2)]), accessed(&[])];
        let groups = [7, 7, 8, 8];
        let family = all.iter().zip(groups).zip(0..);
        let family: Vec<_> =
            family.map(|((accessed, group), unit)| Member { accessed, group, unit }).collect();
        let mut pairs = Pairs::default();
        pairs.add(&family, |_, _, _| {});
        // 0 and 1 with 2 and 3, 2 with 0 and 1.
        assert_eq!(pairs.bins, [2, 0, 0, 0, 0, 0, 0, 0, 0, 4]);
    }

    #[test]
    fn a_family_that_needs_too_much_work_is_left_out_and_counted() {
        let all = [accessed(&[(1, 1), (2, 1)]), accessed(&[(1, 1), (2, 9)])];
        let mut pairs = Pairs::default();
        // Two lines that the same two access are one.
        pairs.add_within(4, &Member::each(all.iter()), |_, _, _| {});
        assert_eq!((pairs.mean.count(), pairs.left_out), (2, 0));
        pairs.add_within(3, &Member::each(all.iter()), |_, _, _| {});
        assert_eq!((pairs.mean.count(), pairs.left_out), (2, 2));
    }

    proptest! {
        #[test]
        fn pairs_are_those_of_comparing_each_with_each(
            counts in prop::collection::vec((0_u32..3, prop::collection::vec((0_u32..12, 1_u32..4), 0..8)), 0..9)
        ) {
            let all: Vec<Accessed> = counts.iter().map(|(_, counts)| accessed(counts)).collect();
            let family: Vec<_> = all.iter().zip(&counts).zip(0..)
                .map(|((accessed, &(group, _)), unit)| Member { accessed, group, unit })
                .collect();
            let mut bins = [0; BINS];
            let mut sum = 0.0;
            for one in &family {
                for other in family.iter().filter(|other| other.group != one.group) {
                    let shared = one.accessed.also_in(&other.accessed.lines);
                    let Some(ratio) = ratio(shared, one.accessed.count()) else { continue };
                    bins[bin(ratio)] += 1;
                    sum += ratio;
                }
            }
            let mut pairs = Pairs::default();
            pairs.add(&family, |_, _, _| {});
            prop_assert_eq!(pairs.bins, bins);
            prop_assert_eq!(pairs.mean.count(), bins.iter().sum::<u64>());
            let mean = pairs.mean.value().unwrap_or(0.0) * pairs.mean.count() as f64;
            prop_assert!((mean - sum).abs() < 1e-9);
        }
    }
}
