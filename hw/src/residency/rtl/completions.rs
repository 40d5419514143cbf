//! Ended TBs on their way to Kernel Distributor, AGT, DATS and the counts of the SMXs.

use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::prelude::*;

/// Two places for ended TBs: one whose TBCR has been read, and one that AGT or DATS has not taken.
///
/// The first moves on as soon as the second is empty, so one TB per cycle goes through while all are
/// taken. The slot of the second, and its TBCR, may run a new TB: so what is to be told is held
/// apart.
#[derive(LogicBlock, Default)]
pub struct Completions<const SMX: usize, const SLOT: usize, const KDEI: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, bool>,
    /// A TB has ended.
    pub valid: Signal<In, Bit>,
    /// SMX on which it ran.
    pub at_smx: Signal<In, Bits<SMX>>,
    /// Slot in which it ran.
    pub at_slot: Signal<In, Bits<SLOT>>,
    /// Kernel's entry in the TBCR addressed in the last cycle.
    pub tbcr_kdei: Signal<In, Bits<KDEI>>,
    /// Group in the TBCR addressed in the last cycle.
    pub tbcr_group: Signal<In, Bits<32>>,
    /// Index or node in the TBCR addressed in the last cycle.
    pub tbcr_item: Signal<In, Bits<32>>,
    /// The AGT is told of the end of the TB in the TBCR addressed in the last cycle.
    pub tbcr_tell_agt: Signal<In, Bit>,
    /// DATS is told of the end of the TB in the TBCR addressed in the last cycle.
    pub tbcr_tell_dats: Signal<In, Bit>,
    /// The AGT takes what it is told.
    pub agt_ready: Signal<In, Bit>,
    /// DATS takes what it is told.
    pub dats_ready: Signal<In, Bit>,
    /// The ended TB is taken.
    pub ready: Signal<Out, Bit>,
    /// SMX of the TBCR to read.
    pub read_smx: Signal<Out, Bits<SMX>>,
    /// Slot of the TBCR to read.
    pub read_slot: Signal<Out, Bits<SLOT>>,
    /// An end is told to the Kernel Distributor, and its resources are released.
    pub report: Signal<Out, Bit>,
    /// Kernel's entry of that end; zero while `report` is low.
    pub kdei: Signal<Out, Bits<KDEI>>,
    /// SMX of that end.
    pub smx: Signal<Out, Bits<SMX>>,
    /// Slot of that end.
    pub slot: Signal<Out, Bits<SLOT>>,
    /// An end is offered to the AGT.
    pub agt_valid: Signal<Out, Bit>,
    /// Group of the end offered to the AGT; zero while `agt_valid` is low.
    pub agt_agei: Signal<Out, Bits<32>>,
    /// An end is offered to DATS.
    pub dats_valid: Signal<Out, Bit>,
    /// Node of the end offered to DATS; zero while `dats_valid` is low.
    pub dats_item: Signal<Out, Bits<32>>,
    full: Reg<Bit>,
    from_smx: Reg<Bits<SMX>>,
    from_slot: Reg<Bits<SLOT>>,
    held_for_agt: Reg<Bit>,
    held_for_dats: Reg<Bit>,
    held_group: Reg<Bits<32>>,
    held_item: Reg<Bits<32>>,
    held: Signal<Local, Bit>,
    group: Signal<Local, Bits<32>>,
    item: Signal<Local, Bits<32>>,
}

impl<const SMX: usize, const SLOT: usize, const KDEI: usize> Logic
    for Completions<SMX, SLOT, KDEI>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, full, from_smx, from_slot, held_for_agt, held_for_dats);
        dff_setup!(self, clock, held_group, held_item);
        self.held.next = self.held_for_agt.q.val() | self.held_for_dats.q.val();
        self.ready.next = !self.full.q.val() | !self.held.val();
        self.read_smx.next = self.from_smx.q.val();
        self.read_slot.next = self.from_slot.q.val();
        if self.ready.val() {
            self.read_smx.next = self.at_smx.val();
            self.read_slot.next = self.at_slot.val();
            self.full.d.next = self.valid.val();
        }
        self.from_smx.d.next = self.read_smx.val();
        self.from_slot.d.next = self.read_slot.val();

        self.report.next = self.full.q.val() & !self.held.val();
        self.smx.next = self.from_smx.q.val();
        self.slot.next = self.from_slot.q.val();
        self.kdei.next = bits::<KDEI>(0);
        self.group.next = self.held_group.q.val();
        self.item.next = self.held_item.q.val();
        self.agt_valid.next = self.held_for_agt.q.val();
        self.dats_valid.next = self.held_for_dats.q.val();
        if self.report.val() {
            self.kdei.next = self.tbcr_kdei.val();
            self.group.next = self.tbcr_group.val();
            self.item.next = self.tbcr_item.val();
            self.agt_valid.next = self.tbcr_tell_agt.val();
            self.dats_valid.next = self.tbcr_tell_dats.val();
        }
        self.held_group.d.next = self.group.val();
        self.held_item.d.next = self.item.val();
        self.held_for_agt.d.next = self.agt_valid.val() & !self.agt_ready.val();
        self.held_for_dats.d.next = self.dats_valid.val() & !self.dats_ready.val();
        self.agt_agei.next = bits::<32>(0);
        if self.agt_valid.val() {
            self.agt_agei.next = self.group.val();
        }
        self.dats_item.next = bits::<32>(0);
        if self.dats_valid.val() {
            self.dats_item.next = self.item.val();
        }
    }
}
