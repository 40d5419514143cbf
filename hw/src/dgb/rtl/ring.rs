//! The Pending Update Buffer: a ring that is turned once for each node in the insertion register
//! (rule 6). A new entry is put in front meanwhile, so that the unvisited entries stay contiguous.

use crate::dgb::pins::Params;
use crate::kit::dff_setup;
use crate::kit::{Param, Reg, Sram};
use rust_hdl::prelude::*;

/// Stores the pending updates, and compares them with the node in the insertion register.
#[derive(LogicBlock, Default)]
pub struct Ring {
    /// Clock of the block; it acts on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The insertion register holds a node to compare with.
    pub at_hand: Signal<In, Bit>,
    /// Global number of the node in the insertion register.
    pub node: Signal<In, Bits<32>>,
    /// A child is added to the buffer; never while it is full.
    pub append: Signal<In, Bit>,
    /// Global number of the child that is added.
    pub child: Signal<In, Bits<32>>,
    /// Number of entries in use.
    pub used: Signal<Out, Bits<7>>,
    /// No entry is free.
    pub full: Signal<Out, Bit>,
    /// All entries have been compared with the node in the insertion register.
    pub turned: Signal<Out, Bit>,
    /// An entry names the node in the insertion register and is removed.
    pub found: Signal<Out, Bit>,
    memory: Sram<32>,
    front: Reg<Bits<7>>,
    count: Reg<Bits<7>>,
    unvisited: Reg<Bits<7>>,
    visiting: Reg<Bit>,
    entries: Param<Bits<7>>,
    last: Param<Bits<7>>,
    visit: Signal<Local, Bit>,
    names: Signal<Local, Bit>,
    after: Signal<Local, Bits<7>>,
    in_front: Signal<Local, Bits<7>>,
    sum: Signal<Local, Bits<7>>,
    back: Signal<Local, Bits<7>>,
    left: Signal<Local, Bits<7>>,
}

impl Ring {
    /// A ring of the given size.
    pub fn new(params: &Params) -> Self {
        let entries = params.pub_entries;
        Self {
            memory: Sram::narrow(entries as usize, params.id_bits as usize),
            entries: Param::new(bits(entries.into())),
            last: Param::new(bits((entries - 1).into())),
            ..Default::default()
        }
    }
}

impl Logic for Ring {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, front, count, unvisited, visiting);
        self.visit.next = self.visiting.q.val() & !self.append.val();
        self.names.next = self.memory.read_data.val() == self.node.val();
        self.after.next = self.front.q.val() + 1;
        if self.front.q.val() == self.last.val() {
            self.after.next = bits::<7>(0);
        }
        self.in_front.next = self.front.q.val() - 1;
        if self.front.q.val() == 0 {
            self.in_front.next = self.last.val();
        }
        self.sum.next = self.front.q.val() + self.count.q.val();
        self.back.next = self.sum.val();
        if self.sum.val() >= self.entries.val() {
            self.back.next = self.sum.val() - self.entries.val();
        }

        self.memory.clock.next = self.clock.val();
        self.memory.read_addr.next = bit_cast::<16, 7>(self.front.q.val());
        self.memory.write_enable.next = false;
        self.memory.write_addr.next = bit_cast::<16, 7>(self.back.val());
        self.memory.write_data.next = self.memory.read_data.val();
        self.left.next = self.unvisited.q.val() - 1;
        self.visiting.d.next = self.at_hand.val() & self.unvisited.q.val().any();
        if self.visit.val() {
            self.memory.read_addr.next = bit_cast::<16, 7>(self.after.val());
            self.memory.write_enable.next = !self.names.val();
            self.front.d.next = self.after.val();
            self.unvisited.d.next = self.left.val();
            self.visiting.d.next = self.left.val().any();
            if self.names.val() {
                self.count.d.next = self.count.q.val() - 1;
            }
        }
        if self.append.val() {
            self.memory.write_enable.next = true;
            self.memory.write_addr.next = bit_cast::<16, 7>(self.in_front.val());
            self.memory.write_data.next = self.child.val();
            self.front.d.next = self.in_front.val();
            self.count.d.next = self.count.q.val() + 1;
            self.unvisited.d.next = self.unvisited.q.val() + 1;
            self.visiting.d.next = false;
            if !self.at_hand.val() {
                self.unvisited.d.next = self.count.q.val() + 1;
            }
        }
        if !self.at_hand.val() & !self.append.val() {
            self.unvisited.d.next = self.count.q.val();
        }

        self.used.next = self.count.q.val();
        self.full.next = self.count.q.val() == self.entries.val();
        self.turned.next = !self.unvisited.q.val().any();
        self.found.next = self.visit.val() & self.names.val();
    }
}
