//! Events in the order of their cycles. Those of one cycle happen in the order in which they were planned.
//!
//! Nearly all events are planned a few hundred cycles ahead. They are in lists, one for each of the next cycles. What
//! lies further ahead waits in a heap until its cycle is near.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Cycles with a list of their own.
const NEAR: u64 = 1024;
const WORDS: usize = NEAR as usize / 64;
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Node<E> {
    event: E,
    next: u32,
}

/// Positions of the first and the last event of a cycle.
#[derive(Clone, Copy, Debug)]
struct List {
    first: u32,
    last: u32,
}

const EMPTY: List = List { first: NONE, last: NONE };

/// An event further ahead; of one cycle, the one planned first comes first.
#[derive(Clone, Copy, Debug)]
struct Later<E> {
    at: u64,
    number: u64,
    event: E,
}

#[derive(Clone, Debug)]
pub(super) struct Wheel<E> {
    nodes: Vec<Node<E>>,
    /// First of the unused nodes.
    unused: u32,
    lists: Vec<List>,
    /// One bit per list that has an event.
    some: [u64; WORDS],
    /// First cycle with a list.
    from: u64,
    /// Cycle of the next event; the largest number if there is none.
    next: u64,
    later: BinaryHeap<Reverse<Later<E>>>,
    numbered: u64,
}

impl<E: Copy> Wheel<E> {
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            unused: NONE,
            lists: vec![EMPTY; NEAR as usize],
            some: [0; WORDS],
            from: 0,
            next: u64::MAX,
            later: BinaryHeap::new(),
            numbered: 0,
        }
    }

    /// Plans an event for cycle `at`, which must not be before that of the event taken last.
    // Inlined, an event is not first put together elsewhere: loads of what has just been stored in parts are slow.
    #[inline(always)]
    pub fn plan(&mut self, at: u64, event: E) {
        debug_assert!(at >= self.from, "an event is planned for the past");
        self.next = self.next.min(at);
        if at < self.from + NEAR {
            self.append(at, event);
        } else {
            self.put_off(at, event);
        }
    }

    #[cold]
    fn put_off(&mut self, at: u64, event: E) {
        self.numbered += 1;
        self.later.push(Reverse(Later { at, number: self.numbered, event }));
    }

    #[inline(always)]
    fn append(&mut self, at: u64, event: E) {
        let node = Node { event, next: NONE };
        let position = self.unused;
        let position = match self.nodes.get_mut(position as usize) {
            Some(unused) => {
                self.unused = unused.next;
                *unused = node;
                position
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as u32 - 1
            }
        };
        let index = (at % NEAR) as usize;
        let list = &mut self.lists[index];
        match self.nodes.get_mut(list.last as usize) {
            Some(last) => last.next = position,
            None => list.first = position,
        }
        list.last = position;
        self.some[index / 64] |= 1 << (index % 64);
    }

    /// Takes the next event, with its cycle, if that is `until` or before.
    #[inline]
    pub fn take(&mut self, until: u64) -> Option<(u64, E)> {
        let at = self.next;
        if at > until || at == u64::MAX {
            return None;
        }
        if at >= self.from + NEAR {
            self.turn_to(at);
        }
        let index = (at % NEAR) as usize;
        let list = &mut self.lists[index];
        let position = list.first;
        let node = &mut self.nodes[position as usize];
        let event = node.event;
        list.first = std::mem::replace(&mut node.next, self.unused);
        self.unused = position;
        if list.first == NONE {
            list.last = NONE;
            self.some[index / 64] &= !(1 << (index % 64));
            self.turn_to(at);
            self.next = self.find_next();
        }
        Some((at, event))
    }

    /// Returns the cycle of the next event; the largest number if there is none.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Looks for the cycle of the next event.
    fn find_next(&self) -> u64 {
        let first = (self.from % NEAR) as usize;
        let (word, bit) = (first / 64, first % 64);
        // The word of the first cycle comes twice: its upper bits at first, its lower ones, which are last, at the end.
        let mut bits = self.some[word] & (!0 << bit);
        let mut at = word;
        for next in word + 1..=word + WORDS {
            if bits != 0 {
                break;
            }
            at = next % WORDS;
            bits = self.some[at];
        }
        if bits == 0 {
            return self.later.peek().map_or(u64::MAX, |Reverse(later)| later.at);
        }
        let index = at * 64 + bits.trailing_zeros() as usize;
        self.from + (index + NEAR as usize - first) as u64 % NEAR
    }

    /// Makes `at` the first cycle with a list. No event may be before it.
    fn turn_to(&mut self, at: u64) {
        self.from = at;
        while let Some(Reverse(later)) = self.later.peek().filter(|later| later.0.at < at + NEAR) {
            let (at, event) = (later.at, later.event);
            self.later.pop();
            self.append(at, event);
        }
    }
}

impl<E> Ord for Later<E> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.at, self.number).cmp(&(other.at, other.number))
    }
}

impl<E> PartialOrd for Later<E> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> PartialEq for Later<E> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<E> Eq for Later<E> {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn events_come_by_cycle_and_in_the_order_of_planning(
            steps in prop::collection::vec(
                (prop::collection::vec(prop_oneof![0u64..20, 0u64..3000, Just(1023), Just(1024)], 0..6), 0u64..1500),
                1..60,
            ),
        ) {
            let mut wheel = Wheel::new();
            let mut expected: BTreeMap<(u64, usize), usize> = BTreeMap::new();
            let (mut now, mut number) = (0, 0);
            for (plans, wait) in steps {
                for ahead in plans {
                    wheel.plan(now + ahead, number);
                    expected.insert((now + ahead, number), number);
                    number += 1;
                }
                now += wait;
                while let Some((at, event)) = wheel.take(now) {
                    let first = expected.pop_first().unwrap();
                    prop_assert_eq!(((at, event), event), first);
                }
                prop_assert!(expected.first_key_value().is_none_or(|(&(at, _), _)| at > now));
                let next = expected.first_key_value().map_or(u64::MAX, |(&(at, _), _)| at);
                prop_assert_eq!(wheel.next, next);
            }
        }
    }
}
