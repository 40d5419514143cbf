//! The two nodes on their way: what they are, and whether the first has a TB.

use crate::kit::dff_setup;
use crate::kit::fifo;
use crate::kit::fifo::rtl::FifoRtl;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// A skid of two nodes: with one, a node could only be taken every other cycle.
///
/// Whether a node has a TB is found as it comes, as the chip's choice of an SMX begins with it.
#[derive(LogicBlock, Default)]
pub struct Held {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// A node comes.
    pub valid: Signal<In, Bit>,
    /// Its ID.
    pub id: Signal<In, Bits<32>>,
    /// Its TB index, all ones for a barrier.
    pub tb: Signal<In, Bits<32>>,
    /// The first node leaves. Only while there is one.
    pub leaves: Signal<In, Bit>,
    /// There is a place for a node.
    pub ready: Signal<Out, Bit>,
    /// The first node has a TB.
    pub wants: Signal<Out, Bit>,
    /// The first node is a barrier.
    pub barrier: Signal<Out, Bit>,
    /// ID of the first node.
    pub first_id: Signal<Out, Bits<32>>,
    /// TB index of the first node.
    pub first_tb: Signal<Out, Bits<32>>,
    ids: FifoRtl,
    tbs: FifoRtl,
    first_wants: Reg<Bit>,
    first_barrier: Reg<Bit>,
    second_wants: Reg<Bit>,
    second_barrier: Reg<Bit>,
    comes: Signal<Local, Bit>,
    new_wants: Signal<Local, Bit>,
    new_barrier: Signal<Local, Bit>,
    one: Signal<Local, Bit>,
}

impl Held {
    /// Without nodes.
    pub fn new() -> Self {
        let two = fifo::pins::Params { depth: 2 };
        Self { ids: FifoRtl::new(&two), tbs: FifoRtl::new(&two), ..Default::default() }
    }
}

impl Logic for Held {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first_wants, first_barrier, second_wants, second_barrier);
        self.ids.clock.next = self.clock.val();
        self.ids.reset.next = self.reset.val();
        self.ids.in_valid.next = self.valid.val();
        self.ids.in_data.next = self.id.val();
        self.ids.out_ready.next = self.leaves.val();
        self.tbs.clock.next = self.clock.val();
        self.tbs.reset.next = self.reset.val();
        self.tbs.in_valid.next = self.valid.val();
        self.tbs.in_data.next = self.tb.val();
        self.tbs.out_ready.next = self.leaves.val();
        self.ready.next = self.ids.in_ready.val();
        self.first_id.next = self.ids.out_data.val();
        self.first_tb.next = self.tbs.out_data.val();

        self.comes.next = self.valid.val() & self.ids.in_ready.val();
        self.new_wants.next = self.comes.val() & !self.tb.val().all();
        self.new_barrier.next = self.comes.val() & self.tb.val().all();
        self.one.next = self.first_wants.q.val() | self.first_barrier.q.val();
        // A node that comes is the first if there is none, or if the only one leaves.
        if self.leaves.val() {
            self.first_wants.d.next = self.second_wants.q.val() | self.new_wants.val();
            self.first_barrier.d.next = self.second_barrier.q.val() | self.new_barrier.val();
            self.second_wants.d.next = false;
            self.second_barrier.d.next = false;
        } else {
            if self.one.val() {
                self.second_wants.d.next = self.second_wants.q.val() | self.new_wants.val();
                self.second_barrier.d.next = self.second_barrier.q.val() | self.new_barrier.val();
            } else {
                self.first_wants.d.next = self.new_wants.val();
                self.first_barrier.d.next = self.new_barrier.val();
            }
        }
        self.wants.next = self.first_wants.q.val();
        self.barrier.next = self.first_barrier.q.val();
    }
}
