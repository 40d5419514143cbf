//! A set of points of time from the present on, a bit each: what calendars and schedules are made of.

/// Bits of time. Time is cut into words of 64; what lies before a given time is forgotten.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    /// Ring of words; word `w` of time stands at `w & (len - 1)`.
    words: Vec<u64>,
    /// First word of time that is still kept.
    first: u64,
}

/// Words of a new set: 4096 slots, more than most requests look ahead.
const INITIAL_WORDS: usize = 64;

impl Slots {
    pub(super) fn new() -> Self {
        Self { words: vec![0; INITIAL_WORDS], first: 0 }
    }

    /// The 64 slots from `64 * word` on; those forgotten and those not reached yet are empty.
    #[inline]
    pub(super) fn word(&self, word: u64) -> u64 {
        if word < self.first || word >= self.first + self.words.len() as u64 {
            return 0;
        }
        self.words[self.index(word)]
    }

    /// Adds a slot that is not before the kept time.
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
