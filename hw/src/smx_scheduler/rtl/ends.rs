//! Ended TBs on their way to Kernel Distributor, AGT, DATS and the books of the SMXs.

use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// What happens to an ended TB in this cycle.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Ending {
    /// One can be taken.
    Ready,
    /// Its TBCR has been read: reports and releases.
    Report,
    /// AGT or DATS has not taken it yet.
    Hold,
}

/// Takes an ended TB, reports it in the next cycle, and waits for AGT or DATS if one of them must know.
///
/// A new TB may take the slot, and its TBCR, while that is waited for: so what they are told, AGEI
/// or node, is held apart.
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
    /// Its node, one cycle after it is taken.
    pub tbcr_blkid: Signal<In, Bits<32>>,
    /// The demand of its TB, one cycle after it is taken.
    pub tbcr_need: Signal<In, Bits<32>>,
    /// The AGT takes the end.
    pub agt_ready: Signal<In, Bit>,
    /// DATS takes the end.
    pub node_ready: Signal<In, Bit>,
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
    /// An end is offered to DATS.
    pub node_valid: Signal<Out, Bit>,
    /// Its node; zero while low.
    pub node_id: Signal<Out, Bits<32>>,
    ending: Reg<Ending>,
    from_smx: Reg<Bits<5>>,
    from_slot: Reg<Bits<5>>,
    held_word: Reg<Bits<32>>,
    held_for_agt: Reg<Bit>,
    held_for_dats: Reg<Bit>,
    word: Signal<Local, Bits<32>>,
    for_agt: Signal<Local, Bit>,
    for_dats: Signal<Local, Bit>,
    agt_waits: Signal<Local, Bit>,
    dats_waits: Signal<Local, Bit>,
}

impl Logic for Ends {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ending, from_smx, from_slot);
        dff_setup!(self, clock, held_word, held_for_agt, held_for_dats);
        self.ready.next = self.ending.q.val() == Ending::Ready;
        self.report.next = self.ending.q.val() == Ending::Report;
        self.smx.next = self.from_smx.q.val();
        self.slot.next = self.from_slot.q.val();
        self.kdei.next = bits::<5>(0);
        self.word.next = self.held_word.q.val();
        self.for_agt.next = self.held_for_agt.q.val();
        self.for_dats.next = self.held_for_dats.q.val();
        if self.report.val() {
            self.kdei.next = self.tbcr_kdei.val();
            // Native TBs have AGEI none, which looks spilled.
            self.for_agt.next = !self.tbcr_agei.val().get_bit(31);
            self.for_dats.next = self.tbcr_agei.val().all() & self.tbcr_need.val().get_bit(30);
            self.word.next = self.tbcr_agei.val();
            if self.for_dats.val() {
                self.word.next = self.tbcr_blkid.val();
            }
        }
        self.held_word.d.next = self.word.val();
        self.held_for_agt.d.next = self.for_agt.val();
        self.held_for_dats.d.next = self.for_dats.val();
        self.agt_valid.next = !self.ready.val() & self.for_agt.val();
        self.agt_agei.next = bits::<32>(0);
        if self.agt_valid.val() {
            self.agt_agei.next = self.word.val();
        }
        self.node_valid.next = !self.ready.val() & self.for_dats.val();
        self.node_id.next = bits::<32>(0);
        if self.node_valid.val() {
            self.node_id.next = self.word.val();
        }
        self.agt_waits.next = self.agt_valid.val() & !self.agt_ready.val();
        self.dats_waits.next = self.node_valid.val() & !self.node_ready.val();
        if self.ready.val() {
            self.from_smx.d.next = self.at_smx.val();
            self.from_slot.d.next = self.at_slot.val();
            if self.valid.val() {
                self.ending.d.next = Ending::Report;
            }
        } else {
            self.ending.d.next = Ending::Hold;
            if !self.agt_waits.val() & !self.dats_waits.val() {
                self.ending.d.next = Ending::Ready;
            }
        }
    }
}
