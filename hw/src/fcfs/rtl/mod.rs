//! The circuit of the FCFS TB source: the state machine around the SSCR, and its parts: the queue of
//! kernels, the chains of groups, the TB index.

mod chains;
mod queue;
pub(crate) mod walk;

use super::pins::{fcfs_ports, In, Out, Params};
use crate::kit::dff_setup;
use crate::kit::rtl::bits_of_mask;
use crate::kit::{Mask, Param, Reg};
use chains::Chains;
use queue::Queue;
use rust_hdl::prelude::*;
use walk::Walk;

/// What the source does in this cycle.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// Has no kernel in hand; looks at the next.
    Idle,
    /// Sees the KDE looked at.
    Kde,
    /// Offers the graph kernel to DATS.
    Graph,
    /// Waits until all nodes are out.
    Nodes,
    /// Asks for room for the kernel's TBs.
    Ask,
    /// Wants SMXs for native TBs or TBs of a group.
    Distribute,
    /// Offers the distributed group.
    Done,
    /// Goes on with the next group, or lets the kernel go.
    Chain,
    /// Still offers the group to be read.
    Take,
    /// Waits for the group's fields.
    Wait,
}

fcfs_ports! {
    /// SSCR, the work's fields, the TB that starts, and the parts.
    pub struct FcfsRtl<SMXS, KDES, KDEI, KDE_COUNT> {
        queue: Queue<KDES, KDEI, KDE_COUNT>,
        chains: Chains<KDES, KDEI>,
        walk: Walk,
        state: Reg<State>,
        sscr_kdei: Reg<Bits<KDEI>>,
        hand: Reg<Bits<KDES>>,
        sscr_agei: Reg<Bits<32>>,
        work_pc: Reg<Bits<32>>,
        work_param: Reg<Bits<32>>,
        work_shape: Reg<Bits<29>>,
        work_demand: Reg<Bits<30>>,
        work_grid_x: Reg<Bits<32>>,
        work_grid_yz: Reg<Bits<32>>,
        queued: Reg<Bits<KDES>>,
        firsts: Reg<Bits<KDES>>,
        next_known: Reg<Bit>,
        start: Reg<Bit>,
        start_x: Reg<Bits<32>>,
        start_yz: Reg<Bits<32>>,
        start_item: Reg<Bits<32>>,
        spent: Reg<Bit>,
        all_smxs: Param<Bits<SMXS>>,
        none: Param<Bits<32>>,
        header: Signal<Local, Bits<32>>,
        enter_select: Signal<Local, Bits<KDES>>,
        first: Signal<Local, Bit>,
        chain: Signal<Local, Bit>,
        leaves: Signal<Local, Bit>,
        takes: Signal<Local, Bit>,
        looks: Signal<Local, Bit>,
        issue: Signal<Local, Bit>,
        last: Signal<Local, Bit>,
        read: Signal<Local, Bit>,
        natives_out: Signal<Local, Bit>,
        told: Signal<Local, Bit>,
        leave_select: Signal<Local, Bits<KDES>>,
        unfirst_select: Signal<Local, Bits<KDES>>,
        grid_changed: Signal<Local, Bit>,
        waits: Signal<Local, Bit>,
        quiet: Signal<Local, Bit>,
    }
}

impl<const SMXS: usize, const KDES: usize, const KDEI: usize, const KDE_COUNT: usize>
    FcfsRtl<SMXS, KDES, KDEI, KDE_COUNT>
{
    /// A source of the given size.
    pub fn new(params: &Params) -> Self {
        Self {
            queue: Queue::new(params.kdes as usize),
            hand: Reg::new(bits(1)),
            chains: Chains::new(params.kdes as usize),
            all_smxs: Param::new(bits_of_mask(Mask::first(params.smxs))),
            none: Param::new(bits(0xFFFF_FFFF)),
            ..Default::default()
        }
    }
}

impl<const SMXS: usize, const KDES: usize, const KDEI: usize, const KDE_COUNT: usize> Logic
    for FcfsRtl<SMXS, KDES, KDEI, KDE_COUNT>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, sscr_kdei, hand, sscr_agei, work_pc, work_param, work_shape);
        dff_setup!(self, clock, work_demand, work_grid_x, work_grid_yz, queued, firsts, next_known);
        dff_setup!(self, clock, start, start_x, start_yz, start_item, spent);

        self.first.next = (self.firsts.q.val() & self.hand.q.val()).any();
        self.header.next = self.work_param.q.val() - 32;

        // What is decided in this cycle.
        self.chain.next = self.state.q.val() == State::Chain;
        self.leaves.next = self.chain.val() & self.chains.empty.val();
        self.takes.next = self.chain.val() & !self.chains.empty.val() & self.chains.settled.val();
        self.looks.next =
            ((self.state.q.val() == State::Idle) | self.leaves.val()) & self.queue.any.val();
        self.issue.next = (self.state.q.val() == State::Distribute) & self.grant_smxs.val().any();
        self.last.next = self.issue.val() & self.walk.last.val();
        self.read.next = (self.state.q.val() == State::Wait) & self.group_valid.val();
        self.natives_out.next = (self.last.val() & self.sscr_agei.q.val().all())
            | ((self.state.q.val() == State::Nodes) & self.graph_done.val());
        self.told.next = (self.state.q.val() == State::Done) & self.done_ready.val();
        // None, the AGEI of native TBs, looks spilled.
        self.spent.d.next = (self.last.val() & self.sscr_agei.q.val().get_bit(31))
            | self.natives_out.val()
            | self.told.val();

        // The TB that starts.
        self.start.d.next = self.issue.val();
        self.start_x.d.next = self.walk.x.val();
        self.start_yz.d.next = self.walk.yz.val();
        self.start_item.d.next = self.walk.next_bl.val();

        self.graph_valid.next = false;
        self.graph_kdei.next = bits::<KDEI>(0);
        self.graph_pc.next = bits::<32>(0);
        self.graph_param.next = bits::<32>(0);
        self.graph_shape.next = bits::<29>(0);
        self.graph_demand.next = bits::<30>(0);
        self.graph_grid_x.next = bits::<32>(0);
        self.graph_grid_yz.next = bits::<32>(0);
        self.graph_header.next = bits::<32>(0);
        self.ask_valid.next = false;
        self.ask_smxs.next = bits::<SMXS>(0);
        self.ask_demand.next = bits::<30>(0);
        self.want_smxs.next = bits::<SMXS>(0);
        self.take_valid.next = false;
        self.take_agei.next = bits::<32>(0);
        self.done_valid.next = false;
        self.done_agei.next = bits::<32>(0);
        self.done_count.next = bits::<30>(0);
        self.group_in_hand.next = self.none.val();
        self.grid_changed.next = false;
        self.waits.next = false;
        match self.state.q.val() {
            State::Idle => {
                self.waits.next = !self.queue.any.val();
            }
            State::Kde => {
                self.sscr_agei.d.next = self.none.val();
                self.work_pc.d.next = self.kde_pc.val();
                self.work_param.d.next = self.kde_param.val();
                self.work_shape.d.next = self.kde_shape.val();
                self.work_demand.d.next = self.kde_demand.val();
                self.work_grid_x.d.next = self.kde_grid_x.val();
                self.work_grid_yz.d.next = self.kde_grid_yz.val();
                self.grid_changed.next = true;
                self.state.d.next = State::Ask;
                if self.first.val() & self.kde_graph.val() {
                    self.state.d.next = State::Graph;
                }
            }
            State::Graph => {
                self.graph_valid.next = true;
                self.graph_kdei.next = self.sscr_kdei.q.val();
                self.graph_pc.next = self.work_pc.q.val();
                self.graph_param.next = self.work_param.q.val();
                self.graph_shape.next = self.work_shape.q.val();
                self.graph_demand.next = self.work_demand.q.val();
                self.graph_grid_x.next = self.work_grid_x.q.val();
                self.graph_grid_yz.next = self.work_grid_yz.q.val();
                self.graph_header.next = self.header.val();
                if self.graph_ready.val() {
                    self.state.d.next = State::Nodes;
                }
            }
            State::Nodes => {
                self.waits.next = true;
                if self.graph_done.val() {
                    self.state.d.next = State::Ask;
                }
            }
            State::Ask => {
                self.ask_valid.next = true;
                self.ask_smxs.next = self.all_smxs.val();
                self.ask_demand.next = self.work_demand.q.val();
                self.state.d.next = State::Chain;
                if self.first.val() {
                    self.state.d.next = State::Distribute;
                }
            }
            State::Distribute => {
                self.waits.next = true;
                self.want_smxs.next = self.all_smxs.val();
                self.group_in_hand.next = self.sscr_agei.q.val();
                if self.last.val() {
                    self.state.d.next = State::Done;
                    if self.sscr_agei.q.val().get_bit(31) {
                        self.state.d.next = State::Chain;
                    }
                }
            }
            State::Done => {
                self.done_valid.next = true;
                self.done_agei.next = self.sscr_agei.q.val();
                self.done_count.next = self.walk.next_bl.val().get_bits::<30>(0);
                self.group_in_hand.next = self.sscr_agei.q.val();
                if self.done_ready.val() {
                    self.state.d.next = State::Chain;
                }
            }
            State::Chain => {
                if self.takes.val() {
                    self.take_valid.next = true;
                    self.take_agei.next = self.chains.nagei_in_hand.val();
                    self.sscr_agei.d.next = self.chains.nagei_in_hand.val();
                    self.next_known.d.next = self.chains.followed.val();
                    self.state.d.next = State::Take;
                    if self.take_ready.val() {
                        self.state.d.next = State::Wait;
                    }
                }
                if self.leaves.val() {
                    self.state.d.next = State::Idle;
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
                self.group_in_hand.next = self.sscr_agei.q.val();
                if self.group_valid.val() {
                    self.work_param.d.next = self.group_param.val();
                    self.work_grid_x.d.next = self.group_grid_x.val();
                    self.work_grid_yz.d.next = self.group_grid_yz.val();
                    self.grid_changed.next = true;
                    self.state.d.next = State::Distribute;
                }
            }
            _ => {}
        }
        if self.looks.val() {
            self.sscr_kdei.d.next = self.queue.front.val();
            // Decoded here, as what is left of its chain decides early whether it is let go.
            self.hand.d.next = bits::<KDES>(1) << self.queue.front.val();
            self.state.d.next = State::Kde;
        }

        // Bit vectors.
        self.enter_select.next = bits::<KDES>(0);
        if self.enter_valid.val() {
            self.enter_select.next = bits::<KDES>(1) << self.enter_kdei.val();
        }
        self.leave_select.next = bits::<KDES>(0);
        if self.leaves.val() {
            self.leave_select.next = self.hand.q.val();
        }
        self.unfirst_select.next = bits::<KDES>(0);
        if self.natives_out.val() {
            self.unfirst_select.next = self.hand.q.val();
        }
        self.queued.d.next = (self.queued.q.val() & !self.leave_select.val())
            | self.chains.link_select.val()
            | self.enter_select.val();
        self.firsts.d.next =
            (self.firsts.q.val() & !self.unfirst_select.val()) | self.enter_select.val();

        self.queue.clock.next = self.clock.val();
        self.queue.reset.next = self.reset.val();
        self.queue.mark.next = (self.chains.link_select.val()
            & (self.leave_select.val() | !self.queued.q.val()))
        .any();
        self.queue.mark_kdei.next = self.link_kdei.val();
        self.queue.enter.next = self.enter_valid.val();
        self.queue.enter_kdei.next = self.enter_kdei.val();
        self.queue.pop.next = self.looks.val();

        self.chains.clock.next = self.clock.val();
        self.chains.reset.next = self.reset.val();
        self.chains.enter.next = self.enter_valid.val();
        self.chains.enter_kdei.next = self.enter_kdei.val();
        self.chains.link.next = self.link_valid.val();
        self.chains.link_kdei.next = self.link_kdei.val();
        self.chains.link_agei.next = self.link_agei.val();
        self.chains.next_ready.next = self.next_ready.val();
        self.chains.kdei.next = self.sscr_kdei.q.val();
        self.chains.hand.next = self.hand.q.val();
        self.chains.take.next = self.takes.val();
        self.chains.read.next = self.read.val() & self.next_known.q.val();
        self.chains.read_agei.next = self.group_next.val();

        self.walk.clock.next = self.clock.val();
        self.walk.reset.next = self.reset.val();
        self.walk.grid_x.next = self.work_grid_x.q.val();
        self.walk.grid_yz.next = self.work_grid_yz.q.val();
        self.walk.restart.next = self.grid_changed.val();
        self.walk.advance.next = self.issue.val();

        self.enter_ready.next = true;
        self.look_valid.next = self.looks.val();
        self.look_kdei.next = bits::<KDEI>(0);
        if self.looks.val() {
            self.look_kdei.next = self.queue.front.val();
        }
        self.spent_valid.next = self.spent.q.val();
        self.spent_kdei.next = bits::<KDEI>(0);
        if self.spent.q.val() {
            self.spent_kdei.next = self.sscr_kdei.q.val();
        }
        self.link_ready.next = self.chains.settled.val();
        self.next_valid.next = !self.chains.settled.val();
        self.next_prev.next = self.chains.next_prev.val();
        self.next_agei.next = self.chains.next_agei.val();

        // The TB that starts: the SSCR still holds its kernel and group.
        self.tb_valid.next = self.start.q.val();
        self.tb_kdei.next = bits::<KDEI>(0);
        self.tb_group.next = bits::<32>(0);
        self.tb_item.next = bits::<32>(0);
        self.tb_tell_agt.next = false;
        self.tb_pc.next = bits::<32>(0);
        self.tb_param.next = bits::<32>(0);
        self.tb_shape.next = bits::<29>(0);
        self.tb_grid_x.next = bits::<32>(0);
        self.tb_grid_yz.next = bits::<32>(0);
        self.tb_block_x.next = bits::<32>(0);
        self.tb_block_yz.next = bits::<32>(0);
        if self.start.q.val() {
            self.tb_kdei.next = self.sscr_kdei.q.val();
            self.tb_group.next = self.sscr_agei.q.val();
            self.tb_item.next = self.start_item.q.val();
            self.tb_tell_agt.next = !self.sscr_agei.q.val().get_bit(31);
            self.tb_pc.next = self.work_pc.q.val();
            self.tb_param.next = self.work_param.q.val();
            self.tb_shape.next = self.work_shape.q.val();
            self.tb_grid_x.next = self.work_grid_x.q.val();
            self.tb_grid_yz.next = self.work_grid_yz.q.val();
            self.tb_block_x.next = self.start_x.q.val();
            self.tb_block_yz.next = self.start_yz.q.val();
        }
        self.quiet.next = !self.start.q.val() & !self.spent.q.val() & self.chains.settled.val();
        self.idle.next = self.waits.val() & self.quiet.val();
    }
}
