//! Counts by key of many events, kept small while they come.

/// Keys that are kept before they are put in order for the first time.
const ROOM: usize = 1024;

/// How often each key came.
#[derive(Clone, Debug)]
pub(crate) struct Tally<K> {
    /// In any order, some keys several times.
    found: Vec<(K, u32)>,
    /// How many there were when they were last put in order, each once.
    distinct: usize,
}

impl<K> Default for Tally<K> {
    fn default() -> Self {
        Self { found: Vec::new(), distinct: 0 }
    }
}

impl<K: Copy + Ord> Tally<K> {
    /// A key came some times more.
    pub fn add(&mut self, key: K, times: u32) {
        match self.found.last_mut() {
            Some((last, sum)) if *last == key => *sum = sum.saturating_add(times),
            _ => self.found.push((key, times)),
        }
        if self.found.len() > 2 * self.distinct.max(ROOM) {
            self.order();
        }
    }

    /// Returns the keys in ascending order, each with how often it came.
    pub fn into_sorted(mut self) -> Vec<(K, u32)> {
        self.order();
        self.found.shrink_to_fit();
        self.found
    }

    fn order(&mut self) {
        self.found.sort_unstable_by_key(|(key, _)| *key);
        self.found.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 = if same { kept.1.saturating_add(next.1) } else { kept.1 };
            same
        });
        self.distinct = self.found.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_out_in_order_each_with_how_often_it_came() {
        let mut tally = Tally::default();
        for (key, times) in [(7, 1), (3, 2), (7, 1), (7, 4), (5, 1), (3, 1)] {
            tally.add(key, times);
        }
        assert_eq!(tally.into_sorted(), [(3, 3), (5, 1), (7, 6)]);
        assert_eq!(Tally::<u32>::default().into_sorted(), []);
    }

    #[test]
    fn many_events_of_few_keys_take_little_room() {
        let mut tally = Tally::default();
        for turn in 0..100_000 {
            tally.add(turn % 97, 1);
            assert!(tally.found.len() <= 2 * ROOM);
        }
        let sorted = tally.into_sorted();
        assert_eq!(sorted.len(), 97);
        assert_eq!(sorted.iter().map(|(_, times)| u64::from(*times)).sum::<u64>(), 100_000);
    }
}
