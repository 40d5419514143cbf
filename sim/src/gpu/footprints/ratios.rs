//! Shared footprint ratios of sets of lines, which are in ascending order.

use crate::ratio::ratio;
use std::cmp::Ordering;

/// An average of ratios, each of which counts the same.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    /// Adds a ratio, if there is one.
    pub(super) fn add(&mut self, ratio: Option<f64>) {
        self.sum += ratio.unwrap_or(0.0);
        self.count += u64::from(ratio.is_some());
    }

    /// Adds those of these ratios that there are.
    pub(super) fn add_all(&mut self, ratios: Vec<Option<f64>>) {
        ratios.into_iter().for_each(|ratio| self.add(ratio));
    }

    /// Adds ratios of 0.
    pub(super) fn add_zeros(&mut self, count: u64) {
        self.count += count;
    }

    /// Adds the ratios of another average.
    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.count += other.count;
    }

    /// How many ratios there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The average; absent if there is no ratio.
    pub fn value(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The union of sets.
pub(super) fn union<'a>(sets: impl Iterator<Item = &'a [u32]>) -> Vec<u32> {
    let mut union: Vec<u32> = sets.flatten().copied().collect();
    union.sort_unstable();
    union.dedup();
    union
}

/// How many lines two sets share.
pub(super) fn shared(a: &[u32], b: &[u32]) -> u64 {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut shared = 0;
    while let (Some(left), Some(right)) = (a.peek(), b.peek()) {
        let order = left.cmp(right);
        shared += u64::from(order == Ordering::Equal);
        a.next_if(|_| order != Ordering::Greater);
        b.next_if(|_| order != Ordering::Less);
    }
    shared
}

/// Of each set, the lines that it shares with the union of the others, divided by the size of that union. A set has no
/// ratio if the others are empty.
pub(super) fn with_others(sets: &[&[u32]]) -> Vec<Option<f64>> {
    let numbered = (0_u32..).zip(sets);
    let held = numbered.flat_map(|(number, set)| set.iter().map(move |&line| (line, number)));
    let mut held: Vec<(u32, u32)> = held.collect();
    held.sort_unstable();
    // Lines of all sets, and of each set those that no other has.
    let (mut lines, mut own) = (0, vec![0; sets.len()]);
    for holders in held.chunk_by(|(one, _), (next, _)| one == next) {
        lines += 1;
        if let [(_, only)] = holders {
            own[*only as usize] += 1;
        }
    }
    let of = |(set, own): (&&[u32], u64)| ratio(set.len() as u64 - own, lines - own);
    sets.iter().zip(own).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETS: [&[u32]; 3] = [&[1, 2, 3], &[3, 4], &[3, 4, 5, 6]];

    #[test]
    fn two_sets_share_the_lines_that_both_have() {
        assert_eq!(shared(&[1, 2, 3, 5], &[2, 3, 4]), 2);
        assert_eq!(shared(&[1, 2], &[1, 2]), 2);
        assert_eq!((shared(&[], &[1]), shared(&[1], &[])), (0, 0));
        assert_eq!(union(SETS.into_iter()), [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_set_is_compared_with_the_union_of_the_others() {
        // 1 of {3, 4, 5, 6}, 2 of {1, 2, 3, 4, 5, 6} and 2 of {1, 2, 3, 4}.
        assert_eq!(with_others(&SETS), [Some(1.0 / 4.0), Some(2.0 / 6.0), Some(2.0 / 4.0)]);
        assert_eq!(with_others(&[&[7], &[7]]), [Some(1.0); 2]);
        assert_eq!(with_others(&[&[7], &[8]]), [Some(0.0); 2]);
    }

    #[test]
    fn a_set_without_others_and_one_whose_others_are_empty_have_no_ratio() {
        assert_eq!(with_others(&[&[7, 8]]), [None]);
        assert_eq!(with_others(&[&[7, 8], &[]]), [None, Some(0.0)]);
        assert_eq!(with_others(&[]), []);
    }
}
