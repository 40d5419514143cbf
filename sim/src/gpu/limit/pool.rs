//! The pool of pending kernels: which goes to the KMU next. LASER, Algorithm 1.

use super::names::Kin;
use super::profile::{KernelId, Profile};
use crate::gpu::ids::{DeviceAddr, LaunchId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A kernel of which the profile knows, in this run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub kernel: KernelId,
    pub kin: Kin,
}

/// A kernel that has been chosen or has started, and has not ended.
#[derive(Debug)]
struct Running {
    known: Known,
    /// The kernels of the pool that reuse its lines, by their places: the ratio. The bits of positive numbers are ordered
    /// as the numbers are.
    ratios: HashMap<u64, u64>,
    /// The same, the highest ratio first, and then the first that came.
    order: BTreeSet<(Reverse<u64>, u64)>,
}

impl Running {
    /// A kernel waits at a place of the pool.
    fn meets(&mut self, place: u64, waiting: &Known, profile: &Profile) {
        let Known { kernel, kin } = &self.known;
        if !(waiting.kin.is_child_of(kin) || waiting.kin.is_sibling_of(kin)) {
            return;
        }
        let ratio = profile.ratio(waiting.kernel, *kernel);
        if ratio > 0.0 {
            self.ratios.insert(place, ratio.to_bits());
            self.order.insert((Reverse(ratio.to_bits()), place));
        }
    }

    /// The kernel at a place waits no longer.
    fn forget(&mut self, place: u64) {
        if let Some(ratio) = self.ratios.remove(&place) {
            self.order.remove(&(Reverse(ratio), place));
        }
    }
}

/// Kernels that wait, and those that run.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// In the order in which they came: the descriptor, and the kernel if it was profiled.
    waiting: BTreeMap<u64, (DeviceAddr, Option<Known>)>,
    came: u64,
    running: HashMap<LaunchId, Running>,
}

impl Pool {
    /// A kernel joins.
    pub fn push(&mut self, desc: DeviceAddr, known: Option<Known>, profile: &Profile) {
        let place = self.came;
        self.came += 1;
        self.waiting.insert(place, (desc, known));
        if let Some(known) = known {
            self.running.values_mut().for_each(|running| running.meets(place, &known, profile));
        }
    }

    /// Whether no kernel waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// A kernel runs from now on.
    pub fn runs(&mut self, known: Known, profile: &Profile) {
        if self.running.contains_key(&known.kin.launch) {
            return;
        }
        let (ratios, order) = (HashMap::new(), BTreeSet::new());
        let mut running = Running { known, ratios, order };
        for (&place, (_, waiting)) in &self.waiting {
            waiting.iter().for_each(|waiting| running.meets(place, waiting, profile));
        }
        self.running.insert(known.kin.launch, running);
    }

    /// A launch has ended.
    pub fn ended(&mut self, launch: LaunchId) {
        self.running.remove(&launch);
    }

    /// Takes the kernel that reuses most of what one that runs accesses, of several the first that came; if none reuses
    /// anything, the first of all. Says whether it was chosen by reuse. It runs from now on.
    pub fn take(&mut self, profile: &Profile) -> Option<(DeviceAddr, bool)> {
        let chosen = self.running.values().filter_map(|running| running.order.first()).min();
        let chosen = chosen.map(|&(_, place)| place);
        let place = chosen.or_else(|| self.waiting.keys().next().copied())?;
        let (desc, known) = self.waiting.remove(&place)?;
        self.running.values_mut().for_each(|running| running.forget(place));
        if let Some(known) = known {
            self.runs(known, profile);
        }
        Some((desc, chosen.is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::names::tests::kin;
    use super::super::profile::tests::kernels;
    use super::*;

    fn address(number: u64) -> DeviceAddr {
        DeviceAddr::new(number)
    }

    #[test]
    fn the_kernel_with_the_highest_ratio_to_one_that_runs_goes_first() {
        // Of the accesses of the children to lines of the parent: 0, 1/2, 3/4, none. The first child has 2/3 of its own
        // with the third.
        let (profile, [host, a, b, c, d]) =
            kernels([&[1, 2, 3], &[8, 8, 9], &[1, 7], &[1, 2, 3, 8], &[5]]);
        let mut pool = Pool::default();
        for (number, kernel) in (0..).zip([a, b, c, d]) {
            let kin = kin(20 + number, Some((10, 7)));
            pool.push(address(number), Some(Known { kernel, kin }), &profile);
        }
        pool.push(address(9), None, &profile);
        pool.runs(Known { kernel: host, kin: kin(10, None) }, &profile);
        let order = [(2, true), (0, true), (1, true), (3, false), (9, false)];
        for (number, by_reuse) in order {
            assert_eq!(pool.take(&profile), Some((address(number), by_reuse)));
        }
        assert_eq!(pool.take(&profile), None);
    }

    #[test]
    fn of_equals_the_first_goes_first_and_what_has_ended_is_not_reused() {
        let (profile, [host, a, b]) = kernels([&[1], &[4], &[1]]);
        let running = Known { kernel: host, kin: kin(10, None) };
        let of = |kernel, number, tb| Some(Known { kernel, kin: kin(number, Some((10, tb))) });
        let mut pool = Pool::default();
        pool.runs(running, &profile);
        pool.push(address(0), of(a, 20, 1), &profile);
        pool.push(address(1), of(b, 21, 2), &profile);
        pool.push(address(2), of(b, 22, 3), &profile);
        assert_eq!(pool.take(&profile), Some((address(1), true)));
        pool.ended(running.kin.launch);
        assert_eq!(pool.take(&profile), Some((address(0), false)), "no sibling runs");
        assert!(!pool.is_empty());
    }
}
