//! A slice of the L2: tags, and who waits for what is on its way. It holds no data. Lines have four sectors. A sector is
//! fetched when it is read; a written sector needs no fetch. Dirty sectors are written back when their line is evicted.
//! Requests are looked up in the order of their arrival; one that cannot be served blocks those behind it.

use super::arrivals::Arrivals;
use super::coalesce::{bits, Transaction};
use super::path::Packet;
use super::set_index::Tags;
use super::stats::L2Stats;
use super::system::AccessKind;
use crate::config::GpuConfig;

/// A request that waits for sectors of an entry.
#[derive(Clone, Copy, Debug)]
struct Waiter {
    entry: u32,
    sectors: u8,
    packet: Packet,
}

/// What becomes of a request that is looked up, unless there is no place for it now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// Its sectors that are there, or written, and when the first of them is ready to leave. The others follow when
    /// they have come.
    pub ready: u8,
    pub from: u64,
    /// Sectors of its line that have to be read for this entry.
    pub reads: Option<(u32, u8)>,
    /// What has to be written back for it.
    pub evicted: Option<Evicted>,
}

/// Dirty sectors of a line of the slice that have to be written back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Evicted {
    pub line: u64,
    pub sectors: u8,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    last_use: u64,
    /// Sectors that are there, on their way, and changed.
    valid: u8,
    pending: u8,
    dirty: u8,
}

#[derive(Clone, Debug)]
pub(super) struct Slice {
    /// With lines by their number in the slice.
    tags: Tags,
    entries: Vec<Entry>,
    /// Until when atomics on the sectors of each entry execute, and on any; apart, as most requests need only the last.
    busy_until: Vec<[u64; 4]>,
    any_busy_until: u64,
    clock: u64,
    pub(super) arrivals: Arrivals,
    /// Since when the first request has been blocked.
    blocked_since: Option<u64>,
    waiters: Vec<Waiter>,
    /// Sectors on their way from DRAM.
    misses: u32,
    mshr_entries: u32,
    merges: usize,
    /// Cycle in which the unit that executes atomics takes the next.
    atomics_free_at: u64,
    atomic_initiation: u64,
    atomic_slice_initiation: u64,
    pub(super) stats: L2Stats,
}

impl Slice {
    pub(super) fn new(config: &GpuConfig) -> Self {
        let l2 = &config.l2;
        let tags = Tags::new(l2.set_index, l2.sets, l2.ways);
        Self {
            entries: vec![Entry::default(); tags.entries()],
            busy_until: vec![[0; 4]; tags.entries()],
            any_busy_until: 0,
            tags,
            clock: 0,
            arrivals: Arrivals::new(l2),
            blocked_since: None,
            waiters: Vec::new(),
            misses: 0,
            mshr_entries: l2.mshr_entries,
            merges: l2.mshr_merges as usize,
            atomics_free_at: 0,
            atomic_initiation: u64::from(l2.atomic_initiation),
            atomic_slice_initiation: u64::from(l2.atomic_slice_initiation),
            stats: L2Stats::default(),
        }
    }

    /// Whether the first request has been looked up in vain.
    pub(super) fn is_blocked(&self) -> bool {
        self.blocked_since.is_some()
    }

    /// The requests that wait for sectors from DRAM.
    pub(super) fn waiting(&self) -> impl Iterator<Item = &Packet> {
        self.waiters.iter().map(|waiter| &waiter.packet)
    }

    /// Looks up the request `packet` of line `line` in cycle `at`. `room` says whether DRAM takes requests. Returns none
    /// if there is no place for it; it has to be looked up again.
    pub(super) fn look_up(
        &mut self,
        at: u64,
        line: u64,
        packet: Packet,
        room: bool,
    ) -> Option<Turn> {
        let turn = self.turn(at, line, packet, room);
        if turn.is_none() {
            self.blocked_since = self.blocked_since.or(Some(at));
        } else if let Some(since) = self.blocked_since.take() {
            self.stats.mshr_stalls += at - since;
        }
        turn
    }

    fn turn(&mut self, at: u64, line: u64, packet: Packet, room: bool) -> Option<Turn> {
        let Packet { line: Transaction { sectors, .. }, kind, .. } = packet;
        let found = self.tags.find(line);
        let (valid, pending) = match found {
            Some(entry) => (self.entries[entry].valid, self.entries[entry].pending),
            None => (0, 0),
        };
        let writes = kind == AccessKind::Store;
        let missing = if writes { 0 } else { sectors & !(valid | pending) };
        let waits = if writes { 0 } else { sectors & pending };
        let count = missing.count_ones();
        let full = self.misses > 0 && self.misses + count > self.mshr_entries;
        if missing != 0 && (full || !room) || waits != 0 && self.is_merged_out(found, waits) {
            return None;
        }
        let (entry, evicted) = match found {
            Some(entry) => (entry, None),
            None => self.replace(line, room)?,
        };
        self.clock += 1;
        self.entries[entry].last_use = self.clock;
        let mut turn = Turn { ready: sectors, from: at, reads: None, evicted };
        if writes {
            self.stats.writes += u64::from(sectors.count_ones());
            self.mark_written(entry, sectors);
            return Some(turn);
        }
        self.stats.reads += u64::from(sectors.count_ones());
        self.stats.read_hits += u64::from((sectors & !missing).count_ones());
        self.stats.pending_hits += u64::from(waits.count_ones());
        turn.ready = sectors & !(missing | waits);
        if turn.ready != 0 {
            turn.from = self.finish(at, entry, packet.of_sectors(turn.ready));
        }
        if turn.ready != sectors {
            let (entry, sectors) = (entry as u32, missing | waits);
            self.waiters.push(Waiter { entry, sectors, packet });
        }
        if missing != 0 {
            self.entries[entry].pending |= missing;
            self.misses += count;
            turn.reads = Some((entry as u32, missing));
        }
        Some(turn)
    }

    /// Whether as many requests wait for one of these sectors as a miss entry merges.
    fn is_merged_out(&self, entry: Option<usize>, sectors: u8) -> bool {
        let Some(entry) = entry else { return false };
        let waits = |waiter: &&Waiter, sector: usize| {
            waiter.entry == entry as u32 && waiter.sectors >> sector & 1 != 0
        };
        bits(sectors).any(|sector| {
            self.waiters.iter().filter(|waiter| waits(waiter, sector)).count() >= self.merges
        })
    }

    /// Gives a line an entry: of those with nothing on its way, the one used longest ago. Returns it, with what has to
    /// be written back; none if there is no such entry, or no room for what would have to be written.
    fn replace(&mut self, line: u64, room: bool) -> Option<(usize, Option<Evicted>)> {
        let candidates = self.tags.candidates(line);
        let settled = candidates.filter(|&entry| self.entries[entry].pending == 0);
        let entry = settled.min_by_key(|&entry| self.entries[entry].last_use)?;
        let sectors = self.entries[entry].dirty;
        if sectors != 0 && !room {
            return None;
        }
        let old = self.tags.line(entry);
        self.tags.set(entry, Some(line));
        self.entries[entry] = Entry::default();
        self.busy_until[entry] = [0; 4];
        self.stats.write_backs += u64::from(sectors.count_ones());
        Some((entry, old.filter(|_| sectors != 0).map(|line| Evicted { line, sectors })))
    }

    /// Sectors of an entry have come in cycle `at`. Adds the parts of requests that wait for them to `served`, with the
    /// cycle in which each is ready to leave.
    pub(super) fn fill(
        &mut self,
        at: u64,
        entry: u32,
        sectors: u8,
        served: &mut Vec<(Packet, u64)>,
    ) {
        let this = &mut self.entries[entry as usize];
        this.pending &= !sectors;
        this.valid |= sectors;
        self.misses -= sectors.count_ones();
        let mut waiters = std::mem::take(&mut self.waiters);
        waiters.retain_mut(|waiter| {
            let come = if waiter.entry == entry { waiter.sectors & sectors } else { 0 };
            if come != 0 {
                let part = waiter.packet.of_sectors(come);
                served.push((part, self.finish(at, entry as usize, part)));
            }
            waiter.sectors &= !come;
            waiter.sectors != 0
        });
        self.waiters = waiters;
    }

    /// Returns when a read or atomic is ready to leave whose sectors are there in cycle `at`: atomics on them are done
    /// before.
    fn finish(&mut self, at: u64, entry: usize, packet: Packet) -> u64 {
        let sectors = packet.line.sectors;
        let at = if at < self.any_busy_until { self.free_at(at, entry, sectors) } else { at };
        if packet.kind != AccessKind::Atomic {
            return at;
        }
        // The slice's unit takes a sector per `atomic_slice_initiation` cycles. Lanes that share an address execute one
        // after the other.
        let begin = at.max(self.atomics_free_at);
        self.atomics_free_at =
            begin + u64::from(sectors.count_ones()) * self.atomic_slice_initiation;
        let done = begin + u64::from(packet.line.repeats) * self.atomic_initiation;
        for sector in bits(sectors) {
            self.busy_until[entry][sector] = done;
        }
        self.any_busy_until = self.any_busy_until.max(done);
        self.mark_written(entry, sectors);
        done
    }

    /// Returns from when on, at best from cycle `at`, no atomics on these sectors of an entry execute.
    fn free_at(&self, at: u64, entry: usize, sectors: u8) -> u64 {
        bits(sectors).map(|sector| self.busy_until[entry][sector]).fold(at, u64::max)
    }

    /// Leaves a clean sector that the host copies in the cache, which takes no time. Returns what has to be written
    /// back for it.
    pub(super) fn preload(&mut self, line: u64, sectors: u8) -> Option<Evicted> {
        let found = self.tags.find(line).map(|entry| (entry, None));
        let (entry, evicted) = found.or_else(|| self.replace(line, true))?;
        self.clock += 1;
        let this = &mut self.entries[entry];
        this.last_use = self.clock;
        this.valid |= sectors & !this.pending;
        evicted
    }

    fn mark_written(&mut self, entry: usize, sectors: u8) {
        let this = &mut self.entries[entry];
        this.valid |= sectors;
        this.dirty |= sectors;
    }
}
