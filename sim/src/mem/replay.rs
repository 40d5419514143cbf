//! The lines that an L1's loads look up, once more under LRU and under Belady's optimal replacement.
//!
//! A replay has the L1's sets, ways and index, and no time: what is fetched is there at once. Every load that misses
//! takes an entry. Stores and atomics that drop a line from the L1 drop it there too; the optimal replacement knows of
//! that, and so takes such a line first.

use super::cache::WHOLE;
use super::set_index::Tags;
use super::stats::L1Stats;
use crate::ratio::ratio;
use rustc_hash::FxHashMap;

/// Most steps of all L1s together that are kept, 8 bytes each.
const MOST_STEPS: usize = 1 << 27;

/// A line that is not used again, and an entry without a line, in the order of what is replaced.
const NOT_AGAIN: u32 = u32::MAX - 1;
const EMPTY: u32 = u32::MAX;

/// What the loads of L1s find under several replacements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct L1Replay {
    /// Lines looked up by loads.
    pub loads: u64,
    /// Those that the L1s had.
    pub hits: u64,
    /// Those that were on their way to the L1s.
    pub pending_hits: u64,
    /// Those that LRU finds.
    pub lru: u64,
    /// Those that the optimal replacement finds.
    pub belady: u64,
    /// An L1 was accessed more often than is kept, so that nothing was replayed.
    pub too_long: bool,
}

impl L1Replay {
    /// The shares of loads that need no fetch: of the L1s themselves, under LRU, and under the optimal replacement.
    /// Absent without loads, and those of replays if the sequence is too long.
    pub fn rates(&self) -> [Option<f64>; 3] {
        let replayed = |hits| ratio(hits, self.loads).filter(|_| !self.too_long);
        let actual = ratio(self.hits + self.pending_hits, self.loads);
        [actual, replayed(self.lru), replayed(self.belady)]
    }

    /// Adds an L1 with these tags and counters.
    pub(super) fn add(&mut self, tags: &Tags, stats: &L1Stats, sequence: &Sequence) {
        self.loads += stats.loads;
        self.hits += stats.hits;
        self.pending_hits += stats.pending_hits;
        self.too_long |= sequence.left == 0;
        if sequence.left > 0 {
            self.lru += sequence.lru(tags);
            self.belady += sequence.belady(tags);
        }
    }
}

/// A load of a line, or what drops it from the L1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    line: u64,
    /// The sectors that a load wants; none if the line is dropped.
    sectors: u8,
}

/// What happened to an L1, in order.
#[derive(Clone, Debug)]
pub(super) struct Sequence {
    /// The line, and the sectors in the lowest four bits.
    steps: Vec<u64>,
    /// Steps that still have a place; none if it was full and the steps are gone.
    left: usize,
}

impl Sequence {
    /// An empty one, of so many L1s.
    pub fn new(l1s: usize) -> Self {
        Self { steps: Vec::new(), left: MOST_STEPS / l1s }
    }

    /// A load looks a line up for these sectors.
    pub fn load(&mut self, line: u64, sectors: u8) {
        self.push(Step { line, sectors });
    }

    /// A line is dropped if it is there.
    pub fn drop(&mut self, line: u64) {
        self.push(Step { line, sectors: 0 });
    }

    fn push(&mut self, step: Step) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        match self.left {
            0 => self.steps = Vec::new(),
            _ => self.steps.push(step.line << 4 | u64::from(step.sectors)),
        }
    }

    fn steps(&self) -> impl DoubleEndedIterator<Item = Step> + ExactSizeIterator + '_ {
        let step = |&step: &u64| Step { line: step >> 4, sectors: step as u8 & WHOLE };
        self.steps.iter().map(step)
    }

    /// Loads that LRU finds.
    fn lru(&self, tags: &Tags) -> u64 {
        // What was used last is replaced last.
        self.hits(tags, |now| NOT_AGAIN - now as u32)
    }

    /// Loads that the optimal replacement finds: what is used again last is replaced first.
    fn belady(&self, tags: &Tags) -> u64 {
        let mut next: FxHashMap<u64, u32> = FxHashMap::default();
        let mut again = vec![NOT_AGAIN; self.steps.len()];
        for (now, step) in self.steps().enumerate().rev() {
            let at = if step.sectors == 0 { NOT_AGAIN } else { now as u32 };
            again[now] = next.insert(step.line, at).unwrap_or(NOT_AGAIN);
        }
        self.hits(tags, |now| again[now])
    }

    /// Loads that are found if the entry of a set is replaced whose last load has the greatest rank.
    fn hits(&self, tags: &Tags, rank: impl Fn(usize) -> u32) -> u64 {
        let empty = Entry { line: u64::MAX, sectors: 0, rank: EMPTY };
        let mut entries = vec![empty; tags.entries()];
        let mut hits = 0;
        for (now, Step { line, sectors }) in self.steps().enumerate() {
            let set = &mut entries[tags.candidates(line)];
            let found = set.iter().position(|entry| entry.line == line);
            if sectors == 0 {
                found.into_iter().for_each(|way| set[way] = empty);
                continue;
            }
            let way = found.or_else(|| (0..set.len()).max_by_key(|&way| set[way].rank));
            let Some(entry) = way.map(|way| &mut set[way]) else { continue };
            if found.is_none() {
                *entry = Entry { line, ..empty };
            }
            hits += u64::from(entry.sectors & sectors == sectors);
            (entry.sectors, entry.rank) = (entry.sectors | sectors, rank(now));
        }
        hits
    }
}

/// An entry of a replayed L1.
#[derive(Clone, Copy, Debug)]
struct Entry {
    line: u64,
    sectors: u8,
    rank: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::SetIndex;
    use proptest::prelude::*;

    fn sequence(steps: &[(u64, u8)]) -> Sequence {
        let mut sequence = Sequence::new(1);
        steps.iter().for_each(|&(line, sectors)| sequence.push(Step { line, sectors }));
        sequence
    }

    fn loads(lines: &[u64]) -> Sequence {
        sequence(&lines.iter().map(|&line| (line, WHOLE)).collect::<Vec<_>>())
    }

    fn tags(sets: u32, ways: u32) -> Tags {
        Tags::new(SetIndex::Linear, sets, ways)
    }

    #[test]
    fn the_optimal_replacement_keeps_what_is_used_next_where_lru_keeps_what_was_used_last() {
        // Three lines in turn and two ways: LRU never finds one; the optimum keeps 1 for the second round, and then 3.
        let lines = loads(&[1, 2, 3, 1, 2, 3, 1]);
        assert_eq!((lines.lru(&tags(1, 2)), lines.belady(&tags(1, 2))), (0, 2));
        assert_eq!((lines.lru(&tags(1, 3)), lines.belady(&tags(1, 3))), (4, 4));
        // In two sets 2 is alone, and 1 and 3 have two ways.
        assert_eq!(lines.lru(&tags(2, 2)), 4);
    }

    #[test]
    fn a_dropped_line_is_gone_and_is_the_first_to_be_replaced() {
        let steps = sequence(&[(1, WHOLE), (1, 0), (1, WHOLE), (1, WHOLE)]);
        assert_eq!((steps.lru(&tags(1, 2)), steps.belady(&tags(1, 2))), (1, 1));
        // Line 1 will be dropped before it is loaded again, so that 2 may stay.
        let steps =
            [(2, WHOLE), (1, WHOLE), (3, WHOLE), (1, 0), (1, WHOLE), (2, WHOLE), (3, WHOLE)];
        assert_eq!(sequence(&steps).belady(&tags(1, 2)), 1);
    }

    #[test]
    fn a_load_of_other_sectors_is_no_hit_but_replaces_nothing() {
        let steps = sequence(&[(1, 0b0011), (1, 0b0100), (1, 0b0110), (2, 1), (1, 0b0111)]);
        assert_eq!(steps.lru(&tags(1, 2)), 2);
    }

    #[test]
    fn a_sequence_that_is_too_long_is_not_replayed_and_says_so() {
        let mut sequence = Sequence { left: 3, ..Sequence::new(1) };
        sequence.load(1, WHOLE);
        sequence.load(1, WHOLE);
        let stats = L1Stats { loads: 4, hits: 1, pending_hits: 2, ..L1Stats::default() };
        let mut replay = L1Replay::default();
        replay.add(&tags(1, 1), &stats, &sequence);
        assert_eq!(replay.rates(), [Some(0.75), Some(0.25), Some(0.25)]);
        sequence.load(1, WHOLE);
        replay.add(&tags(1, 1), &stats, &sequence);
        assert_eq!((replay.rates(), sequence.steps.len()), ([Some(0.75), None, None], 0));
    }

    /// Most hits of any choice of what is replaced, by trying all of them.
    fn best(steps: &[(u64, u8)], ways: usize, held: &[u64]) -> u64 {
        let [(line, sectors), rest @ ..] = steps else { return 0 };
        let without = |line| held.iter().copied().filter(|held| *held != line).collect::<Vec<_>>();
        if *sectors == 0 {
            return best(rest, ways, &without(*line));
        }
        if held.contains(line) {
            return 1 + best(rest, ways, held);
        }
        if held.len() < ways {
            return best(rest, ways, &[held, &[*line]].concat());
        }
        let replace = |old: &u64| best(rest, ways, &[&without(*old)[..], &[*line]].concat());
        held.iter().map(replace).max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn no_choice_of_what_is_replaced_finds_more_than_beladys(
            steps in prop::collection::vec((0_u64..5, prop::sample::select(vec![0, WHOLE, WHOLE, WHOLE])), 0..14),
            ways in 1_usize..4,
        ) {
            let found = sequence(&steps);
            let tags = tags(1, ways as u32);
            prop_assert_eq!(found.belady(&tags), best(&steps, ways, &[]));
            prop_assert!(found.lru(&tags) <= found.belady(&tags));
        }
    }
}
