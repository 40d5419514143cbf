//! The warp schedulers: which of the warps that could issue does, and that one does whenever one could.

use super::*;
use crate::config::WarpScheduler;
use crate::smx::pipeline::OWL_GROUP;
use crate::smx::{WarpPolicy, Warps};
use std::collections::HashMap;

/// The members of a mask of warp slots.
fn members(mask: u64) -> impl Iterator<Item = usize> + Clone {
    (0..64).filter(move |w| mask >> w & 1 == 1)
}

/// What the log says of one SMX's warps, beside what the machine keeps of them.
struct Judge<'a> {
    config: &'a GpuConfig,
    /// By warp slot: its launch number, counted here.
    launched: HashMap<usize, u64>,
    /// By warp slot: its family. By scheduler: that of the warp that issued last.
    families: HashMap<usize, u64>,
    last_family: HashMap<usize, u64>,
    /// By resident warp slot: its position among OWL's groups.
    positions: HashMap<usize, usize>,
    /// Two-level: the active slots, and the inactive in the order in which they became so.
    active: u64,
    outside: Vec<usize>,
}

impl Judge<'_> {
    /// The warp that a scheduler must pick of those in `ready`, of which `last` issued last; none if there is none.
    fn due(&self, ready: u64, last: usize) -> Option<usize> {
        let stride = self.config.smx.schedulers as usize;
        match self.config.warp.scheduler {
            WarpScheduler::Gto if ready >> last & 1 == 1 => Some(last),
            WarpScheduler::Gto => members(ready).min_by_key(|w| self.launched[w]),
            WarpScheduler::Grouped => {
                let slots = self.config.smx.warps as usize;
                let greedy =
                    |w: &usize| self.last_family.get(&(w % stride)) == Some(&self.families[w]);
                let family = match members(ready).find(greedy) {
                    Some(w) => self.families[&w],
                    None => members(ready).map(|w| self.families[&w]).min()?,
                };
                let own = members(ready).filter(|w| self.families[w] == family);
                own.min_by_key(|&w| (w + slots - last - stride) % slots)
            }
            WarpScheduler::Owl => {
                let slots = self.config.smx.warps as usize;
                let first = members(ready).map(|w| self.positions[&w]).min()?;
                let own = members(ready).filter(|w| self.positions[w] == first);
                own.min_by_key(|&w| (w + slots - last - stride) % slots)
            }
            WarpScheduler::Lrr | WarpScheduler::TwoLevel => {
                // The distance from the slot behind the last, in steps of the scheduler's own slots.
                let slots = self.config.smx.warps as usize;
                let own = members(ready & if self.is_two_level() { self.active } else { u64::MAX });
                own.min_by_key(|&w| (w + slots - last - stride) % slots)
            }
        }
    }

    /// The first position of which fewer warps are resident than make a group.
    fn position(&self) -> usize {
        let resident = |p: usize| self.positions.values().filter(|&&other| other == p).count();
        (0..).find(|&p| resident(p) < OWL_GROUP).expect("a position")
    }

    fn is_two_level(&self) -> bool {
        self.config.warp.scheduler == WarpScheduler::TwoLevel
    }
}

/// The first event that the scheduler's statement does not allow; with a policy of a user's `own`, what is true of every
/// policy.
fn wrong(config: &GpuConfig, run: &Run, own: bool) -> Option<String> {
    let stride = config.smx.schedulers as usize;
    let (active, outside) = (0, Vec::new());
    let [families, last_family] = [HashMap::new(), HashMap::new()];
    let (launched, positions) = (HashMap::new(), HashMap::new());
    let mut judge = Judge { config, launched, families, last_family, positions, active, outside };
    let mut free: Vec<usize> = (0..config.smx.warps as usize).rev().collect();
    let (mut launched, mut last_issue, mut issued) = (0, HashMap::new(), 0_u64);
    for event in &run.log {
        match *event {
            Event::Entered { warps, family, .. } => {
                let position = judge.position();
                for _ in 0..warps {
                    let w = free.pop().expect("a warp slot");
                    judge.launched.insert(w, launched);
                    judge.families.insert(w, family);
                    judge.positions.insert(w, position);
                    launched += 1;
                    judge.outside.retain(|&other| other != w);
                    judge.outside.push(w);
                }
            }
            Event::Issued { w, age, .. } => {
                if judge.launched[&w] != age {
                    return Some(format!("warp {w} is of age {age}, not {}", judge.launched[&w]));
                }
                last_issue.insert(w % stride, w);
                judge.last_family.insert(w % stride, judge.families[&w]);
                issued |= 1 << (w % stride);
            }
            Event::Left { w, .. } => {
                judge.positions.remove(&w);
                free.push(w);
                free.sort_unstable_by_key(|&w| std::cmp::Reverse(w));
                judge.outside.retain(|&other| other != w);
            }
            Event::Turned { at, ready, .. } => {
                let may = ready & if judge.is_two_level() { judge.active } else { u64::MAX };
                let idle = members(may).find(|w| issued >> (w % stride) & 1 == 0);
                if let Some(w) = idle.filter(|_| !own) {
                    return Some(format!(
                        "warp {w} could issue in {at}, and its scheduler did not"
                    ));
                }
                issued = 0;
            }
            Event::Promoted { w, at, awake, .. } => {
                let mut own = judge.outside.iter().filter(|&&other| other % stride == w % stride);
                let due = own.find(|&&other| awake >> other & 1 == 1);
                if due != Some(&w) {
                    return Some(format!("warp {w} becomes active in {at} before {due:?}"));
                }
                judge.outside.retain(|&other| other != w);
                judge.active |= 1 << w;
            }
            Event::Demoted { w, .. } => {
                judge.active &= !(1 << w);
                judge.outside.retain(|&other| other != w);
                judge.outside.push(w);
            }
            Event::Picked { s, at, last, picked, ready, active, .. } => {
                if last_issue.get(&s).is_some_and(|&issued| issued != last) {
                    return Some(format!(
                        "scheduler {s} takes {last} for the one that issued last"
                    ));
                }
                if own {
                    let strange = picked.filter(|w| ready >> w & 1 == 0 || w % stride != s);
                    if strange.is_some() {
                        return Some(format!("scheduler {s} in {at}: {picked:?} of {ready:#b}"));
                    }
                    continue;
                }
                if picked != judge.due(ready, last) {
                    let due = judge.due(ready, last);
                    return Some(format!(
                        "scheduler {s} in {at}: {picked:?}, due {due:?} of {ready:#b}"
                    ));
                }
                let own = members(judge.active).filter(|w| w % stride == s);
                let count = own.clone().count() as u32;
                if judge.is_two_level()
                    && (own.fold(0, |mask, w| mask | 1 << w) != active
                        || count > config.warp.active)
                {
                    return Some(format!("scheduler {s} in {at}: active {active:#b}"));
                }
                // A free active slot is taken by the ready warp that has been inactive longest.
                let waits = judge.outside.iter().find(|&&w| ready >> w & 1 == 1);
                if judge.is_two_level() && count < config.warp.active && waits.is_some() {
                    return Some(format!(
                        "scheduler {s} in {at}: {waits:?} is ready and not active"
                    ));
                }
            }
            _ => {}
        }
    }
    None
}

/// A policy that picks by a random number, sometimes none.
struct Anyhow(u64);

impl WarpPolicy for Anyhow {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        self.0 = self.0.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        let count = warps.ready().count() + 1;
        warps.ready().nth((self.0 >> 33) as usize % count)
    }

    fn precedes(&self, _: &Warps<'_>, w: usize, picked: usize) -> bool {
        (w ^ picked ^ self.0 as usize) & 1 == 0
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn every_scheduler_picks_the_warp_that_its_rule_names(
        config in machine(), body in body(), threads in prop::sample::select(vec![80, 256]),
    ) {
        // Two TBs of the larger ones are two groups of OWL.
        prop_assert_eq!(wrong(&config, &Run::of_text(&config, &body.text(), [threads, 3]), false), None);
    }

    #[test]
    fn every_policy_of_a_users_picks_a_warp_of_its_own_that_could_issue_or_none(
        config in machine(), body in body(), seed in any::<u64>(),
    ) {
        let prepare = |smx: &mut Smx| smx.schedule_by(&|_| Box::new(Anyhow(seed)));
        let run = Run::by(&config, &body.text(), [80, 3], prepare);
        let picked = |event: &Event| matches!(event, Event::Picked { picked: Some(_), .. });
        prop_assert!(run.log.iter().any(picked));
        prop_assert_eq!(wrong(&config, &run, true), None);
    }
}
