//! A first-level cache of an SMX: tags and times, no data. Stores allocate nothing. What has been asked
//! for is in the cache from its miss on, with the cycle of its arrival.

use super::coalesce::Transaction;
use super::stats::L1Stats;
use super::window::Window;
use crate::config::{ConstantCacheConfig, GlobalStores, L1Config, LocalStores};

/// All sectors of a line.
const WHOLE: u8 = 0b1111;

/// What a load finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lookup {
    /// The data are in the registers at this cycle.
    Ready(u64),
    Miss(Miss),
}

/// What a load that misses needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Miss {
    /// When it is to be requested; its arrival is to be reported by [`L1::fill`].
    pub at: u64,
    pub entry: usize,
    /// Sectors to be requested.
    pub sectors: u8,
    /// When the other sectors of the load are there.
    pub others: u64,
    /// Dirty sectors that leave for it, to be written back.
    pub evicted: Option<Transaction>,
}

#[derive(Clone, Debug)]
pub(super) struct L1 {
    /// Line + 1, or 0, by set and way.
    tags: Vec<u64>,
    last_use: Vec<u64>,
    /// Sector masks.
    valid: Vec<u8>,
    dirty: Vec<u8>,
    /// When each sector arrives.
    arrives: Vec<[u64; 4]>,
    /// Loads that wait for each sector; if lines are fetched whole, all stand at the first.
    waiting: Vec<[u32; 4]>,
    misses: Window,
    clock: u64,
    sets: u64,
    ways: usize,
    latency: u64,
    merges: u32,
    sectored: bool,
    global_stores: GlobalStores,
    local_stores: LocalStores,
    pub(super) stats: L1Stats,
}

impl L1 {
    pub(super) fn new(config: &L1Config) -> Self {
        let entries = (config.sets * config.ways) as usize;
        Self {
            tags: vec![0; entries],
            last_use: vec![0; entries],
            valid: vec![0; entries],
            dirty: vec![0; entries],
            arrives: vec![[0; 4]; entries],
            waiting: vec![[0; 4]; entries],
            misses: Window::new(config.mshr_entries),
            clock: 0,
            sets: u64::from(config.sets),
            ways: config.ways as usize,
            latency: u64::from(config.latency),
            merges: config.mshr_merges,
            sectored: config.sectored,
            global_stores: config.global_stores,
            local_stores: config.local_stores,
            stats: L1Stats::default(),
        }
    }

    /// A constant cache: the same, but nothing is ever stored.
    pub(super) fn constant(config: &ConstantCacheConfig, latency: u32) -> Self {
        Self::new(&L1Config {
            sets: config.sets,
            ways: config.ways,
            latency,
            sectored: false,
            mshr_entries: config.mshr_entries,
            mshr_merges: config.mshr_merges,
            global_loads: true,
            global_stores: GlobalStores::Update,
            local_stores: LocalStores::WriteThrough,
        })
    }

    fn set(&self, line: u64) -> std::ops::Range<usize> {
        // Sets are a power of two.
        let start = (line & (self.sets - 1)) as usize * self.ways;
        start..start + self.ways
    }

    fn find(&self, line: u64) -> Option<usize> {
        let set = self.set(line);
        let way = self.tags[set.clone()].iter().position(|&tag| tag == line + 1);
        way.map(|way| set.start + way)
    }

    /// Looks a line up for a load at cycle `at`.
    pub(super) fn load(&mut self, at: u64, line: Transaction) -> Lookup {
        self.stats.loads += 1;
        self.clock += 1;
        let wanted = if self.sectored { line.sectors } else { WHOLE };
        let found = self.find(line.line);
        let missing = found.map_or(wanted, |entry| wanted & !self.valid[entry]);
        if let Some(entry) = found.filter(|_| missing == 0) {
            self.last_use[entry] = self.clock;
            return Lookup::Ready(self.present(at, entry, wanted));
        }
        self.stats.misses += 1;
        let requested = at;
        let at = self.enter(at, missing);
        let (entry, at, evicted) = match found {
            Some(entry) => (entry, at, None),
            None => self.replace(at, line.line),
        };
        self.last_use[entry] = self.clock;
        for place in self.places(missing) {
            self.waiting[entry][place] = 1;
        }
        let others = bits(wanted & !missing).map(|sector| self.arrives[entry][sector]);
        let others = others.max().unwrap_or(0).max(requested);
        self.valid[entry] |= missing;
        Lookup::Miss(Miss { at, entry, sectors: missing, others, evicted })
    }

    /// When sectors that are there or on their way are in the registers.
    fn present(&mut self, at: u64, entry: usize, wanted: u8) -> u64 {
        let arrival = bits(wanted).map(|sector| self.arrives[entry][sector]).max().unwrap_or(0);
        if arrival <= at {
            self.stats.hits += 1;
            return at + self.latency;
        }
        self.stats.pending_hits += 1;
        let mut full = false;
        for place in self.places(wanted) {
            if self.arrives[entry][place] > at {
                let waiting = &mut self.waiting[entry][place];
                *waiting += 1;
                full |= *waiting > self.merges;
            }
        }
        // A miss entry holds so many loads; one more must look the line up again when it is there.
        arrival.max(at + 1) + if full { self.latency } else { 0 }
    }

    /// Where the loads that wait for sectors are counted.
    fn places(&self, sectors: u8) -> impl Iterator<Item = usize> {
        bits(if self.sectored { sectors } else { 1 })
    }

    /// Takes miss entries for sectors, or for their line if lines are fetched whole.
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

    /// Makes room for a line. Lines on their way hold their place; if a whole set does, the load waits
    /// for the first.
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

    /// Reports when the sectors of a miss arrive.
    pub(super) fn fill(&mut self, miss: &Miss, arrival: u64) {
        for sector in bits(miss.sectors) {
            self.arrives[miss.entry][sector] = arrival;
        }
        self.misses.hold_until(arrival, self.entries(miss.sectors));
    }

    /// Takes miss entries for a load past the cache, at `at` or later.
    pub(super) fn bypass(&mut self, at: u64, sectors: u8) -> u64 {
        self.stats.bypassed += 1;
        self.enter(at, sectors)
    }

    /// Reports when the data of a load past the cache arrive.
    pub(super) fn bypass_until(&mut self, arrival: u64, sectors: u8) {
        self.misses.hold_until(arrival, self.entries(sectors));
    }

    /// A store at cycle `at`. Returns when it is done, if it ends here; else it goes on to the L2.
    pub(super) fn store(&mut self, at: u64, line: Transaction, local: bool) -> Option<u64> {
        self.stats.stores += 1;
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
        Some(arrival.unwrap_or(0).max(at) + self.latency)
    }

    /// Drops a line, because an atomic is about to change it in the L2.
    pub(super) fn invalidate(&mut self, line: u64) {
        if let Some(entry) = self.find(line) {
            self.drop(entry);
        }
    }

    fn drop(&mut self, entry: usize) {
        (self.tags[entry], self.valid[entry], self.dirty[entry]) = (0, 0, 0);
    }
}

/// Numbers of the set bits.
pub(super) fn bits(mask: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |&i| mask >> i & 1 != 0)
}
