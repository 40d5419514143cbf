//! A slice of the L2: tags and times, no data. Lines of four sectors; a sector is fetched when it is
//! read, a written sector needs no fetch, and dirty sectors are written back when their line leaves.

use super::calendar::Calendar;
use super::coalesce::{Transaction, SECTOR_BYTES};
use super::dram::Dram;
use super::stats::L2Stats;
use super::system::AccessKind;
use super::window::Window;
use crate::config::GpuConfig;

#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// Line of the slice + 1, or 0, by set and way.
    tags: Vec<u64>,
    last_use: Vec<u64>,
    /// Sector masks.
    valid: Vec<u8>,
    dirty: Vec<u8>,
    /// When each sector of a line is there.
    ready: Vec<[u64; 4]>,
    /// Tag lookups, a sector a cycle.
    port: Calendar,
    /// Sectors on their way from or to DRAM.
    misses: Window,
    clock: u64,
    sets: u64,
    ways: usize,
    latency: u64,
    atomic_initiation: u64,
    dram_one_way: u64,
    pub(super) stats: L2Stats,
}

/// Where the lines of a slice lie in DRAM.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    /// Channel behind the slice.
    pub channel: usize,
    /// Slices that share the channel, and which of them this is.
    pub neighbours: u64,
    pub position: u64,
}

/// The DRAM behind a slice, for the time of one access.
pub(super) struct Behind<'a> {
    /// Cycle in which the access was made.
    pub now: u64,
    pub place: Place,
    pub dram: &'a mut Dram,
}

impl Behind<'_> {
    /// Transfers so many sectors of a line of the slice.
    fn transfer(&mut self, arrival: u64, line: u64, sectors: u32, write: bool) -> u64 {
        let place = self.place;
        let addr = (line * place.neighbours + place.position) * super::LINE_BYTES;
        let bytes = sectors * SECTOR_BYTES as u32;
        self.dram.access(self.now, arrival, place.channel, addr, bytes, write)
    }
}

impl Slice {
    pub(super) fn new(config: &GpuConfig) -> Self {
        let l2 = &config.l2;
        let entries = (l2.sets * l2.ways) as usize;
        Self {
            tags: vec![0; entries],
            last_use: vec![0; entries],
            valid: vec![0; entries],
            dirty: vec![0; entries],
            ready: vec![[0; 4]; entries],
            port: Calendar::new(),
            misses: Window::new(l2.mshr_entries),
            clock: 0,
            sets: u64::from(l2.sets),
            ways: l2.ways as usize,
            latency: u64::from(l2.latency),
            atomic_initiation: u64::from(l2.atomic_initiation),
            dram_one_way: u64::from(config.dram.extra_latency / 2),
            stats: L2Stats::default(),
        }
    }

    /// Serves `request` (its line counted within the slice) that arrives at `arrival`. Returns when
    /// the last sector is ready to leave, or has been taken in.
    pub(super) fn access(
        &mut self,
        arrival: u64,
        request: Transaction,
        kind: AccessKind,
        mut behind: Behind<'_>,
    ) -> u64 {
        let sectors = request.sectors;
        let looked_up = self.port.reserve(behind.now, arrival, sectors.count_ones());
        let served = looked_up + self.latency;
        let (entry, at) = self.entry(served, request.line, &mut behind);
        if kind == AccessKind::Store {
            self.stats.writes += u64::from(sectors.count_ones());
            self.mark_written(entry, sectors, at);
            return at;
        }
        self.stats.reads += u64::from(sectors.count_ones());
        self.stats.read_hits += u64::from((sectors & self.valid[entry]).count_ones());
        let missing = sectors & !self.valid[entry];
        self.fetch(at, entry, missing, request.line, &mut behind);
        let mut done = at;
        for sector in bits(sectors) {
            done = done.max(self.ready[entry][sector]);
        }
        if kind == AccessKind::Atomic {
            // The next atomic on these sectors starts where this one ends.
            done += u64::from(request.repeats) * self.atomic_initiation;
            self.mark_written(entry, sectors, done);
        }
        done
    }

    /// Leaves clean sectors that the host copies in the cache. The copy itself takes no time: it ends
    /// before kernels start. Dirty sectors it displaces are written back as at any other time.
    pub(super) fn preload(&mut self, line: u64, sectors: u8, mut behind: Behind<'_>) {
        let (entry, _) = self.entry(behind.now, line, &mut behind);
        self.valid[entry] |= sectors;
    }

    /// The place of a line, and when it may be used: found, or made free by writing back what was there.
    fn entry(&mut self, at: u64, line: u64, behind: &mut Behind<'_>) -> (usize, u64) {
        self.clock += 1;
        let start = (line & (self.sets - 1)) as usize * self.ways;
        let set = start..start + self.ways;
        if let Some(way) = self.tags[set.clone()].iter().position(|&tag| tag == line + 1) {
            self.last_use[start + way] = self.clock;
            return (start + way, at);
        }
        let settles = |e: usize| self.ready[e].iter().copied().max().unwrap_or(0);
        let settled = set.clone().filter(|&e| settles(e) <= at).min_by_key(|&e| self.last_use[e]);
        let victim = settled.or_else(|| set.clone().min_by_key(|&e| settles(e))).unwrap_or(start);
        let mut at = at.max(settles(victim));
        let dirty = self.dirty[victim].count_ones();
        if dirty > 0 {
            at = self.misses.enter(at);
            let old = self.tags[victim] - 1;
            let done = behind.transfer(at + self.dram_one_way, old, dirty, true);
            self.misses.hold_until(done);
            self.stats.write_backs += u64::from(dirty);
        }
        self.tags[victim] = line + 1;
        self.last_use[victim] = self.clock;
        (self.valid[victim], self.dirty[victim], self.ready[victim]) = (0, 0, [0; 4]);
        (victim, at)
    }

    /// Reads the missing sectors of a line, asked for at `at`.
    fn fetch(&mut self, at: u64, entry: usize, missing: u8, line: u64, behind: &mut Behind<'_>) {
        if missing == 0 {
            return;
        }
        let sent = self.misses.enter(at) + self.dram_one_way;
        let read = behind.transfer(sent, line, missing.count_ones(), false);
        let arrival = read + self.dram_one_way;
        self.misses.hold_until(arrival);
        self.valid[entry] |= missing;
        for sector in bits(missing) {
            self.ready[entry][sector] = arrival;
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

/// Numbers of the set bits.
fn bits(mask: u8) -> impl Iterator<Item = usize> {
    (0..4).filter(move |&i| mask >> i & 1 != 0)
}
