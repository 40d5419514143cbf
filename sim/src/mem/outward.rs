//! The way of an access from the load-store unit to the network: through the L1's pipeline, past it, or through the
//! constant cache, to the SMX's port.

use super::cache::Looked;
use super::coalesce::Transaction;
use super::level::Level;
use super::path::{Event, For, Line, Packet, Way};
use super::system::{AccessKind, MemorySystem, News};
use crate::log;

impl MemorySystem {
    /// Gives the next line of the load-store unit to the L1 or to the port. Returns whether it was the last.
    pub(super) fn feed(&mut self, at: u64, smx: usize) -> bool {
        let front = &mut self.fronts[smx];
        let Some(&line) = front.lines.front() else { return false };
        let flits = self.wires.flits(line.kind.request_bytes(line.line));
        let was_stalled = front.stalled;
        let stalled = match line.way {
            Way::PastL1 => !front.port.has_room(at, flits),
            Way::L1 => front.pipe.len() as u64 >= self.lookup.max(1),
            Way::Constants => !self.load(at, smx, line),
        };
        self.fronts[smx].stalled = stalled;
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
        let mut next = at + 1;
        match line.way {
            Way::PastL1 => self.post(at, smx, line.line, line.kind, For::Access(line.access)),
            Way::L1 => {
                front.pipe.push_back((at + self.lookup, line));
                if front.pipe.len() == 1 {
                    self.events.plan(at + self.lookup, Event::Look(smx as u16));
                }
                next = front.feed_ahead(at, self.lookup);
            }
            Way::Constants => {}
        }
        if more {
            self.events.plan(next, Event::Feed(smx as u16));
        }
        !more
    }

    /// Gives a line that waited for its place, if there is one now.
    pub(super) fn feed_stalled(&mut self, at: u64, smx: usize) {
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
    pub(super) fn look(&mut self, at: u64, smx: usize) {
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
        let kept = self.l1s.of(smx).store(line.line, line.local);
        log::note(|| {
            let (smx, local) = (smx as u32, line.local);
            log::Event::Stored { smx, line: line.line, local, kept }
        });
        if kept {
            self.part_done(at, line.access, Level::Cache);
        } else {
            if let Some(open) = self.open.get_mut(line.access) {
                open.left += line.line.sectors.count_ones() - 1;
            }
            self.post(at, smx, line.line, AccessKind::Store, For::Access(line.access));
        }
        true
    }

    /// Looks up a line of a load, of data or of constants. Returns whether it is, or will be, served.
    fn load(&mut self, at: u64, smx: usize, line: Line) -> bool {
        let front = &mut self.fronts[smx];
        let room = front.port.has_room(at, self.wires.flits(0));
        let is_constant = line.way == Way::Constants;
        let (cache, index) =
            if is_constant { (&mut front.constants, 0) } else { self.l1s.of_with_index(smx) };
        let looked = cache.load(at, index, line.line, line.access, room);
        log::note(|| {
            let (smx, constant, answer) = (smx as u32, is_constant, looked.answer());
            log::Event::Looked { smx, at, constant, line: line.line, answer }
        });
        match looked {
            Looked::Full | Looked::NoRoom => return false,
            Looked::Waits => {}
            Looked::Hit if is_constant => {
                self.events.plan(at + self.constant_latency, Event::Constant(line.access));
            }
            Looked::Hit => self.part_done(at, line.access, Level::Cache),
            Looked::Misses { entry, sectors, evicted } => {
                if let Some(dirty) = evicted {
                    self.post(at, smx, dirty, AccessKind::Store, For::None);
                }
                let entry = entry as u32;
                let of = if is_constant { For::Constant(entry) } else { For::Entry(entry) };
                let missing = Transaction { sectors, ..line.line };
                self.post(at, smx, missing, AccessKind::Load, of);
            }
        }
        true
    }

    /// Puts a request at the end of the queue of its port.
    pub(super) fn post(
        &mut self,
        at: u64,
        smx: usize,
        line: Transaction,
        kind: AccessKind,
        of: For,
    ) {
        let packet = Packet { line, kind, smx: smx as u16, of, level: Level::default() };
        let flits = self.wires.flits(kind.request_bytes(line));
        self.fronts[smx].port.push(packet, flits, at);
        self.requests += 1;
        log::note(|| log::Event::Posted { smx: smx as u32, line, aim: of.aim() });
        self.send(at, smx);
    }

    /// Sends the request at the head of a port, unless its slice takes none now.
    fn send(&mut self, at: u64, smx: usize) {
        if let Some((packet, flits)) = self.fronts[smx].port.head(at) {
            let to = self.interleaving.locate(packet.line.line);
            if !self.slices[to.0].arrivals.takes(at, packet.smx) {
                self.fronts[smx].port.refuse();
                return;
            }
            let last = self.send_to_slice(at, to, packet, flits);
            self.fronts[smx].port.leaves(last);
        }
        self.look_again(smx);
    }

    /// Sends requests that a slice refused, as far as it takes them now.
    pub(super) fn send_refused(&mut self, at: u64, slice: usize) {
        while let Some(smx) = self.slices[slice].arrivals.next_refused(at) {
            self.fronts[usize::from(smx)].port.resume();
            self.send(at, usize::from(smx));
        }
    }

    pub(super) fn sent(&mut self, at: u64, smx: usize) {
        self.fronts[smx].port.looked();
        self.send(at, smx);
        if self.fronts[smx].blocked {
            self.look(at, smx);
        }
        self.feed_stalled(at, smx);
    }
}
