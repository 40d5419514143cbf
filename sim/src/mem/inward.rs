//! The way of a request in a slice of the L2 and to DRAM, and of its answers back to the SMX.

use super::dram::Read;
use super::level::Level;
use super::path::{Event, For, Open, Packet, Whose};
use super::slice::Evicted;
use super::system::{MemorySystem, News, UnitNote};
use crate::log;

impl MemorySystem {
    /// Sends a packet at the head of an input to a line of a slice in cycle `at`. Returns when its last flit leaves.
    pub(super) fn send_to_slice(
        &mut self,
        at: u64,
        (slice, line): (usize, u64),
        packet: Packet,
        flits: u32,
    ) -> u64 {
        log::note(|| {
            let Packet { line, kind, .. } = packet;
            log::Event::Sent { line, kind }
        });
        let last = self.to_slices.send(at, slice, flits);
        // Packets arrive in the order in which the output takes them.
        let arrival = last + self.wires.latency;
        if let Some(at) = self.slices[slice].arrivals.push(arrival, line, packet) {
            self.events.plan(at, Event::LookUp(slice as u16));
        }
        last
    }

    /// Looks up the first request of a slice.
    pub(super) fn look_up(&mut self, at: u64, slice: usize) {
        let Some((line, packet)) = self.slices[slice].arrivals.first() else { return };
        let channel = self.interleaving.channel(slice);
        let room = self.dram.has_room(channel);
        let turn = self.slices[slice].look_up(at, line, packet, room);
        log::note(|| log::Event::SliceLooked { slice, at, served: turn.is_some() });
        let Some(turn) = turn else { return };
        if let Some(evicted) = turn.evicted {
            self.write_back(at, slice, evicted);
        }
        let ready = Packet { level: Level::L2, ..packet.of_sectors(turn.ready) };
        self.reply(at, slice, ready, turn.from);
        if let Some((entry, sectors)) = turn.reads {
            let arrival = at + self.dram_one_way;
            let there = self.interleaving.in_channel(slice, line);
            log::note(|| log::Event::SliceReads { sectors });
            let step = self.dram.read(arrival, channel, there, sectors, (slice as u16, entry));
            self.plan_step(channel, step);
        }
        if let Some(next) = self.slices[slice].arrivals.go_on(at) {
            self.events.plan(next, Event::LookUp(slice as u16));
        }
        self.send_refused(at, slice);
    }

    /// Writes dirty sectors of a slice to DRAM.
    pub(super) fn write_back(&mut self, at: u64, slice: usize, evicted: Evicted) {
        let channel = self.interleaving.channel(slice);
        let line = self.interleaving.in_channel(slice, evicted.line);
        let arrival = at + self.dram_one_way;
        log::note(|| log::Event::SliceWrites { sectors: evicted.sectors });
        let step = self.dram.write(arrival, channel, line, evicted.sectors);
        self.plan_step(channel, step);
    }

    fn plan_step(&mut self, channel: usize, at: Option<u64>) {
        if let Some(at) = at {
            self.events.plan(at, Event::Step(channel as u16));
        }
    }

    /// Steps a channel of DRAM in cycle `at`.
    pub(super) fn step_channel(&mut self, at: u64, channel: usize) {
        let (events, one_way) = (&mut self.events, self.dram_one_way);
        let back = |read, there| events.plan(there + one_way, Event::Fill(read));
        let (again, freed) = self.dram.step(at, channel, back);
        self.plan_step(channel, again);
        if freed {
            for slice in self.interleaving.slices(channel) {
                self.look_up_blocked(at, slice);
            }
        }
    }

    fn look_up_blocked(&mut self, at: u64, slice: usize) {
        if self.slices[slice].is_blocked() {
            self.look_up(at, slice);
        }
    }

    /// Sectors from DRAM are at their slice.
    pub(super) fn fill(&mut self, at: u64, read: Read) {
        let slice = usize::from(read.slice);
        let mut served = std::mem::take(&mut self.served);
        self.slices[slice].fill(at, read.entry, read.sectors, &mut served);
        for (packet, from) in served.drain(..) {
            log::note(|| log::Event::SliceServes { sectors: packet.line.sectors });
            self.reply(at, slice, Packet { level: Level::Dram, ..packet }, from);
        }
        self.served = served;
        self.look_up_blocked(at, slice);
    }

    /// Answers a request, or a part of one, of which a sector a cycle is ready to leave from cycle `from` on. The present
    /// cycle is `at`.
    pub(super) fn reply(&mut self, at: u64, slice: usize, packet: Packet, from: u64) {
        let flits = self.wires.flits(packet.kind.answer_bytes());
        match packet.of {
            For::None => {}
            For::Unit(access) => {
                for from in (from..).take(packet.line.sectors.count_ones() as usize) {
                    let there = from + u64::from(flits - 1) + self.wires.latency;
                    self.events.plan(there, Event::Direct(access, packet.level));
                }
            }
            // Others may leave before it.
            _ if from > at => {
                let number = self.later.insert(packet);
                self.events.plan(from, Event::Answer(slice as u16, number));
            }
            For::Entry(_) | For::Constant(_) | For::Access(_) => {
                self.replies[slice].push(packet, flits);
                self.answer(at, slice);
            }
        }
    }

    /// Sends the answer at the head of a slice.
    pub(super) fn answer(&mut self, at: u64, slice: usize) {
        if let Some((smx, flits)) = self.replies[slice].head(at) {
            let last = self.to_smxs.send(at, usize::from(smx), flits);
            if let Some((packet, ended)) = self.replies[slice].leaves(last) {
                if self.completes(packet, ended) {
                    self.fronts[usize::from(smx)].answers.push_back(packet);
                    self.events.plan(last + self.wires.latency, Event::Arrive(smx));
                }
            }
        }
        if let Some(at) = self.replies[slice].look_again() {
            self.events.plan(at, Event::Answered(slice as u16));
        }
    }

    /// The next answer is at its SMX: they arrive in the order in which the SMX's output takes them.
    pub(super) fn arrive(&mut self, at: u64, smx: usize) {
        let Some(packet) = self.fronts[smx].answers.pop_front() else { return };
        log::note(|| {
            let (line, aim) = (packet.line, packet.of.aim());
            log::Event::Arrived { smx: smx as u32, line, aim }
        });
        match packet.of {
            For::Access(access) => self.part_done(at, access, packet.level),
            For::Entry(entry) => {
                let mut filled = std::mem::take(&mut self.filled);
                self.l1s.of(smx).fill(entry as usize, packet.line.sectors, &mut filled);
                self.parts_done(at, filled, packet.level);
                for smx in self.l1s.sharers(smx) {
                    if self.fronts[smx].blocked {
                        self.look(at, smx);
                    }
                }
            }
            For::Constant(entry) => {
                let mut filled = std::mem::take(&mut self.filled);
                self.fronts[smx].constants.fill(entry as usize, packet.line.sectors, &mut filled);
                self.parts_done(at, filled, packet.level);
                self.feed_stalled(at, smx);
            }
            For::Unit(_) | For::None => {}
        }
    }

    fn parts_done(&mut self, at: u64, mut filled: Vec<u32>, level: Level) {
        for access in filled.drain(..) {
            self.part_done(at, access, level);
        }
        self.filled = filled;
    }

    /// A line or an answer that an access has waited for is there, from a level.
    pub(super) fn part_done(&mut self, at: u64, access: u32, level: Level) {
        let Some(open) = self.open.get_mut(access) else { return };
        open.last = open.last.max((at, level));
        open.left -= 1;
        if open.left > 0 {
            return;
        }
        let Open { whose, begun, last: (_, level), .. } = *open;
        self.open.remove(access);
        match whose {
            Whose::Warp { smx, token, counts } => {
                self.read_cycles += if counts { at - begun } else { 0 };
                self.note(at, smx as usize, News::Done { token, level });
            }
            Whose::Code { smx, line } => self.note(at, smx as usize, News::Code { line }),
            Whose::Unit { token } => self.unit_notes.push(UnitNote { at, token }),
        }
    }
}
