//! The warp schedulers: each asks its policy for the warp that it issues from.

use super::policies::{
    Asked, Grouped, Gto, Lrr, Misnamed, Owl, Own, Policy, SchedulerId, WarpPolicy, Warps,
};
use super::{Smx, NEVER};
use crate::config::WarpConfig;
use crate::log;
use crate::smx::SmxEvents;

/// A warp scheduler.
#[derive(Debug)]
pub(super) struct Scheduler {
    /// Warp slot that issued last.
    pub last: usize,
    /// Cycle before which no warp of this scheduler can issue.
    pub next: u64,
    /// Mask of its warp slots with a known wake-up cycle.
    pub waking: u64,
    /// Mask of the warp slots whose i-buffer holds the wrong path.
    pub wrong: u64,
    /// The group of the warp that issued last; none before the first.
    pub group: Option<u64>,
    /// Says which warp issues.
    pub policy: Policy,
}

impl Scheduler {
    /// Creates scheduler `number`, which has no warps.
    pub fn new(number: usize, config: &WarpConfig) -> Self {
        let policy = Policy::new(config);
        Self { last: number, next: NEVER, waking: 0, wrong: 0, group: None, policy }
    }
}

impl Smx {
    /// Has the schedulers of this SMX, which is empty, go by policies of a user's from now on.
    pub fn schedule_by(&mut self, policy: &dyn Fn(SchedulerId) -> Box<dyn WarpPolicy>) {
        for (scheduler, number) in self.schedulers.iter_mut().zip(0..) {
            let id = SchedulerId { smx: self.id, scheduler: number };
            scheduler.policy = Policy::Own(Box::new(Own::new(policy(id))));
        }
    }

    /// Picks the warp from which scheduler `s` issues in cycle `now`. If there is none, records when to look
    /// again.
    #[inline]
    pub(super) fn pick(&mut self, s: usize, now: u64, events: &mut SmxEvents) -> Option<usize> {
        match self.schedulers[s].policy {
            Policy::Gto => self.pick_by(s, now, &mut Gto),
            Policy::Lrr => self.pick_by(s, now, &mut Lrr),
            Policy::Grouped => self.pick_by(s, now, &mut Grouped),
            Policy::Owl => self.pick_by(s, now, &mut Owl),
            Policy::TwoLevel(_) | Policy::Own(_) => self.pick_with_state(s, now, events),
        }
    }

    /// Picks by a policy that has a state, which the account may have to hear of.
    #[inline(never)]
    fn pick_with_state(&mut self, s: usize, now: u64, events: &mut SmxEvents) -> Option<usize> {
        // Out of its place, as it reads the SMX.
        let mut policy = std::mem::take(&mut self.schedulers[s].policy);
        let picked = match &mut policy {
            Policy::TwoLevel(policy) => {
                let active = policy.active();
                let picked = self.pick_by(s, now, &mut **policy);
                if active != policy.active() {
                    self.before_change(s);
                }
                picked
            }
            Policy::Own(policy) => {
                let held_back = policy.holds_back();
                let picked = self.pick_by(s, now, &mut **policy);
                if held_back != policy.holds_back() {
                    self.before_change(s);
                }
                if let Some(warp) = policy.take_misnamed() {
                    let scheduler = SchedulerId { smx: self.id, scheduler: s as u32 };
                    let ready = Warps::new(self, s, now).ready();
                    let misnamed = Misnamed { cycle: now, scheduler, warp, ready };
                    events.misnamed.get_or_insert(misnamed);
                }
                picked
            }
            Policy::Gto | Policy::Lrr | Policy::Grouped | Policy::Owl => None,
        };
        self.schedulers[s].policy = policy;
        picked
    }

    #[inline(always)]
    fn pick_by<P: Asked>(&mut self, s: usize, now: u64, policy: &mut P) -> Option<usize> {
        let warps = Warps::new(self, s, now);
        let picked = policy.pick(&warps);
        let earliest = if picked.is_none() { policy.next_look(&warps) } else { NEVER };
        log::note(|| {
            let stride = self.schedulers.len();
            let ready =
                (s..self.warps.len()).step_by(stride).filter(|&w| self.possible_at(w) <= now);
            let (ready, last) = (ready.fold(0, |mask, w| mask | 1 << w), self.schedulers[s].last);
            log::Event::Picked { s, at: now, last, picked, ready, active: policy.active() }
        });
        let dropped = match self.schedulers[s].wrong {
            0 => NEVER,
            wrong => self.drop_wrong_paths(policy, s, wrong, now, picked),
        };
        let scheduler = &mut self.schedulers[s];
        match picked {
            Some(w) => {
                (scheduler.last, scheduler.next) = (w, now + 1);
                scheduler.group = Some(self.group[w]);
            }
            None => scheduler.next = earliest.min(dropped),
        }
        picked
    }

    #[inline]
    pub(super) fn possible_at(&self, w: usize) -> u64 {
        self.wake[w].max(self.units.accepts_at(self.needs[w]))
    }

    /// The group of a TB that enters, whose family is given.
    pub(super) fn group_of_new(&self, family: u64) -> u64 {
        match self.schedulers[0].policy {
            Policy::Owl => Owl::group_of_new(self),
            _ => family,
        }
    }

    /// Tells its scheduler that a warp rests; another may take its place at once.
    #[inline]
    pub(super) fn demote(&mut self, w: usize) {
        if let Policy::Gto | Policy::Lrr | Policy::Grouped | Policy::Owl =
            self.scheduler_of(w).policy
        {
            return;
        }
        self.before_change(w);
        let scheduler = self.scheduler_of(w);
        scheduler.policy.rests(w);
        if let Policy::TwoLevel(_) = scheduler.policy {
            scheduler.next = 0;
            log::note(|| log::Event::Demoted { w });
        }
    }
}
