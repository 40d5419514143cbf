//! A slice of the L2: tags and times, no data. Lines have four sectors. A sector is fetched when it is read; a
//! written sector needs no fetch. Dirty sectors are written back when their line is evicted.

use super::calendar::Calendar;
use super::coalesce::{bits, Transaction, SECTOR_BYTES};
use super::dram::{Dram, Transfer, Transferred};
use super::level::Level;
use super::set_index::Sets;
use super::stats::L2Stats;
use super::system::AccessKind;
use super::window::Window;
use crate::config::GpuConfig;

#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// Line of the slice + 1, or 0 if empty, per set and way.
    tags: Vec<u64>,
    last_use: Vec<u64>,
    /// Mask of the valid sectors per entry.
    valid: Vec<u8>,
    dirty: Vec<u8>,
    /// When each sector of a line can be used: it is present, and earlier atomics have been executed.
    ready: Vec<[u64; 4]>,
    /// When each sector arrives from DRAM. Until then, a miss entry holds the requests that wait for it.
    arrives: Vec<[u64; 4]>,
    /// Requests that wait for each sector.
    waiting: Vec<[u32; 4]>,
    /// Tag lookups, one sector per cycle.
    port: Calendar,
    /// The unit that executes atomics.
    atomics: Calendar,
    /// Sectors on their way from DRAM.
    misses: Window,
    clock: u64,
    sets: Sets,
    latency: u64,
    merges: u32,
    atomic_initiation: u64,
    atomic_slice_initiation: u32,
    dram_one_way: u64,
    pub(super) stats: L2Stats,
}

/// Where DRAM holds the lines of a slice.
#[derive(Clone, Copy, Debug)]
pub(super) struct SliceLocation {
    /// Channel behind the slice.
    pub channel: usize,
    /// Number of slices that share the channel, and the index of this slice among them.
    pub neighbours: u64,
    pub position: u64,
}

/// The DRAM behind a slice, for the duration of one access.
pub(super) struct Behind<'a> {
    /// Cycle in which the access was made.
    pub now: u64,
    pub location: SliceLocation,
    pub dram: &'a mut Dram,
}

impl Behind<'_> {
    /// Transfers `sectors` sectors of a line of the slice.
    fn transfer(&mut self, arrival: u64, line: u64, sectors: u32, write: bool) -> Transferred {
        let SliceLocation { channel, neighbours, position } = self.location;
        self.dram.transfer(Transfer {
            now: self.now,
            arrival,
            channel,
            line: line * neighbours + position,
            bytes: sectors * SECTOR_BYTES as u32,
            write,
        })
    }
}

impl Slice {
    pub(super) fn new(config: &GpuConfig) -> Self {
        let l2 = &config.l2;
        let sets = Sets::new(l2.set_index, l2.sets, l2.ways);
        let entries = sets.entries();
        Self {
            tags: vec![0; entries],
            last_use: vec![0; entries],
            valid: vec![0; entries],
            dirty: vec![0; entries],
            ready: vec![[0; 4]; entries],
            arrives: vec![[0; 4]; entries],
            waiting: vec![[0; 4]; entries],
            port: Calendar::new(),
            atomics: Calendar::new(),
            misses: Window::new(l2.mshr_entries),
            clock: 0,
            sets,
            latency: u64::from(l2.latency),
            merges: l2.mshr_merges,
            atomic_initiation: u64::from(l2.atomic_initiation),
            atomic_slice_initiation: l2.atomic_slice_initiation,
            dram_one_way: u64::from(config.dram.extra_latency / 2),
            stats: L2Stats::default(),
        }
    }

    /// Serves `request` (its line counted within the slice), which arrives at `arrival`. Returns when the last
    /// sector is ready to leave or has been stored, and whether the request waited for DRAM to read.
    pub(super) fn access(
        &mut self,
        arrival: u64,
        request: Transaction,
        kind: AccessKind,
        mut behind: Behind<'_>,
    ) -> (u64, Level) {
        let sectors = request.sectors;
        let looked_up = self.port.reserve(behind.now, arrival, sectors.count_ones());
        let served = looked_up + self.latency;
        let (entry, at) = self.entry(served, request.line, &mut behind);
        if kind == AccessKind::Store {
            self.stats.writes += u64::from(sectors.count_ones());
            self.mark_written(entry, sectors, at);
            return (at, Level::L2);
        }
        self.stats.reads += u64::from(sectors.count_ones());
        let missing = sectors & !self.valid[entry];
        let on_their_way = bits(sectors).any(|sector| self.arrives[entry][sector] > at);
        let level = if missing != 0 || on_their_way { Level::Dram } else { Level::L2 };
        let mut done = at.max(self.present(at, entry, sectors & !missing, behind.now));
        self.fetch(at, entry, missing, request.line, &mut behind);
        for sector in bits(missing) {
            done = done.max(self.ready[entry][sector]);
        }
        if kind == AccessKind::Atomic {
            done = self.execute(done, request, behind.now);
            self.mark_written(entry, sectors, done);
        }
        (done, level)
    }

    /// Returns when sectors that are present or on their way can be read.
    fn present(&mut self, at: u64, entry: usize, sectors: u8, now: u64) -> u64 {
        self.stats.read_hits += u64::from(sectors.count_ones());
        let mut done = at;
        let mut full = 0;
        for sector in bits(sectors) {
            let ready = self.ready[entry][sector];
            if ready > at {
                self.stats.pending_hits += 1;
            }
            if self.arrives[entry][sector] > at {
                self.waiting[entry][sector] += 1;
                full += u32::from(self.waiting[entry][sector] > self.merges);
            }
            done = done.max(ready);
        }
        if full > 0 {
            // A miss entry merges at most `merges` requests. One more must look its sectors up again.
            done = self.port.reserve(now, done, full) + self.latency;
        }
        done
    }

    /// Executes an atomic whose sectors are present at `at`. The slice's unit accepts one sector per
    /// `atomic_slice_initiation` cycles. Lanes that share an address execute one after the other. The next atomic
    /// on these sectors starts when this one ends.
    fn execute(&mut self, at: u64, request: Transaction, now: u64) -> u64 {
        let slots = request.sectors.count_ones() * self.atomic_slice_initiation;
        let last = self.atomics.reserve(now, at, slots);
        let begin = (last + 1).saturating_sub(u64::from(slots)).max(at);
        begin + u64::from(request.repeats) * self.atomic_initiation
    }

    /// Leaves clean sectors that the host copies in the cache. The copy itself takes no time, as it ends before
    /// kernels start. Dirty sectors it evicts are written back as usual.
    pub(super) fn preload(&mut self, line: u64, sectors: u8, mut behind: Behind<'_>) {
        let (entry, _) = self.entry(behind.now, line, &mut behind);
        self.valid[entry] |= sectors;
    }

    /// Returns the entry of a line, found or freed by writing back its old line, and when it may be used.
    fn entry(&mut self, at: u64, line: u64, behind: &mut Behind<'_>) -> (usize, u64) {
        self.clock += 1;
        let set = self.sets.of(line);
        if let Some(way) = self.tags[set.clone()].iter().position(|&tag| tag == line + 1) {
            let entry = set.start + way;
            self.last_use[entry] = self.clock;
            return (entry, at);
        }
        let settles = |e: usize| self.ready[e].iter().copied().max().unwrap_or(0);
        let settled = set.clone().filter(|&e| settles(e) <= at).min_by_key(|&e| self.last_use[e]);
        let victim =
            settled.or_else(|| set.clone().min_by_key(|&e| settles(e))).unwrap_or(set.start);
        let mut at = at.max(settles(victim));
        let dirty = self.dirty[victim].count_ones();
        if dirty > 0 {
            let old = self.tags[victim] - 1;
            let written = behind.transfer(at + self.dram_one_way, old, dirty, true);
            // The entry is free once the channel's queue has accepted the old sectors.
            at = at.max(written.entered.saturating_sub(self.dram_one_way));
            self.stats.write_backs += u64::from(dirty);
        }
        self.install(victim, line);
        (victim, at)
    }

    fn install(&mut self, entry: usize, line: u64) {
        self.tags[entry] = line + 1;
        self.last_use[entry] = self.clock;
        (self.valid[entry], self.dirty[entry]) = (0, 0);
        (self.ready[entry], self.arrives[entry], self.waiting[entry]) = ([0; 4], [0; 4], [0; 4]);
    }

    /// Reads the missing sectors of a line, requested at `at`.
    fn fetch(&mut self, at: u64, entry: usize, missing: u8, line: u64, behind: &mut Behind<'_>) {
        if missing == 0 {
            return;
        }
        let sectors = missing.count_ones();
        let entered = self.misses.enter(at, sectors);
        self.stats.mshr_stalls += entered - at;
        let read = behind.transfer(entered + self.dram_one_way, line, sectors, false);
        let arrival = read.end.unwrap_or(read.entered) + self.dram_one_way;
        self.misses.hold_until(arrival, sectors);
        self.valid[entry] |= missing;
        for sector in bits(missing) {
            (self.ready[entry][sector], self.arrives[entry][sector]) = (arrival, arrival);
            self.waiting[entry][sector] = 1;
        }
    }

    fn mark_written(&mut self, entry: usize, sectors: u8, at: u64) {
        self.valid[entry] |= sectors;
        self.dirty[entry] |= sectors;
        for sector in bits(sectors) {
            let ready = &mut self.ready[entry][sector];
            *ready = at.max(*ready);
        }
    }
}
