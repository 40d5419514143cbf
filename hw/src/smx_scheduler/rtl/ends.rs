//! Ended TBs on their way to Kernel Distributor, AGT and the books of the SMXs.

use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// What happens to an ended TB in this cycle.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Ending {
    /// One can be taken.
    Ready,
    /// Its TBCR has been read: reports and gives back.
    Report,
    /// The AGT has not taken it yet.
    Hold,
}

/// Takes an ended TB, reports it in the next cycle, and waits for the AGT if that must know.
///
/// A new TB may take the slot, and its TBCR, while the AGT is waited for: so the AGEI is held apart.
#[derive(LogicBlock, Default)]
pub struct Ends {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// A TB has ended.
    pub valid: Signal<In, Bit>,
    /// Where it ran.
    pub at_smx: Signal<In, Bits<5>>,
    /// In which slot.
    pub at_slot: Signal<In, Bits<5>>,
    /// Its kernel's entry, one cycle after it is taken.
    pub tbcr_kdei: Signal<In, Bits<5>>,
    /// Its group, one cycle after it is taken.
    pub tbcr_agei: Signal<In, Bits<32>>,
    /// The AGT takes the end.
    pub agt_ready: Signal<In, Bit>,
    /// The ended TB is taken; nothing is under way.
    pub ready: Signal<Out, Bit>,
    /// An end is reported, and its resources given back.
    pub report: Signal<Out, Bit>,
    /// Kernel's entry of the reported end; zero while low.
    pub kdei: Signal<Out, Bits<5>>,
    /// SMX of the reported end.
    pub smx: Signal<Out, Bits<5>>,
    /// Slot of the reported end.
    pub slot: Signal<Out, Bits<5>>,
    /// An end is offered to the AGT.
    pub agt_valid: Signal<Out, Bit>,
    /// Its group; zero while low.
    pub agt_agei: Signal<Out, Bits<32>>,
    ending: Reg<Ending>,
    from_smx: Reg<Bits<5>>,
    from_slot: Reg<Bits<5>>,
    held_agei: Reg<Bits<32>>,
    agei: Signal<Local, Bits<32>>,
}

impl Logic for Ends {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ending, from_smx, from_slot, held_agei);
        self.ready.next = self.ending.q.val() == Ending::Ready;
        self.report.next = self.ending.q.val() == Ending::Report;
        self.smx.next = self.from_smx.q.val();
        self.slot.next = self.from_slot.q.val();
        self.kdei.next = bits::<5>(0);
        self.agei.next = self.held_agei.q.val();
        if self.report.val() {
            self.kdei.next = self.tbcr_kdei.val();
            self.agei.next = self.tbcr_agei.val();
        }
        self.held_agei.d.next = self.agei.val();
        // Native TBs have AGEI none, which looks spilled.
        self.agt_valid.next = !self.ready.val() & !self.agei.val().get_bit(31);
        self.agt_agei.next = bits::<32>(0);
        if self.agt_valid.val() {
            self.agt_agei.next = self.agei.val();
        }
        if self.ready.val() {
            self.from_smx.d.next = self.at_smx.val();
            self.from_slot.d.next = self.at_slot.val();
            if self.valid.val() {
                self.ending.d.next = Ending::Report;
            }
        } else {
            self.ending.d.next = Ending::Hold;
            if self.agt_ready.val() | !self.agt_valid.val() {
                self.ending.d.next = Ending::Ready;
            }
        }
    }
}
