//! Begins memory accesses in the order in which they issued, and ends those that memory has served.

use super::{Around, Smx, NEVER};
use crate::exec::MemAccess;
use crate::log;
use crate::mem::{Level, News, Note, Transaction};
use crate::ptx::Program;
use crate::smx::account::Reason;
use crate::smx::memory::{producer, Begun, Done};
use crate::smx::pending::{Pending, PENDING};
use crate::smx::queue::{is_l1_read, is_own, Flight, Waiting};
use crate::smx::units::Unit;
use crate::smx::{Read, SmxEvents};

impl Smx {
    /// Returns the cycle in which the load-store unit begins the next waiting access.
    #[inline]
    pub(super) fn serves_at(&self) -> u64 {
        let ready = self.queue.first().map(|waiting| waiting.ready);
        ready.map_or(NEVER, |ready| self.units.starts_at(Unit::LoadStore, ready))
    }

    /// Begins the access that a warp issues in cycle `now`, or lets it wait for its turn. Returns how it is served, if
    /// that is known.
    pub(super) fn start_access(
        &mut self,
        now: u64,
        flight: Flight,
        around: &mut Around<'_>,
    ) -> Option<Done> {
        let resident = self.warps[flight.warp].as_ref()?;
        let at_once = self.queue.is_empty() && self.units.starts_at(Unit::LoadStore, now) == now;
        if !at_once {
            let ready = now + 1 + flight.delay;
            let flight = Flight { delay: 0, ..flight };
            self.queue.push(Waiting { flight, access: resident.warp.access.clone(), ready });
            self.units.accept_access(if self.queue.has_room() { now + 1 } else { PENDING });
            return None;
        }
        let token = self.flights.insert(flight);
        let (access, timing) = (&resident.warp.access, around.timing.as_deref_mut());
        let begun = self.load_store.begin(now, access, token, timing);
        self.report_reads_of(flight.warp, access, around.events);
        self.units.accept_access(now + 1);
        self.begun(now, begun, token)
    }

    /// Begins the waiting access whose turn it is in cycle `now`, if there is one. Returns false if it touches what
    /// SMXs share and there is no memory system to ask.
    pub(super) fn serve(&mut self, now: u64, around: &mut Around<'_>) -> bool {
        if self.serves_at() > now {
            return true;
        }
        if around.timing.is_none() && !self.queue.first().is_some_and(|first| is_own(&first.access))
        {
            return false;
        }
        let Some(Waiting { flight, access, .. }) = self.queue.pop() else { return true };
        self.let_accesses_issue(now);
        let token = self.flights.insert(flight);
        let begun = self.load_store.begin(now, &access, token, around.timing.as_deref_mut());
        self.report_reads_of(flight.warp, &access, around.events);
        if let Some(done) = self.begun(now, begun, token) {
            self.complete(now, &flight, done.at + flight.delay, done.producer, around.program);
        }
        true
    }

    /// Reports the lines of the access that a warp has just begun, if they are to be reported.
    fn report_reads_of(&self, warp: usize, access: &MemAccess, events: &mut SmxEvents) {
        if !(self.reports_reads && is_l1_read(access)) {
            return;
        }
        let tb = self.warps[warp].as_ref().and_then(|resident| self.tbs[resident.tb].as_ref());
        let Some(tb) = tb else { return };
        let (child, parent) = (tb.context.depth > 0, tb.launches);
        let read = |line: &Transaction| Read { line: line.line as u32, child, parent };
        events.reads.extend(self.load_store.lines().iter().map(read));
    }

    /// Lets memory accesses issue from cycle `now` on if there is room for them, and not otherwise.
    pub(super) fn let_accesses_issue(&mut self, now: u64) {
        let at = if self.queue.has_room() { now } else { PENDING };
        if self.units.accepts_at(Unit::LoadStore).max(now) == at {
            return;
        }
        if self.ledger.is_some() {
            self.before_all_change();
        }
        self.units.accept_access(at);
        self.schedulers.iter_mut().for_each(|scheduler| scheduler.next = scheduler.next.min(now));
    }

    /// Notes what is known of an access begun in cycle `now`. Returns how it is served, if that is known.
    fn begun(&mut self, now: u64, begun: Begun, token: u32) -> Option<Done> {
        self.units.refuse_from(NEVER);
        match begun {
            Begun::Known(done) => {
                self.flights.remove(token);
                self.units.access(done.unit_free_at);
                Some(done)
            }
            Begun::UnderWay { free } => {
                self.units.access(if free { now + 1 } else { PENDING });
                None
            }
        }
    }

    /// Acts on what the memory system has to say, before anything else happens in that cycle.
    pub fn hear(&mut self, note: &Note, program: &Program) {
        match note.news {
            News::Free => self.units.access(note.at + 1),
            News::Refuses(refuses) => {
                self.enter_cycle(note.at);
                self.before_all_change();
                self.units.refuse_from(if refuses { note.at } else { NEVER });
            }
            News::Code { line } => {
                self.enter_cycle(note.at);
                while let Some(w) = self.fetch.arrived(line) {
                    self.fetched(w, note.at, program);
                }
            }
            News::Done { token, level } => self.land(note.at, token, level, program),
        }
    }

    /// Memory has served the access with this token in cycle `at`.
    fn land(&mut self, at: u64, token: u32, level: Level, program: &Program) {
        let Some(flight) = self.flights.remove(token) else { return };
        self.enter_cycle(at);
        let done = at + self.load_store.pipeline() + flight.delay;
        let producer = match flight.is_atomic {
            true => Reason::ScoreboardAtomic,
            false if flight.far => producer(level, Reason::ScoreboardL1),
            false => producer(level, Reason::ScoreboardConstant),
        };
        self.complete(at, &flight, done, producer, program);
    }

    /// Notes in cycle `now` that an access is done in cycle `done`.
    fn complete(
        &mut self,
        now: u64,
        flight: &Flight,
        done: u64,
        producer: Reason,
        program: &Program,
    ) {
        let w = flight.warp;
        let Some(resident) = self.warps[w].as_mut().filter(|_| flight.is_of(w, self.age[w])) else {
            return;
        };
        log::note(|| log::Event::Performed { age: flight.age, at: done });
        resident.accesses -= 1;
        resident.memory_done = resident.memory_done.max(done);
        let held_by = resident.held.producer();
        if resident.held.is_under_way() {
            // Held by its only atomic, or by a fence behind all accesses.
            let until = match held_by {
                Reason::ScoreboardAtomic if flight.is_atomic => done,
                Reason::Drain if resident.accesses == 0 => resident.memory_done,
                _ => PENDING,
            };
            resident.held = Pending::new(until, false, held_by);
        }
        if flight.written > 0 {
            log::note(|| log::Event::Written {
                smx: self.id,
                age: flight.age,
                registers: flight.registers().collect(),
                at: done,
            });
            self.registers.write(now, w, flight.slots(), done);
            for register in flight.registers() {
                resident.ready_at[register] = Pending::new(done, flight.far, producer);
            }
        }
        if let Some(pc) = flight.leads {
            self.note_written(done, w, pc);
        }
        self.refresh(w, program);
    }
}
