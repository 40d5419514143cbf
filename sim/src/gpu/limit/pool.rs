//! The pool of pending kernels: which goes to the KMU next. LASER, Algorithm 1.

use super::profile::{KernelId, Profile};
use crate::gpu::ids::DeviceAddr;
use std::collections::{BTreeMap, HashMap};

/// Kernels that wait, and those that run.
#[derive(Debug, Default)]
pub(super) struct Pool {
    /// In the order in which they came: the descriptor, and the kernel if it was profiled.
    waiting: BTreeMap<u64, (DeviceAddr, Option<KernelId>)>,
    /// The places of those that were profiled.
    places: HashMap<KernelId, u64>,
    came: u64,
    /// Kernels that have been chosen or have started, and have not ended: what reuses their lines, the highest ratio first.
    running: BTreeMap<KernelId, Vec<(f64, KernelId)>>,
}

impl Pool {
    /// A kernel joins.
    pub fn push(&mut self, desc: DeviceAddr, kernel: Option<KernelId>) {
        self.waiting.insert(self.came, (desc, kernel));
        if let Some(kernel) = kernel {
            self.places.insert(kernel, self.came);
        }
        self.came += 1;
    }

    /// Whether no kernel waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// A kernel runs from now on.
    pub fn runs(&mut self, kernel: KernelId, profile: &Profile) {
        self.running.entry(kernel).or_insert_with(|| profile.partners(kernel));
    }

    /// A kernel has ended.
    pub fn ended(&mut self, kernel: KernelId) {
        self.running.remove(&kernel);
    }

    /// Takes the kernel that reuses most of what one that runs accesses, of several the first that came; if none reuses
    /// anything, the first of all. Says whether it was chosen by reuse. It runs from now on.
    pub fn take(&mut self, profile: &Profile) -> Option<(DeviceAddr, bool)> {
        let best = |partners: &Vec<(f64, KernelId)>| {
            let place = |&(ratio, kernel)| Some((ratio, *self.places.get(&kernel)?));
            partners.iter().find_map(place)
        };
        let candidates = self.running.values().filter_map(best);
        let chosen =
            candidates.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
        let by_reuse = chosen.is_some();
        let place =
            chosen.map(|(_, place)| place).or_else(|| self.waiting.keys().next().copied())?;
        let (desc, kernel) = self.waiting.remove(&place)?;
        if let Some(kernel) = kernel {
            self.places.remove(&kernel);
            self.runs(kernel, profile);
        }
        Some((desc, by_reuse))
    }
}

#[cfg(test)]
mod tests {
    use super::super::profile::tests::family;
    use super::*;

    fn address(number: usize) -> DeviceAddr {
        DeviceAddr::new(number as u64)
    }

    #[test]
    fn the_kernel_with_the_highest_ratio_to_one_that_runs_goes_first() {
        // Of the accesses of the children to lines of the parent: 0, 1/2, 3/4, none. The first child has 2/3 of its own
        // with the third.
        let children: [&[u32]; 4] = [&[8, 8, 9], &[1, 7], &[1, 2, 3, 8], &[5]];
        let (profile, host, kernels) = family(&[1, 2, 3], &children);
        let mut pool = Pool::default();
        for (number, &kernel) in kernels.iter().enumerate() {
            pool.push(address(number), Some(kernel));
        }
        pool.push(address(9), None);
        pool.runs(host, &profile);
        assert_eq!(pool.take(&profile), Some((address(2), true)), "3/4 of the parent's");
        assert_eq!(pool.take(&profile), Some((address(0), true)), "2/3 of its sibling's");
        assert_eq!(pool.take(&profile), Some((address(1), true)));
        assert_eq!(
            pool.take(&profile),
            Some((address(3), false)),
            "first of those that reuse nothing"
        );
        assert_eq!(pool.take(&profile), Some((address(9), false)), "it was not profiled");
        assert_eq!(pool.take(&profile), None);
    }

    #[test]
    fn what_has_ended_is_not_reused_and_of_equals_the_first_goes_first() {
        let (profile, host, kernels) = family(&[1], &[&[4], &[1], &[1]]);
        let mut pool = Pool::default();
        for number in [0, 2, 1] {
            pool.push(address(number), Some(kernels[number]));
        }
        pool.runs(host, &profile);
        assert_eq!(pool.take(&profile), Some((address(2), true)));
        pool.ended(host);
        pool.ended(kernels[2]);
        assert_eq!(pool.take(&profile), Some((address(0), false)));
        assert!(!pool.is_empty());
    }
}
