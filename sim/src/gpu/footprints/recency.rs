//! How many lines were referenced since a line was referenced last, exactly, in logarithmic time.
//!
//! Every reference takes the next place in a row, and leaves the place that its line had. A Fenwick tree counts the
//! places taken up to any of them. When the row is full, the lines move up.

use rustc_hash::FxHashMap;

/// Fewest places of the row.
const PLACES: usize = 1 << 12;

/// Lines in the order of their last references, each with a value that the reference left.
#[derive(Clone, Debug)]
pub(super) struct Recency<T> {
    /// Of each line, its place and value.
    last: FxHashMap<u32, (u32, T)>,
    /// The Fenwick tree. Entry `i - 1` counts the places taken of the `i & -i` places up to `i`, counted from 1.
    tree: Vec<u32>,
    /// The next place.
    next: usize,
}

impl<T> Default for Recency<T> {
    fn default() -> Self {
        Self { last: FxHashMap::default(), tree: vec![0; PLACES], next: 0 }
    }
}

impl<T: Copy> Recency<T> {
    /// A line is referenced. Returns how many other lines were since its last reference, and the value that it left;
    /// nothing if this is its first.
    pub fn reference(&mut self, line: u32, value: T) -> Option<(u64, T)> {
        if self.next == self.tree.len() {
            self.move_up();
        }
        let place = self.next;
        self.next += 1;
        let before = self.last.insert(line, (place as u32, value));
        let found = before.map(|(old, value)| {
            let distance = self.last.len() as u64 - self.taken(old as usize);
            self.add(old as usize, u32::MAX);
            (distance, value)
        });
        self.add(place, 1);
        found
    }

    /// Places taken up to this one, itself included.
    fn taken(&self, place: usize) -> u64 {
        let (mut i, mut sum) = (place + 1, 0);
        while i > 0 {
            sum += u64::from(self.tree[i - 1]);
            i &= i - 1;
        }
        sum
    }

    /// Adds to the count of a place, modulo 2^32.
    fn add(&mut self, place: usize, count: u32) {
        let mut i = place + 1;
        while i <= self.tree.len() {
            self.tree[i - 1] = self.tree[i - 1].wrapping_add(count);
            i += i & i.wrapping_neg();
        }
    }

    /// Moves the lines to the first places, in their order, of a row of at least twice as many.
    fn move_up(&mut self) {
        let mut order: Vec<&mut u32> = self.last.values_mut().map(|(place, _)| place).collect();
        order.sort_unstable();
        (0..).zip(order).for_each(|(place, old)| *old = place);
        self.next = self.last.len();
        let taken = |i: usize| i.min(self.next) as u32;
        let places = (2 * self.next).max(PLACES);
        self.tree = (1..=places).map(|i| taken(i) - taken(i & (i - 1))).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_distance_is_how_many_other_lines_came_since() {
        let mut recency = Recency::default();
        let mut found =
            [5, 6, 7, 6, 5, 5].map(|line| recency.reference(line, line).map(|found| found.0));
        assert_eq!(found, [None, None, None, Some(1), Some(2), Some(0)]);
        // Each distance is that to the last reference of the same line.
        found = [7, 6, 5, 7, 8, 7].map(|line| recency.reference(line, line).map(|found| found.0));
        assert_eq!(found, [Some(2), Some(2), Some(2), Some(2), None, Some(1)]);
    }

    #[test]
    fn many_references_move_the_lines_up_and_keep_their_order() {
        let mut recency = Recency::default();
        for turn in 0..20_000_u32 {
            let found = recency.reference(turn % 9_000, turn);
            assert_eq!(found, (turn >= 9_000).then(|| (8_999, turn - 9_000)));
        }
        for turn in 0..20_000_u32 {
            recency.reference(turn % 3, turn);
        }
        // After 17,999 came the lines 0 to 1,999, of which three came again.
        assert_eq!(recency.reference(8_999, 0), Some((2_000, 17_999)));
    }

    proptest! {
        #[test]
        fn distances_are_those_of_looking_back(lines in prop::collection::vec(0_u32..40, 0..300)) {
            let mut recency = Recency::default();
            for (now, &line) in lines.iter().enumerate() {
                let last = lines[..now].iter().rposition(|&earlier| earlier == line);
                let expected = last.map(|last| {
                    let since: std::collections::BTreeSet<u32> =
                        lines[last + 1..now].iter().copied().collect();
                    (since.len() as u64, last)
                });
                prop_assert_eq!(recency.reference(line, now), expected);
                if now % 37 == 36 {
                    recency.move_up();
                }
            }
        }
    }
}
