//! Which warp a scheduler issues from.

use super::{Smx, NEVER};
use crate::config::WarpScheduler;

/// A warp scheduler.
#[derive(Clone, Debug)]
pub(super) struct Scheduler {
    /// Warp slot that issued last.
    pub last: usize,
    /// No warp of this scheduler can issue before this cycle.
    pub next: u64,
    /// Its warp slots whose warps know when they go on.
    pub waking: u64,
    /// Warp slots it chooses from, if it has two levels.
    active: u64,
}

impl Scheduler {
    /// Scheduler number `number`, which has no warps.
    pub fn new(number: usize) -> Self {
        Self { last: number, next: NEVER, waking: 0, active: 0 }
    }
}

/// The warp found, and the first cycle in which it makes sense to look for one.
type Found = (Option<usize>, u64);

impl Smx {
    /// The warp from which scheduler `s` issues in cycle `now`; without one, notes when to look again.
    pub(super) fn pick(&mut self, s: usize, now: u64) -> Option<usize> {
        let (picked, earliest) = match self.config.smx.warp_scheduler {
            WarpScheduler::Gto => self.greedy_then_oldest(s, now),
            WarpScheduler::Lrr => self.next_in_turn(s, now, u64::MAX),
            WarpScheduler::TwoLevel => {
                let promotable_at = self.promote(s, now);
                let (picked, earliest) = self.next_in_turn(s, now, self.schedulers[s].active);
                (picked, earliest.min(promotable_at))
            }
        };
        let scheduler = &mut self.schedulers[s];
        match picked {
            Some(w) => (scheduler.last, scheduler.next) = (w, now + 1),
            None => scheduler.next = earliest,
        }
        picked
    }

    #[inline]
    fn possible_at(&self, w: usize) -> u64 {
        self.wake[w].max(self.units.accepts_at(self.needs[w]))
    }

    fn greedy_then_oldest(&self, s: usize, now: u64) -> Found {
        let last = self.schedulers[s].last;
        if last < self.warps.len() && self.possible_at(last) <= now {
            return (Some(last), now);
        }
        let (mut picked, mut earliest, mut oldest) = (None, NEVER, u64::MAX);
        let mut rest = self.schedulers[s].waking;
        while rest != 0 {
            let w = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let at = self.possible_at(w);
            earliest = earliest.min(at);
            // Without a branch, as it would be hard to foresee.
            let age = if at <= now { self.age[w] } else { u64::MAX };
            picked = if age < oldest { Some(w) } else { picked };
            oldest = oldest.min(age);
        }
        (picked, earliest)
    }

    /// The first warp of `among` after the one that issued last.
    fn next_in_turn(&self, s: usize, now: u64, among: u64) -> Found {
        let stride = self.schedulers.len();
        let last = self.schedulers[s].last;
        let after = (last + stride..self.warps.len()).step_by(stride);
        let mut earliest = NEVER;
        for w in after.chain((s..self.warps.len().min(last + 1)).step_by(stride)) {
            if among >> w & 1 == 0 {
                continue;
            }
            let at = self.possible_at(w);
            earliest = earliest.min(at);
            if at <= now {
                return (Some(w), earliest);
            }
        }
        (None, earliest)
    }

    /// Fills the free places among the active warps with those of the ready ones that have been outside for
    /// longest; returns when the next may take a place that is still free.
    fn promote(&mut self, s: usize, now: u64) -> u64 {
        let places = self.config.smx.active_warps;
        loop {
            let active = self.schedulers[s].active;
            if active.count_ones() >= places {
                return NEVER;
            }
            let (mut promoted, mut earliest, mut first) = (None, NEVER, u64::MAX);
            for w in (s..self.warps.len()).step_by(self.schedulers.len()) {
                if active >> w & 1 == 1 {
                    continue;
                }
                earliest = earliest.min(self.wake[w]);
                if self.wake[w] <= now && self.fronts[w].outside_since < first {
                    first = self.fronts[w].outside_since;
                    promoted = Some(w);
                }
            }
            match promoted {
                Some(w) => self.schedulers[s].active |= 1 << w,
                None => return earliest,
            }
        }
    }

    /// Makes a warp give up its place among the active ones; another may take it at once.
    pub(super) fn demote(&mut self, w: usize) {
        if self.config.smx.warp_scheduler != WarpScheduler::TwoLevel {
            return;
        }
        let stride = self.schedulers.len();
        self.schedulers[w % stride].active &= !(1 << w);
        self.schedulers[w % stride].next = 0;
        self.demotions += 1;
        self.fronts[w].outside_since = self.demotions;
    }
}
