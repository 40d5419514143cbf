//! The way of an access: L1, request network, L2 slice, DRAM, response network. Every access is timed
//! when it is made; each wait follows from when a port, a table entry or a bus is free.

use super::calendar::Calendar;
use super::coalesce::{Transaction, LINE_BYTES, SECTOR_BYTES};
use super::dram::Dram;
use super::l1::{Lookup, Miss, L1};
use super::l2::{Behind, Place, Slice};
use super::stats::MemoryStats;
use super::window::Window;
use crate::config::GpuConfig;

/// Where the memory system has the code: device memory ends before.
const CODE: u64 = 1 << 32;

/// What an access does.
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

/// When an access is out of the way, and when it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The load-store unit can take the next access from this cycle on.
    pub accepted_at: u64,
    /// Loads and atomics: the registers are written. Stores: visible to every SMX.
    pub completes_at: u64,
}

/// Timing of caches and DRAM. Values live in `GlobalMemory`.
#[derive(Clone, Debug)]
pub struct MemorySystem {
    l1s: Vec<L1>,
    constants: Vec<L1>,
    /// Stores of each SMX that the L2 has not taken yet.
    stores: Vec<Window>,
    /// Flits from each SMX into the request network; the last port is the hardware units'.
    requests: Vec<Calendar>,
    /// Flits from the response network into each SMX; the last port is the hardware units'.
    responses: Vec<Calendar>,
    slices: Vec<Slice>,
    /// Flits from each slice into the response network.
    slice_responses: Vec<Calendar>,
    dram: Dram,
    crossing: u64,
    flit_bytes: u32,
    global_loads_cached: bool,
    slices_per_channel: u64,
    reads: u64,
    read_cycles: u64,
}

impl MemorySystem {
    /// A memory system with empty caches.
    pub fn new(config: &GpuConfig) -> Self {
        let (smxs, slices) = (config.smx.count as usize, config.l2.slices as usize);
        Self {
            l1s: vec![L1::new(&config.l1); smxs],
            constants: vec![L1::constant(&config.constant_cache, config.latencies.constant); smxs],
            stores: vec![Window::new(config.l1.mshr_entries); smxs],
            requests: vec![Calendar::new(); smxs + 1],
            responses: vec![Calendar::new(); smxs + 1],
            slices: vec![Slice::new(config); slices],
            slice_responses: vec![Calendar::new(); slices],
            dram: Dram::new(config),
            crossing: u64::from(config.interconnect.latency),
            flit_bytes: config.interconnect.flit_bytes,
            global_loads_cached: config.l1.global_loads,
            slices_per_channel: u64::from(config.l2.slices / config.dram.channels),
            reads: 0,
            read_cycles: 0,
        }
    }

    /// An access of a warp of SMX `smx` in cycle `now`; cycles never go back from call to call. The
    /// L1 takes one line a cycle, in the order given. `local` says that the lines are local memory's.
    pub fn access(
        &mut self,
        now: u64,
        smx: usize,
        lines: &[Transaction],
        kind: AccessKind,
        local: bool,
    ) -> Access {
        let past_l1 = kind == AccessKind::LoadPastL1 || !(self.global_loads_cached || local);
        let mut access = Access { accepted_at: now, completes_at: now };
        for &line in lines {
            let (taken, done) = match kind {
                AccessKind::Store => self.store(now, access.accepted_at, smx, line, local),
                AccessKind::Atomic => self.atomic(now, access.accepted_at, smx, line),
                _ if past_l1 => self.load_past_l1(now, access.accepted_at, smx, line),
                _ => self.load(now, access.accepted_at, smx, line),
            };
            access.accepted_at = taken + 1;
            access.completes_at = access.completes_at.max(done);
        }
        if kind != AccessKind::Store {
            self.reads += 1;
            self.read_cycles += access.completes_at - now;
        }
        access
    }

    /// A load of constants or kernel parameters by a warp of SMX `smx` in cycle `now`, a line a cycle.
    pub fn load_constants(&mut self, now: u64, smx: usize, lines: &[Transaction]) -> Access {
        let mut access = Access { accepted_at: now, completes_at: now };
        for &line in lines {
            let at = access.accepted_at;
            let lookup = self.constants[smx].load(at, line);
            let (taken, done) = match lookup {
                Lookup::Ready(done) => (at, done),
                Lookup::Miss(miss) => {
                    let arrival = self.fetch(now, smx, line, &miss);
                    self.constants[smx].fill(&miss, arrival);
                    (miss.at, arrival)
                }
            };
            access.accepted_at = taken + 1;
            access.completes_at = access.completes_at.max(done);
        }
        access
    }

    /// An access of at most 32 bytes by a hardware unit in cycle `now`, past every L1. Returns when
    /// the data are there, or the write is visible.
    pub fn access_direct(&mut self, now: u64, addr: u64, write: bool) -> u64 {
        let sectors = 1 << (addr / SECTOR_BYTES % 4);
        let request = Transaction { line: addr / LINE_BYTES, sectors, repeats: 1 };
        let kind = if write { AccessKind::Store } else { AccessKind::LoadPastL1 };
        self.travel(now, now, self.l1s.len(), request, kind)
    }

    /// The host has copied `bytes` bytes to `addr`: their sectors are in the L2.
    pub fn host_copy(&mut self, now: u64, addr: u64, bytes: u64) {
        if bytes == 0 {
            return;
        }
        for sector in addr / SECTOR_BYTES..=(addr + bytes - 1) / SECTOR_BYTES {
            let (slice, place, line) = self.locate(sector / 4);
            let behind = Behind { now, place, dram: &mut self.dram };
            self.slices[slice].preload(line, 1 << (sector % 4), behind);
        }
    }

    /// The slice of a line, the slice's place, and the line's number within the slice.
    fn locate(&self, line: u64) -> (usize, Place, u64) {
        let slices = self.slices.len() as u64;
        let index = line % slices;
        let place = Place {
            channel: (index / self.slices_per_channel) as usize,
            neighbours: self.slices_per_channel,
            position: index % self.slices_per_channel,
        };
        (index as usize, place, line / slices)
    }

    /// Brings a line of instructions from the L2 to SMX `smx`, asked for in cycle `now`; `line` counts from the start of
    /// the code, which lies behind all device memory. Returns when it is there.
    pub fn fetch_code(&mut self, now: u64, smx: usize, line: u64) -> u64 {
        let line = CODE / super::LINE_BYTES + line;
        let request = Transaction { line, sectors: 0b1111, repeats: 1 };
        self.travel(now, now, smx, request, AccessKind::LoadPastL1)
    }

    /// Counts since the start of the run.
    pub fn stats(&self) -> MemoryStats {
        let mut stats = MemoryStats {
            dram: self.dram.stats(),
            reads: self.reads,
            read_cycles: self.read_cycles,
            ..Default::default()
        };
        self.l1s.iter().for_each(|l1| stats.l1.add(&l1.stats));
        self.constants.iter().for_each(|cache| stats.constant.add(&cache.stats));
        self.slices.iter().for_each(|slice| stats.l2.add(&slice.stats));
        stats
    }

    /// Share of `cycles` in which data moved on the buses of all channels, 0 to 1.
    pub fn dram_utilisation(&self, cycles: u64) -> Option<f64> {
        self.dram.stats().utilisation(self.dram.clocks(cycles))
    }

    fn load(&mut self, now: u64, at: u64, smx: usize, line: Transaction) -> (u64, u64) {
        match self.l1s[smx].load(at, line) {
            Lookup::Ready(done) => (at, done),
            Lookup::Miss(miss) => {
                if let Some(dirty) = miss.evicted {
                    self.travel(now, miss.at, smx, dirty, AccessKind::Store);
                }
                let arrival = self.fetch(now, smx, line, &miss);
                self.l1s[smx].fill(&miss, arrival);
                (miss.at, arrival.max(miss.others))
            }
        }
    }

    /// Requests what a miss lacks from the L2; returns when it arrives.
    fn fetch(&mut self, now: u64, smx: usize, line: Transaction, miss: &Miss) -> u64 {
        let request = Transaction { sectors: miss.sectors, ..line };
        self.travel(now, miss.at, smx, request, AccessKind::Load)
    }

    fn load_past_l1(&mut self, now: u64, at: u64, smx: usize, line: Transaction) -> (u64, u64) {
        let at = self.l1s[smx].bypass(at, line.sectors);
        let done = self.travel(now, at, smx, line, AccessKind::LoadPastL1);
        self.l1s[smx].bypass_until(done, line.sectors);
        (at, done)
    }

    fn store(
        &mut self,
        now: u64,
        at: u64,
        smx: usize,
        line: Transaction,
        local: bool,
    ) -> (u64, u64) {
        if let Some(done) = self.l1s[smx].store(at, line, local) {
            return (at, done);
        }
        let at = self.stores[smx].enter(at, 1);
        let done = self.travel(now, at, smx, line, AccessKind::Store);
        self.stores[smx].hold_until(done, 1);
        (at, done)
    }

    fn atomic(&mut self, now: u64, at: u64, smx: usize, line: Transaction) -> (u64, u64) {
        self.l1s[smx].stats.atomics += 1;
        self.l1s[smx].invalidate(line.line);
        let at = self.stores[smx].enter(at, 1);
        let done = self.travel(now, at, smx, line, AccessKind::Atomic);
        self.stores[smx].hold_until(done, 1);
        (at, done)
    }

    /// From port `port` to the line's slice and back. Returns when the data are at the port, or for a
    /// store when the slice has them.
    fn travel(
        &mut self,
        now: u64,
        at: u64,
        port: usize,
        line: Transaction,
        kind: AccessKind,
    ) -> u64 {
        let data_flits =
            (line.sectors.count_ones() * SECTOR_BYTES as u32).div_ceil(self.flit_bytes);
        let carries_data = matches!(kind, AccessKind::Store | AccessKind::Atomic);
        let request_flits = 1 + if carries_data { data_flits } else { 0 };
        let sent = self.requests[port].reserve(now, at, request_flits);

        let (index, place, inside) = self.locate(line.line);
        let inside = Transaction { line: inside, ..line };
        let behind = Behind { now, place, dram: &mut self.dram };
        let slice = &mut self.slices[index];
        let served = slice.access(sent + self.crossing, inside, kind, behind);
        if kind == AccessKind::Store {
            return served;
        }
        // Flits leave as their sectors become ready, so the last of them sets the time.
        let first = (served + 1).saturating_sub(u64::from(data_flits));
        let left = self.slice_responses[index].reserve(now, first, data_flits);
        let first = (left + self.crossing + 1).saturating_sub(u64::from(data_flits));
        self.responses[port].reserve(now, first, data_flits)
    }
}
