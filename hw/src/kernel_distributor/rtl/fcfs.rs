//! The FCFS controller's queue of marked kernels: a ring of entry numbers with one push port.

use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg};
use rust_hdl::prelude::*;

/// Ring of entry numbers, a place for one taken kernel to wait in while links push, and whether
/// the front's payload has been read.
#[derive(LogicBlock, Default)]
pub struct Fcfs {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A kernel is taken; never while one is waiting.
    pub take: Signal<In, Bit>,
    /// Its entry.
    pub take_kdei: Signal<In, Bits<5>>,
    /// A link marks a kernel again.
    pub mark: Signal<In, Bit>,
    /// Its entry.
    pub mark_kdei: Signal<In, Bits<5>>,
    /// The front is unmarked.
    pub pop: Signal<In, Bit>,
    /// A taken kernel waits to be pushed.
    pub waiting: Signal<Out, Bit>,
    /// Front of the queue; of no meaning while it is empty.
    pub head_kdei: Signal<Out, Bits<5>>,
    /// The payload read with `head_kdei` in the last cycle is that of the front.
    pub head_shown: Signal<Out, Bit>,
    /// Nothing will change unless told to.
    pub settled: Signal<Out, Bit>,
    slots: Vec<Reg<Bits<5>>>,
    head: Reg<Bits<5>>,
    tail: Reg<Bits<5>>,
    count: Reg<Bits<6>>,
    shown: Reg<Bit>,
    taken: Reg<Bit>,
    taken_kdei: Reg<Bits<5>>,
    last_slot: Param<Bits<5>>,
    push: Signal<Local, Bit>,
    push_kdei: Signal<Local, Bits<5>>,
    push_select: Signal<Local, Bits<32>>,
    front_select: Signal<Local, Bits<32>>,
    entries: Count,
}

impl Fcfs {
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

impl Logic for Fcfs {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, head, tail, count, shown, taken, taken_kdei);
        // Links push before the taken kernel.
        self.push.next = self.mark.val() | self.taken.q.val();
        self.push_kdei.next = self.taken_kdei.q.val();
        if self.mark.val() {
            self.push_kdei.next = self.mark_kdei.val();
        }
        if !self.mark.val() {
            self.taken.d.next = false;
        }
        if self.take.val() {
            self.taken.d.next = true;
            self.taken_kdei.d.next = self.take_kdei.val();
        }
        self.push_select.next = bits::<32>(0);
        if self.push.val() {
            self.push_select.next = bits::<32>(1) << self.tail.q.val();
            self.tail.d.next = self.tail.q.val() + 1;
            if self.tail.q.val() == self.last_slot.val() {
                self.tail.d.next = bits::<5>(0);
            }
        }
        if self.pop.val() {
            self.head.d.next = self.head.q.val() + 1;
            if self.head.q.val() == self.last_slot.val() {
                self.head.d.next = bits::<5>(0);
            }
        }
        if self.push.val() & !self.pop.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.pop.val() & !self.push.val() {
            self.count.d.next = self.count.q.val() - 1;
        }
        self.shown.d.next = (self.count.q.val() != 0) & !self.pop.val();
        self.front_select.next = bits::<32>(1) << self.head.q.val();
        self.head_kdei.next = bits::<5>(0);
        for i in 0..self.entries.get() {
            self.slots[i].clock.next = self.clock.val();
            self.slots[i].reset.next = self.reset.val();
            self.slots[i].d.next = self.slots[i].q.val();
            if self.push_select.val().get_bit(i) {
                self.slots[i].d.next = self.push_kdei.val();
            }
            if self.front_select.val().get_bit(i) {
                self.head_kdei.next = self.slots[i].q.val();
            }
        }
        self.waiting.next = self.taken.q.val();
        self.head_shown.next = self.shown.q.val();
        self.settled.next = !self.taken.q.val() & (self.shown.q.val() == (self.count.q.val() != 0));
    }
}
