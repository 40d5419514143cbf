//! Filters of other kinds, in software: which places of a filter a line has, and filters that count.

use super::hashes::Hash;
use super::patterns::Pattern;
use super::{ASKED, ENTERED};
use heddle_hw::reuse_monitor::pins::{LANES, WORD};

/// Where the places of a line are. All filters have four lanes of words of 22 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One in each of four lanes, as in the paper's filter here.
    Lanes,
    /// Four anywhere, as a Bloom filter has them: a memory with four read ports and four write ports.
    Anywhere,
    /// One in each of four lanes, in the same word of all: one memory with one port, four times as wide.
    OneWord,
    /// One anywhere.
    One,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Lanes, Self::Anywhere, Self::OneWord, Self::One];

    /// As the page has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Lanes => "one in each lane",
            Self::Anywhere => "four anywhere",
            Self::OneWord => "one in each lane, in the same word",
            Self::One => "one",
        }
    }

    /// The places of a line, numbered through all lanes.
    pub fn places(self, hash: Hash, words: u32, line: u32) -> Vec<usize> {
        let lane = words * WORD;
        let all = LANES as u32 * lane;
        let [first, second] = hash.of(line);
        let halves = [first & 0xFFFF, first >> 16, second & 0xFFFF, second >> 16];
        let word = |half: u32| ((half >> 6) * words) >> 10;
        let bit = |half: u32| ((half & 0x3F) * WORD) >> 6;
        let in_lanes = |word: &dyn Fn(u32) -> u32| {
            let place = |(n, half): (u32, u32)| (n * lane + word(half) * WORD + bit(half)) as usize;
            (0..).zip(halves).map(place).collect()
        };
        match self {
            Self::Lanes => in_lanes(&word),
            Self::Anywhere => halves.map(|half| ((half * all) >> 16) as usize).to_vec(),
            Self::OneWord => in_lanes(&|_| word(halves[0])),
            Self::One => vec![((u64::from(first) * u64::from(all)) >> 32) as usize],
        }
    }

    /// The false positives that theory says of lines with random places.
    pub fn theory(self, words: u32, entered: u32) -> f64 {
        let lane = f64::from(words * WORD);
        let all = LANES as f64 * lane;
        let set = |places: f64, times: u32| 1.0 - (1.0 - 1.0 / places).powi(times as i32);
        match self {
            Self::Lanes => set(lane, entered).powi(4),
            Self::Anywhere => set(all, 4 * entered).powi(4),
            // The mean over how many lines have the word: binomial, of each number by the one before.
            Self::OneWord => {
                let odds = 1.0 / f64::from(words - 1);
                let none = (1.0 - 1.0 / f64::from(words)).powi(entered as i32);
                let in_word = (0..=entered).scan(none, |likely, n| {
                    let now = *likely;
                    *likely *= odds * f64::from(entered - n) / f64::from(n + 1);
                    Some(now * set(WORD.into(), n).powi(4))
                });
                in_word.sum()
            }
            Self::One => set(all, entered),
        }
    }
}

/// The false positives of a filter when so many lines have entered as [`ENTERED`] says.
pub fn rates(kind: Kind, hash: Hash, words: u32, pattern: &Pattern) -> [f64; ENTERED.len()] {
    let mut places = vec![false; LANES * (words * WORD) as usize];
    let asked: Vec<Vec<usize>> =
        (0..ASKED).map(|n| kind.places(hash, words, (pattern.asked)(n))).collect();
    let mut has = 0;
    ENTERED.map(|entered| {
        for n in has..entered {
            for place in kind.places(hash, words, (pattern.entered)(n)) {
                places[place] = true;
            }
        }
        has = entered;
        let found = asked.iter().filter(|line| line.iter().all(|&place| places[place])).count();
        found as f64 / f64::from(ASKED)
    })
}
