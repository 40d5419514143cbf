//! To which cluster a group comes back next.

use crate::kit::arbiter::rtl::encode::Encode;
use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// Goes round the clusters that have groups in memory and a free entry. One whose next record is in the line that was
/// read goes on, three times at most.
#[derive(LogicBlock, Default)]
pub struct Recall<const SMXS: usize, const SMX: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// One bit per cluster that has groups in memory.
    pub away: Signal<In, Bits<SMXS>>,
    /// One bit per cluster that has a free entry.
    pub vacant: Signal<In, Bits<SMXS>>,
    /// The next cluster is taken.
    pub take: Signal<In, Bit>,
    /// A group that came back is appended.
    pub placed: Signal<In, Bit>,
    /// The record behind its own is in the same line.
    pub same_line: Signal<In, Bit>,
    /// There is a next cluster.
    pub any: Signal<Out, Bit>,
    /// The next cluster.
    pub next_cluster: Signal<Out, Bits<16>>,
    /// The cluster that was taken last.
    pub cluster: Signal<Out, Bits<16>>,
    number: Encode<SMXS, SMX>,
    taken: Reg<Bits<16>>,
    taken_bit: Reg<Bits<SMXS>>,
    same: Reg<Bit>,
    went_on: Reg<Bits<2>>,
    goes_on: Signal<Local, Bit>,
    due: Signal<Local, Bits<SMXS>>,
    up_to_taken: Signal<Local, Bits<SMXS>>,
    above: Signal<Local, Bits<SMXS>>,
    chosen: Signal<Local, Bits<SMXS>>,
}

impl<const SMXS: usize, const SMX: usize> Logic for Recall<SMXS, SMX> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, taken, taken_bit, same, went_on);
        // The first after the one taken last; before any is taken, the first of all. x & -x leaves the lowest bit.
        self.due.next = self.away.val() & self.vacant.val();
        self.up_to_taken.next = self.taken_bit.q.val() | (self.taken_bit.q.val() - 1);
        self.above.next = self.due.val() & !self.up_to_taken.val();
        self.chosen.next = self.due.val() & (!self.due.val() + 1);
        if self.above.val().any() {
            self.chosen.next = self.above.val() & (!self.above.val() + 1);
        }
        self.goes_on.next = self.same.q.val() & (self.due.val() & self.taken_bit.q.val()).any();
        if self.goes_on.val() {
            self.chosen.next = self.taken_bit.q.val();
        }
        self.number.one_hot.next = self.chosen.val();
        self.any.next = self.due.val().any();
        self.next_cluster.next = bit_cast::<16, SMX>(self.number.number.val());
        self.cluster.next = self.taken.q.val();
        if self.take.val() {
            self.taken.d.next = self.next_cluster.val();
            self.taken_bit.d.next = self.chosen.val();
            self.same.d.next = false;
            self.went_on.d.next = bits::<2>(0);
            if self.goes_on.val() {
                self.went_on.d.next = self.went_on.q.val() + 1;
            }
        }
        if self.placed.val() {
            self.same.d.next = self.same_line.val() & (self.went_on.q.val() != 3);
        }
    }
}
