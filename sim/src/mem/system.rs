//! The way of an access: L1, request network, L2 slice, DRAM, response network. Every access is timed
//! when it is made; each wait follows from when a port, a table entry or a bus is free.

use super::calendar::Calendar;
use super::coalesce::{Transaction, SECTOR_BYTES};
use super::dram::Dram;
use super::l1::{Lookup, L1};
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
}

impl MemorySystem {
    /// A memory system with empty caches.
    pub fn new(config: &GpuConfig) -> Self {
        let (smxs, slices) = (config.smx.count as usize, config.l2.slices as usize);
        Self {
            l1s: vec![L1::new(&config.l1); smxs],
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
                AccessKind::Store => self.store(now, access.accepted_at, smx, line),
                AccessKind::Atomic => self.atomic(now, access.accepted_at, smx, line),
                _ if past_l1 => self.load_past_l1(now, access.accepted_at, smx, line),
                _ => self.load(now, access.accepted_at, smx, line),
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
        let request = Transaction { line: addr / super::LINE_BYTES, sectors, repeats: 1 };
        let kind = if write { AccessKind::Store } else { AccessKind::LoadPastL1 };
        self.travel(now, now, self.l1s.len(), request, kind)
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
        let mut stats = MemoryStats { dram: self.dram.stats(), ..Default::default() };
        self.l1s.iter().for_each(|l1| stats.l1.add(&l1.stats));
        self.slices.iter().for_each(|slice| stats.l2.add(&slice.stats));
        stats
    }

    fn load(&mut self, now: u64, at: u64, smx: usize, line: Transaction) -> (u64, u64) {
        match self.l1s[smx].load(at, line.line) {
            Lookup::Ready(done) => (at, done),
            Lookup::Miss { at, entry } => {
                let whole = Transaction { sectors: 0b1111, ..line };
                let done = self.travel(now, at, smx, whole, AccessKind::Load);
                self.l1s[smx].fill(entry, done);
                (at, done)
            }
        }
    }

    fn load_past_l1(&mut self, now: u64, at: u64, smx: usize, line: Transaction) -> (u64, u64) {
        let at = self.l1s[smx].bypass(at);
        let done = self.travel(now, at, smx, line, AccessKind::LoadPastL1);
        self.l1s[smx].bypass_until(done);
        (at, done)
    }

    fn store(&mut self, now: u64, at: u64, smx: usize, line: Transaction) -> (u64, u64) {
        self.l1s[smx].stats.stores += 1;
        let at = self.stores[smx].enter(at);
        let done = self.travel(now, at, smx, line, AccessKind::Store);
        self.stores[smx].hold_until(done);
        (at, done)
    }

    fn atomic(&mut self, now: u64, at: u64, smx: usize, line: Transaction) -> (u64, u64) {
        self.l1s[smx].stats.atomics += 1;
        self.l1s[smx].invalidate(line.line);
        let at = self.stores[smx].enter(at);
        let done = self.travel(now, at, smx, line, AccessKind::Atomic);
        self.stores[smx].hold_until(done);
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

        let slices = self.slices.len() as u64;
        let index = line.line % slices;
        let place = Place {
            channel: (index / self.slices_per_channel) as usize,
            neighbours: self.slices_per_channel,
            position: index % self.slices_per_channel,
        };
        let inside = Transaction { line: line.line / slices, ..line };
        let slice = &mut self.slices[index as usize];
        let behind = Behind { now, place, dram: &mut self.dram };
        let served = slice.access(sent + self.crossing, inside, kind, behind);
        if kind == AccessKind::Store {
            return served;
        }
        // Flits leave as their sectors become ready, so the last of them sets the time.
        let first = (served + 1).saturating_sub(u64::from(data_flits));
        let left = self.slice_responses[index as usize].reserve(now, first, data_flits);
        let first = (left + self.crossing + 1).saturating_sub(u64::from(data_flits));
        self.responses[port].reserve(now, first, data_flits)
    }
}
