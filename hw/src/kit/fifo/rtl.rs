//! The FIFO circuit: a bank of registers, two pointers, a count, and the two bits of it that are needed early.

use super::pins::{fifo_ports, In, Out, Params};
use crate::kit::dff_setup;
use crate::kit::{Count, Param, Reg};
use rust_hdl::prelude::*;

fifo_ports! {
    /// Registers, read pointer, write pointer, count.
    pub struct FifoRtl {
        slots: Vec<Reg<Bits<32>>>,
        head: Reg<Bits<5>>,
        tail: Reg<Bits<5>>,
        count: Reg<Bits<6>>,
        full: Reg<Bit>,
        occupied: Reg<Bit>,
        mask: Param<Bits<5>>,
        push: Signal<Local, Bit>,
        pop: Signal<Local, Bit>,
        room: Signal<Local, Bit>,
        head_select: Signal<Local, Bits<32>>,
        tail_select: Signal<Local, Bits<32>>,
        elements: Count,
    }
}

impl FifoRtl {
    /// A FIFO of the given depth.
    pub fn new(params: &Params) -> Self {
        let depth = params.depth as usize;
        Self {
            slots: Reg::bank_without_reset(depth),
            mask: Param::new(bits(depth as u64 - 1)),
            elements: Count::new(params.depth),
            ..Default::default()
        }
    }
}

impl Logic for FifoRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, head, tail, count, full, occupied);
        self.room.next = !self.full.q.val();
        self.in_ready.next = self.room.val();
        self.out_valid.next = self.occupied.q.val();
        self.idle.next = !self.occupied.q.val();
        self.push.next = self.in_valid.val() & self.room.val();
        self.pop.next = self.out_ready.val() & self.occupied.q.val();
        self.head_select.next = bits::<32>(0);
        if self.occupied.q.val() {
            self.head_select.next = bits::<32>(1) << self.head.q.val();
        }
        self.tail_select.next = bits::<32>(1) << self.tail.q.val();
        // The slot behind the last element takes what is on the pins whether valid or not: only a push counts it, and
        // `in_valid`, which may come late, does not go to every slot. One slot at most is selected to be read, so
        // that the words may be ORed.
        self.out_data.next = bits::<32>(0);
        for i in 0..self.elements.get() {
            self.slots[i].clock.next = self.clock.val();
            self.slots[i].reset.next = self.reset.val();
            self.slots[i].d.next = self.slots[i].q.val();
            if self.room.val() & self.tail_select.val().get_bit(i) {
                self.slots[i].d.next = self.in_data.val();
            }
            if self.head_select.val().get_bit(i) {
                self.out_data.next = self.out_data.val() | self.slots[i].q.val();
            }
        }
        if self.push.val() {
            self.tail.d.next = (self.tail.q.val() + 1) & self.mask.val();
        }
        if self.pop.val() {
            self.head.d.next = (self.head.q.val() + 1) & self.mask.val();
        }
        if self.push.val() & !self.pop.val() {
            self.count.d.next = self.count.q.val() + 1;
        }
        if self.pop.val() & !self.push.val() {
            self.count.d.next = self.count.q.val() - 1;
        }
        // What both sides ask of the count is kept beside it.
        if self.push.val() & !self.pop.val() {
            self.full.d.next = self.count.q.val() == bit_cast::<6, 5>(self.mask.val());
            self.occupied.d.next = true;
        }
        if self.pop.val() & !self.push.val() {
            self.full.d.next = false;
            self.occupied.d.next = self.count.q.val() != 1;
        }
    }
}
