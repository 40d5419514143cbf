//! A first-level cache of an SMX: tags and times, no data. Stores allocate nothing. A requested sector is in the
//! cache from its miss on, with the cycle of its arrival.

use super::coalesce::Transaction;
use super::level::Level;
use super::lookups::Lookups;
use super::set_index;
use super::stats::L1Stats;
use super::system::AccessKind;
use super::window::Window;
use crate::config::{ConstantCacheConfig, GlobalStores, L1Config, LocalStores, SetIndex};

/// Mask of all sectors of a line.
const WHOLE: u8 = 0b1111;

/// The result of a load: when the cache accepts it, and what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Load {
    pub taken: u64,
    pub found: Lookup,
}

/// What the lookup of a load finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// The data are in the registers in this cycle, and come from this level.
    Ready(u64, Level),
    Miss(Miss),
}

/// What happens to a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    /// The store completes in the cache, in this cycle.
    Kept(u64),
    /// The store goes on to the L2 in this cycle. The caller reports by [`L1::stored_through`] when it has left.
    Through(u64),
}

/// What a load that misses requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Miss {
    /// When to request the sectors. The caller reports the result by [`L1::fill`].
    pub at: u64,
    pub entry: usize,
    /// Mask of the sectors to request.
    pub sectors: u8,
    /// When the other sectors of the load are present.
    pub others: u64,
    /// Dirty sectors that are evicted for it, to be written back.
    pub evicted: Option<Transaction>,
}

#[derive(Clone, Debug)]
pub(super) struct L1 {
    /// Line + 1, or 0 if empty, per set and way.
    tags: Vec<u64>,
    last_use: Vec<u64>,
    /// Mask of the valid sectors per entry.
    valid: Vec<u8>,
    dirty: Vec<u8>,
    /// When each sector arrives.
    arrives: Vec<[u64; 4]>,
    /// Where each sector comes from.
    levels: Vec<[Level; 4]>,
    /// Loads that wait for each sector. If lines are fetched whole, the first counter counts all of them.
    waiting: Vec<[u32; 4]>,
    misses: Window,
    lookups: Lookups,
    clock: u64,
    sets: u64,
    set_index: SetIndex,
    ways: usize,
    /// Cycles from the end of the lookup until the registers are written.
    to_registers: u64,
    merges: u32,
    sectored: bool,
    global_stores: GlobalStores,
    local_stores: LocalStores,
    pub(super) stats: L1Stats,
}

impl L1 {
    /// Creates a data cache, whose lookup result is known after the hit latency.
    pub(super) fn new(config: &L1Config) -> Self {
        Self::with(config, config.latency)
    }

    /// Creates a cache whose lookup pipeline takes `lookup` cycles of its latency.
    fn with(config: &L1Config, lookup: u32) -> Self {
        let entries = (config.sets * config.ways) as usize;
        Self {
            tags: vec![0; entries],
            last_use: vec![0; entries],
            valid: vec![0; entries],
            dirty: vec![0; entries],
            arrives: vec![[0; 4]; entries],
            levels: vec![[Level::Cache; 4]; entries],
            waiting: vec![[0; 4]; entries],
            misses: Window::new(config.mshr_entries),
            lookups: Lookups::new(lookup),
            clock: 0,
            sets: u64::from(config.sets),
            set_index: config.set_index,
            ways: config.ways as usize,
            to_registers: u64::from(config.latency - lookup),
            merges: config.mshr_merges,
            sectored: config.sectored,
            global_stores: config.global_stores,
            local_stores: config.local_stores,
            stats: L1Stats::default(),
        }
    }

    /// Creates a constant cache: nothing is ever stored in it, and a miss is known at once.
    pub(super) fn constant(config: &ConstantCacheConfig, latency: u32) -> Self {
        let config = L1Config {
            sets: config.sets,
            set_index: SetIndex::Linear,
            ways: config.ways,
            latency,
            sectored: false,
            mshr_entries: config.mshr_entries,
            mshr_merges: config.mshr_merges,
            global_loads: true,
            global_stores: GlobalStores::Update,
            local_stores: LocalStores::WriteThrough,
        };
        Self::with(&config, 0)
    }

    fn set(&self, line: u64) -> std::ops::Range<usize> {
        let start = set_index::set_of(self.set_index, line, self.sets) as usize * self.ways;
        start..start + self.ways
    }

    fn find(&self, line: u64) -> Option<usize> {
        let set = self.set(line);
        let way = self.tags[set.clone()].iter().position(|&tag| tag == line + 1);
        way.map(|way| set.start + way)
    }

    /// Looks up a load that arrives in cycle `at`.
    pub(super) fn load(&mut self, at: u64, line: Transaction) -> Load {
        let (taken, at) = self.lookups.enter(at);
        Load { taken, found: self.look_up(at, line) }
    }

    /// Returns what a load finds whose lookup ends in cycle `at`.
    fn look_up(&mut self, at: u64, line: Transaction) -> Lookup {
        self.stats.loads += 1;
        self.clock += 1;
        let wanted = if self.sectored { line.sectors } else { WHOLE };
        let found = self.find(line.line);
        let missing = found.map_or(wanted, |entry| wanted & !self.valid[entry]);
        if let Some(entry) = found.filter(|_| missing == 0) {
            self.last_use[entry] = self.clock;
            let (at, level) = self.present(at, entry, wanted);
            return Lookup::Ready(at, level);
        }
        self.stats.misses += 1;
        let requested = at;
        let at = self.enter(at, missing);
        let (entry, at, evicted) = match found {
            Some(entry) => (entry, at, None),
            None => self.replace(at, line.line),
        };
        self.last_use[entry] = self.clock;
        for counter in self.counters(missing) {
            self.waiting[entry][counter] = 1;
        }
        let others = bits(wanted & !missing).map(|sector| self.arrives[entry][sector]);
        let others = others.max().unwrap_or(0).max(requested);
        self.valid[entry] |= missing;
        Lookup::Miss(Miss { at, entry, sectors: missing, others, evicted })
    }

    /// Returns when sectors that are present or on their way are in the registers, and where the last of them
    /// comes from.
    fn present(&mut self, at: u64, entry: usize, wanted: u8) -> (u64, Level) {
        let arrival = bits(wanted).map(|sector| self.arrives[entry][sector]).max().unwrap_or(0);
        if arrival <= at {
            self.stats.hits += 1;
            self.lookups.leave(at);
            return (at + self.to_registers, Level::Cache);
        }
        let last = bits(wanted).filter(|&sector| self.arrives[entry][sector] == arrival);
        let level = last.map(|sector| self.levels[entry][sector]).max().unwrap_or_default();
        self.stats.pending_hits += 1;
        let mut full = false;
        for counter in self.counters(wanted) {
            if self.arrives[entry][counter] > at {
                let waiting = &mut self.waiting[entry][counter];
                *waiting += 1;
                full |= *waiting > self.merges;
            }
        }
        // A miss entry merges at most `merges` loads. One more stays in the pipeline until the line is present.
        let (left, again) = if full { (arrival, self.to_registers) } else { (at, 0) };
        self.lookups.leave(left);
        (arrival + again, level)
    }

    /// Returns the indices of the counters in `waiting` for these sectors.
    fn counters(&self, sectors: u8) -> impl Iterator<Item = usize> {
        bits(if self.sectored { sectors } else { 1 })
    }

    /// Allocates miss entries for sectors, or for their line if lines are fetched whole.
    fn enter(&mut self, at: u64, sectors: u8) -> u64 {
        let entered = self.misses.enter(at, self.entries(sectors));
        self.stats.mshr_stalls += entered - at;
        entered
    }

    fn entries(&self, sectors: u8) -> u32 {
        if self.sectored {
            sectors.count_ones()
        } else {
            1
        }
    }

    /// Allocates an entry for a line. Lines on their way keep their entries; if a whole set is on its way, the
    /// load waits for the first arrival.
    fn replace(&mut self, at: u64, line: u64) -> (usize, u64, Option<Transaction>) {
        let set = self.set(line);
        let arrival = |e: usize| self.arrives[e].iter().copied().max().unwrap_or(0);
        let settled = set.clone().filter(|&e| arrival(e) <= at).min_by_key(|&e| self.last_use[e]);
        let entry =
            settled.or_else(|| set.clone().min_by_key(|&e| arrival(e))).unwrap_or(set.start);
        let at = at.max(arrival(entry));
        let (old, dirty) = (self.tags[entry], self.dirty[entry]);
        let evicted =
            (dirty != 0).then(|| Transaction { line: old - 1, sectors: dirty, repeats: 1 });
        self.stats.write_backs += u64::from(evicted.is_some());
        self.tags[entry] = line + 1;
        (self.valid[entry], self.dirty[entry]) = (0, 0);
        (self.arrives[entry], self.waiting[entry]) = ([0; 4], [0; 4]);
        (entry, at, evicted)
    }

    /// Records when a miss was requested, when its sectors arrive, and from where.
    pub(super) fn fill(&mut self, miss: &Miss, requested: u64, arrival: u64, level: Level) {
        self.lookups.leave(requested);
        for sector in bits(miss.sectors) {
            self.arrives[miss.entry][sector] = arrival;
            self.levels[miss.entry][sector] = level;
        }
        self.misses.hold_until(arrival, self.entries(miss.sectors));
    }

    /// Handles a store that arrives in cycle `at`. Returns when the cache accepts it, and what happens to it.
    pub(super) fn store(&mut self, at: u64, line: Transaction, local: bool) -> (u64, Stored) {
        self.stats.stores += 1;
        let (taken, at) = self.lookups.enter(at);
        let stored = self.kept(at, line, local).map_or(Stored::Through(at), Stored::Kept);
        if let Stored::Kept(_) = stored {
            self.lookups.leave(at);
        }
        (taken, stored)
    }

    /// Records when the L2's port accepted a store that went through.
    pub(super) fn stored_through(&mut self, sent: u64) {
        self.lookups.leave(sent);
    }

    /// Returns when a store whose lookup ends at `at` completes, if it completes in this cache.
    fn kept(&mut self, at: u64, line: Transaction, local: bool) -> Option<u64> {
        let entry = self.find(line.line)?;
        if !local {
            if self.global_stores == GlobalStores::Evict {
                self.drop(entry);
            }
            return None;
        }
        let is_there = self.valid[entry] & line.sectors == line.sectors;
        if !is_there || self.local_stores == LocalStores::WriteThrough {
            return None;
        }
        self.clock += 1;
        self.last_use[entry] = self.clock;
        self.dirty[entry] |= line.sectors;
        self.stats.stores_kept += 1;
        let arrival = bits(line.sectors).map(|sector| self.arrives[entry][sector]).max();
        Some(arrival.unwrap_or(0).max(at))
    }

    /// Counts lines that bypass the cache on their way to the L2. Drops the lines that change there.
    pub(super) fn pass(&mut self, lines: &[Transaction], kind: AccessKind) {
        let passed = match kind {
            AccessKind::Load | AccessKind::LoadPastL1 => &mut self.stats.bypassed,
            AccessKind::Store => &mut self.stats.stores,
            AccessKind::Atomic => &mut self.stats.atomics,
        };
        *passed += lines.len() as u64;
        if matches!(kind, AccessKind::Store | AccessKind::Atomic) {
            for line in lines {
                if let Some(entry) = self.find(line.line) {
                    self.drop(entry);
                }
            }
        }
    }

    fn drop(&mut self, entry: usize) {
        (self.tags[entry], self.valid[entry], self.dirty[entry]) = (0, 0, 0);
    }
}

/// Returns the numbers of the set bits.
pub(super) fn bits(mask: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |&i| mask >> i & 1 != 0)
}
