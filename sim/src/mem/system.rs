//! The memory system: the L1s, the networks, the slices of the L2 and DRAM. An access is followed event by event in
//! the order of time (`path`), so that a queue is served in the order in which it fills.

use super::cache::DataCache;
use super::coalesce::{bits, Transaction, LINE_BYTES, SECTOR_BYTES};
use super::dram::Dram;
use super::interleaving::Interleaving;
use super::l1s::L1s;
use super::level::Level;
use super::network::{Outputs, Wires};
use super::path::{Event, For, Front, Line, Open, Packet, Way, Whose};
use super::replay::L1Replay;
use super::replies::Replies;
use super::slice::Slice;
use super::stats::MemoryStats;
use super::wheel::Wheel;
use crate::config::GpuConfig;
use crate::log;
use crate::slab::Slab;

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
    /// A line of instructions is there, by its number as given to [`MemorySystem::fetch_code`].
    Code {
        /// See above.
        line: u32,
    },
}

/// What the memory system tells a hardware unit: its read with this token is there in cycle `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitNote {
    /// Cycle of the data.
    pub at: u64,
    /// As given to [`MemorySystem::read_directly`].
    pub token: u32,
}

/// The timing of caches and DRAM. The values are in `GlobalMemory`.
#[derive(Clone, Debug)]
pub struct MemorySystem {
    pub(super) fronts: Vec<Front>,
    pub(super) l1s: L1s,
    pub(super) wires: Wires,
    pub(super) to_slices: Outputs,
    pub(super) replies: Vec<Replies>,
    /// Requests whose sectors atomics keep from being answered now.
    pub(super) later: Slab<Packet>,
    pub(super) to_smxs: Outputs,
    pub(super) slices: Vec<Slice>,
    pub(super) dram: Dram,
    /// Accesses that are not complete.
    pub(super) open: Slab<Open>,
    pub(super) events: Wheel<Event>,
    pub(super) notes: Vec<Note>,
    pub(super) unit_notes: Vec<UnitNote>,
    /// Requests that a slice has served.
    pub(super) served: Vec<(Packet, u64)>,
    /// Accesses that wait for no more sectors of a line.
    pub(super) filled: Vec<u32>,
    pub(super) tells_refusals: bool,
    /// Cycles of a lookup in an L1.
    pub(super) lookup: u64,
    /// Cycles of a constant that is found.
    pub(super) constant_latency: u64,
    /// Cycles between a slice and its channel of DRAM, each way.
    pub(super) dram_one_way: u64,
    global_loads_cached: bool,
    pub(super) interleaving: Interleaving,
    reads: u64,
    pub(super) read_cycles: u64,
    /// Requests of SMXs that reached the L2.
    pub(super) requests: u64,
}

impl MemorySystem {
    /// Creates a memory system with empty caches.
    pub fn new(config: &GpuConfig) -> Self {
        let (smxs, slices) = (config.smx.count as usize, config.l2.slices as usize);
        let constants = DataCache::constant(&config.constant_cache);
        let front = Front::new(constants, config.interconnect.buffer_flits);
        Self {
            fronts: vec![front; smxs],
            l1s: L1s::new(config),
            wires: Wires::new(&config.interconnect),
            to_slices: Outputs::new(slices),
            replies: vec![Replies::default(); slices],
            later: Slab::new(),
            to_smxs: Outputs::new(smxs),
            slices: vec![Slice::new(config); slices],
            dram: Dram::new(config),
            open: Slab::new(),
            events: Wheel::new(),
            notes: Vec::new(),
            unit_notes: Vec::new(),
            served: Vec::new(),
            filled: Vec::new(),
            tells_refusals: false,
            lookup: u64::from(config.l1.latency),
            constant_latency: u64::from(config.latencies.constant),
            dram_one_way: u64::from(config.dram.extra_latency / 2),
            global_loads_cached: config.l1.global_loads,
            interleaving: Interleaving::new(config),
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
        let counts = kind != AccessKind::Store;
        self.reads += u64::from(counts);
        let sectors = lines.iter().map(|line| line.sectors.count_ones());
        let left = if past_l1 { sectors.sum() } else { lines.len() as u32 };
        let whose = Whose::Warp { smx: smx as u32, token, counts };
        let access = self.open.insert(Open::new(whose, now, left));
        log::note(|| {
            let (smx, lines) = (smx as u32, lines.to_vec());
            log::Event::Begun { smx, at: now, token, kind, local, lines }
        });
        let front = &mut self.fronts[smx];
        debug_assert!(front.lines.is_empty(), "the load-store unit is not free");
        let way = if past_l1 { Way::PastL1 } else { Way::L1 };
        let line = |line| Line { line, access, kind, local, way };
        for &whole in lines {
            if past_l1 {
                let sectors = bits(whole.sectors);
                front.lines.extend(sectors.map(|n| line(Transaction { sectors: 1 << n, ..whole })));
            } else {
                front.lines.push_back(line(whole));
            }
        }
        if past_l1 {
            self.l1s.of(smx).pass(lines, kind);
        }
        self.feed(now, smx)
    }

    /// Begins a load of constants or kernel parameters like [`MemorySystem::begin`]. Returns none if all of it is found,
    /// so that it is there after the latency of a hit, and the load-store unit is free in the next cycle.
    pub fn begin_constants(
        &mut self,
        now: u64,
        smx: usize,
        lines: &[Transaction],
        token: u32,
    ) -> Option<bool> {
        if let &[line] = lines {
            if self.fronts[smx].constants.hits(line) {
                let (smx, answer) = (smx as u32, log::Answer::Hit);
                log::note(|| log::Event::Looked { smx, at: now, constant: true, line, answer });
                return None;
            }
        }
        let whose = Whose::Warp { smx: smx as u32, token, counts: false };
        let access = self.open.insert(Open::new(whose, now, lines.len() as u32));
        let (kind, way) = (AccessKind::Load, Way::Constants);
        let line = |&line| Line { line, access, kind, local: false, way };
        self.fronts[smx].lines.extend(lines.iter().map(line));
        Some(self.feed(now, smx))
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
        while self.notes.is_empty() && self.unit_notes.is_empty() {
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

    /// Takes what there is to say to hardware units, in the order of time.
    pub fn take_unit_notes(&mut self) -> Vec<UnitNote> {
        std::mem::take(&mut self.unit_notes)
    }

    /// Begins a read by a hardware unit in cycle `now`, past every L1 and from an input of its own: of 32 bytes, or of the
    /// `whole` line. `token` tells it in notes.
    pub fn read_directly(&mut self, now: u64, addr: u64, whole: bool, token: u32) {
        let sectors = if whole { 0b1111 } else { sector_of(addr) };
        let access = self.open.insert(Open::new(Whose::Unit { token }, now, sectors.count_ones()));
        self.go_directly(now, addr, sectors, AccessKind::LoadPastL1, For::Unit(access));
    }

    /// Writes at most 32 bytes like [`MemorySystem::read_directly`]; nobody waits for it.
    pub fn write_directly(&mut self, now: u64, addr: u64) {
        self.go_directly(now, addr, sector_of(addr), AccessKind::Store, For::None);
    }

    fn go_directly(&mut self, now: u64, addr: u64, sectors: u8, kind: AccessKind, of: For) {
        let line = Transaction { line: addr / LINE_BYTES, sectors, repeats: 1 };
        let flits = self.wires.flits(kind.request_bytes(line));
        let packet = Packet { line, kind, smx: 0, of, level: Level::default() };
        let to = self.interleaving.locate(line.line);
        self.send_to_slice(now, to, packet, flits);
    }

    /// Puts the sectors of `bytes` bytes that the host copied to `addr` into the L2.
    pub fn host_copy(&mut self, now: u64, addr: u64, bytes: u64) {
        if bytes == 0 {
            return;
        }
        for sector in addr / SECTOR_BYTES..=(addr + bytes - 1) / SECTOR_BYTES {
            let (slice, line) = self.interleaving.locate(sector / 4);
            if let Some(evicted) = self.slices[slice].preload(line, 1 << (sector % 4)) {
                self.write_back(now, slice, evicted);
            }
        }
    }

    /// Fetches a line of instructions from the L2 for an SMX in cycle `now`. `line` counts from the start of the code,
    /// which lies behind all device memory. A note says when it is there.
    pub fn fetch_code(&mut self, now: u64, smx: usize, line: u32) {
        let whole =
            Transaction { line: CODE / LINE_BYTES + u64::from(line), sectors: 0b1111, repeats: 1 };
        let access = self.open.insert(Open::new(Whose::Code { smx: smx as u32, line }, now, 4));
        self.post(now, smx, whole, AccessKind::LoadPastL1, For::Access(access));
    }

    /// Records from now on what [`MemorySystem::replay_l1s`] needs.
    pub fn record_l1s(&mut self) {
        self.l1s.record();
    }

    /// Returns what loads found in the L1s, and would find there under other replacements.
    pub fn replay_l1s(&self) -> L1Replay {
        self.l1s.replay()
    }

    /// Returns the counters since the start of the run.
    pub fn stats(&self) -> MemoryStats {
        let mut stats = MemoryStats {
            dram: self.dram.stats(),
            reads: self.reads,
            read_cycles: self.read_cycles,
            requests: self.requests,
            flits: self.to_slices.flits + self.to_smxs.flits,
            ..Default::default()
        };
        for front in &self.fronts {
            stats.constant.add(&front.constants.stats);
        }
        self.l1s.all().for_each(|cache| stats.l1.add(&cache.stats));
        self.slices.iter().for_each(|slice| stats.l2.add(&slice.stats));
        stats
    }

    /// Returns the share of `cycles` in which data moved on the buses of all channels, 0 to 1.
    pub fn dram_utilisation(&self, cycles: u64) -> Option<f64> {
        self.dram.stats().utilisation(self.dram.clocks(cycles))
    }
}

/// Returns the mask of the sector of an address in its line.
fn sector_of(addr: u64) -> u8 {
    1 << (addr / SECTOR_BYTES % 4)
}
