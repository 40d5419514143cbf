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
