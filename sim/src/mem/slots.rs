//! A set of time slots from the present on, one bit each. Calendars and schedules are made of such sets.

use std::ops::Range;

/// A bit set over time. Time is divided into words of 64 slots; slots before a given time are forgotten.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    /// Ring of words; word `w` of time is stored at index `w & (len - 1)`.
    words: Vec<u64>,
    /// First word of time that is kept.
    first: u64,
}

/// Words of a new set: 4096 slots, more than most requests look ahead.
const INITIAL_WORDS: usize = 64;

impl Slots {
    pub(super) fn new() -> Self {
        Self { words: vec![0; INITIAL_WORDS], first: 0 }
    }

    /// Returns the 64 slots from `64 * word` on. Forgotten slots and slots not reached yet are empty.
    #[inline]
    pub(super) fn word(&self, word: u64) -> u64 {
        if word < self.first || word >= self.first + self.words.len() as u64 {
            return 0;
        }
        self.words[self.index(word)]
    }

    /// Adds a slot, which must not be before the kept time.
    pub(super) fn insert(&mut self, slot: u64) {
        let word = (slot >> 6).max(self.first);
        while word >= self.first + self.words.len() as u64 {
            self.grow();
        }
        let index = self.index(word);
        self.words[index] |= 1 << (slot & 63);
    }

    /// Adds slots, which must not be before the kept time.
    pub(super) fn insert_all(&mut self, slots: Range<u64>) {
        let (first, end) = (slots.start.max(self.first << 6), slots.end);
        if first >= end {
            return;
        }
        while end > (self.first + self.words.len() as u64) << 6 {
            self.grow();
        }
        for word in first >> 6..=(end - 1) >> 6 {
            let (from, to) = (first.max(word << 6) & 63, (end - 1).min(word << 6 | 63) & 63);
            let index = self.index(word);
            self.words[index] |= !0 << from & !0 >> (63 - to);
        }
    }

    /// Forgets the slots before `now`, rounded down to a word.
    pub(super) fn forget_before(&mut self, now: u64) {
        let first = now >> 6;
        if first <= self.first {
            return;
        }
        let stale = (first - self.first).min(self.words.len() as u64);
        for word in self.first..self.first + stale {
            let index = self.index(word);
            self.words[index] = 0;
        }
        self.first = first;
    }

    fn index(&self, word: u64) -> usize {
        word as usize & (self.words.len() - 1)
    }

    fn grow(&mut self) {
        let mut larger = vec![0; self.words.len() * 2];
        let mask = larger.len() - 1;
        for old in self.first..self.first + self.words.len() as u64 {
            larger[old as usize & mask] = self.words[self.index(old)];
        }
        self.words = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_range_is_its_slots_one_by_one(
            now in 0u64..500, ranges in proptest::collection::vec((0u64..9000, 0u64..200), 1..20),
        ) {
            let (mut one_by_one, mut at_once) = (Slots::new(), Slots::new());
            one_by_one.forget_before(now);
            at_once.forget_before(now);
            for (from, count) in ranges {
                for slot in now + from..now + from + count {
                    one_by_one.insert(slot);
                }
                at_once.insert_all(now + from..now + from + count);
            }
            for word in 0..200 {
                proptest::prop_assert_eq!(one_by_one.word(word), at_once.word(word));
            }
        }
    }
}
