//! Finds and offers the smallest ready node (rule 4).

use crate::dgb::pins::Params;
use crate::kit::arbiter::rtl::RoundRobin;
use crate::kit::dff_setup;
use crate::kit::{Param, Reg};
use rust_hdl::prelude::*;

/// What the search does.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Seek {
    /// Looks for the word of the smallest ready node.
    Word,
    /// Looks for the bit in the word.
    Look,
    /// Reads level and TB.
    Load,
    /// Has found one of too high a level.
    Blocked,
    /// Offers.
    Offer,
}

/// The search and what it has found.
#[derive(LogicBlock, Default)]
pub struct ReadyFinder {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A node is ready.
    pub any: Signal<In, Bit>,
    /// The word of the smallest.
    pub word: Signal<In, Bits<5>>,
    /// Bits of which it is the lowest.
    pub word_bits: Signal<In, Bits<32>>,
    /// A node becomes ready.
    pub wakes: Signal<In, Bit>,
    /// The levels are read for someone else.
    pub held: Signal<In, Bit>,
    /// The tail.
    pub tail: Signal<In, Bits<32>>,
    /// Level of the node at `place` a cycle ago.
    pub level: Signal<In, Bits<16>>,
    /// Its TB index.
    pub tb: Signal<In, Bits<32>>,
    /// The highest level that may be offered.
    pub limit: Signal<In, Bits<16>>,
    /// The offered node is taken.
    pub node_ready: Signal<In, Bit>,
    /// Where to read level and TB.
    pub place: Signal<Out, Bits<16>>,
    /// A ready node is taken up to be offered.
    pub take: Signal<Out, Bit>,
    /// Where it is.
    pub taken: Signal<Out, Bits<16>>,
    /// A node is offered; the fields below are zero while low.
    pub node_valid: Signal<Out, Bit>,
    /// The node.
    pub node_id: Signal<Out, Bits<32>>,
    /// Its TB index, all ones for none.
    pub node_tb: Signal<Out, Bits<32>>,
    /// Its level.
    pub node_level: Signal<Out, Bits<16>>,
    /// Nothing is found until an input comes.
    pub waits: Signal<Out, Bit>,
    state: Reg<Seek>,
    fresh: Reg<Bit>,
    word_found: Reg<Bits<5>>,
    bits_found: Reg<Bits<32>>,
    slot: Reg<Bits<16>>,
    offer_node: Reg<Bits<32>>,
    offer_tb: Reg<Bits<32>>,
    offer_level: Reg<Bits<16>>,
    lowest: RoundRobin,
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
        // After 31 comes 0: the lowest.
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
