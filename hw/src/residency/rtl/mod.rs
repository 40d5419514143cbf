//! The residency circuit: counts of the SMXs, the TBCRs, and the path of ended TBs.

mod completions;
mod counts;
mod tbcrs;

use super::pins::{residency_ports, In, Out, Params};
use completions::Completions;
use counts::Counts;
use rust_hdl::prelude::*;
use tbcrs::Tbcrs;

residency_ports! {
    /// The parts and the wires between them.
    pub struct ResidencyRtl<SMXS, SMX, SLOTS, SLOT, KDEI, RESIDENT> {
        counts: Counts<SMXS, SMX, SLOTS, SLOT, RESIDENT>,
        tbcrs: Tbcrs<SMX, SLOT, KDEI>,
        completions: Completions<SMX, SLOT, KDEI>,
    }
}

impl<
        const SMXS: usize,
        const SMX: usize,
        const SLOTS: usize,
        const SLOT: usize,
        const KDEI: usize,
        const RESIDENT: usize,
    > ResidencyRtl<SMXS, SMX, SLOTS, SLOT, KDEI, RESIDENT>
{
    /// Residency of SMXs of the given sizes.
    pub fn new(params: &Params) -> Self {
        Self { counts: Counts::new(params), tbcrs: Tbcrs::new(params), ..Default::default() }
    }
}

impl<
        const SMXS: usize,
        const SMX: usize,
        const SLOTS: usize,
        const SLOT: usize,
        const KDEI: usize,
        const RESIDENT: usize,
    > Logic for ResidencyRtl<SMXS, SMX, SLOTS, SLOT, KDEI, RESIDENT>
{
    #[hdl_gen]
    fn update(&mut self) {
        // What is left of the SMXs.
        self.counts.clock.next = self.clock.val();
        self.counts.reset.next = self.reset.val();
        self.counts.ask.next = self.ask_valid.val();
        self.counts.ask_smxs.next = self.ask_smxs.val();
        self.counts.ask_demand.next = self.ask_demand.val();
        self.counts.grant.next = self.grant_smxs.val();
        self.counts.release_valid.next = self.completions.report.val();
        self.counts.release_smx.next = self.completions.smx.val();
        self.counts.release_slot.next = self.completions.slot.val();
        self.counts.release_demand.next = self.tbcrs.ended_demand.val();
        self.room_smxs.next = self.counts.room.val();
        self.start_valid.next = self.counts.start.val();
        self.start_smx.next = self.counts.start_smx.val();
        self.start_slot.next = self.counts.start_slot.val();
        self.resident.next = self.counts.resident.val();

        // TBCRs: written while a TB starts, read when one has ended. The demand has not changed since
        // the grant (rule 3).
        self.tbcrs.clock.next = self.clock.val();
        self.tbcrs.write.next = self.tb_valid.val();
        self.tbcrs.smx.next = self.counts.start_smx.val();
        self.tbcrs.slot.next = self.counts.start_slot.val();
        self.tbcrs.kdei.next = self.tb_kdei.val();
        self.tbcrs.group.next = self.tb_group.val();
        self.tbcrs.item.next = self.tb_item.val();
        self.tbcrs.demand.next = self.counts.demand.val();
        self.tbcrs.tell_agt.next = self.tb_tell_agt.val();
        self.tbcrs.tell_dats.next = self.tb_tell_dats.val();
        self.tbcrs.read_smx.next = self.completions.read_smx.val();
        self.tbcrs.read_slot.next = self.completions.read_slot.val();

        // Ended TBs.
        self.completions.clock.next = self.clock.val();
        self.completions.reset.next = self.reset.val();
        self.completions.valid.next = self.end_valid.val();
        self.completions.at_smx.next = self.end_smx.val();
        self.completions.at_slot.next = self.end_slot.val();
        self.completions.tbcr_kdei.next = self.tbcrs.ended_kdei.val();
        self.completions.tbcr_group.next = self.tbcrs.ended_group.val();
        self.completions.tbcr_item.next = self.tbcrs.ended_item.val();
        self.completions.tbcr_tell_agt.next = self.tbcrs.ended_tell_agt.val();
        self.completions.tbcr_tell_dats.next = self.tbcrs.ended_tell_dats.val();
        self.completions.agt_ready.next = self.told_agt_ready.val();
        self.completions.dats_ready.next = self.told_dats_ready.val();
        self.end_ready.next = self.completions.ready.val();
        self.kd_end_valid.next = self.completions.report.val();
        self.kd_end_kdei.next = self.completions.kdei.val();
        self.told_agt_valid.next = self.completions.agt_valid.val();
        self.told_agt_agei.next = self.completions.agt_agei.val();
        self.told_dats_valid.next = self.completions.dats_valid.val();
        self.told_dats_item.next = self.completions.dats_item.val();

        self.idle.next = !self.counts.start.val() & !self.completions.report.val();
    }
}
