//! A set of time slots from the present on, one bit each. Calendars and schedules are made of such sets.

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
