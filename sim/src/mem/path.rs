//! The path of an access: from the load-store unit through the L1's pipeline or past it to the SMX's port, over the
//! network to a slice of the L2, and back.

use super::cache::{DataCache, Looked};
use super::coalesce::{bits, Transaction, SECTOR_BYTES};
use super::l2::Behind;
use super::level::Level;
use super::network::Input;
use super::system::{AccessKind, MemorySystem, News, Note};
use std::collections::VecDeque;

/// For whom a sector is brought or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// An entry of the L1.
    Entry(u32),
    /// An access.
    Access(u32),
    /// Nobody: a line that is written back.
    None,
}

/// A request, or the answer to one of its sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packet {
    line: Transaction,
    kind: AccessKind,
    smx: u16,
    of: For,
    /// Answers: where the data come from.
    level: Level,
}

/// What happens at a point of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The load-store unit of an SMX has a line looked up or sent.
    Feed(u16),
    /// The lookup at the end of an L1's pipeline.
    Look(u16),
    /// The last flit of an SMX's packet has left, and something waits for it.
    Sent(u16),
    /// A request is at its slice.
    Serve(Packet),
    /// A slice answers a sector.
    Answer(u16, Packet),
    /// The last flit of a slice's packet has left, and another waits.
    Answered(u16),
    /// An answer is at its SMX.
    Arrive(Packet),
}

/// A line on its way into the L1, or past it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub line: Transaction,
    pub access: u32,
    pub kind: AccessKind,
    pub local: bool,
    pub past_l1: bool,
}

/// An access that is not complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    smx: u32,
    token: u32,
    begun: u64,
    /// Lines and answers that it waits for.
    left: u32,
    pub reads: bool,
    /// When the data came that came last, and from where.
    last: (u64, Level),
}

impl Open {
    /// An access begun in cycle `begun` that waits for `left` lines; `reads` says that it returns data.
    pub fn new(smx: u32, token: u32, begun: u64, left: u32, reads: bool) -> Self {
        Self { smx, token, begun, left, reads, last: (0, Level::default()) }
    }
}

/// What an SMX has of the memory system: the load-store unit's end, the L1 and the port.
#[derive(Clone, Debug)]
pub(super) struct Front {
    pub cache: DataCache,
    /// Lines of the access in the load-store unit.
    pub lines: VecDeque<Line>,
    /// The L1's pipeline: lines with the cycle from which each may be looked up.
    pipe: VecDeque<(u64, Line)>,
    port: Input<Packet>,
    /// The load-store unit waits for a place in the pipeline or at the port.
    stalled: bool,
    /// The line at the end of the pipeline could not be served.
    blocked: bool,
    /// Since when the miss table or a set has been full for it.
    full_since: Option<u64>,
}

impl Front {
    /// An SMX's part with room for so many flits at its port.
    pub fn new(cache: DataCache, buffer_flits: u32) -> Self {
        Self {
            cache,
            lines: VecDeque::new(),
            pipe: VecDeque::new(),
            port: Input::new(buffer_flits),
            stalled: false,
            blocked: false,
            full_since: None,
        }
    }
}

impl AccessKind {
    /// Bytes of data of a request.
    pub(super) fn request_bytes(self, line: Transaction) -> u32 {
        match self {
            Self::Store | Self::Atomic => line.sectors.count_ones() * SECTOR_BYTES as u32,
            Self::Load | Self::LoadPastL1 => 0,
        }
    }

    /// Bytes of data of an answer; every sector has one of its own.
    pub(super) fn answer_bytes(self) -> u32 {
        if self == Self::Store {
            0
        } else {
            SECTOR_BYTES as u32
        }
    }
}

impl MemorySystem {
    /// Makes an event happen in cycle `at`.
    pub(super) fn happen(&mut self, at: u64, event: Event) {
        match event {
            Event::Feed(smx) => {
                if self.feed(at, usize::from(smx)) {
                    self.note(at, usize::from(smx), News::Free);
                }
            }
            Event::Look(smx) => self.look(at, usize::from(smx)),
            Event::Sent(smx) => self.sent(at, usize::from(smx)),
            Event::Serve(packet) => self.serve(at, packet),
            Event::Answer(slice, packet) => {
                let flits = self.wires.flits(packet.kind.answer_bytes());
                self.answers[usize::from(slice)].push(packet, flits);
                self.answer(at, usize::from(slice));
            }
            Event::Answered(slice) => {
                self.answers[usize::from(slice)].looked();
                self.answer(at, usize::from(slice));
            }
            Event::Arrive(packet) => self.arrive(at, packet),
        }
    }

    fn note(&mut self, at: u64, smx: usize, news: News) {
        self.notes.push(Note { smx: smx as u32, at, news });
    }

    /// Gives the next line of the load-store unit to the L1 or to the port. Returns whether it was the last.
    pub(super) fn feed(&mut self, at: u64, smx: usize) -> bool {
        let front = &mut self.fronts[smx];
        let Some(&line) = front.lines.front() else { return false };
        let flits = self.wires.flits(line.kind.request_bytes(line.line));
        let was_stalled = front.stalled;
        front.stalled = if line.past_l1 {
            !front.port.has_room(at, flits)
        } else {
            front.pipe.len() as u64 >= self.lookup.max(1)
        };
        let stalled = front.stalled;
        if stalled != was_stalled && self.tells_refusals {
            self.note(at, smx, News::Refuses(stalled));
        }
        if stalled {
            self.look_again(smx);
            return false;
        }
        let front = &mut self.fronts[smx];
        front.lines.pop_front();
        let more = !front.lines.is_empty();
        if line.past_l1 {
            self.post(at, smx, line.line, line.kind, For::Access(line.access));
        } else {
            front.pipe.push_back((at + self.lookup, line));
            if front.pipe.len() == 1 {
                self.events.plan(at + self.lookup, Event::Look(smx as u16));
            }
        }
        if more {
            self.events.plan(at + 1, Event::Feed(smx as u16));
        }
        !more
    }

    /// Gives a line that waited for its place, if there is one now.
    fn feed_stalled(&mut self, at: u64, smx: usize) {
        if self.fronts[smx].stalled && self.feed(at, smx) {
            self.note(at, smx, News::Free);
        }
    }

    /// Has the port looked at when the packet that leaves has left, if anything waits for it.
    fn look_again(&mut self, smx: usize) {
        let front = &mut self.fronts[smx];
        if let Some(at) = front.port.look_again(front.stalled || front.blocked) {
            self.events.plan(at, Event::Sent(smx as u16));
        }
    }

    /// Serves the line at the end of the L1's pipeline, if it can be served.
    fn look(&mut self, at: u64, smx: usize) {
        let Some(&(_, line)) = self.fronts[smx].pipe.front() else { return };
        let served = match line.kind {
            AccessKind::Store => self.store(at, smx, line),
            _ => self.load(at, smx, line),
        };
        let front = &mut self.fronts[smx];
        front.blocked = !served;
        if !served {
            self.look_again(smx);
            return;
        }
        front.pipe.pop_front();
        if let Some(&(from, _)) = front.pipe.front() {
            self.events.plan(from.max(at + 1), Event::Look(smx as u16));
        }
        self.feed_stalled(at, smx);
    }

    /// Stores a line, or sends it on. Returns whether it had a place.
    fn store(&mut self, at: u64, smx: usize, line: Line) -> bool {
        let front = &mut self.fronts[smx];
        let flits = self.wires.flits(AccessKind::Store.request_bytes(line.line));
        if !front.port.has_room(at, flits) {
            return false;
        }
        if front.cache.store(line.line, line.local) {
            self.part_done(at, line.access, Level::Cache);
        } else {
            self.open[line.access as usize].left += line.line.sectors.count_ones() - 1;
            self.post(at, smx, line.line, AccessKind::Store, For::Access(line.access));
        }
        true
    }

    /// Looks up a line of a load. Returns whether it is, or will be, served.
    fn load(&mut self, at: u64, smx: usize, line: Line) -> bool {
        let front = &mut self.fronts[smx];
        let room = front.port.has_room(at, self.wires.flits(0));
        let looked = front.cache.load(line.line, line.access, room);
        match looked {
            Looked::Full => {
                front.full_since = front.full_since.or(Some(at));
                return false;
            }
            Looked::NoRoom => return false,
            Looked::Hit | Looked::Waits | Looked::Misses { .. } => {}
        }
        if let Some(since) = front.full_since.take() {
            front.cache.stats.mshr_stalls += at - since;
        }
        match looked {
            Looked::Hit => self.part_done(at, line.access, Level::Cache),
            Looked::Misses { entry, sectors, evicted } => {
                if let Some(dirty) = evicted {
                    self.post(at, smx, dirty, AccessKind::Store, For::None);
                }
                let missing = Transaction { sectors, ..line.line };
                self.post(at, smx, missing, AccessKind::Load, For::Entry(entry as u32));
            }
            _ => {}
        }
        true
    }

    /// Puts a request at the end of the queue of its port.
    fn post(&mut self, at: u64, smx: usize, line: Transaction, kind: AccessKind, of: For) {
        let packet = Packet { line, kind, smx: smx as u16, of, level: Level::default() };
        let flits = self.wires.flits(kind.request_bytes(line));
        self.fronts[smx].port.push(packet, flits);
        self.requests += 1;
        self.send(at, smx);
    }

    /// Sends the request at the head of a port.
    fn send(&mut self, at: u64, smx: usize) {
        if let Some((packet, flits)) = self.fronts[smx].port.take(at) {
            let (slice, ..) = self.locate(packet.line.line);
            let last = self.to_slices.send(at, slice, flits);
            self.fronts[smx].port.leaves(flits, last);
            self.events.plan(last + self.wires.latency, Event::Serve(packet));
        }
        self.look_again(smx);
    }

    fn sent(&mut self, at: u64, smx: usize) {
        self.fronts[smx].port.looked();
        self.send(at, smx);
        if self.fronts[smx].blocked {
            self.look(at, smx);
        }
        self.feed_stalled(at, smx);
    }

    /// A request is at its slice in cycle `at`.
    fn serve(&mut self, at: u64, packet: Packet) {
        let (slice, location, line) = self.locate(packet.line.line);
        let inside = Transaction { line, ..packet.line };
        let behind = Behind { now: at, location, dram: &mut self.dram };
        let (served, level) = self.slices[slice].access(at, inside, packet.kind, behind);
        if packet.of == For::None {
            return;
        }
        // The sectors become ready one per cycle, the last of them at `served`.
        let sectors = u64::from(packet.line.sectors.count_ones());
        let first = (served + 1).saturating_sub(sectors).max(at);
        for (n, sector) in (0..).zip(bits(packet.line.sectors)) {
            let line = Transaction { sectors: 1 << sector, ..packet.line };
            self.events
                .plan(first + n, Event::Answer(slice as u16, Packet { line, level, ..packet }));
        }
    }

    /// Sends the answer at the head of a slice.
    fn answer(&mut self, at: u64, slice: usize) {
        if let Some((packet, flits)) = self.answers[slice].take(at) {
            let last = self.to_smxs.send(at, usize::from(packet.smx), flits);
            self.answers[slice].leaves(flits, last);
            self.events.plan(last + self.wires.latency, Event::Arrive(packet));
        }
        if let Some(at) = self.answers[slice].look_again(false) {
            self.events.plan(at, Event::Answered(slice as u16));
        }
    }

    fn arrive(&mut self, at: u64, packet: Packet) {
        match packet.of {
            For::Access(access) => self.part_done(at, access, packet.level),
            For::Entry(entry) => {
                let smx = usize::from(packet.smx);
                let mut filled = std::mem::take(&mut self.filled);
                self.fronts[smx].cache.fill(entry as usize, packet.line.sectors, &mut filled);
                for access in filled.drain(..) {
                    self.part_done(at, access, packet.level);
                }
                self.filled = filled;
                if self.fronts[smx].blocked {
                    self.look(at, smx);
                }
            }
            For::None => {}
        }
    }

    /// A line or an answer that an access has waited for is there, from a level.
    fn part_done(&mut self, at: u64, access: u32, level: Level) {
        let open = &mut self.open[access as usize];
        open.last = open.last.max((at, level));
        open.left -= 1;
        if open.left > 0 {
            return;
        }
        let Open { smx, token, begun, reads, last: (_, level), .. } = *open;
        self.read_cycles += if reads { at - begun } else { 0 };
        self.unused.push(access);
        self.note(at, smx as usize, News::Done { token, level });
    }
}
