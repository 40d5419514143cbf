//! The ready finder: finds and offers the smallest ready node (rule 4).

use crate::dgb::pins::Params;
use crate::kit::arbiter::rtl::RoundRobin;
use crate::kit::dff_setup;
use crate::kit::{Param, Reg};
use rust_hdl::prelude::*;

/// States of the search.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Seek {
    /// Searches the word of the smallest ready node.
    Word,
    /// Searches the bit in the word.
    Look,
    /// Reads level and TB.
    Load,
    /// Has found a node whose level is above the limit.
    Blocked,
    /// Offers the node.
    Offer,
}

/// Finds the smallest ready node and offers it.
#[derive(LogicBlock, Default)]
pub struct ReadyFinder {
    /// Clock of the block; it acts on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// At least one node is ready.
    pub any: Signal<In, Bit>,
    /// Number of the Node State Table's word with the smallest ready node.
    pub word: Signal<In, Bits<5>>,
    /// Ready bits of that word; the lowest is the smallest ready node.
    pub word_bits: Signal<In, Bits<32>>,
    /// A node becomes ready in this cycle.
    pub wakes: Signal<In, Bit>,
    /// Another machine reads the levels in this cycle.
    pub held: Signal<In, Bit>,
    /// Global number of the tail, the oldest node of the window.
    pub tail: Signal<In, Bits<32>>,
    /// Level of the node in the LNA entry that `place` named one cycle ago.
    pub level: Signal<In, Bits<16>>,
    /// TB index of the node in the LNA entry that `place` named one cycle ago.
    pub tb: Signal<In, Bits<32>>,
    /// Highest level of a node that may be offered.
    pub limit: Signal<In, Bits<16>>,
    /// The offered node is taken.
    pub node_ready: Signal<In, Bit>,
    /// LNA entry whose level and TB index are read.
    pub place: Signal<Out, Bits<16>>,
    /// A ready node is chosen for the offer.
    pub take: Signal<Out, Bit>,
    /// LNA entry of the node chosen for the offer.
    pub taken: Signal<Out, Bits<16>>,
    /// A node is offered; all `node_*` fields are zero while low.
    pub node_valid: Signal<Out, Bit>,
    /// Global number of the node offered.
    pub node_id: Signal<Out, Bits<32>>,
    /// TB index of the node offered; all ones for a node without a TB.
    pub node_tb: Signal<Out, Bits<32>>,
    /// Level of the node offered.
    pub node_level: Signal<Out, Bits<16>>,
    /// No node can be found until an input comes.
    pub waits: Signal<Out, Bit>,
    state: Reg<Seek>,
    fresh: Reg<Bit>,
    word_found: Reg<Bits<5>>,
    bits_found: Reg<Bits<32>>,
    slot: Reg<Bits<16>>,
    offer_node: Reg<Bits<32>>,
    offer_tb: Reg<Bits<32>>,
    offer_level: Reg<Bits<16>>,
    lowest: RoundRobin<32, 5>,
    mask: Param<Bits<32>>,
    no_tb: Param<Bits<32>>,
    found: Signal<Local, Bits<16>>,
    ahead: Signal<Local, Bits<32>>,
    fits_load: Signal<Local, Bit>,
    fits_blocked: Signal<Local, Bit>,
}

impl ReadyFinder {
    /// A search among the nodes of a unit of the given size.
    pub fn new(params: &Params) -> Self {
        Self {
            mask: Param::new(bits((params.nodes - 1).into())),
            no_tb: Param::new(bits(params.id_mask().into())),
            ..Default::default()
        }
    }
}

impl Logic for ReadyFinder {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, fresh, word_found, bits_found, slot);
        dff_setup!(self, clock, offer_node, offer_tb, offer_level);
        self.lowest.request.next = self.bits_found.q.val();
        // With 31 as the last winner, the search begins at 0, so the lowest bit wins.
        self.lowest.last.next = bits::<5>(31);
        self.found.next = (bit_cast::<16, 5>(self.word_found.q.val()) << bits::<16>(5))
            | bit_cast::<16, 5>(self.lowest.winner.val());
        self.ahead.next = bit_cast::<32, 16>(self.slot.q.val()) - self.tail.val();
        self.fits_load.next = self.level.val() <= self.limit.val();
        self.fits_blocked.next = self.offer_level.q.val() <= self.limit.val();

        self.take.next = false;
        if self.state.q.val() == Seek::Word {
            self.fresh.d.next = false;
        }
        if self.wakes.val() {
            self.fresh.d.next = true;
        }
        match self.state.q.val() {
            Seek::Word => {
                self.word_found.d.next = self.word.val();
                self.bits_found.d.next = self.word_bits.val();
                if self.any.val() {
                    self.state.d.next = Seek::Look;
                }
            }
            Seek::Look => {
                self.slot.d.next = self.found.val();
                if !self.held.val() {
                    self.state.d.next = Seek::Load;
                }
            }
            Seek::Load => {
                self.offer_tb.d.next = self.tb.val();
                self.offer_level.d.next = self.level.val();
                self.offer_node.d.next = self.tail.val() + (self.ahead.val() & self.mask.val());
                self.state.d.next = Seek::Blocked;
                if self.fits_load.val() {
                    self.take.next = true;
                    self.state.d.next = Seek::Offer;
                }
            }
            Seek::Blocked => {
                if self.fresh.q.val() {
                    self.state.d.next = Seek::Word;
                } else if self.fits_blocked.val() {
                    self.take.next = true;
                    self.state.d.next = Seek::Offer;
                }
            }
            Seek::Offer => {
                self.state.d.next = Seek::Offer;
                if self.node_ready.val() {
                    self.state.d.next = Seek::Word;
                }
            }
            _ => {}
        }

        self.place.next = self.found.val();
        self.taken.next = self.slot.q.val();
        self.node_valid.next = false;
        self.node_id.next = bits::<32>(0);
        self.node_tb.next = bits::<32>(0);
        self.node_level.next = bits::<16>(0);
        if self.state.q.val() == Seek::Offer {
            self.node_valid.next = true;
            self.node_id.next = self.offer_node.q.val();
            self.node_tb.next = self.offer_tb.q.val();
            if self.offer_tb.q.val() == self.no_tb.val() {
                self.node_tb.next = bits::<32>(0xFFFF_FFFF_u64);
            }
            self.node_level.next = self.offer_level.q.val();
        }
        self.waits.next = ((self.state.q.val() == Seek::Word) & !self.any.val())
            | ((self.state.q.val() == Seek::Blocked) & !self.fresh.q.val());
    }
}
