//! L1 data cache of an SMX: tags and times, no data. Stores write through and allocate nothing; a line
//! that is stored to stays. A line is in the cache from its miss on, with the cycle of its arrival.

use super::stats::L1Stats;
use super::window::Window;
use crate::config::L1Config;

/// What a load finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// The data are in the registers at this cycle.
    Ready(u64),
    /// The line is to be requested at this cycle, and its arrival to be reported.
    Miss { at: u64, entry: usize },
}

#[derive(Clone, Debug)]
pub(super) struct L1 {
    /// Line + 1, or 0, by set and way.
    tags: Vec<u64>,
    last_use: Vec<u64>,
    arrives: Vec<u64>,
    waiting: Vec<u32>,
    misses: Window,
    clock: u64,
    sets: u64,
    ways: usize,
    latency: u64,
    merges: u32,
    pub(super) stats: L1Stats,
}

impl L1 {
    pub(super) fn new(config: &L1Config) -> Self {
        let entries = (config.sets * config.ways) as usize;
        Self {
            tags: vec![0; entries],
            last_use: vec![0; entries],
            arrives: vec![0; entries],
            waiting: vec![0; entries],
            misses: Window::new(config.mshr_entries),
            clock: 0,
            sets: u64::from(config.sets),
            ways: config.ways as usize,
            latency: u64::from(config.latency),
            merges: config.mshr_merges,
            stats: L1Stats::default(),
        }
    }

    fn set(&self, line: u64) -> std::ops::Range<usize> {
        // Sets are a power of two.
        let start = (line & (self.sets - 1)) as usize * self.ways;
        start..start + self.ways
    }

    /// Looks a line up for a load at cycle `at`.
    pub(super) fn load(&mut self, at: u64, line: u64) -> Lookup {
        self.stats.loads += 1;
        self.clock += 1;
        let set = self.set(line);
        if let Some(way) = self.tags[set.clone()].iter().position(|&tag| tag == line + 1) {
            let entry = set.start + way;
            self.last_use[entry] = self.clock;
            let arrival = self.arrives[entry];
            if arrival <= at {
                self.stats.hits += 1;
                return Lookup::Ready(at + self.latency);
            }
            self.stats.pending_hits += 1;
            self.waiting[entry] += 1;
            // A miss entry holds so many loads; one more must look the line up again when it is there.
            let replayed = if self.waiting[entry] >= self.merges { self.latency } else { 0 };
            return Lookup::Ready(arrival.max(at + 1) + replayed);
        }
        self.stats.misses += 1;
        let at = self.misses.enter(at);
        // Lines on their way hold their place; if a whole set does, the load waits for the first.
        let settled =
            set.clone().filter(|&e| self.arrives[e] <= at).min_by_key(|&e| self.last_use[e]);
        let (entry, at) = match settled {
            Some(entry) => (entry, at),
            None => {
                let first = set.clone().min_by_key(|&e| self.arrives[e]).unwrap_or(set.start);
                (first, self.arrives[first])
            }
        };
        self.tags[entry] = line + 1;
        self.last_use[entry] = self.clock;
        self.waiting[entry] = 1;
        Lookup::Miss { at, entry }
    }

    /// Reports when the line of a miss arrives.
    pub(super) fn fill(&mut self, entry: usize, arrival: u64) {
        self.arrives[entry] = arrival;
        self.misses.hold_until(arrival);
    }

    /// Takes a miss entry for a load past the cache, at `at` or later.
    pub(super) fn bypass(&mut self, at: u64) -> u64 {
        self.stats.bypassed += 1;
        self.misses.enter(at)
    }

    /// Reports when the data of a load past the cache arrive.
    pub(super) fn bypass_until(&mut self, arrival: u64) {
        self.misses.hold_until(arrival);
    }

    /// Drops a line, because an atomic is about to change it in the L2.
    pub(super) fn invalidate(&mut self, line: u64) {
        let set = self.set(line);
        if let Some(way) = self.tags[set.clone()].iter().position(|&tag| tag == line + 1) {
            self.tags[set.start + way] = 0;
        }
    }
}
