//! The constant cache of an SMX: tags and times, no data. Lines are fetched whole. A requested line is in the cache
//! from its miss on, with the cycle of its arrival.

use super::level::Level;
use super::set_index::Sets;
use super::stats::L1Stats;
use super::window::Window;
use crate::config::{ConstantCacheConfig, SetIndex};

/// What a load finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The data are in the registers in cycle `at`, and come from this level.
    Ready { at: u64, level: Level },
    /// The line has to be requested in cycle `at`. The caller reports the result by [`ConstantCache::fill`].
    Miss { at: u64, entry: usize },
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Line + 1, or 0 if empty.
    tag: u64,
    last_use: u64,
    /// When the line arrives, and from where.
    arrives: u64,
    level: Level,
    /// Loads that wait for it.
    waiting: u32,
}

#[derive(Clone, Debug)]
pub(super) struct ConstantCache {
    entries: Vec<Entry>,
    sets: Sets,
    misses: Window,
    merges: u32,
    latency: u64,
    clock: u64,
    pub(super) stats: L1Stats,
}

impl ConstantCache {
    /// Creates an empty cache whose hits take `latency` cycles.
    pub(super) fn new(config: &ConstantCacheConfig, latency: u32) -> Self {
        let sets = Sets::new(SetIndex::Linear, config.sets, config.ways);
        Self {
            entries: vec![Entry::default(); sets.entries()],
            sets,
            misses: Window::new(config.mshr_entries),
            merges: config.mshr_merges,
            latency: u64::from(latency),
            clock: 0,
            stats: L1Stats::default(),
        }
    }

    /// Looks up a load of a line, by its number, in cycle `at`.
    pub(super) fn load(&mut self, at: u64, line: u64) -> Found {
        self.stats.loads += 1;
        self.clock += 1;
        let set = self.sets.of(line);
        if let Some(way) = self.entries[set.clone()].iter().position(|e| e.tag == line + 1) {
            return self.present(at, set.start + way);
        }
        self.stats.misses += 1;
        let entered = self.misses.enter(at, 1);
        self.stats.mshr_stalls += entered - at;
        // Lines on their way keep their entries; if a whole set is on its way, the load waits for the first arrival.
        let settled = set.clone().filter(|&e| self.entries[e].arrives <= entered);
        let victim = settled
            .min_by_key(|&e| self.entries[e].last_use)
            .or_else(|| set.clone().min_by_key(|&e| self.entries[e].arrives));
        let entry = victim.unwrap_or(set.start);
        let at = entered.max(self.entries[entry].arrives);
        let waiting = 1;
        self.entries[entry] =
            Entry { tag: line + 1, last_use: self.clock, waiting, ..Entry::default() };
        Found::Miss { at, entry }
    }

    /// A load finds its line, which may be on its way.
    fn present(&mut self, at: u64, entry: usize) -> Found {
        let entry = &mut self.entries[entry];
        entry.last_use = self.clock;
        if entry.arrives <= at {
            self.stats.hits += 1;
            return Found::Ready { at: at + self.latency, level: Level::Cache };
        }
        self.stats.pending_hits += 1;
        entry.waiting += 1;
        // A miss entry merges at most `merges` loads. One more is looked up again when the line is present.
        let again = if entry.waiting > self.merges { self.latency } else { 0 };
        Found::Ready { at: entry.arrives + again, level: entry.level }
    }

    /// Records when the line of a miss arrives, and from where.
    pub(super) fn fill(&mut self, entry: usize, arrives: u64, level: Level) {
        let entry = &mut self.entries[entry];
        (entry.arrives, entry.level) = (arrives, level);
        self.misses.hold_until(arrives, 1);
    }
}
