//! Tracks what delays a warp's next instruction: the i-buffer, the scoreboard, or an event the warp waits for.

use super::policies::Policy;
use super::{Resident, Smx, NEVER, PENDING};
use crate::exec::TbContext;
use crate::log;
use crate::mem::MemorySystem;
use crate::ptx::{Class, Instr, Program};
use crate::smx::account::Reason;
use crate::smx::fetch::Read;
use crate::smx::pending::Pending;
use crate::smx::units::{self, Unit};

/// The front-end state of a warp slot.
#[derive(Clone, Debug)]
pub(super) struct Front {
    /// Cycle from which the warp may continue; `NEVER` while it waits for an event.
    pub go_on: u64,
    /// What the warp waits for until then.
    pub event: Reason,
    /// Cycle from which its next instruction is decoded; `NEVER` while its i-buffer is empty.
    pub fetched_at: u64,
    /// The register of its next instruction that is ready last.
    pub operands: Pending,
    /// Function and index of the first instruction in the i-buffer, or of the first that the pending fetch brings.
    pub head: (u32, u32),
    /// Instructions in the i-buffer.
    pub buffered: u32,
    /// Whether the pending fetch at `head` lies behind a jump.
    pub wrong_path: bool,
    /// Cycle from which the i-buffer holds instructions behind a jump, which the scheduler drops when it comes to the
    /// warp; `NEVER` if it holds none.
    pub wrong_from: u64,
}

impl Default for Front {
    fn default() -> Self {
        Self {
            go_on: NEVER,
            event: Reason::Launch,
            fetched_at: NEVER,
            operands: Pending::default(),
            // No instruction matches this position, so the first instruction is fetched.
            head: (u32::MAX, u32::MAX),
            buffered: 0,
            wrong_path: false,
            wrong_from: NEVER,
        }
    }
}

impl Resident {
    /// Returns from when the scoreboard lets an instruction issue.
    fn operands(&self, instr: &Instr) -> Pending {
        let base = self.warp.slot_base();
        let mut operands = self.held;
        for &register in instr.reads().iter().chain(instr.writes()) {
            let ready = self.ready_at.get(base + usize::from(register));
            operands = operands.max(ready.copied().unwrap_or_default());
        }
        if instr.class == Class::Exit && instr.guard.is_none() {
            // The warp keeps its slot until its accesses are done and its stores confirmed.
            operands = operands.max(self.drained(true));
        }
        operands
    }

    /// Returns when all accesses of the warp are done.
    pub(super) fn drained(&self, far: bool) -> Pending {
        let at = if self.accesses > 0 { PENDING } else { self.memory_done };
        Pending::new(at, far, Reason::Drain)
    }
}

impl Smx {
    /// Resets the front end of a slot that receives a warp of a TB: nothing is fetched.
    pub(super) fn enter(&mut self, w: usize, tb: &TbContext) {
        self.before_change(w);
        if let Some(ledger) = &mut self.ledger {
            let position = self.warps[w].as_ref().and_then(|resident| resident.warp.position());
            ledger.enter(w, tb.function, tb.depth, position.unwrap_or((tb.function, 0)));
        }
        self.fronts[w] = Front::default();
        self.scheduler_of(w).policy.rests(w);
    }

    /// Clears the front end of a slot whose warp is removed.
    pub(super) fn leave(&mut self, w: usize) {
        self.wait(w);
        self.forget_wrong_path(w);
        self.fetch.forget(w);
        self.fronts[w] = Front::default();
        if let Some(ledger) = &mut self.ledger {
            ledger.leave(w);
        }
    }

    /// Suspends a warp until `ready_from` is called.
    pub(super) fn wait(&mut self, w: usize) {
        self.before_change(w);
        self.fronts[w].go_on = NEVER;
        self.wake[w] = NEVER;
        self.scheduler_of(w).waking &= !(1 << w);
        self.demote(w);
    }

    /// Lets a warp issue its next instruction from cycle `at` on, once it is fetched and its registers are ready.
    pub(super) fn ready_from(&mut self, w: usize, at: u64, program: &Program) {
        self.before_change(w);
        let Some(resident) = self.warps[w].as_ref() else { return };
        let Some(position) = resident.warp.position() else { return };
        let Some(instr) = resident.warp.next_instr(program) else { return };
        let operands = resident.operands(instr);
        if let Some(ledger) = &mut self.ledger {
            ledger.come_to(w, position);
        }
        self.needs[w] = units::unit(&self.config, instr.class);
        let pairs = self.config.smx.issue_per_warp == 2;
        let front = &mut self.fronts[w];
        front.go_on = at;
        front.operands = operands;
        if front.wrong_from != NEVER {
            self.look_at(w, at);
        } else if front.head != position {
            if front.head.0 == u32::MAX {
                // A warp that has just entered the slot has nothing in the i-buffer.
                front.head = position;
                self.request(w, at);
            } else if front.buffered == 0 {
                // The i-buffer is empty, so the instruction behind the jump has already been requested.
                front.wrong_path = true;
            } else {
                front.buffered = 0;
                front.fetched_at = NEVER;
                if let Some(skipping) = &mut self.skipping {
                    skipping.forget_looks(w);
                }
                if pairs {
                    // The scheduler examines the second instruction in the cycle of the first.
                    self.fronts[w].head = position;
                    self.request(w, at - 1);
                } else {
                    self.find_wrong_path_from(w, at);
                }
            }
        }
        self.note_wake(w);
    }

    /// Computes anew when a warp may issue, as one of its memory accesses is done.
    pub(super) fn refresh(&mut self, w: usize, program: &Program) {
        self.before_change(w);
        let Some(resident) = self.warps[w].as_ref() else { return };
        let Some(instr) = resident.warp.next_instr(program) else { return };
        let operands = resident.operands(instr);
        self.fronts[w].operands = operands;
        if let Some(ledger) = &mut self.ledger {
            ledger.learn(w, operands);
        }
        if self.wake[w] != NEVER {
            self.note_wake(w);
        }
    }

    /// Removes the instruction that issues in cycle `now` from the i-buffer. Requests a fetch when the buffer is
    /// empty.
    pub(super) fn take_from_buffer(&mut self, now: u64, w: usize) {
        let front = &mut self.fronts[w];
        front.head.1 += 1;
        front.buffered = front.buffered.saturating_sub(1);
        if front.buffered == 0 {
            front.fetched_at = NEVER;
            self.request(w, now);
        }
    }

    /// Fetches in cycle `now` for the warps whose turn it is; `done` of them have been served already. Returns
    /// false if the next fetch misses the instruction cache and there is no memory system to read from.
    pub(super) fn fetch(
        &mut self,
        now: u64,
        program: &Program,
        mut timing: Option<&mut MemorySystem>,
        done: &mut u32,
    ) -> bool {
        if self.fetch.next() > now {
            return true;
        }
        self.fetch.admit(now);
        while *done < self.fetch.per_cycle() {
            let Some(w) = self.fetch.turn() else { return true };
            let (function, index) = self.fronts[w].head;
            let Some(function) = program.functions.get(function as usize) else {
                self.fetch.end_turn(w);
                *done += 1;
                continue;
            };
            let (smx, pc) = (self.id as usize, function.pc_of(index));
            let read = match timing.as_deref_mut() {
                Some(timing) => self.fetch.read(w, pc, |line| timing.fetch_code(now, smx, line)),
                None => self.fetch.read_cached(w, pc),
            };
            if read == Read::Absent {
                return false;
            }
            self.fetch.end_turn(w);
            if read == Read::Here {
                self.fetched(w, now, program);
            }
            *done += 1;
        }
        true
    }

    /// The instructions that a warp wants are read from the instruction cache in cycle `at`.
    pub(super) fn fetched(&mut self, w: usize, at: u64, program: &Program) {
        self.before_change(w);
        let from = at + self.fetch.latency();
        let count = self.fetches(w);
        log::note(|| log::Event::Fetched { smx: self.id, count });
        self.stats.activity.fetched += u64::from(count);
        let front = &mut self.fronts[w];
        if std::mem::take(&mut front.wrong_path) {
            self.find_wrong_path_from(w, from);
            return;
        }
        front.buffered = count;
        front.fetched_at = from;
        if self.looks(w, count, from, program) {
            self.fronts[w].fetched_at = NEVER;
        }
        self.note_wake(w);
    }

    /// Returns whether a warp that just issued to `unit` in cycle `now` may issue a second instruction in it.
    /// Instructions that no unit executes issue alone.
    pub(super) fn may_pair(&self, now: u64, w: usize, unit: Unit) -> bool {
        let (front, next) = (&self.fronts[w], self.needs[w]);
        self.config.smx.issue_per_warp == 2
            && front.go_on == now + 1
            && front.fetched_at <= now
            && front.operands.at() <= now
            && unit != Unit::None
            && next != Unit::None
            && (next != unit || self.config.smx.pair_same_unit)
            && self.units.accepts_at(next) <= now
    }

    pub(super) fn note_wake(&mut self, w: usize) {
        let front = &self.fronts[w];
        let wake = front.go_on.max(front.fetched_at).max(front.operands.at());
        self.wake[w] = wake;
        // A two-level scheduler makes a warp active also while its unit is busy.
        let looks_at = match self.scheduler_of(w).policy {
            Policy::TwoLevel(_) => wake,
            _ => self.possible_at(w),
        };
        let scheduler = self.scheduler_of(w);
        scheduler.next = scheduler.next.min(looks_at);
        scheduler.waking = scheduler.waking & !(1 << w) | u64::from(wake != NEVER) << w;
    }
}
