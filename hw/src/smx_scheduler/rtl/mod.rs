//! The SMX scheduler circuit: the distributor's state machine around the SSCR, and its parts: the
//! books of the SMXs, the TB index, the TBCRs, the path of ended TBs.

mod ends;
mod smxs;
mod tbcr;

use super::pins::{smx_scheduler_ports, In, Out, Params};
use crate::fcfs::rtl::walk::Walk;
use crate::kit::dff_setup;
use crate::kit::Reg;
use ends::Ends;
use rust_hdl::prelude::*;
use smxs::Smxs;
use tbcr::Tbcrs;

/// What the distributor does in this cycle.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// Waits for a kernel at the head.
    Idle,
    /// Sends TBs out.
    Distribute,
    /// Offers the kernel's graph.
    Graph,
    /// Sends the TBs of nodes out.
    Nodes,
    /// Tells the KD that the native TBs are out.
    NativeDone,
    /// Looks for the next group of the head.
    Chain,
    /// Offers the group to be read.
    Take,
    /// Waits for the group's fields.
    Wait,
    /// Looks for the group after the distributed one.
    After,
    /// Moves the head's NAGEI.
    Advance,
    /// Sees whether that was honoured.
    Settle,
    /// Offers the distributed group.
    Done,
    /// Gives the head back.
    Unmark,
}

smx_scheduler_ports! {
    /// SSCR, the work's fields, the TB that starts, and the parts.
    pub struct SmxSchedulerRtl {
        state: Reg<State>,
        sscr_kdei: Reg<Bits<5>>,
        sscr_agei: Reg<Bits<32>>,
        work_pc: Reg<Bits<32>>,
        work_param: Reg<Bits<32>>,
        work_shape: Reg<Bits<32>>,
        work_need: Reg<Bits<32>>,
        work_grid_x: Reg<Bits<32>>,
        work_grid_yz: Reg<Bits<32>>,
        fresh: Reg<Bit>,
        follower: Reg<Bits<32>>,
        start: Reg<Bit>,
        start_smx: Reg<Bits<5>>,
        start_slot: Reg<Bits<5>>,
        start_x: Reg<Bits<32>>,
        start_yz: Reg<Bits<32>>,
        start_blkid: Reg<Bits<32>>,
        walk: Walk,
        tbcrs: Tbcrs,
        ends: Ends,
        smxs: Smxs,
        issue: Signal<Local, Bit>,
        issue_node: Signal<Local, Bit>,
        header: Signal<Local, Bits<32>>,
        grid_changed: Signal<Local, Bit>,
        waits: Signal<Local, Bit>,
    }
}

impl SmxSchedulerRtl {
    /// A scheduler for SMXs of the given sizes.
    pub fn new(params: &Params) -> Self {
        Self { tbcrs: Tbcrs::new(params), smxs: Smxs::new(params), ..Default::default() }
    }
}

impl Logic for SmxSchedulerRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            state,
            sscr_kdei,
            sscr_agei,
            work_pc,
            work_param,
            work_shape,
            work_need,
            work_grid_x,
            work_grid_yz,
            fresh,
            follower,
            start,
            start_smx,
            start_slot,
            start_x,
            start_yz,
            start_blkid
        );

        // The distributor.
        self.smxs.clock.next = self.clock.val();
        self.smxs.reset.next = self.reset.val();
        self.smxs.need.next = self.work_need.q.val();
        self.issue.next = (self.state.q.val() == State::Distribute) & self.smxs.any.val();
        self.issue_node.next =
            (self.state.q.val() == State::Nodes) & self.node_valid.val() & self.smxs.any.val();
        self.smxs.place.next = self.issue.val() | self.issue_node.val();
        self.start.d.next = self.issue.val() | self.issue_node.val();
        self.start_smx.d.next = self.smxs.smx.val();
        self.start_slot.d.next = self.smxs.slot.val();
        self.start_x.d.next = self.walk.x.val();
        self.start_yz.d.next = self.walk.yz.val();
        self.start_blkid.d.next = self.walk.next_bl.val();
        if self.issue_node.val() {
            self.start_x.d.next = self.node_block_x.val();
            self.start_yz.d.next = self.node_block_yz.val();
            self.start_blkid.d.next = self.node_id.val();
        }

        self.header.next = self.work_param.q.val() - 32;
        self.graph_valid.next = false;
        self.graph_header.next = bits::<32>(0);
        self.node_ready.next = false;
        self.native_done.next = false;
        self.advance_valid.next = false;
        self.advance_next.next = bits::<32>(0);
        self.unmark.next = false;
        self.take_valid.next = false;
        self.take_agei.next = bits::<32>(0);
        self.done_valid.next = false;
        self.done_agei.next = bits::<32>(0);
        self.done_count.next = bits::<30>(0);
        self.waits.next = false;
        self.grid_changed.next = false;
        match self.state.q.val() {
            State::Idle => {
                self.waits.next = true;
                if self.head_valid.val() {
                    self.sscr_kdei.d.next = self.head_kdei.val();
                    self.sscr_agei.d.next = bits::<32>(0xFFFF_FFFF_u64);
                    self.work_pc.d.next = self.head_pc.val();
                    self.work_param.d.next = self.head_param.val();
                    self.work_shape.d.next = self.head_shape.val();
                    self.work_need.d.next = self.head_need.val();
                    self.work_grid_x.d.next = self.head_grid_x.val();
                    self.work_grid_yz.d.next = self.head_grid_yz.val();
                    self.grid_changed.next = true;
                    self.state.d.next = State::Chain;
                    if self.head_first.val() {
                        self.state.d.next = State::Distribute;
                        if self.head_need.val().get_bit(30) {
                            self.state.d.next = State::Graph;
                        }
                    }
                }
            }
            State::Graph => {
                self.graph_valid.next = true;
                self.graph_header.next = self.header.val();
                if self.graph_ready.val() {
                    self.state.d.next = State::Nodes;
                }
            }
            State::Nodes => {
                self.waits.next = true;
                self.node_ready.next = self.smxs.any.val();
                if self.issue_node.val() & self.node_last.val() {
                    self.state.d.next = State::NativeDone;
                }
            }
            State::Distribute => {
                self.waits.next = !self.smxs.any.val();
                if self.issue.val() & self.walk.last.val() {
                    self.state.d.next = State::After;
                    if self.sscr_agei.q.val().all() {
                        self.state.d.next = State::NativeDone;
                    }
                }
            }
            State::NativeDone => {
                self.native_done.next = true;
                self.state.d.next = State::Chain;
            }
            State::Chain => {
                self.state.d.next = State::Unmark;
                if !self.head_nagei.val().all() {
                    self.sscr_agei.d.next = self.head_nagei.val();
                    self.follower.d.next = bits::<32>(0xFFFF_FFFF_u64);
                    self.fresh.d.next = true;
                    self.state.d.next = State::Take;
                }
            }
            State::Take => {
                self.take_valid.next = true;
                self.take_agei.next = self.sscr_agei.q.val();
                if self.take_ready.val() {
                    self.state.d.next = State::Wait;
                }
            }
            State::Wait => {
                self.waits.next = true;
                if self.group_valid.val() {
                    self.follower.d.next = self.group_next.val();
                    self.state.d.next = State::After;
                    if self.fresh.q.val() {
                        self.fresh.d.next = false;
                        self.work_param.d.next = self.group_param.val();
                        self.work_grid_x.d.next = self.group_grid_x.val();
                        self.work_grid_yz.d.next = self.group_grid_yz.val();
                        self.grid_changed.next = true;
                        self.state.d.next = State::Distribute;
                    }
                }
            }
            State::After => {
                // The last group has no Next: it was read as none, and nothing can have been written.
                self.state.d.next = State::Advance;
                if self.follower.q.val().all() & (self.head_lagei.val() != self.sscr_agei.q.val()) {
                    self.state.d.next = State::Take;
                }
            }
            State::Advance => {
                self.advance_valid.next = true;
                self.advance_next.next = self.follower.q.val();
                self.state.d.next = State::Settle;
            }
            State::Settle => {
                self.state.d.next = State::Done;
                if self.sscr_agei.q.val().get_bit(31) {
                    self.state.d.next = State::Chain;
                }
                if self.head_nagei.val() == self.sscr_agei.q.val() {
                    self.state.d.next = State::After;
                }
            }
            State::Done => {
                self.done_valid.next = true;
                self.done_agei.next = self.sscr_agei.q.val();
                self.done_count.next = self.walk.next_bl.val().get_bits::<30>(0);
                if self.done_ready.val() {
                    self.state.d.next = State::Chain;
                }
            }
            State::Unmark => {
                self.unmark.next = true;
                self.state.d.next = State::Idle;
            }
            _ => {}
        }
        self.walk.clock.next = self.clock.val();
        self.walk.reset.next = self.reset.val();
        self.walk.grid_x.next = self.work_grid_x.q.val();
        self.walk.grid_yz.next = self.work_grid_yz.q.val();
        self.walk.restart.next = self.grid_changed.val();
        self.walk.advance.next = self.issue.val();

        // The TB that starts: the SSCR still holds its kernel and group.
        self.tb_valid.next = self.start.q.val();
        self.tb_smx.next = bits::<5>(0);
        self.tb_slot.next = bits::<5>(0);
        self.tb_kdei.next = bits::<5>(0);
        self.tb_agei.next = bits::<32>(0);
        self.tb_pc.next = bits::<32>(0);
        self.tb_param.next = bits::<32>(0);
        self.tb_shape.next = bits::<32>(0);
        self.tb_grid_x.next = bits::<32>(0);
        self.tb_grid_yz.next = bits::<32>(0);
        self.tb_block_x.next = bits::<32>(0);
        self.tb_block_yz.next = bits::<32>(0);
        if self.start.q.val() {
            self.tb_smx.next = self.start_smx.q.val();
            self.tb_slot.next = self.start_slot.q.val();
            self.tb_kdei.next = self.sscr_kdei.q.val();
            self.tb_agei.next = self.sscr_agei.q.val();
            self.tb_pc.next = self.work_pc.q.val();
            self.tb_param.next = self.work_param.q.val();
            self.tb_shape.next = self.work_shape.q.val();
            self.tb_grid_x.next = self.work_grid_x.q.val();
            self.tb_grid_yz.next = self.work_grid_yz.q.val();
            self.tb_block_x.next = self.start_x.q.val();
            self.tb_block_yz.next = self.start_yz.q.val();
        }

        // TBCRs: written while a TB starts, read when one ends.
        self.tbcrs.clock.next = self.clock.val();
        self.tbcrs.write.next = self.start.q.val();
        self.tbcrs.smx.next = self.start_smx.q.val();
        self.tbcrs.slot.next = self.start_slot.q.val();
        self.tbcrs.kdei.next = self.sscr_kdei.q.val();
        self.tbcrs.agei.next = self.sscr_agei.q.val();
        self.tbcrs.blkid.next = self.start_blkid.q.val();
        self.tbcrs.need.next = self.work_need.q.val();
        self.tbcrs.read_smx.next = self.end_smx.val();
        self.tbcrs.read_slot.next = self.end_slot.val();

        // Ended TBs.
        self.ends.clock.next = self.clock.val();
        self.ends.reset.next = self.reset.val();
        self.ends.valid.next = self.end_valid.val();
        self.ends.at_smx.next = self.end_smx.val();
        self.ends.at_slot.next = self.end_slot.val();
        self.ends.tbcr_kdei.next = self.tbcrs.ended_kdei.val();
        self.ends.tbcr_agei.next = self.tbcrs.ended_agei.val();
        self.ends.tbcr_blkid.next = self.tbcrs.ended_blkid.val();
        self.ends.tbcr_need.next = self.tbcrs.ended_need.val();
        self.ends.agt_ready.next = self.agt_end_ready.val();
        self.ends.node_ready.next = self.node_end_ready.val();
        self.end_ready.next = self.ends.ready.val();
        self.kd_end_valid.next = self.ends.report.val();
        self.kd_end_kdei.next = self.ends.kdei.val();
        self.agt_end_valid.next = self.ends.agt_valid.val();
        self.agt_end_agei.next = self.ends.agt_agei.val();
        self.node_end_valid.next = self.ends.node_valid.val();
        self.node_end_id.next = self.ends.node_id.val();
        self.smxs.give.next = self.ends.report.val();
        self.smxs.give_smx.next = self.ends.smx.val();
        self.smxs.give_slot.next = self.ends.slot.val();
        self.smxs.give_need.next = self.tbcrs.ended_need.val();
        self.idle.next = self.waits.val() & !self.start.q.val() & self.ends.ready.val();
    }
}
