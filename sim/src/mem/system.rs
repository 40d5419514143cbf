//! The path of an access: L1, request network, L2 slice, DRAM, response network. Every access is timed when it is
//! made. Each wait follows from when a port, a table entry or a bus is free.

use super::coalesce::{Transaction, LINE_BYTES, SECTOR_BYTES};
use super::crossbar::Crossbar;
use super::dram::Dram;
use super::l1::{bits, Lookup, Miss, Stored, L1};
use super::l2::{Behind, Slice, SliceLocation};
use super::level::Level;
use super::stats::MemoryStats;
use crate::config::GpuConfig;

/// Address at which the memory system stores the code, behind all device memory.
const CODE: u64 = 1 << 32;

/// The kinds of access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Reads through the L1.
    Load,
    /// Reads from the L2, past the L1 (volatile and `.cg` loads).
    LoadPastL1,
    /// Writes through to the L2.
    Store,
    /// Reads, changes and writes in the L2.
    Atomic,
}

/// When an access frees the load-store unit, and when it completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Cycle from which the load-store unit accepts the next access.
    pub accepted_at: u64,
    /// Loads and atomics: the cycle in which the registers are written. Stores: the cycle in which the L2 has
    /// confirmed them, so that every SMX sees them.
    pub completes_at: u64,
    /// Cycles before `accepted_at` in which a line waited to be accepted: the path to memory was full.
    pub refused: u64,
    /// Loads and atomics: the level from which the data came that came last, the deepest if there were several.
    pub level: Level,
}

impl Access {
    /// An access that begins in cycle `now`.
    fn begin(now: u64) -> Self {
        Self { accepted_at: now, completes_at: now, refused: 0, level: Level::default() }
    }

    /// Adds a line, which came to the SMX's port or cache in cycle `accepted_at`.
    fn add(&mut self, trip: Trip) {
        self.refused += trip.taken - self.accepted_at;
        self.accepted_at = trip.taken + 1;
        let last = (self.completes_at, self.level).max((trip.done, trip.level));
        (self.completes_at, self.level) = last;
    }
}

/// The timing of caches and DRAM. The values are in `GlobalMemory`.
#[derive(Clone, Debug)]
pub struct MemorySystem {
    l1s: Vec<L1>,
    constants: Vec<L1>,
    crossbar: Crossbar,
    slices: Vec<Slice>,
    dram: Dram,
    global_loads_cached: bool,
    slices_per_channel: u64,
    /// Number of consecutive lines in one slice.
    neighbours: u64,
    reads: u64,
    read_cycles: u64,
    /// Requests of SMXs that reached the L2.
    requests: u64,
}

impl MemorySystem {
    /// Creates a memory system with empty caches.
    pub fn new(config: &GpuConfig) -> Self {
        let (smxs, slices) = (config.smx.count as usize, config.l2.slices as usize);
        Self {
            l1s: vec![L1::new(&config.l1); smxs],
            constants: vec![L1::constant(&config.constant_cache, config.latencies.constant); smxs],
            crossbar: Crossbar::new(&config.interconnect, smxs + 1, slices),
            slices: vec![Slice::new(config); slices],
            dram: Dram::new(config),
            global_loads_cached: config.l1.global_loads,
            slices_per_channel: u64::from(config.l2.slices / config.dram.channels),
            neighbours: u64::from(config.l2.interleave_bytes) / LINE_BYTES,
            reads: 0,
            read_cycles: 0,
            requests: 0,
        }
    }

    /// Times an access by a warp of SMX `smx` in cycle `now`. `now` never decreases from call to call. The L1
    /// accepts one line per cycle, in the given order. Lines that bypass it leave sector by sector. `local` says
    /// that the lines are in local memory.
    pub fn access(
        &mut self,
        now: u64,
        smx: usize,
        lines: &[Transaction],
        kind: AccessKind,
        local: bool,
    ) -> Access {
        let past_l1 = matches!(kind, AccessKind::LoadPastL1 | AccessKind::Atomic)
            || !(self.global_loads_cached || local);
        let mut access = Access::begin(now);
        let mut one = |request| {
            let at = access.accepted_at;
            let trip = match kind {
                _ if past_l1 => self.travel(now, at, smx, request, kind),
                AccessKind::Store => self.store(now, at, smx, request, local),
                _ => self.load(now, at, smx, request),
            };
            access.add(trip);
        };
        for &line in lines {
            if past_l1 {
                bits(line.sectors)
                    .for_each(|sector| one(Transaction { sectors: 1 << sector, ..line }));
            } else {
                one(line);
            }
        }
        if past_l1 {
            self.l1s[smx].pass(lines, kind);
        }
        if kind != AccessKind::Store {
            self.reads += 1;
            self.read_cycles += access.completes_at - now;
        }
        access
    }

    /// Times a load of constants or kernel parameters by a warp of SMX `smx` in cycle `now`, one line per cycle.
    pub fn load_constants(&mut self, now: u64, smx: usize, lines: &[Transaction]) -> Access {
        let mut access = Access::begin(now);
        for &line in lines {
            let load = self.constants[smx].load(access.accepted_at, line);
            let trip = match load.found {
                Lookup::Ready(done, level) => Trip { taken: load.taken, done, level },
                Lookup::Miss(miss) => {
                    let trip = self.fetch(now, smx, line, &miss);
                    self.constants[smx].fill(&miss, trip.taken, trip.done, trip.level);
                    trip
                }
            };
            access.add(trip);
        }
        access
    }

    /// Times an access of at most 32 bytes by a hardware unit in cycle `now`, past every L1. Returns when the data
    /// are present or the write is visible.
    pub fn access_direct(&mut self, now: u64, addr: u64, write: bool) -> u64 {
        self.access_sectors(now, addr, 1 << (addr / SECTOR_BYTES % 4), write)
    }

    /// Reads the whole line at `addr` like [`MemorySystem::access_direct`].
    pub fn read_line_direct(&mut self, now: u64, addr: u64) -> u64 {
        self.access_sectors(now, addr, 0b1111, false)
    }

    fn access_sectors(&mut self, now: u64, addr: u64, sectors: u8, write: bool) -> u64 {
        let request = Transaction { line: addr / LINE_BYTES, sectors, repeats: 1 };
        let kind = if write { AccessKind::Store } else { AccessKind::LoadPastL1 };
        self.travel(now, now, self.l1s.len(), request, kind).done
    }

    /// Puts the sectors of `bytes` bytes that the host copied to `addr` into the L2.
    pub fn host_copy(&mut self, now: u64, addr: u64, bytes: u64) {
        if bytes == 0 {
            return;
        }
        for sector in addr / SECTOR_BYTES..=(addr + bytes - 1) / SECTOR_BYTES {
            let (slice, location, line) = self.locate(sector / 4);
            let behind = Behind { now, location, dram: &mut self.dram };
            self.slices[slice].preload(line, 1 << (sector % 4), behind);
        }
    }

    /// Returns the slice of a line, the slice's location in DRAM, and the line's number within the slice.
    fn locate(&self, line: u64) -> (usize, SliceLocation, u64) {
        let slices = self.slices.len() as u64;
        let chunk = line / self.neighbours;
        let index = chunk % slices;
        let location = SliceLocation {
            channel: (index / self.slices_per_channel) as usize,
            neighbours: self.slices_per_channel,
            position: index % self.slices_per_channel,
        };
        (index as usize, location, chunk / slices * self.neighbours + line % self.neighbours)
    }

    /// Fetches a line of instructions from the L2 to SMX `smx`, requested in cycle `now`. `line` counts from the
    /// start of the code, which lies behind all device memory. Returns when the line arrives.
    pub fn fetch_code(&mut self, now: u64, smx: usize, line: u64) -> u64 {
        let line = CODE / super::LINE_BYTES + line;
        let request = Transaction { line, sectors: 0b1111, repeats: 1 };
        self.travel(now, now, smx, request, AccessKind::LoadPastL1).done
    }

    /// Returns the counters since the start of the run.
    pub fn stats(&self) -> MemoryStats {
        let mut stats = MemoryStats {
            dram: self.dram.stats(),
            reads: self.reads,
            read_cycles: self.read_cycles,
            requests: self.requests,
            ..Default::default()
        };
        self.l1s.iter().for_each(|l1| stats.l1.add(&l1.stats));
        self.constants.iter().for_each(|cache| stats.constant.add(&cache.stats));
        self.slices.iter().for_each(|slice| stats.l2.add(&slice.stats));
        stats
    }

    /// Returns the share of `cycles` in which data moved on the buses of all channels, 0 to 1.
    pub fn dram_utilisation(&self, cycles: u64) -> Option<f64> {
        self.dram.stats().utilisation(self.dram.clocks(cycles))
    }

    fn load(&mut self, now: u64, at: u64, smx: usize, line: Transaction) -> Trip {
        let load = self.l1s[smx].load(at, line);
        let (done, level) = match load.found {
            Lookup::Ready(done, level) => (done, level),
            Lookup::Miss(miss) => {
                if let Some(dirty) = miss.evicted {
                    self.go(now, miss.at, smx, dirty, AccessKind::Store);
                }
                let trip = self.fetch(now, smx, line, &miss);
                self.l1s[smx].fill(&miss, trip.taken, trip.done, trip.level);
                (trip.done.max(miss.others), trip.level)
            }
        };
        Trip { taken: load.taken, done, level }
    }

    /// Requests the missing sectors of a miss from the L2.
    fn fetch(&mut self, now: u64, smx: usize, line: Transaction, miss: &Miss) -> Trip {
        let request = Transaction { sectors: miss.sectors, ..line };
        self.travel(now, miss.at, smx, request, AccessKind::Load)
    }

    fn store(&mut self, now: u64, at: u64, smx: usize, line: Transaction, local: bool) -> Trip {
        let (taken, stored) = self.l1s[smx].store(at, line, local);
        let (done, level) = match stored {
            Stored::Kept(done) => (done, Level::Cache),
            Stored::Through(at) => {
                let trip = self.travel(now, at, smx, line, AccessKind::Store);
                self.l1s[smx].stored_through(trip.taken);
                (trip.done, trip.level)
            }
        };
        Trip { taken, done, level }
    }

    /// Sends a request from port `port` to the line's slice and back. Each sector is answered by a packet of its
    /// own, with its data or, for a store, without.
    fn travel(
        &mut self,
        now: u64,
        at: u64,
        port: usize,
        line: Transaction,
        kind: AccessKind,
    ) -> Trip {
        let (taken, slice, (served, level)) = self.go(now, at, port, line, kind);
        let bytes = if kind == AccessKind::Store { 0 } else { SECTOR_BYTES as u32 };
        let sectors = u64::from(line.sectors.count_ones());
        // The sectors become ready one per cycle, the last of them at `served`.
        let first = (served + 1).saturating_sub(sectors);
        let answers =
            (first..first + sectors).map(|at| self.crossbar.respond(now, at, slice, port, bytes));
        Trip { taken, done: answers.max().unwrap_or(served), level }
    }

    /// Sends a request from port `port` to the line's slice. Returns when the port accepts the request, the slice,
    /// when the slice has served it, and from which level.
    fn go(
        &mut self,
        now: u64,
        at: u64,
        port: usize,
        line: Transaction,
        kind: AccessKind,
    ) -> (u64, usize, (u64, Level)) {
        let carries_data = matches!(kind, AccessKind::Store | AccessKind::Atomic);
        let bytes = if carries_data { line.sectors.count_ones() * SECTOR_BYTES as u32 } else { 0 };
        self.requests += u64::from(port < self.l1s.len());
        let (index, location, inside) = self.locate(line.line);
        let (taken, arrival) = self.crossbar.request(now, at, port, index, bytes);
        let inside = Transaction { line: inside, ..line };
        let behind = Behind { now, location, dram: &mut self.dram };
        (taken, index, self.slices[index].access(arrival, inside, kind, behind))
    }
}

/// The timing of one request.
#[derive(Clone, Copy, Debug)]
struct Trip {
    /// Cycle in which it was accepted; the next request may come one cycle later.
    taken: u64,
    /// Cycle in which the data are at the port, or a store is confirmed.
    done: u64,
    /// Where the data came from.
    level: Level,
}
