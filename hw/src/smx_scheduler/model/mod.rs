//! Fast model of the SMX scheduler.

mod smxs;

use super::pins::{In, Out, Params, HEADER_BYTES};
use crate::kernel_distributor::pins::{GRAPH, NO_GROUP, SPILLED};
use crate::kit::Clocked;
use smxs::Smxs;

/// What the distributor does in this cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Waits for a kernel at the head.
    #[default]
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

/// What happens to an ended TB in this cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Ending {
    /// One can be taken.
    #[default]
    Ready,
    /// Its TBCR has been read: reports and releases.
    Report,
    /// AGT or DATS has not taken it yet.
    Hold,
}

/// What a TBCR holds of a running TB.
#[derive(Clone, Copy, Debug, Default)]
struct Tbcr {
    kdei: u32,
    agei: u32,
    blkid: u32,
    demand: u32,
}

impl Tbcr {
    /// The group whose end the AGT is told of.
    fn group(&self) -> Option<u32> {
        (self.agei & SPILLED == 0).then_some(self.agei)
    }

    /// The node whose end DATS is told of.
    fn node(&self) -> Option<u32> {
        (self.demand & GRAPH != 0 && self.agei == NO_GROUP).then_some(self.blkid)
    }
}

/// SSCR, TBCRs, the free resources of the SMXs, and the two state machines.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    state: State,
    /// The work being distributed (SSCR) with the fields copied from its KDE or AGE.
    kdei: u32,
    agei: u32,
    pc: u32,
    param: u32,
    shape: u32,
    demand: u32,
    grid_x: u32,
    grid_yz: u32,
    /// Index of the next TB.
    block_x: u32,
    block_yz: u32,
    next_bl: u32,
    /// The group has not been distributed: what is read is not only its Next.
    fresh: bool,
    /// The group after the current one, none while unknown.
    next: u32,
    /// The TB that starts in this cycle: SMX, slot and index.
    start: Option<(u32, u32, u32, u32)>,
    smxs: Smxs,
    tbcrs: Vec<Tbcr>,
    ending: Ending,
    end_smx: u32,
    end_slot: u32,
    end: Tbcr,
}

impl Model {
    /// A scheduler for SMXs of the given sizes.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            state: State::Idle,
            kdei: 0,
            agei: 0,
            pc: 0,
            param: 0,
            shape: 0,
            demand: 0,
            grid_x: 0,
            grid_yz: 0,
            block_x: 0,
            block_yz: 0,
            next_bl: 0,
            fresh: false,
            next: 0,
            start: None,
            smxs: Smxs::new(params),
            tbcrs: vec![Tbcr::default(); (params.smxs * params.slots) as usize],
            ending: Ending::Ready,
            end_smx: 0,
            end_slot: 0,
            end: Tbcr::default(),
        }
    }

    fn tbcr(&mut self, smx: u32, slot: u32) -> &mut Tbcr {
        &mut self.tbcrs[(smx * self.params.slots + slot) as usize]
    }

    fn restart(&mut self) {
        (self.block_x, self.block_yz, self.next_bl) = (0, 0, 0);
    }

    /// Starts a TB of the work in hand, if there is room; whether it did.
    fn place(&mut self, blkid: u32, x: u32, yz: u32) -> bool {
        let Some((smx, slot)) = self.smxs.place() else { return false };
        *self.tbcr(smx, slot) =
            Tbcr { kdei: self.kdei, agei: self.agei, blkid, demand: self.demand };
        self.start = Some((smx, slot, x, yz));
        true
    }

    fn distribute(&mut self) {
        if !self.place(self.next_bl, self.block_x, self.block_yz) {
            return;
        }
        self.next_bl = self.next_bl.wrapping_add(1);
        self.block_x = self.block_x.wrapping_add(1);
        if self.block_x != self.grid_x {
            return;
        }
        self.block_x = 0;
        self.block_yz = self.block_yz.wrapping_add(1);
        if (self.block_yz ^ self.grid_yz) & 0xFFFF != 0 {
            return;
        }
        self.block_yz = (self.block_yz & 0xFFFF_0000).wrapping_add(0x1_0000);
        if (self.block_yz ^ self.grid_yz) & 0xFFFF_0000 == 0 {
            let native = self.agei == NO_GROUP;
            self.state = if native { State::NativeDone } else { State::After };
        }
    }

    fn latch_head(&mut self, i: &In) {
        self.kdei = i.head_kdei;
        self.agei = NO_GROUP;
        self.pc = i.head_pc;
        self.param = i.head_param;
        self.shape = i.head_shape;
        self.demand = i.head_need;
        self.grid_x = i.head_grid_x;
        self.grid_yz = i.head_grid_yz;
        self.restart();
        self.smxs.set_demand(self.demand);
    }

    fn step_distributor(&mut self, i: &In) {
        self.start = None;
        self.state = match self.state {
            State::Idle if i.head_valid => {
                self.latch_head(i);
                match (i.head_first, i.head_need & GRAPH != 0) {
                    (true, false) => State::Distribute,
                    (true, true) => State::Graph,
                    (false, _) => State::Chain,
                }
            }
            State::Graph if i.graph_ready => State::Nodes,
            State::Nodes if i.node_valid => {
                if self.place(i.node_id, i.node_block_x, i.node_block_yz) && i.node_last {
                    State::NativeDone
                } else {
                    State::Nodes
                }
            }
            State::Distribute => return self.distribute(),
            State::NativeDone => State::Chain,
            State::Chain if i.head_nagei == NO_GROUP => State::Unmark,
            State::Chain => {
                (self.agei, self.next, self.fresh) = (i.head_nagei, NO_GROUP, true);
                State::Take
            }
            State::Take if i.take_ready => State::Wait,
            State::Wait if i.group_valid => {
                self.next = i.group_next;
                if self.fresh {
                    (self.grid_x, self.grid_yz) = (i.group_grid_x, i.group_grid_yz);
                    self.param = i.group_param;
                    self.restart();
                    self.fresh = false;
                    State::Distribute
                } else {
                    State::After
                }
            }
            // The last group has no Next: it was read as none, and nothing can have been written.
            State::After if i.head_lagei == self.agei || self.next != NO_GROUP => State::Advance,
            State::After => State::Take,
            State::Advance => State::Settle,
            State::Settle if i.head_nagei == self.agei => State::After,
            State::Settle if self.agei & SPILLED != 0 => State::Chain,
            State::Settle => State::Done,
            State::Done if i.done_ready => State::Chain,
            State::Unmark => State::Idle,
            waiting => waiting,
        };
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        let mut out = Out {
            native_done: self.state == State::NativeDone,
            unmark: self.state == State::Unmark,
            end_ready: self.ending == Ending::Ready,
            idle: self.idle(),
            ..Out::default()
        };
        match self.state {
            State::Graph => {
                out.graph_valid = true;
                out.graph_header = self.param.wrapping_sub(HEADER_BYTES);
            }
            State::Nodes => out.node_ready = self.smxs.any(),
            State::Take => (out.take_valid, out.take_agei) = (true, self.agei),
            State::Advance => (out.advance_valid, out.advance_next) = (true, self.next),
            State::Done => {
                (out.done_valid, out.done_agei) = (true, self.agei);
                out.done_count = self.next_bl & 0x3FFF_FFFF;
            }
            _ => {}
        }
        if self.ending == Ending::Report {
            (out.kd_end_valid, out.kd_end_kdei) = (true, self.end.kdei);
        }
        if self.ending != Ending::Ready {
            let (group, node) = (self.end.group(), self.end.node());
            (out.agt_end_valid, out.agt_end_agei) = (group.is_some(), group.unwrap_or(0));
            (out.node_end_valid, out.node_end_id) = (node.is_some(), node.unwrap_or(0));
        }
        if let Some((smx, slot, x, yz)) = self.start {
            out.tb_valid = true;
            (out.tb_smx, out.tb_slot, out.tb_block_x, out.tb_block_yz) = (smx, slot, x, yz);
            (out.tb_kdei, out.tb_agei) = (self.kdei, self.agei);
            (out.tb_pc, out.tb_param, out.tb_shape) = (self.pc, self.param, self.shape);
            (out.tb_grid_x, out.tb_grid_yz) = (self.grid_x, self.grid_yz);
        }
        out
    }

    fn step(&mut self, i: &In) {
        // The distributor first: what an end releases at this edge is seen one cycle later.
        let ending = self.ending;
        self.step_distributor(i);
        match ending {
            Ending::Ready if i.end_valid => {
                (self.end_smx, self.end_slot) = (i.end_smx, i.end_slot);
                self.end = *self.tbcr(i.end_smx, i.end_slot);
                self.ending = Ending::Report;
            }
            Ending::Ready => {}
            Ending::Report | Ending::Hold => {
                if ending == Ending::Report {
                    self.smxs.release(self.end_smx, self.end_slot, self.end.demand);
                }
                let taken = (i.agt_end_ready || self.end.group().is_none())
                    && (i.node_end_ready || self.end.node().is_none());
                self.ending = if taken { Ending::Ready } else { Ending::Hold };
            }
        }
    }

    fn idle(&self) -> bool {
        let waits = match self.state {
            State::Idle | State::Wait | State::Nodes => true,
            State::Distribute => !self.smxs.any(),
            _ => false,
        };
        waits && self.start.is_none() && self.ending == Ending::Ready
    }
}
