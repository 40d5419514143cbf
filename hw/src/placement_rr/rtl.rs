//! The circuit of placement by round robin: one bit per SMX, no numbers.

use super::pins::{placement_rr_ports, In, Out, Params};
use crate::kit::dff_setup;
use crate::kit::rtl::bits_of_mask;
use crate::kit::{Mask, Param, Reg};
use rust_hdl::prelude::*;

placement_rr_ports! {
    /// The SMX last in turn, and the choice of the next.
    pub struct RoundRobinRtl<SMXS> {
        last: Reg<Bits<SMXS>>,
        in_turn: Reg<Bit>,
        row: Reg<Bits<5>>,
        all_smxs: Param<Bits<SMXS>>,
        /// What `row` is at the last TB of a row, and the bits that it takes to count so far; where a row has one TB, none.
        last_of_row: Param<Bits<5>>,
        row_bits: Param<Bits<5>>,
        candidates: Signal<Local, Bits<SMXS>>,
        up_to_last: Signal<Local, Bits<SMXS>>,
        above: Signal<Local, Bits<SMXS>>,
        lowest_above: Signal<Local, Bits<SMXS>>,
        lowest: Signal<Local, Bits<SMXS>>,
        chosen: Signal<Local, Bits<SMXS>>,
        granted: Signal<Local, Bit>,
        ends_row: Signal<Local, Bit>,
        stays: Signal<Local, Bit>,
    }
}

impl<const SMXS: usize> RoundRobinRtl<SMXS> {
    /// Placement on the SMXs of `params`.
    pub fn new(params: &Params) -> Self {
        let last_of_row = params.consecutive - 1;
        let row_bits = (last_of_row + 1).next_power_of_two() - 1;
        Self {
            // SMX 0 comes first.
            last: Reg::new(bits_of_mask(Mask::bit(params.smxs - 1))),
            all_smxs: Param::new(bits_of_mask(Mask::first(params.smxs))),
            last_of_row: Param::new(last_of_row.to_bits()),
            row_bits: Param::new(row_bits.to_bits()),
            ..Default::default()
        }
    }
}

impl<const SMXS: usize> Logic for RoundRobinRtl<SMXS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last, in_turn, row);
        self.candidates.next = self.room_smxs.val() & self.mask_smxs.val() & self.all_smxs.val();
        // The first after the last in turn, else the first of all; x & -x leaves the lowest bit.
        self.up_to_last.next = self.last.q.val() | (self.last.q.val() - 1);
        self.above.next = self.candidates.val() & !self.up_to_last.val();
        self.lowest_above.next = self.above.val() & (!self.above.val() + 1);
        self.lowest.next = self.candidates.val() & (!self.candidates.val() + 1);
        self.chosen.next = self.lowest.val();
        if self.above.val().any() {
            self.chosen.next = self.lowest_above.val();
        }
        self.granted.next = self.grant_smxs.val().any();
        self.ends_row.next = self.granted.val() & (self.row.q.val() == self.last_of_row.val());
        self.stays.next = self.in_turn.q.val()
            & (self.candidates.val() & self.last.q.val()).any()
            & !self.ends_row.val();
        if self.granted.val() {
            self.row.d.next = (self.row.q.val() + 1) & self.row_bits.val();
        }
        if !self.stays.val() {
            self.row.d.next = bits::<5>(0);
            self.in_turn.d.next = self.candidates.val().any();
            if self.candidates.val().any() {
                self.last.d.next = self.chosen.val();
            }
        }
        self.turn_smxs.next = bits::<SMXS>(0);
        if self.in_turn.q.val() {
            self.turn_smxs.next = self.last.q.val();
        }
        self.idle.next = true;
    }
}
