//! The combinational round-robin choice, and the arbiter unit made of it.

use super::pins::{arbiter_ports, In, Out};
use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// Chooses the first requester above `last`, wrapping at 32. It has no state.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct RoundRobin {
    /// One bit per requester: the requester asks for the grant.
    pub request: Signal<rust_hdl::prelude::In, Bits<32>>,
    /// Number of the last winner.
    pub last: Signal<rust_hdl::prelude::In, Bits<5>>,
    /// At least one requester asks for the grant.
    pub any: Signal<rust_hdl::prelude::Out, Bit>,
    /// Number of the winner; zero without a request.
    pub winner: Signal<rust_hdl::prelude::Out, Bits<5>>,
    above: Signal<Local, Bits<32>>,
    candidates: Signal<Local, Bits<32>>,
    one_hot: Signal<Local, Bits<32>>,
}

impl Logic for RoundRobin {
    #[hdl_gen]
    fn update(&mut self) {
        self.above.next = (bits::<32>(0xFFFF_FFFE_u64) << self.last.val()) & self.request.val();
        self.candidates.next = self.request.val();
        if self.above.val().any() {
            self.candidates.next = self.above.val();
        }
        // x & -x leaves the lowest set bit.
        self.one_hot.next = self.candidates.val() & (!self.candidates.val() + 1);
        self.any.next = self.request.val().any();
        self.winner.next = bits::<5>(0);
        if (self.one_hot.val() & bits::<32>(0xAAAA_AAAA_u64)).any() {
            self.winner.next = self.winner.val() | 1;
        }
        if (self.one_hot.val() & bits::<32>(0xCCCC_CCCC_u64)).any() {
            self.winner.next = self.winner.val() | 2;
        }
        if (self.one_hot.val() & bits::<32>(0xF0F0_F0F0_u64)).any() {
            self.winner.next = self.winner.val() | 4;
        }
        if (self.one_hot.val() & bits::<32>(0xFF00_FF00_u64)).any() {
            self.winner.next = self.winner.val() | 8;
        }
        if (self.one_hot.val() & bits::<32>(0xFFFF_0000_u64)).any() {
            self.winner.next = self.winner.val() | 16;
        }
    }
}

arbiter_ports! {
    /// The choice, registered.
    pub struct ArbiterRtl {
        last: Reg<Bits<5>>,
        valid: Reg<Bit>,
        choice: RoundRobin,
    }
}

impl Logic for ArbiterRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last, valid);
        self.choice.request.next = self.request.val();
        self.choice.last.next = self.last.q.val();
        self.valid.d.next = self.choice.any.val();
        if self.choice.any.val() {
            self.last.d.next = self.choice.winner.val();
        }
        self.grant_valid.next = self.valid.q.val();
        self.grant.next = bits::<5>(0);
        if self.valid.q.val() {
            self.grant.next = self.last.q.val();
        }
        self.idle.next = !self.valid.q.val();
    }
}
