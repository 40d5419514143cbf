//! How long LaPerm's queues take to append a group, on chip or in memory, as the pins show it.

use crate::ratio::ratio;
use std::collections::BTreeMap;

/// Cycles from the offer of a group at `alloc` until it stands in its queue: 3 if the unit is at rest, as it takes the
/// group in the first, reads its kernel in the second and appends it at the end of the third.
#[derive(Clone, Debug, Default)]
pub struct Insertions {
    /// The cycle in which the group at the pins was offered.
    offered: Option<u64>,
    /// The cycle in which the group that the unit has taken, and not appended, was offered.
    taken: Option<u64>,
    /// Groups appended so far, by their cycles.
    by_cycles: BTreeMap<u64, u64>,
}

impl Insertions {
    /// Takes in the pins of cycle `now`: whether a group is offered, and whether the unit takes one. It has one buffer
    /// for groups, so it is ready again once the group that it took last is in its queue, be it in memory.
    pub fn observe(&mut self, now: u64, valid: bool, ready: bool) {
        if ready {
            if let Some(offered) = self.taken.take() {
                *self.by_cycles.entry(now - offered).or_default() += 1;
            }
        }
        if valid {
            let offered = *self.offered.get_or_insert(now);
            if ready {
                (self.offered, self.taken) = (None, Some(offered));
            }
        }
    }

    /// The average; absent without a group.
    pub fn mean(&self) -> Option<f64> {
        let cycles = self.by_cycles.iter().map(|(cycles, groups)| cycles * groups).sum();
        ratio(cycles, self.by_cycles.values().sum())
    }

    /// The longest; absent without a group.
    pub fn max(&self) -> Option<u64> {
        self.by_cycles.last_key_value().map(|(cycles, _)| *cycles)
    }

    /// Groups by their cycles, rounded up to a power of two; absent without a group.
    pub fn by_power(&self) -> Option<BTreeMap<u64, u64>> {
        let mut powers: BTreeMap<u64, u64> = BTreeMap::new();
        for (cycles, groups) in &self.by_cycles {
            *powers.entry(cycles.next_power_of_two()).or_default() += groups;
        }
        Some(powers).filter(|powers| !powers.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_that_is_refused_or_waits_in_the_buffer_counts_from_its_offer() {
        let mut found = Insertions::default();
        assert_eq!((found.max(), found.mean(), found.by_power()), (None, None, None));
        // The first is taken at once and appended at the end of cycle 12; the second waits for that, and then for an
        // entry.
        for (now, valid, ready) in
            [(10, true, true), (11, true, false), (12, true, false), (13, true, true)]
        {
            found.observe(now, valid, ready);
        }
        assert_eq!((found.max(), found.mean()), (Some(3), Some(3.0)));
        found.observe(14, false, false);
        found.observe(50, false, true);
        assert_eq!((found.max(), found.mean()), (Some(39), Some(21.0)));
        assert_eq!(found.by_power(), Some(BTreeMap::from([(4, 1), (64, 1)])));
    }
}
