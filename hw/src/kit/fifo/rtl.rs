//! The FIFO circuit: a bank of registers, two pointers and a count.

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
        depth: Param<Bits<6>>,
        mask: Param<Bits<5>>,
        push: Signal<Local, Bit>,
        pop: Signal<Local, Bit>,
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
            slots: Reg::bank(depth),
            depth: Param::new(bits(depth as u64)),
            mask: Param::new(bits(depth as u64 - 1)),
            elements: Count::new(params.depth),
            ..Default::default()
        }
    }
}

impl Logic for FifoRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, head, tail, count);
        self.in_ready.next = self.count.q.val() != self.depth.val();
        self.out_valid.next = self.count.q.val() != 0;
        self.idle.next = self.count.q.val() == 0;
        self.push.next = self.in_valid.val() & (self.count.q.val() != self.depth.val());
        self.pop.next = self.out_ready.val() & (self.count.q.val() != 0);
        self.head_select.next = bits::<32>(1) << self.head.q.val();
        self.tail_select.next = bits::<32>(1) << self.tail.q.val();
        self.out_data.next = bits::<32>(0);
        for i in 0..self.elements.get() {
            self.slots[i].clock.next = self.clock.val();
            self.slots[i].reset.next = self.reset.val();
            self.slots[i].d.next = self.slots[i].q.val();
            if self.push.val() & self.tail_select.val().get_bit(i) {
                self.slots[i].d.next = self.in_data.val();
            }
            if self.head_select.val().get_bit(i) & (self.count.q.val() != 0) {
                self.out_data.next = self.slots[i].q.val();
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
    }
}
