//! The wrong path behind a jump: the i-buffer holds it until the scheduler comes to the warp.
//!
//! In each cycle a scheduler looks at its warps in the order of their priority, up to the one that it issues from.
//! It drops the i-buffer of every warp on the way whose next instruction is another than the one there. So a warp
//! that has jumped is fetched for anew only when no warp before it can issue.

use super::policies::{WarpPolicy, Warps};
use super::{Smx, NEVER};
use crate::bits::set_bits;

impl Smx {
    /// From cycle `at` on the i-buffer of a warp holds instructions behind a jump.
    pub(super) fn find_wrong_path_from(&mut self, w: usize, at: u64) {
        self.fronts[w].wrong_from = at;
        self.scheduler_of(w).wrong |= 1 << w;
        self.look_at(w, at);
    }

    /// Has the scheduler of a warp look in cycle `at`.
    pub(super) fn look_at(&mut self, w: usize, at: u64) {
        let scheduler = self.scheduler_of(w);
        scheduler.next = scheduler.next.min(at);
    }

    /// Forgets the wrong path of a warp that leaves its slot.
    pub(super) fn forget_wrong_path(&mut self, w: usize) {
        self.scheduler_of(w).wrong &= !(1 << w);
        self.fronts[w].wrong_from = NEVER;
    }

    /// Drops the i-buffers of those `wrong` warps that scheduler `s` has looked at in cycle `now` before it
    /// `picked` one, and requests a fetch for them. Returns from when it may find others.
    #[inline(never)]
    pub(super) fn drop_wrong_paths(
        &mut self,
        policy: &impl WarpPolicy,
        s: usize,
        wrong: u64,
        now: u64,
        picked: Option<usize>,
    ) -> u64 {
        let warps = Warps::new(self, s, now);
        let (mut next, mut looked_at) = (NEVER, 0);
        for w in set_bits(wrong) {
            let from = self.fronts[w].wrong_from;
            if from > now {
                next = next.min(from);
            } else if picked.is_none_or(|picked| policy.precedes(&warps, w, picked)) {
                looked_at |= 1 << w;
            }
        }
        for w in set_bits(looked_at) {
            self.before_change(w);
            self.forget_wrong_path(w);
            let target = self.warps[w].as_ref().and_then(|resident| resident.warp.position());
            self.fronts[w].head = target.unwrap_or(self.fronts[w].head);
            self.request(w, now);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::super::policies::{Grouped, Gto, Lrr, Owl, TwoLevel};
    use super::*;
    use crate::config::GpuConfig;

    /// Returns which of warps 0 to 3 of one scheduler drop their wrong path in cycle 10, in which it picks warp 1
    /// or none and issued from `last` before. Warp 3 is the oldest; the wrong path of warp 2 comes in cycle 11.
    fn dropped(scheduler: &str, last: usize, picked: Option<usize>) -> (Vec<usize>, u64) {
        let mut config = GpuConfig::preset("tiny").unwrap();
        config.set("smx.schedulers", "1").unwrap();
        config.set("warp.scheduler", scheduler).unwrap();
        let mut smx = Smx::new(0, &config);
        for (w, from) in [(0, 9), (1, 10), (2, 11), (3, 10)] {
            smx.age[w] = 3 - w as u64;
            smx.group[w] = w as u64 % 2;
            if picked != Some(w) {
                smx.find_wrong_path_from(w, from);
            }
        }
        smx.schedulers[0].last = last;
        let wrong = smx.schedulers[0].wrong;
        let next = match scheduler {
            "gto" => smx.drop_wrong_paths(&Gto, 0, wrong, 10, picked),
            "lrr" => smx.drop_wrong_paths(&Lrr, 0, wrong, 10, picked),
            "grouped" => smx.drop_wrong_paths(&Grouped, 0, wrong, 10, picked),
            "owl" => smx.drop_wrong_paths(&Owl, 0, wrong, 10, picked),
            _ => smx.drop_wrong_paths(&TwoLevel::new(2), 0, wrong, 10, picked),
        };
        ((0..4).filter(|&w| smx.fetch.earliest(w) >= 10).collect(), next)
    }

    #[test]
    fn a_wrong_path_is_dropped_when_no_warp_before_its_own_can_issue() {
        assert_eq!(dropped("gto", 0, None), (vec![0, 1, 3], 11));
        assert_eq!(dropped("gto", 0, Some(1)).0, [0, 3], "the last one and the older");
        assert_eq!(dropped("gto", 2, Some(1)).0, [3], "the older");
        assert!(dropped("gto", 1, Some(1)).0.is_empty(), "the last one goes on");
        assert_eq!(dropped("lrr", 2, Some(1)).0, [0, 3], "those whose turn is before");
        assert!(dropped("lrr", 0, Some(1)).0.is_empty());
        // Warps 0 and 2 are of the first family, and the last that issued is of none.
        assert_eq!(
            dropped("grouped", 2, Some(1)).0,
            [0, 3],
            "the older family, and whose turn is before"
        );
        assert!(dropped("grouped", 1, Some(0)).0.is_empty(), "the other family is younger");
        assert_eq!(dropped("owl", 2, Some(1)).0, [0, 3], "the group of a lower position");
        assert_eq!(dropped("two-level", 1, Some(1)).0, [0, 3], "every warp is looked at");
    }
}
