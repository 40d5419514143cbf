//! Which asks a bank serves.

use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// Chooses one TB and PC among the lanes that ask a bank, by turns, and merges the lanes that ask for it.
#[derive(LogicBlock, Default)]
pub struct Coalescer {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Lanes that ask this bank.
    pub asks: Signal<In, Bits<4>>,
    /// The bank does something else.
    pub busy: Signal<In, Bit>,
    /// TB slot of lane 0.
    pub tb0: Signal<In, Bits<5>>,
    /// TB slot of lane 1.
    pub tb1: Signal<In, Bits<5>>,
    /// TB slot of lane 2.
    pub tb2: Signal<In, Bits<5>>,
    /// TB slot of lane 3.
    pub tb3: Signal<In, Bits<5>>,
    /// PC of lane 0.
    pub pc0: Signal<In, Bits<32>>,
    /// PC of lane 1.
    pub pc1: Signal<In, Bits<32>>,
    /// PC of lane 2.
    pub pc2: Signal<In, Bits<32>>,
    /// PC of lane 3.
    pub pc3: Signal<In, Bits<32>>,
    /// Loads, by lane.
    pub loads: Signal<In, Bits<4>>,
    /// Low bits of the registers, by lane.
    pub registers_low: Signal<In, Bits<4>>,
    /// High bits of the registers, by lane.
    pub registers_high: Signal<In, Bits<4>>,
    /// TB slot that is served.
    pub tb: Signal<Out, Bits<5>>,
    /// PC that is served.
    pub pc: Signal<Out, Bits<32>>,
    /// The instruction there is a load.
    pub load: Signal<Out, Bit>,
    /// Low bit of the register for its result.
    pub register_low: Signal<Out, Bit>,
    /// High bit of the register for its result.
    pub register_high: Signal<Out, Bit>,
    /// Lanes that are served; zero while the bank does something else.
    pub served: Signal<Out, Bits<4>>,
    /// Lanes behind the one that was first the last time.
    behind: Reg<Bits<4>>,
    later: Signal<Local, Bits<4>>,
    candidates: Signal<Local, Bits<4>>,
    below: Signal<Local, Bits<4>>,
    first: Signal<Local, Bits<4>>,
    up_to_first: Signal<Local, Bits<4>>,
    same: Signal<Local, Bits<4>>,
}

impl Logic for Coalescer {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, behind);
        self.later.next = self.asks.val() & self.behind.q.val();
        self.candidates.next = self.asks.val();
        if self.later.val().any() {
            self.candidates.next = self.later.val();
        }
        self.below.next = self.candidates.val() - 1;
        self.first.next = self.candidates.val() & !self.below.val();
        self.up_to_first.next = self.first.val() | (self.first.val() - 1);

        self.tb.next = self.tb0.val();
        self.pc.next = self.pc0.val();
        if self.first.val().get_bit(1) {
            self.tb.next = self.tb1.val();
            self.pc.next = self.pc1.val();
        }
        if self.first.val().get_bit(2) {
            self.tb.next = self.tb2.val();
            self.pc.next = self.pc2.val();
        }
        if self.first.val().get_bit(3) {
            self.tb.next = self.tb3.val();
            self.pc.next = self.pc3.val();
        }
        self.load.next = (self.first.val() & self.loads.val()).any();
        self.register_low.next = (self.first.val() & self.registers_low.val()).any();
        self.register_high.next = (self.first.val() & self.registers_high.val()).any();

        self.same.next = bits::<4>(0);
        if (self.tb0.val() == self.tb.val()) & (self.pc0.val() == self.pc.val()) {
            self.same.next = self.same.val().replace_bit(0, true);
        }
        if (self.tb1.val() == self.tb.val()) & (self.pc1.val() == self.pc.val()) {
            self.same.next = self.same.val().replace_bit(1, true);
        }
        if (self.tb2.val() == self.tb.val()) & (self.pc2.val() == self.pc.val()) {
            self.same.next = self.same.val().replace_bit(2, true);
        }
        if (self.tb3.val() == self.tb.val()) & (self.pc3.val() == self.pc.val()) {
            self.same.next = self.same.val().replace_bit(3, true);
        }
        self.served.next = bits::<4>(0);
        if !self.busy.val() {
            self.served.next = self.asks.val() & self.same.val();
            if self.asks.val().any() {
                self.behind.d.next = !self.up_to_first.val();
            }
        }
    }
}
