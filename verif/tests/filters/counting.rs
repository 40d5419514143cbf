//! Filters that count: a place says how many lines are there, so that the lines of a parent that has ended can leave and
//! those of others stay.

use super::hashes::Hash;
use super::kinds::Kind;
use super::patterns::ROW;
use super::{in_the_book, near, shown, theory, ASKED, WORDS};
use heddle_hw::reuse_monitor::pins::{LANES, WORD};

/// A filter of so many words in each lane, whose places count up to 15.
struct Counting {
    words: u32,
    counts: Vec<u8>,
}

/// A count that has come to this stays, since nobody knows how many lines there are.
const GREATEST: u8 = 15;

impl Counting {
    fn new(words: u32) -> Self {
        Self { words, counts: vec![0; LANES * (words * WORD) as usize] }
    }

    fn places(&self, line: u32) -> Vec<usize> {
        Kind::Lanes.places(Hash::Murmur, self.words, line)
    }

    fn enter(&mut self, line: u32) {
        for place in self.places(line) {
            let count = &mut self.counts[place];
            *count = (*count + 1).min(GREATEST);
        }
    }

    /// A line that has entered leaves.
    fn leave(&mut self, line: u32) {
        for place in self.places(line) {
            let count = &mut self.counts[place];
            *count -= u8::from(*count < GREATEST);
        }
    }

    fn has(&self, line: u32) -> bool {
        self.places(line).iter().all(|&place| self.counts[place] > 0)
    }

    fn false_positives(&self) -> f64 {
        let found = (0..ASKED).filter(|&n| self.has((ROW.asked)(n))).count();
        found as f64 / f64::from(ASKED)
    }
}

/// Lines of each of two parents.
const OF_A_PARENT: u32 = 1000;

/// Bits of a count.
const BITS: u32 = 4;

#[test]
fn a_filter_that_counts_forgets_one_parent_and_costs_four_times_the_bytes() {
    let bytes = |words: u32, bits: u32| words * LANES as u32 * WORD * bits / 8;
    let mut rows = Vec::new();
    // As many places, and as many bytes, as the filter that does not count.
    for words in [WORDS, WORDS / BITS] {
        let mut filter = Counting::new(words);
        (0..2 * OF_A_PARENT).for_each(|n| filter.enter((ROW.entered)(n)));
        let both = filter.false_positives();
        near(both, theory(words, 2 * OF_A_PARENT), 0.02, "both parents");
        let most = filter.counts.iter().max().copied().expect("there are places");
        (0..OF_A_PARENT).for_each(|n| filter.leave((ROW.entered)(n)));
        let one = filter.false_positives();
        near(one, theory(words, OF_A_PARENT), 0.02, "one parent has ended");
        assert!((OF_A_PARENT..2 * OF_A_PARENT).all(|n| filter.has((ROW.entered)(n))), "it stays");
        let left = (0..OF_A_PARENT).filter(|&n| filter.has((ROW.entered)(n))).count();
        let left = left as f64 / f64::from(OF_A_PARENT);
        let sizes = [bytes(words, BITS), most.into()].map(|number| number.to_string());
        rows.push(sizes.into_iter().chain([both, one, left].map(shown)).collect());
    }
    let header = ["bytes", "greatest count", "of both parents", "one has ended", "its lines found"];
    in_the_book("counting", &header, &rows);
}
