//! The warp schedulers: each picks the warp it issues from.

use super::{Smx, NEVER};
use crate::config::WarpScheduler;
use crate::log;

/// Warps of an OWL group at least, where the SMX has them: the fetch group of the two-level scheduler that OWL begins
/// with, of Narasiman et al., "Improving GPU performance via large warps and two-level warp scheduling", MICRO 2011.
pub(in crate::smx) const OWL_GROUP: usize = 8;

/// A warp scheduler.
#[derive(Clone, Debug)]
pub(super) struct Scheduler {
    /// Warp slot that issued last.
    pub last: usize,
    /// Cycle before which no warp of this scheduler can issue.
    pub next: u64,
    /// Mask of its warp slots with a known wake-up cycle.
    pub waking: u64,
    /// Mask of the warp slots whose i-buffer holds the wrong path.
    pub wrong: u64,
    /// Mask of the active warp slots, from which a two-level scheduler picks.
    pub active: u64,
    /// The group of the warp that issued last; none before the first.
    pub group: Option<u64>,
}

impl Scheduler {
    /// Creates scheduler `number`, which has no warps.
    pub fn new(number: usize) -> Self {
        Self { last: number, next: NEVER, waking: 0, wrong: 0, active: 0, group: None }
    }

    /// The order in which a grouped scheduler looks at groups: first that of the warp that issued last, then the oldest.
    /// OWL always begins with the first.
    pub fn rank(&self, policy: WarpScheduler, group: u64) -> (bool, u64) {
        (policy == WarpScheduler::Grouped && self.group != Some(group), group)
    }
}

/// The warp found, and the earliest cycle in which the scheduler has to look again.
type Found = (Option<usize>, u64);

impl Smx {
    /// Picks the warp from which scheduler `s` issues in cycle `now`. If there is none, records when to look
    /// again.
    pub(super) fn pick(&mut self, s: usize, now: u64) -> Option<usize> {
        let last = self.schedulers[s].last;
        let (picked, earliest) = match self.config.warp.scheduler {
            WarpScheduler::Gto => self.greedy_then_oldest(s, now),
            WarpScheduler::Lrr => self.next_in_turn(s, now, u64::MAX),
            WarpScheduler::Grouped | WarpScheduler::Owl => self.next_of_first_group(s, now),
            WarpScheduler::TwoLevel => {
                let promotable_at = self.promote(s, now);
                let (picked, earliest) = self.next_in_turn(s, now, self.schedulers[s].active);
                (picked, earliest.min(promotable_at))
            }
        };
        log::note(|| {
            let stride = self.schedulers.len();
            let ready =
                (s..self.warps.len()).step_by(stride).filter(|&w| self.possible_at(w) <= now);
            let (ready, active) =
                (ready.fold(0, |mask, w| mask | 1 << w), self.schedulers[s].active);
            log::Event::Picked { s, at: now, last, picked, ready, active }
        });
        let dropped = match self.schedulers[s].wrong {
            0 => NEVER,
            wrong => self.drop_wrong_paths(s, wrong, now, picked),
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
            // Selects without a branch, because the host would often mispredict it.
            let age = if at <= now { self.age[w] } else { u64::MAX };
            picked = if age < oldest { Some(w) } else { picked };
            oldest = oldest.min(age);
        }
        (picked, earliest)
    }

    /// The warp slots of scheduler `s` in turn, from the one after that which issued last. A scheduler may have none.
    fn in_turn(&self, s: usize) -> impl Iterator<Item = usize> {
        let (stride, slots) = (self.schedulers.len(), self.warps.len());
        let last = self.schedulers[s].last;
        let after = (last + stride..slots).step_by(stride);
        after.chain((s..slots.min(last + 1)).step_by(stride))
    }

    /// Returns the first ready warp of `among` after the one that issued last.
    fn next_in_turn(&self, s: usize, now: u64, among: u64) -> Found {
        let mut earliest = NEVER;
        for w in self.in_turn(s) {
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

    /// Returns, of the group that comes first, the first ready warp after the one that issued last.
    fn next_of_first_group(&self, s: usize, now: u64) -> Found {
        let (scheduler, policy) = (&self.schedulers[s], self.config.warp.scheduler);
        let (mut picked, mut earliest) = (None, NEVER);
        for w in self.in_turn(s) {
            let at = self.possible_at(w);
            earliest = earliest.min(at);
            let rank = scheduler.rank(policy, self.group[w]);
            if at <= now && picked.is_none_or(|(_, first)| rank < first) {
                picked = Some((w, rank));
            }
        }
        (picked.map(|(w, _)| w), earliest)
    }

    /// The group of a TB that enters, whose family is given. Under OWL it is a position: the first at which fewer warps are
    /// resident than make a group, so that TBs that start one after the other are together.
    pub(super) fn group_of_new(&self, family: u64) -> u64 {
        if self.config.warp.scheduler != WarpScheduler::Owl {
            return family;
        }
        let mut resident = vec![0; self.warps.len()];
        let warps = self.warps.iter().zip(&self.group).filter(|(warp, _)| warp.is_some());
        warps.for_each(|(_, &group)| resident[group as usize] += 1);
        resident.iter().position(|&warps| warps < OWL_GROUP).unwrap_or(0) as u64
    }

    /// Fills the free active slots with the ready warps that have been inactive longest. Returns when the next
    /// warp may take a slot that is still free.
    fn promote(&mut self, s: usize, now: u64) -> u64 {
        let slots = self.config.warp.active;
        loop {
            let active = self.schedulers[s].active;
            if active.count_ones() >= slots {
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
                Some(w) => {
                    self.before_change(s);
                    self.schedulers[s].active |= 1 << w;
                    log::note(|| {
                        let awake = (0..self.warps.len()).filter(|&w| self.wake[w] <= now);
                        let awake = awake.fold(0, |mask, w| mask | 1 << w);
                        log::Event::Promoted { w, at: now, awake }
                    });
                }
                None => return earliest,
            }
        }
    }

    /// Removes a warp from the active ones; another may take its active slot at once.
    pub(super) fn demote(&mut self, w: usize) {
        if self.config.warp.scheduler != WarpScheduler::TwoLevel {
            return;
        }
        self.before_change(w);
        let scheduler = self.scheduler_of(w);
        scheduler.active &= !(1 << w);
        scheduler.next = 0;
        log::note(|| log::Event::Demoted { w });
        self.demotions += 1;
        self.fronts[w].outside_since = self.demotions;
    }
}

#[cfg(test)]
mod tests {
    use crate::config::GpuConfig;
    use crate::smx::tests::bench::Bench;
    use crate::smx::TbStart;

    const TEXT: &str = ".version 7.0\n.target sm_35\n.address_size 64\n\
        .visible .entry k(.param .u64 out)\n{\nbar.sync 0;\nret;\n}\n";

    #[test]
    fn tbs_join_the_first_group_of_owl_with_fewer_than_eight_warps() {
        let mut config = GpuConfig::preset("laser13").expect("a preset");
        config.set("warp.scheduler", "owl").expect("a scheduler");
        let mut bench = Bench::new(config, TEXT);
        let mut groups = |slot: u32, warps: u32| {
            let start = bench.start([9, 1, 1], [32 * warps, 1, 1], &[0]);
            bench.launch(&TbStart { slot, ..start });
            let warps = bench.smx.warps.iter().zip(&bench.smx.group);
            let own = warps
                .filter(|(warp, _)| warp.as_ref().is_some_and(|warp| warp.tb == slot as usize));
            own.map(|(_, &group)| group).collect::<Vec<u64>>()
        };
        assert_eq!(groups(0, 3), [0; 3]);
        assert_eq!(groups(1, 4), [0; 4], "there were three");
        assert_eq!(groups(2, 4), [0; 4], "there were seven");
        assert_eq!(groups(3, 1), [1], "there are eleven");
        assert_eq!(groups(4, 8), [1; 8]);
        assert_eq!(groups(5, 2), [2; 2]);
    }
}
