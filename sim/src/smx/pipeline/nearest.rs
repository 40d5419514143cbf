//! Keeps the account: determines which warp is nearest to issue for each scheduler that loses its slots, and what
//! holds it back.
//!
//! Both follow from the state of the scheduler's warps and of the execution units. So the slots of a scheduler stay
//! open until one of these changes, and are charged right before. Booking a unit can only delay a warp: a warp
//! that is nearest and is not delayed stays nearest.

use super::policies::Own;
use super::{Smx, NEVER};
use crate::smx::account::{Hold, IntervalSlots, Ledger, Reason, SmxAccount, Wait};
use crate::smx::units::Unit;

impl Smx {
    /// Opens the account of this SMX, which is empty, in cycle `now`, and one by intervals if they are asked for.
    pub fn open_account(&mut self, now: u64, by_interval: bool) {
        let ledger = Ledger::new(now, self.schedulers.len(), self.warps.len(), by_interval);
        self.ledger = Some(Box::new(ledger));
    }

    /// Returns the account up to, and not including, cycle `now`; `None` if it has not been opened.
    pub fn account(&mut self, now: u64) -> Option<SmxAccount> {
        self.enter_cycle(now);
        self.before_all_change();
        self.ledger.as_mut().map(|ledger| ledger.account())
    }

    /// Ends an interval of the account before cycle `now`, in which nothing has changed yet. Returns what has been charged
    /// since the last one ended.
    pub fn end_interval(&mut self, now: u64) -> IntervalSlots {
        self.enter_cycle(now);
        self.before_all_change();
        self.ledger.as_mut().map_or_else(IntervalSlots::default, |ledger| ledger.end_interval())
    }

    /// Makes one interval of each two that have ended, of which there is an even number.
    pub fn halve_intervals(&mut self) {
        if let Some(ledger) = &mut self.ledger {
            ledger.halve_intervals();
        }
    }

    /// Tells the account that cycle `now` has come, before anything changes in it.
    #[inline]
    pub fn enter_cycle(&mut self, now: u64) {
        if self.ledger.is_some() {
            self.determine_waits(now);
        }
    }

    /// Determines in cycle `now` what schedulers with open slots wait for, where it is unknown.
    // Functions that only a kept account needs stay out of the way of runs without one.
    #[inline(never)]
    fn determine_waits(&mut self, now: u64) {
        let Some(mut ledger) = self.ledger.take() else { return };
        ledger.now = now;
        let mut unknown = ledger.unknown;
        while unknown != 0 {
            let s = unknown.trailing_zeros() as usize;
            unknown &= unknown - 1;
            if ledger.open[s].from < now {
                ledger.open[s].wait = self.wait_of(s, &ledger);
                ledger.unknown &= !(1 << s);
            }
        }
        self.ledger = Some(ledger);
    }

    /// Says in cycle `now` whether a launch has not started its first TB, which is what empty slots wait for.
    pub fn set_launching(&mut self, now: u64, launching: bool) {
        self.enter_cycle(now);
        self.before_all_change();
        if let Some(ledger) = &mut self.ledger {
            ledger.launching = launching;
        }
    }

    /// Charges the open slots of the scheduler of warp slot `w`, as what it waits for is about to change.
    #[inline]
    pub(super) fn before_change(&mut self, w: usize) {
        if self.ledger.is_some() {
            self.forget_wait(usize::from(self.scheduler_of[w]));
        }
    }

    #[inline(never)]
    fn forget_wait(&mut self, s: usize) {
        if let Some(ledger) = &mut self.ledger {
            ledger.forget(s);
        }
    }

    pub(super) fn before_all_change(&mut self) {
        (0..self.schedulers.len()).for_each(|s| self.before_change(s));
    }

    /// Takes the present slot of scheduler `s` as issued by warp slot `w` to `unit`, if it is not the `second`
    /// instruction in the slot. `lanes_before` are the active lanes of all instructions before.
    #[inline]
    pub(super) fn after_issue(
        &mut self,
        s: usize,
        w: usize,
        unit: Unit,
        lanes_before: u64,
        second: bool,
    ) {
        if self.ledger.is_some() {
            self.account_issue(s, w, unit, self.stats.active_lanes - lanes_before, second);
        }
    }

    /// Tells the account that the next instruction of the warp in slot `w` issues.
    #[inline]
    pub(super) fn before_issue(&mut self, w: usize) {
        if let Some(ledger) = &mut self.ledger {
            ledger.begin_issue(w);
        }
    }

    /// Does what [`Smx::after_issue`] says, for an instruction with `lanes` active lanes. Charges the open slots of
    /// the schedulers whose nearest warp is delayed by it.
    #[inline(never)]
    fn account_issue(&mut self, s: usize, w: usize, unit: Unit, lanes: u64, second: bool) {
        let Some(ledger) = &mut self.ledger else { return };
        ledger.issue(s, w, lanes, second);
        let accepts_at = self.units.accepts_at(unit);
        // No warp is delayed by a unit that accepts the next one at once.
        if accepts_at <= ledger.now {
            return;
        }
        for s in 0..ledger.open.len() {
            let Wait::Warp { w, until, .. } = ledger.open[s].wait else { continue };
            if ledger.unknown >> s & 1 == 0 && until < accepts_at && self.needs[w] == unit {
                ledger.forget(s);
            }
        }
    }

    /// Determines what scheduler `s` waits for.
    fn wait_of(&self, s: usize, ledger: &Ledger) -> Wait {
        let policy = &self.schedulers[s].policy;
        let holds_back = policy.own().is_some_and(Own::holds_back);
        match self.nearest(policy.awaited(ledger.residents & ledger.slots_of_first << s)) {
            Some((w, until)) if holds_back => Wait::Warp { w, until, hold: Hold::BY_POLICY },
            Some((w, until)) => Wait::Warp { w, until, hold: self.hold(w) },
            None => Wait::Empty,
        }
    }

    /// Forgets which warps are nearest, so that they are determined anew.
    #[cfg(test)]
    pub(in crate::smx) fn forget_nearest(&mut self) {
        self.before_all_change();
    }

    /// Returns the warp among `candidates` that can issue first, the oldest if there are several, and when it can.
    fn nearest(&self, mut candidates: u64) -> Option<(usize, u64)> {
        let mut nearest: Option<(usize, u64)> = None;
        while candidates != 0 {
            let w = candidates.trailing_zeros() as usize;
            candidates &= candidates - 1;
            let at = self.possible_from(w);
            let precedes =
                |(other, least)| at < least || at == least && self.age[w] < self.age[other];
            if nearest.is_none_or(precedes) {
                nearest = Some((w, at));
            }
        }
        nearest
    }

    /// Returns the cycle from which a warp's next instruction may issue, as far as is known: at best the pending
    /// fetch is served at once and hits. Returns `NEVER` while the warp waits for an event.
    fn possible_from(&self, w: usize) -> u64 {
        let (front, accepts_at) = (&self.fronts[w], self.units.accepts_at(self.needs[w]));
        if self.wake[w] != NEVER {
            return self.wake[w].max(accepts_at);
        }
        match front.go_on {
            NEVER => NEVER,
            go_on => go_on.max(self.fetch.earliest(w)).max(front.operands.at()).max(accepts_at),
        }
    }

    /// Determines what holds a warp back. At first its event does. From then on, of the fetch, the operands and the
    /// unit, the one that is ready last. A fetch that has not been served counts as last.
    fn hold(&self, w: usize) -> Hold {
        let (front, unit) = (&self.fronts[w], self.needs[w]);
        let mut last = (front.fetched_at, Reason::Fetch);
        for (until, reason) in [
            (front.operands.at(), front.operands.producer()),
            (self.units.accepts_at(unit), unit.reason()),
            (front.go_on, front.event),
        ] {
            if until > last.0 {
                last = (until, reason);
            }
        }
        let is_under_way = last == (front.operands.at(), front.operands.producer())
            && front.operands.is_under_way();
        let refused_from = match last.1 {
            Reason::UnitLoadStore => self.units.refused_from(),
            _ => NEVER,
        };
        Hold {
            event_until: front.go_on,
            event: front.event,
            last: last.1,
            is_under_way,
            refused_from,
        }
    }
}
