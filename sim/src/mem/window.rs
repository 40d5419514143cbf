//! A limited number of things under way, such as the entries of a miss table.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// At most `capacity` requests between entry and completion.
#[derive(Clone, Debug)]
pub(super) struct Window {
    completions: BinaryHeap<Reverse<u64>>,
    capacity: usize,
}

impl Window {
    pub(super) fn new(capacity: u32) -> Self {
        let capacity = capacity as usize;
        Self { completions: BinaryHeap::with_capacity(capacity), capacity }
    }

    /// Takes an entry: at `at`, or when the earliest of the entries in use completes.
    pub(super) fn enter(&mut self, at: u64) -> u64 {
        while self.completions.peek().is_some_and(|&Reverse(done)| done <= at) {
            self.completions.pop();
        }
        if self.completions.len() < self.capacity {
            return at;
        }
        self.completions.pop().map_or(at, |Reverse(done)| done)
    }

    /// The entry taken last is in use until `done`.
    pub(super) fn hold_until(&mut self, done: u64) {
        self.completions.push(Reverse(done));
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
            assert_eq!(window.enter(at), start);
            window.hold_until(done);
        }
    }
}
