//! A limited number of transactions under way, such as the entries of a miss table.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// At most `capacity` entries between entry and completion.
#[derive(Clone, Debug)]
pub(super) struct Window {
    completions: BinaryHeap<Reverse<u64>>,
    capacity: usize,
    /// Entries in use without a known end.
    open: usize,
}

impl Window {
    pub(super) fn new(capacity: u32) -> Self {
        let capacity = capacity as usize;
        Self { completions: BinaryHeap::with_capacity(capacity), capacity, open: 0 }
    }

    /// Sets how many entries are in use without a known end; at least one entry must remain.
    pub(super) fn keep_open(&mut self, open: usize) {
        self.open = open;
    }

    /// Allocates `count` entries, or all there are if fewer. Returns `at`, or the cycle in which enough of the
    /// entries in use have completed, the earliest first.
    pub(super) fn enter(&mut self, at: u64, count: u32) -> u64 {
        while self.completions.peek().is_some_and(|&Reverse(done)| done <= at) {
            self.completions.pop();
        }
        let limit = self.capacity.saturating_sub(count as usize + self.open);
        let mut entered = at;
        while self.completions.len() > limit {
            entered = self.completions.pop().map_or(entered, |Reverse(done)| done.max(entered));
        }
        entered
    }

    /// Sets the completion of the `count` entries allocated last to `done`.
    pub(super) fn hold_until(&mut self, done: u64, count: u32) {
        for _ in 0..(count as usize).min(self.capacity) {
            self.completions.push(Reverse(done));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_taken_at_once_or_when_the_earliest_completes() {
        let mut window = Window::new(2);
        for (at, start, done) in
            [(5, 5, 100), (6, 6, 50), (7, 50, 200), (60, 100, 300), (400, 400, 500)]
        {
            assert_eq!(window.enter(at, 1), start);
            window.hold_until(done, 1);
        }
    }

    #[test]
    fn several_entries_wait_for_as_many_and_more_than_there_are_take_all() {
        let mut window = Window::new(3);
        for (at, count, start, done) in
            [(5, 2, 5, 100), (6, 1, 6, 50), (7, 2, 100, 300), (8, 9, 300, 400)]
        {
            assert_eq!(window.enter(at, count), start);
            window.hold_until(done, count);
        }
    }
}
