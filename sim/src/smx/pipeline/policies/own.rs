//! A user's policy: asked only when it has a choice, held to its warps, and watched for warps that it leaves waiting.

use super::policy::WarpPolicy;
use super::Warps;
use crate::smx::pipeline::NEVER;
use crate::smx::slots::Slots;
use std::fmt;

pub(in crate::smx::pipeline) struct Own {
    policy: Box<dyn WarpPolicy>,
    /// It has picked none when it was asked last, and somebody could have issued.
    holds_back: bool,
    /// The slot that it has named although its warp cannot issue.
    misnamed: Option<usize>,
    /// Per warp slot: the first cycle in which its warp could issue and did not, since it last did or rested.
    passed_since: Slots<u64>,
}

impl Own {
    /// The scheduler of a user's policy.
    pub fn new(policy: Box<dyn WarpPolicy>) -> Self {
        Self { policy, holds_back: false, misnamed: None, passed_since: Slots::new(NEVER) }
    }

    /// Whether it has picked none when it was asked last, although a warp could have issued.
    pub fn holds_back(&self) -> bool {
        self.holds_back
    }

    /// Takes the slot that it has named although its warp cannot issue.
    pub fn take_misnamed(&mut self) -> Option<usize> {
        self.misnamed.take()
    }

    /// Since when a warp could have issued, and has not been picked.
    pub fn passed_since(&self, w: usize) -> Option<u64> {
        Some(self.passed_since[w]).filter(|&since| since != NEVER)
    }
}

impl WarpPolicy for Own {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        let ready = warps.ready();
        if ready.is_empty() {
            self.holds_back = false;
            return None;
        }
        let named = self.policy.pick(warps);
        let picked = named.filter(|&w| ready.contains(w));
        self.misnamed = named.filter(|_| picked.is_none());
        self.holds_back = picked.is_none();
        for w in ready {
            let since = &mut self.passed_since[w];
            *since = if picked == Some(w) { NEVER } else { (*since).min(warps.cycle()) };
        }
        picked
    }

    fn precedes(&self, warps: &Warps<'_>, w: usize, picked: usize) -> bool {
        self.policy.precedes(warps, w, picked)
    }

    fn rests(&mut self, w: usize) {
        self.passed_since[w] = NEVER;
        self.policy.rests(w);
    }
}

impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Own").field("holds_back", &self.holds_back).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::GpuConfig;
    use crate::smx::pipeline::Smx;

    struct Never;

    impl WarpPolicy for Never {
        fn pick(&mut self, _: &Warps<'_>) -> Option<usize> {
            None
        }
    }

    #[test]
    fn a_warp_that_rests_is_not_passed_over_until_it_could_issue_again() {
        let mut smx = Smx::new(0, &GpuConfig::preset("tiny").unwrap());
        (smx.wake[0], smx.schedulers[0].waking) = (3, 1);
        let mut own = Own::new(Box::new(Never));
        let passed_since = [2, 5, 6].map(|now| {
            assert_eq!(own.pick(&Warps::new(&smx, 0, now)), None);
            (own.holds_back(), own.passed_since(0))
        });
        assert_eq!(passed_since, [(false, None), (true, Some(5)), (true, Some(5))]);
        own.rests(0);
        assert_eq!(own.passed_since(0), None);
        own.pick(&Warps::new(&smx, 0, 9));
        assert_eq!(own.passed_since(0), Some(9));
    }
}
