//! The lookup pipeline of an L1. One access enters per cycle; its result is known when it leaves. An access that
//! cannot continue stalls those behind it, and in the end the load-store unit.

use std::collections::VecDeque;

#[derive(Clone, Debug)]
pub(super) struct Lookups {
    /// When each access in the pipeline leaves it, in order.
    leaves: VecDeque<u64>,
    stages: usize,
}

impl Lookups {
    /// Creates a pipeline of `stages` stages. With 0 stages, an access leaves when it enters.
    pub(super) fn new(stages: u32) -> Self {
        let stages = stages as usize;
        Self { leaves: VecDeque::with_capacity(stages + 1), stages }
    }

    /// Enters an access that arrives at `at`. Returns when it enters and when it reaches the end of the pipeline.
    /// The caller reports by [`Self::leave`] when it leaves, before the next access arrives.
    pub(super) fn enter(&mut self, at: u64) -> (u64, u64) {
        if self.stages == 0 {
            return (at, at);
        }
        let behind = self.leaves.back().map_or(0, |&last| last + 1);
        let mut entered = at;
        while self.leaves.front().is_some_and(|&leaves| leaves <= at) {
            self.leaves.pop_front();
        }
        if self.leaves.len() == self.stages {
            entered = self.leaves.pop_front().unwrap_or(at);
        }
        (entered, behind.max(entered + self.stages as u64))
    }

    /// Records that the access that entered last leaves the pipeline at `at`.
    pub(super) fn leave(&mut self, at: u64) {
        if self.stages > 0 {
            self.leaves.push_back(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_access_a_cycle_passes_without_waiting() {
        let mut lookups = Lookups::new(3);
        for at in 10..20 {
            assert_eq!(lookups.enter(at), (at, at + 3));
            lookups.leave(at + 3);
        }
    }

    #[test]
    fn one_that_cannot_leave_holds_as_many_behind_it_as_there_are_stages() {
        let mut lookups = Lookups::new(3);
        lookups.enter(10);
        lookups.leave(100);
        for (at, expected) in [(11, (11, 101)), (12, (12, 102)), (13, (100, 103))] {
            assert_eq!(lookups.enter(at), expected);
            lookups.leave(expected.1);
        }
        assert_eq!(lookups.enter(200), (200, 203));
    }

    #[test]
    fn without_stages_nothing_waits() {
        let mut lookups = Lookups::new(0);
        assert_eq!(lookups.enter(5), (5, 5));
        lookups.leave(50);
        assert_eq!(lookups.enter(6), (6, 6));
    }
}
