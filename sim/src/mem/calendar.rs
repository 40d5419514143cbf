//! A resource that serves one request per slot, booked ahead of time.
//!
//! Requests are timed when they are made, so slots far apart are requested out of order. For example, the response
//! of a DRAM read is booked before that of a later cache hit, yet comes after it. A single next-free time would
//! let the first delay the second; a calendar fills the gap.

use super::slots::Slots;

/// The booked slots from the present on.
#[derive(Clone, Debug)]
pub(super) struct Calendar {
    booked: Slots,
}

impl Calendar {
    pub(super) fn new() -> Self {
        Self { booked: Slots::new() }
    }

    /// Books `count` slots, each the first free one not before `earliest`, and returns the last. No later call may
    /// request a slot before `now`.
    pub(super) fn reserve(&mut self, now: u64, earliest: u64, count: u32) -> u64 {
        self.booked.forget_before(now);
        let mut slot = earliest.max(now);
        for i in 0..count {
            slot = self.first_free(slot + u64::from(i > 0));
            self.booked.insert(slot);
        }
        slot
    }

    fn first_free(&self, from: u64) -> u64 {
        let mut word = from >> 6;
        let mut candidates = !0u64 << (from & 63);
        loop {
            let free = !self.booked.word(word) & candidates;
            if free != 0 {
                return (word << 6) + u64::from(free.trailing_zeros());
            }
            word += 1;
            candidates = !0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn an_early_request_takes_the_gap_a_late_one_left() {
        let mut calendar = Calendar::new();
        assert_eq!(calendar.reserve(0, 300, 1), 300);
        assert_eq!(calendar.reserve(0, 10, 1), 10);
        assert_eq!(calendar.reserve(0, 10, 2), 12);
        assert_eq!(calendar.reserve(1, 299, 2), 301);
    }

    #[test]
    fn a_slot_far_ahead_is_remembered() {
        let mut calendar = Calendar::new();
        assert_eq!(calendar.reserve(0, 5, 1), 5);
        assert_eq!(calendar.reserve(0, 1_000_000, 1), 1_000_000);
        assert_eq!(calendar.reserve(0, 5, 1), 6);
        assert_eq!(calendar.reserve(999_000, 1_000_000, 1), 1_000_001);
    }

    proptest! {
        #[test]
        fn a_calendar_books_as_a_set_of_slots_does(
            requests in prop::collection::vec((0u64..300, 0u64..9000, 1u32..5), 1..200),
        ) {
            let (mut calendar, mut taken, mut now) = (Calendar::new(), BTreeSet::new(), 0);
            for (advance, ahead, count) in requests {
                now += advance;
                let mut expected = now + ahead;
                for i in 0..count {
                    expected += u64::from(i > 0);
                    while !taken.insert(expected) {
                        expected += 1;
                    }
                }
                prop_assert_eq!(calendar.reserve(now, now + ahead, count), expected);
            }
        }
    }
}
