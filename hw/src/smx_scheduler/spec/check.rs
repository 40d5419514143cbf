//! The rules of the SMX scheduler that its outputs are checked by in every cycle.

use super::super::pins::Out;
use super::{ensure, Env};
use crate::kernel_distributor::pins::SPILLED;
use crate::kit::Violation;

impl Env {
    /// Rule 2: where and when TBs start, and rule 1: which.
    pub(super) fn check_start(&mut self, out: &Out) -> Result<(), Violation> {
        let now = self.cycle;
        if out.tb_valid {
            let work = self.chains.start(out)?;
            return self.smxs.start(now, out, work);
        }
        let payload = [
            out.tb_smx,
            out.tb_slot,
            out.tb_kdei,
            out.tb_agei,
            out.tb_pc,
            out.tb_param,
            out.tb_shape,
            out.tb_grid_x,
            out.tb_grid_yz,
            out.tb_block_x,
            out.tb_block_yz,
        ];
        ensure(payload == [0; 11], || "stream rule 3: tb payload without tb_valid".into())?;
        self.chains.start_none()?;
        let Some(demand) = self.chains.need_in_progress() else { return Ok(()) };
        let seat = self.smxs.seat(now, demand);
        ensure(seat.is_none(), || format!("rule 2: no TB starts although {seat:?} has room"))
    }

    /// Rule 7: nodes are taken while there is room for the TB of one.
    pub(super) fn check_nodes(&self, out: &Out) -> Result<(), Violation> {
        let demand = self.chains.need_of_nodes();
        let seat = demand.and_then(|demand| self.smxs.seat(self.cycle + 1, demand));
        ensure(out.node_ready == seat.is_some(), || {
            format!("rule 7: node_ready {}, room {seat:?} for demand {demand:x?}", out.node_ready)
        })
    }

    /// Rule 4: every end is told once, with the right kernel, group and node.
    pub(super) fn check_end(&mut self, out: &Out) -> Result<(), Violation> {
        let ended = self.ended.take();
        let (valid, kdei) = ended.map_or((false, 0), |work| (true, work.kdei));
        ensure((out.kd_end_valid, out.kd_end_kdei) == (valid, kdei), || {
            format!("rule 4: kd_end {} {}, expected {ended:?}", out.kd_end_valid, out.kd_end_kdei)
        })?;
        self.agt_owed = self.agt_owed.or(ended.map(|w| w.agei).filter(|a| a & SPILLED == 0));
        let owed = (self.agt_owed.is_some(), self.agt_owed.unwrap_or(0));
        ensure((out.agt_end_valid, out.agt_end_agei) == owed, || {
            format!("rule 4: agt_end {:#x}, expected {:x?}", out.agt_end_agei, self.agt_owed)
        })?;
        self.node_owed = self.node_owed.or(ended.and_then(|work| work.node));
        let owed = (self.node_owed.is_some(), self.node_owed.unwrap_or(0));
        ensure((out.node_end_valid, out.node_end_id) == owed, || {
            format!("rule 4: node_end {:#x}, expected {:x?}", out.node_end_id, self.node_owed)
        })?;
        let free = ended.is_none() && self.agt_owed.is_none() && self.node_owed.is_none();
        ensure(out.end_ready == free, || format!("rule 4: end_ready {}", out.end_ready))
    }
}
