//! The memory system: the L1s, the networks, the slices of the L2 and DRAM. An access is followed event by event in
//! the order of time (`path`), so that a queue is served in the order in which it fills.

use super::cache::DataCache;
use super::coalesce::{bits, Transaction, LINE_BYTES, SECTOR_BYTES};
use super::constant::{ConstantCache, Found};
use super::dram::Dram;
use super::l2::{Behind, Slice, SliceLocation};
use super::level::Level;
use super::network::{Input, Outputs, Wires};
use super::path::{Event, Front, Line, Open, Packet};
use super::stats::MemoryStats;
use super::wheel::Wheel;
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

/// When a load of constants frees the load-store unit, and when it completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Cycle from which the load-store unit accepts the next access.
    pub accepted_at: u64,
    /// Cycle in which the registers are written.
    pub completes_at: u64,
    /// The level from which the data came that came last, the deepest if there were several.
    pub level: Level,
}

impl Access {
    /// An access that begins in cycle `now`.
    fn begin(now: u64) -> Self {
        Self { accepted_at: now, completes_at: now, level: Level::default() }
    }

    /// Adds the next line, whose data come in cycle `done`.
    fn add(&mut self, done: u64, level: Level) {
        self.accepted_at += 1;
        (self.completes_at, self.level) = (self.completes_at, self.level).max((done, level));
    }
}

/// What the memory system tells an SMX about accesses under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// The SMX it is for.
    pub smx: u32,
    /// Cycle of the news.
    pub at: u64,
    /// What has happened.
    pub news: News,
}

/// See [`Note`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// The load-store unit may begin the next access in the next cycle.
    Free,
    /// The path takes no line of the load-store unit's, or takes them again. Told only if asked for by
    /// [`MemorySystem::tell_refusals`].
    Refuses(bool),
    /// The access with this token is complete: the data are there, or the L2 has confirmed the store, so that every SMX
    /// sees it. Of loads and atomics, `level` is the level from which the data came that came last, the deepest if there
    /// were several.
    Done {
        /// As given to [`MemorySystem::begin`].
        token: u32,
        /// See above.
        level: Level,
    },
}

/// The timing of caches and DRAM. The values are in `GlobalMemory`.
#[derive(Clone, Debug)]
pub struct MemorySystem {
    pub(super) fronts: Vec<Front>,
    constants: Vec<ConstantCache>,
    pub(super) wires: Wires,
    pub(super) to_slices: Outputs,
    pub(super) answers: Vec<Input<Packet>>,
    pub(super) to_smxs: Outputs,
    pub(super) slices: Vec<Slice>,
    pub(super) dram: Dram,
    /// Accesses that are not complete, and places for others.
    pub(super) open: Vec<Open>,
    pub(super) unused: Vec<u32>,
    pub(super) events: Wheel<Event>,
    pub(super) notes: Vec<Note>,
    /// Accesses that wait for no more sectors of a line.
    pub(super) filled: Vec<u32>,
    pub(super) tells_refusals: bool,
    /// Cycles of a lookup in an L1.
    pub(super) lookup: u64,
    global_loads_cached: bool,
    slices_per_channel: u64,
    /// Number of consecutive lines in one slice.
    neighbours: u64,
    reads: u64,
    pub(super) read_cycles: u64,
    /// Requests of SMXs that reached the L2.
    pub(super) requests: u64,
}

impl MemorySystem {
    /// Creates a memory system with empty caches.
    pub fn new(config: &GpuConfig) -> Self {
        let (smxs, slices) = (config.smx.count as usize, config.l2.slices as usize);
        let constants = ConstantCache::new(&config.constant_cache, config.latencies.constant);
        let front = Front::new(DataCache::new(&config.l1), config.interconnect.buffer_flits);
        Self {
            fronts: vec![front; smxs],
            constants: vec![constants; smxs],
            wires: Wires::new(&config.interconnect),
            to_slices: Outputs::new(slices),
            answers: vec![Input::new(u32::MAX); slices],
            to_smxs: Outputs::new(smxs),
            slices: vec![Slice::new(config); slices],
            dram: Dram::new(config),
            open: Vec::new(),
            unused: Vec::new(),
            events: Wheel::new(),
            notes: Vec::new(),
            filled: Vec::new(),
            tells_refusals: false,
            lookup: u64::from(config.l1.latency),
            global_loads_cached: config.l1.global_loads,
            slices_per_channel: u64::from(config.l2.slices / config.dram.channels),
            neighbours: u64::from(config.l2.interleave_bytes) / LINE_BYTES,
            reads: 0,
            read_cycles: 0,
            requests: 0,
        }
    }

    /// Asks for notes of when the path to memory refuses what a load-store unit has.
    pub fn tell_refusals(&mut self) {
        self.tells_refusals = true;
    }

    /// Begins an access by a warp of SMX `smx` in cycle `now`. All that was planned up to this cycle must have
    /// happened, and the load-store unit of the SMX must be free. The L1 takes one line per cycle, in the given order;
    /// lines that bypass it leave sector by sector. `local` says that the lines are in local memory. `token` tells the
    /// access in notes. Returns whether the load-store unit may begin the next access in the next cycle; otherwise a
    /// note will say when.
    pub fn begin(
        &mut self,
        now: u64,
        smx: usize,
        lines: &[Transaction],
        kind: AccessKind,
        local: bool,
        token: u32,
    ) -> bool {
        let past_l1 = matches!(kind, AccessKind::LoadPastL1 | AccessKind::Atomic)
            || !(self.global_loads_cached || local);
        let access = self.unused.pop().unwrap_or(self.open.len() as u32);
        let front = &mut self.fronts[smx];
        debug_assert!(front.lines.is_empty(), "the load-store unit is not free");
        let line = |line| Line { line, access, kind, local, past_l1 };
        for &whole in lines {
            if past_l1 {
                let sectors = bits(whole.sectors);
                front.lines.extend(sectors.map(|n| line(Transaction { sectors: 1 << n, ..whole })));
            } else {
                front.lines.push_back(line(whole));
            }
        }
        if past_l1 {
            front.cache.pass(lines, kind);
        }
        let left = front.lines.len() as u32;
        let open = Open::new(smx as u32, token, now, left, kind != AccessKind::Store);
        self.reads += u64::from(open.reads);
        match self.open.get_mut(access as usize) {
            Some(place) => *place = open,
            None => self.open.push(open),
        }
        self.feed(now, smx)
    }

    /// Lets everything happen up to and with cycle `until`.
    pub fn advance(&mut self, until: u64) {
        while let Some((at, event)) = self.events.take(until) {
            self.happen(at, event);
        }
    }

    /// Lets everything happen up to and with cycle `until`, or until there is something to say. Returns whether there
    /// is.
    pub fn advance_to_note(&mut self, until: u64) -> bool {
        while self.notes.is_empty() {
            let Some((at, event)) = self.events.take(until) else { return false };
            self.happen(at, event);
        }
        true
    }

    /// Whether anything is left to happen.
    pub fn is_busy(&self) -> bool {
        self.events.next() != u64::MAX
    }

    /// Takes what there is to say, in the order of time.
    pub fn take_notes(&mut self, notes: &mut Vec<Note>) {
        notes.clear();
        std::mem::swap(notes, &mut self.notes);
    }

    /// Times a load of constants or kernel parameters by a warp of SMX `smx` in cycle `now`, one line per cycle.
    pub fn load_constants(&mut self, now: u64, smx: usize, lines: &[Transaction]) -> Access {
        let mut access = Access::begin(now);
        for &line in lines {
            let (done, level) = match self.constants[smx].load(access.accepted_at, line.line) {
                Found::Ready { at, level } => (at, level),
                Found::Miss { at, entry } => {
                    let whole = Transaction { sectors: 0b1111, ..line };
                    let (done, level) = self.directly(now, at, whole, AccessKind::Load);
                    self.constants[smx].fill(entry, done, level);
                    self.requests += 1;
                    (done, level)
                }
            };
            access.add(done, level);
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
        self.directly(now, now, request, kind).0
    }

    /// Times a request over wires of its own, made in cycle `at`. Returns when its last answer is there and from which
    /// level.
    fn directly(&mut self, now: u64, at: u64, line: Transaction, kind: AccessKind) -> (u64, Level) {
        let (slice, location, inside) = self.locate(line.line);
        let flits = self.wires.flits(kind.request_bytes(line));
        let arrival = at.max(now) + u64::from(flits - 1) + self.wires.latency;
        let inside = Transaction { line: inside, ..line };
        let behind = Behind { now, location, dram: &mut self.dram };
        let (served, level) = self.slices[slice].access(arrival, inside, kind, behind);
        let flits = self.wires.flits(kind.answer_bytes());
        (served + u64::from(flits - 1) + self.wires.latency, level)
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
    pub(super) fn locate(&self, line: u64) -> (usize, SliceLocation, u64) {
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

    /// Fetches a line of instructions from the L2, requested in cycle `now`. `line` counts from the start of the code,
    /// which lies behind all device memory. Returns when the line arrives.
    pub fn fetch_code(&mut self, now: u64, line: u64) -> u64 {
        let line = CODE / LINE_BYTES + line;
        let request = Transaction { line, sectors: 0b1111, repeats: 1 };
        self.directly(now, now, request, AccessKind::LoadPastL1).0
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
        self.fronts.iter().for_each(|front| stats.l1.add(&front.cache.stats));
        self.constants.iter().for_each(|cache| stats.constant.add(&cache.stats));
        self.slices.iter().for_each(|slice| stats.l2.add(&slice.stats));
        stats
    }

    /// Returns the share of `cycles` in which data moved on the buses of all channels, 0 to 1.
    pub fn dram_utilisation(&self, cycles: u64) -> Option<f64> {
        self.dram.stats().utilisation(self.dram.clocks(cycles))
    }
}
