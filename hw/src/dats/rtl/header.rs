//! The header of a graph: seven reads, and the words where they are needed.

use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// Reads the words one after another and keeps all but the last, which it shows as it comes.
#[derive(LogicBlock, Default)]
pub struct Header {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// The header to be read is at `address`.
    pub load: Signal<In, Bit>,
    /// Its address.
    pub address: Signal<In, Bits<32>>,
    /// It is being read.
    pub reading: Signal<In, Bit>,
    /// Memory takes the request.
    pub request_ready: Signal<In, Bit>,
    /// A word comes.
    pub word_valid: Signal<In, Bit>,
    /// The word.
    pub word: Signal<In, Bits<32>>,
    /// A read is offered.
    pub request: Signal<Out, Bit>,
    /// Its address; zero while low.
    pub request_address: Signal<Out, Bits<32>>,
    /// The last word, the number of TBs, comes.
    pub complete: Signal<Out, Bit>,
    /// Word 0.
    pub nodes: Signal<Out, Bits<32>>,
    /// Word 1.
    pub edges: Signal<Out, Bits<32>>,
    /// Word 2.
    pub node_base: Signal<Out, Bits<32>>,
    /// Word 3.
    pub edge_base: Signal<Out, Bits<32>>,
    /// Level bound of word 4.
    pub level_bound: Signal<Out, Bits<16>>,
    /// Policy of word 4.
    pub bounded: Signal<Out, Bit>,
    /// Width of x in a TB index, from word 5.
    pub x_bits: Signal<Out, Bits<5>>,
    /// Width of y, from word 5.
    pub y_bits: Signal<Out, Bits<5>>,
    next_address: Reg<Bits<32>>,
    requested: Reg<Bits<3>>,
    received: Reg<Bits<3>>,
    nodes_word: Reg<Bits<32>>,
    edges_word: Reg<Bits<32>>,
    node_base_word: Reg<Bits<32>>,
    edge_base_word: Reg<Bits<32>>,
    level_bound_field: Reg<Bits<16>>,
    bounded_field: Reg<Bit>,
    x_bits_field: Reg<Bits<5>>,
    y_bits_field: Reg<Bits<5>>,
    comes: Signal<Local, Bit>,
}

impl Logic for Header {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, next_address, requested, received, nodes_word, edges_word);
        dff_setup!(self, clock, node_base_word, edge_base_word, level_bound_field);
        dff_setup!(self, clock, bounded_field, x_bits_field, y_bits_field);
        self.request.next = self.reading.val() & (self.requested.q.val() != 7);
        self.request_address.next = bits::<32>(0);
        if self.request.val() {
            self.request_address.next = self.next_address.q.val();
        }
        if self.load.val() {
            self.next_address.d.next = self.address.val();
            self.requested.d.next = bits::<3>(0);
            self.received.d.next = bits::<3>(0);
        }
        if self.request.val() & self.request_ready.val() {
            self.next_address.d.next = self.next_address.q.val() + 4;
            self.requested.d.next = self.requested.q.val() + 1;
        }

        self.comes.next = self.reading.val() & self.word_valid.val();
        self.complete.next = self.comes.val() & (self.received.q.val() == 6);
        if self.comes.val() {
            self.received.d.next = self.received.q.val() + 1;
            if self.received.q.val() == 0 {
                self.nodes_word.d.next = self.word.val();
            }
            if self.received.q.val() == 1 {
                self.edges_word.d.next = self.word.val();
            }
            if self.received.q.val() == 2 {
                self.node_base_word.d.next = self.word.val();
            }
            if self.received.q.val() == 3 {
                self.edge_base_word.d.next = self.word.val();
            }
            if self.received.q.val() == 4 {
                self.level_bound_field.d.next = self.word.val().get_bits::<16>(0);
                self.bounded_field.d.next = self.word.val().get_bit(16);
            }
            if self.received.q.val() == 5 {
                self.x_bits_field.d.next = self.word.val().get_bits::<5>(0);
                self.y_bits_field.d.next = self.word.val().get_bits::<5>(8);
            }
        }
        self.nodes.next = self.nodes_word.q.val();
        self.edges.next = self.edges_word.q.val();
        self.node_base.next = self.node_base_word.q.val();
        self.edge_base.next = self.edge_base_word.q.val();
        self.level_bound.next = self.level_bound_field.q.val();
        self.bounded.next = self.bounded_field.q.val();
        self.x_bits.next = self.x_bits_field.q.val();
        self.y_bits.next = self.y_bits_field.q.val();
    }
}
