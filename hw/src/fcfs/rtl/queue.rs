//! The FCFS queue: a ring of entry numbers with two push ports.

use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg};
use rust_hdl::prelude::*;

/// Ring of entry numbers. A link pushes before a kernel that enters at the same edge.
#[derive(LogicBlock, Default)]
pub struct Queue<const KDES: usize, const KDEI: usize, const KDE_COUNT: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A link queues its kernel.
    pub mark: Signal<In, Bit>,
    /// Entry of the linked kernel.
    pub mark_kdei: Signal<In, Bits<KDEI>>,
    /// A kernel enters.
    pub enter: Signal<In, Bit>,
    /// Entry of the kernel that enters.
    pub enter_kdei: Signal<In, Bits<KDEI>>,
    /// The front is looked at and leaves the queue.
    pub pop: Signal<In, Bit>,
    /// A kernel is queued.
    pub any: Signal<Out, Bit>,
    /// Front of the queue; of no meaning while it is empty.
    pub front: Signal<Out, Bits<KDEI>>,
    slots: Vec<Reg<Bits<KDEI>>>,
    head: Reg<Bits<KDEI>>,
    tail: Reg<Bits<KDEI>>,
    count: Reg<Bits<KDE_COUNT>>,
    last_slot: Param<Bits<KDEI>>,
    after_mark: Signal<Local, Bits<KDEI>>,
    after_enter: Signal<Local, Bits<KDEI>>,
    pushed: Signal<Local, Bits<KDE_COUNT>>,
    popped: Signal<Local, Bits<KDE_COUNT>>,
    mark_select: Signal<Local, Bits<KDES>>,
    enter_select: Signal<Local, Bits<KDES>>,
    front_select: Signal<Local, Bits<KDES>>,
    entries: Count,
}

impl<const KDES: usize, const KDEI: usize, const KDE_COUNT: usize> Queue<KDES, KDEI, KDE_COUNT> {
    /// A queue that holds every entry once.
    pub fn new(entries: usize) -> Self {
        Self {
            slots: Reg::bank(entries),
            last_slot: Param::new(bits(entries as u64 - 1)),
            entries: Count::new(entries as u32),
            ..Default::default()
        }
    }
}

impl<const KDES: usize, const KDEI: usize, const KDE_COUNT: usize> Logic
    for Queue<KDES, KDEI, KDE_COUNT>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, head, tail, count);
        self.pushed.next = bits::<KDE_COUNT>(0);
        self.popped.next = bits::<KDE_COUNT>(0);
        self.mark_select.next = bits::<KDES>(0);
        self.after_mark.next = self.tail.q.val();
        if self.mark.val() {
            self.pushed.next = bits::<KDE_COUNT>(1);
            self.mark_select.next = bits::<KDES>(1) << self.tail.q.val();
            self.after_mark.next = self.tail.q.val() + 1;
            if self.tail.q.val() == self.last_slot.val() {
                self.after_mark.next = bits::<KDEI>(0);
            }
        }
        self.enter_select.next = bits::<KDES>(0);
        self.after_enter.next = self.after_mark.val();
        if self.enter.val() {
            self.pushed.next = bits::<KDE_COUNT>(1);
            if self.mark.val() {
                self.pushed.next = bits::<KDE_COUNT>(2);
            }
            self.enter_select.next = bits::<KDES>(1) << self.after_mark.val();
            self.after_enter.next = self.after_mark.val() + 1;
            if self.after_mark.val() == self.last_slot.val() {
                self.after_enter.next = bits::<KDEI>(0);
            }
        }
        self.tail.d.next = self.after_enter.val();
        if self.pop.val() {
            self.popped.next = bits::<KDE_COUNT>(1);
            self.head.d.next = self.head.q.val() + 1;
            if self.head.q.val() == self.last_slot.val() {
                self.head.d.next = bits::<KDEI>(0);
            }
        }
        self.count.d.next = self.count.q.val() + self.pushed.val() - self.popped.val();
        self.front_select.next = bits::<KDES>(1) << self.head.q.val();
        self.front.next = bits::<KDEI>(0);
        for i in 0..self.entries.get() {
            self.slots[i].clock.next = self.clock.val();
            self.slots[i].reset.next = self.reset.val();
            self.slots[i].d.next = self.slots[i].q.val();
            if self.mark_select.val().get_bit(i) {
                self.slots[i].d.next = self.mark_kdei.val();
            }
            if self.enter_select.val().get_bit(i) {
                self.slots[i].d.next = self.enter_kdei.val();
            }
            if self.front_select.val().get_bit(i) {
                self.front.next = self.slots[i].q.val();
            }
        }
        self.any.next = self.count.q.val() != 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeSet, VecDeque};

    type Ring = Queue<32, 5, 6>;

    /// A queue after reset.
    fn queue(entries: usize) -> Ring {
        let mut q = Ring::new(entries);
        q.clock.connect();
        for bit in [&mut q.reset, &mut q.mark, &mut q.enter, &mut q.pop] {
            bit.connect();
        }
        for kdei in [&mut q.mark_kdei, &mut q.enter_kdei] {
            kdei.connect();
        }
        q.connect_all();
        q.reset.next = true;
        step(&mut q);
        q.reset.next = false;
        q
    }

    fn step(queue: &mut Ring) {
        for level in [true, false] {
            queue.clock.next = level.into();
            assert!(simulate(queue, 16), "the queue does not settle");
        }
    }

    #[test]
    fn kernels_leave_in_the_order_in_which_they_came_wherever_the_ring_wraps() {
        for entries in [2, 3, 4, 31, 32] {
            let mut queue = queue(entries);
            let mut expected = VecDeque::new();
            let (mut pushed, mut of_two, mut draw) = (0, BTreeSet::new(), 1u32);
            for cycle in 0..100 * entries as u32 {
                let front = queue.any.val().then(|| queue.front.val().to_u32());
                assert!(
                    front == expected.front().copied(),
                    "rule 4: of {entries} entries {front:?} is in front, not that of the order of arrival, {expected:?}"
                );
                // Any events that leave no kernel without an entry; every other 32 cycles the queue runs empty.
                draw ^= draw << 13;
                draw ^= draw >> 17;
                draw ^= draw << 5;
                let events = draw >> 29;
                let pops = events & 1 != 0 || cycle & 32 != 0;
                queue.pop.next = pops && expected.pop_front().is_some();
                let mut push = |event: u32| {
                    let happens = events & event != 0 && expected.len() < entries;
                    let kdei = (2 * cycle + event / 4) % 32;
                    if happens {
                        expected.push_back(kdei);
                    }
                    (happens, bits::<5>(kdei.into()))
                };
                let ((mark, mark_kdei), (enter, enter_kdei)) = (push(2), push(4));
                (queue.mark.next, queue.mark_kdei.next) = (mark, mark_kdei);
                (queue.enter.next, queue.enter_kdei.next) = (enter, enter_kdei);
                if mark && enter {
                    of_two.insert(pushed % entries);
                }
                pushed += usize::from(mark) + usize::from(enter);
                step(&mut queue);
            }
            assert_eq!(
                of_two.len(),
                entries,
                "a link and a kernel are queued at one edge in every entry"
            );
        }
    }
}
