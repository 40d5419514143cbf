//! The KMU circuit: a memory of head addresses, one state machine, one offer stage.

mod descriptor;
mod queues;

use super::pins::{kmu_ports, In, Out, Params};
use crate::kit::arbiter::rtl::RoundRobin;
use crate::kit::dff_setup;
use crate::kit::rtl::bits_of_mask;
use crate::kit::{Mask, Param, Reg, Sram};
use descriptor::Descriptor;
use queues::Queues;
use rust_hdl::prelude::*;

/// What the unit does in this cycle besides offering and counting time.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum State {
    Pick,
    Look,
    Append,
    Suspend,
    Seek,
    Load,
    Fetch,
}

kmu_ports! {
    /// Head slots, command buffer, pool ends, offer stage.
    pub struct KmuRtl<HWQS, HWQ, TAG, SMXS, SMX> {
        // Head slots.
        heads: Sram<32>,
        full: Reg<Bits<HWQS>>,
        blocked: Reg<Bits<HWQS>>,
        last_queue: Reg<Bits<HWQ>>,
        choice: RoundRobin<HWQS, HWQ>,
        all_queues: Param<Bits<HWQS>>,
        host_select: Signal<Local, Bits<HWQS>>,
        done_select: Signal<Local, Bits<HWQS>>,
        chosen_select: Signal<Local, Bits<HWQS>>,
        // Command buffer.
        cmd_full: Reg<Bit>,
        kind: Reg<Bits<2>>,
        target: Reg<Bits<32>>,
        in_queues: Reg<Bit>,
        target_cluster: Reg<Bits<SMX>>,
        target_rank: Reg<Bits<3>>,
        refused: Reg<Bit>,
        is_suspend: Signal<Local, Bit>,
        joined: Signal<Local, Bit>,
        settled: Signal<Local, Bit>,
        // Pool.
        pool_head: Reg<Bits<32>>,
        pool_tail: Reg<Bits<32>>,
        pool_count: Reg<Bits<32>>,
        queues_turn: Reg<Bit>,
        queues: Queues<SMXS, SMX>,
        has_queues: Param<Bit>,
        pending_count: Signal<Local, Bits<32>>,
        command_looks: Signal<Local, Bit>,
        from_queues_next: Signal<Local, Bit>,
        root_any: Signal<Local, Bit>,
        suspended_count: Reg<Bits<32>>,
        pool_turn: Reg<Bit>,
        pool_any: Signal<Local, Bit>,
        from_pool_next: Signal<Local, Bit>,
        // Offer stage.
        state: Reg<State>,
        busy: Reg<Bit>,
        fetched: Reg<Bit>,
        offered: Reg<Bit>,
        from_pool: Reg<Bit>,
        from_queues: Reg<Bit>,
        taken_cluster: Reg<Bits<SMX>>,
        taken_rank: Reg<Bits<3>>,
        timer: Reg<Bits<16>>,
        timer_next: Signal<Local, Bits<16>>,
        desc: Reg<Bits<32>>,
        sent: Reg<Bits<6>>,
        received: Reg<Bits<6>>,
        read_end: Signal<Local, Bits<6>>,
        received_next: Signal<Local, Bits<6>>,
        word_valid: Signal<Local, Bit>,
        fetch_ends: Signal<Local, Bit>,
        choosing: Signal<Local, Bit>,
        words: Descriptor<TAG, SMX>,
    }
}

impl<
        const HWQS: usize,
        const HWQ: usize,
        const TAG: usize,
        const SMXS: usize,
        const SMX: usize,
    > KmuRtl<HWQS, HWQ, TAG, SMXS, SMX>
{
    /// A unit with the given number of queues.
    pub fn new(params: &Params) -> Self {
        Self {
            heads: Sram::new(params.hwqs as usize),
            last_queue: Reg::new(bits(HWQS as u64 - 1)),
            all_queues: Param::new(bits_of_mask(Mask::first(params.hwqs))),
            queues: Queues::new(params),
            has_queues: Param::new(params.clusters > 0),
            ..Default::default()
        }
    }
}

impl<
        const HWQS: usize,
        const HWQ: usize,
        const TAG: usize,
        const SMXS: usize,
        const SMX: usize,
    > Logic for KmuRtl<HWQS, HWQ, TAG, SMXS, SMX>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, full, blocked, last_queue, cmd_full, kind, target, refused);
        dff_setup!(self, clock, pool_head, pool_tail, pool_count, suspended_count, pool_turn);
        dff_setup!(self, clock, in_queues, target_cluster, target_rank, queues_turn);
        dff_setup!(self, clock, state, busy, fetched, offered, from_pool, from_queues, timer);
        dff_setup!(self, clock, taken_cluster, taken_rank);
        dff_setup!(self, clock, desc, sent, received);

        // The kernels to choose from.
        self.choice.request.next = self.full.q.val() & !self.blocked.q.val();
        self.choice.last.next = self.last_queue.q.val();
        self.root_any.next = self.pool_count.q.val().any();
        self.pool_any.next = self.root_any.val() | self.queues.any.val();
        self.from_queues_next.next =
            self.queues.any.val() & (self.queues_turn.q.val() | !self.root_any.val());
        self.pending_count.next = self.pool_count.q.val() + self.queues.count.val();
        self.from_pool_next.next =
            self.pool_any.val() & (self.pool_turn.q.val() | !self.choice.any.val());
        self.is_suspend.next = self.kind.q.val() == 1;

        // Time since the choice.
        self.timer_next.next = self.timer.q.val() + 1;
        if self.timer.q.val().all() {
            self.timer_next.next = self.timer.q.val();
        }
        if self.busy.q.val() & !self.offered.q.val() {
            self.timer.d.next = self.timer_next.val();
        }

        // Bytes to read; word 7 of a pool kernel is the link to the next one.
        self.read_end.next = bits::<6>(28);
        if self.from_pool.q.val() {
            self.read_end.next = bits::<6>(32);
        }
        self.received_next.next = self.received.q.val() + 4;

        self.mem_req_valid.next = false;
        self.mem_req_write.next = false;
        self.mem_req_addr.next = bits::<32>(0);
        self.mem_req_data.next = bits::<32>(0);
        self.joined.next = false;
        self.settled.next = false;
        self.choosing.next = false;
        self.word_valid.next = false;
        self.refused.d.next = false;
        match self.state.q.val() {
            State::Pick => {
                if self.cmd_full.q.val() {
                    if self.is_suspend.val() {
                        self.state.d.next = State::Suspend;
                    } else if self.pending_count.val() >= self.cfg_pending_limit.val() {
                        self.refused.d.next = true;
                        self.settled.next = true;
                    } else if self.in_queues.q.val() {
                        self.state.d.next = State::Look;
                    } else if self.root_any.val() {
                        self.state.d.next = State::Append;
                    } else {
                        self.joined.next = true;
                    }
                } else if !self.busy.q.val() & (self.pool_any.val() | self.choice.any.val()) {
                    self.choosing.next = true;
                    self.state.d.next = State::Load;
                    if self.from_pool_next.val() & self.from_queues_next.val() {
                        self.state.d.next = State::Seek;
                    }
                }
            }
            State::Look => {
                if self.queues.listed.val() {
                    self.state.d.next = State::Append;
                } else {
                    self.joined.next = true;
                    self.state.d.next = State::Pick;
                }
            }
            State::Append => {
                self.mem_req_valid.next = true;
                self.mem_req_write.next = true;
                self.mem_req_addr.next = self.pool_tail.q.val() | 28;
                if self.in_queues.q.val() {
                    self.mem_req_addr.next = self.queues.last.val() | 28;
                }
                self.mem_req_data.next = self.target.q.val();
                if self.mem_req_ready.val() {
                    self.joined.next = true;
                    self.state.d.next = State::Pick;
                }
            }
            State::Suspend => {
                self.mem_req_valid.next = true;
                self.mem_req_write.next = true;
                self.mem_req_addr.next = self.target.q.val() | 28;
                self.mem_req_data.next = bits::<32>(0xFFFF_FFFE_u64);
                if self.mem_req_ready.val() {
                    self.suspended_count.d.next = self.suspended_count.q.val() + 1;
                    self.settled.next = true;
                    self.state.d.next = State::Pick;
                }
            }
            State::Seek => {
                self.taken_rank.d.next = self.queues.top_rank.val();
                self.state.d.next = State::Load;
            }
            State::Load => {
                self.desc.d.next = self.heads.read_data.val();
                if self.from_pool.q.val() {
                    self.desc.d.next = self.pool_head.q.val();
                }
                if self.from_queues.q.val() {
                    self.desc.d.next = self.queues.first.val();
                }
                self.state.d.next = State::Fetch;
            }
            State::Fetch => {
                if self.sent.q.val() != self.read_end.val() {
                    self.mem_req_valid.next = true;
                    self.mem_req_addr.next =
                        self.desc.q.val() | bit_cast::<32, 6>(self.sent.q.val());
                    if self.mem_req_ready.val() {
                        self.sent.d.next = self.sent.q.val() + 4;
                    }
                }
                self.word_valid.next = self.mem_resp_valid.val();
            }
            _ => {}
        }

        // A word of the descriptor.
        self.words.clock.next = self.clock.val();
        self.words.reset.next = self.reset.val();
        self.words.write.next = self.word_valid.val();
        self.words.offset.next = self.received.q.val();
        self.words.word.next = self.mem_resp_data.val();
        self.words.show.next = self.offered.q.val();
        self.fetch_ends.next =
            self.word_valid.val() & (self.received_next.val() == self.read_end.val());
        if self.word_valid.val() {
            self.received.d.next = self.received_next.val();
            if (self.received.q.val() == 28) & !self.from_queues.q.val() {
                self.pool_head.d.next = self.mem_resp_data.val();
                self.pool_count.d.next = self.pool_count.q.val() - 1;
            }
        }
        if self.fetch_ends.val() {
            self.fetched.d.next = true;
            self.state.d.next = State::Pick;
        }
        if self.busy.q.val()
            & (self.fetched.q.val() | self.fetch_ends.val())
            & (self.timer_next.val() >= self.cfg_dispatch_cycles.val())
        {
            self.offered.d.next = true;
        }
        if self.offered.q.val() & self.disp_ready.val() {
            self.busy.d.next = false;
            self.fetched.d.next = false;
            self.offered.d.next = false;
        }

        // A command finishes. A resumed kernel is no longer held, even if it was refused.
        if self.joined.val() & !self.in_queues.q.val() {
            self.pool_tail.d.next = self.target.q.val();
            self.pool_count.d.next = self.pool_count.q.val() + 1;
            if !self.root_any.val() {
                self.pool_head.d.next = self.target.q.val();
            }
        }
        if self.joined.val() | self.settled.val() {
            self.cmd_full.d.next = false;
            if self.kind.q.val() == 2 {
                self.suspended_count.d.next = self.suspended_count.q.val() - 1;
            }
        }
        if self.cmd_valid.val() & !self.cmd_full.q.val() {
            self.cmd_full.d.next = true;
            self.kind.d.next = self.cmd_kind.val();
            self.target.d.next = self.cmd_desc.val();
            self.in_queues.d.next = false;
            self.target_cluster.d.next = bits::<SMX>(0);
            self.target_rank.d.next = bits::<3>(0);
            if self.has_queues.val() & self.cmd_level.val().any() {
                self.in_queues.d.next = true;
                self.target_cluster.d.next = self.cmd_cluster.val();
                self.target_rank.d.next = self.cmd_level.val() - 1;
            }
        }

        // A kernel is chosen.
        self.chosen_select.next = bits::<HWQS>(0);
        if self.choosing.val() {
            self.busy.d.next = true;
            self.timer.d.next = bits::<16>(1);
            self.sent.d.next = bits::<6>(0);
            self.received.d.next = bits::<6>(0);
            self.from_pool.d.next = self.from_pool_next.val();
            self.from_queues.d.next = self.from_pool_next.val() & self.from_queues_next.val();
            self.pool_turn.d.next = !self.from_pool_next.val();
            if self.from_pool_next.val() {
                self.queues_turn.d.next = !self.from_queues_next.val();
            }
            self.taken_cluster.d.next = self.queues.next_cluster.val();
            if !self.from_pool_next.val() {
                self.last_queue.d.next = self.choice.winner.val();
                self.chosen_select.next = bits::<HWQS>(1) << self.choice.winner.val();
            }
        }

        // The lists of clusters: a command looks at its own, a choice at the cluster's highest level.
        self.command_looks.next = (self.state.q.val() == State::Look)
            | (self.state.q.val() == State::Append)
            | ((self.state.q.val() == State::Pick) & self.cmd_full.q.val());
        self.queues.clock.next = self.clock.val();
        self.queues.reset.next = self.reset.val();
        self.queues.cluster.next = self.taken_cluster.q.val();
        self.queues.rank.next = self.taken_rank.q.val();
        if self.state.q.val() == State::Pick {
            self.queues.cluster.next = self.queues.next_cluster.val();
        }
        if self.state.q.val() == State::Seek {
            self.queues.rank.next = self.queues.top_rank.val();
        }
        if self.command_looks.val() {
            self.queues.cluster.next = self.target_cluster.q.val();
            self.queues.rank.next = self.target_rank.q.val();
        }
        self.queues.joins.next = self.joined.val() & self.in_queues.q.val();
        self.queues.new_desc.next = self.target.q.val();
        self.queues.take.next =
            self.choosing.val() & self.from_pool_next.val() & self.from_queues_next.val();
        self.queues.leaves.next =
            self.word_valid.val() & (self.received.q.val() == 28) & self.from_queues.q.val();
        self.queues.old_desc.next = self.desc.q.val();
        self.queues.link.next = self.mem_resp_data.val();

        // Head slots.
        self.host_select.next = bits::<HWQS>(0);
        if self.host_valid.val() {
            self.host_select.next = bits::<HWQS>(1) << self.host_hwq.val();
        }
        self.done_select.next = bits::<HWQS>(0);
        if self.done_valid.val() {
            self.done_select.next = bits::<HWQS>(1) << self.done_hwq.val();
        }
        self.full.d.next = (self.full.q.val() & !self.chosen_select.val()) | self.host_select.val();
        self.blocked.d.next =
            (self.blocked.q.val() | self.chosen_select.val()) & !self.done_select.val();
        self.heads.clock.next = self.clock.val();
        self.heads.read_addr.next = bit_cast::<16, HWQ>(self.choice.winner.val());
        self.heads.write_enable.next = self.host_valid.val();
        self.heads.write_addr.next = bit_cast::<16, HWQ>(self.host_hwq.val());
        self.heads.write_data.next = self.host_desc.val();

        // Outputs.
        self.hwq_ready.next = !self.full.q.val() & self.all_queues.val();
        self.cmd_ready.next = !self.cmd_full.q.val();
        self.overflow.next = self.refused.q.val();
        self.pending.next = self.pending_count.val();
        self.suspended.next = self.suspended_count.q.val();
        self.disp_valid.next = self.offered.q.val();
        self.disp_pc.next = self.words.pc.val();
        self.disp_grid_x.next = self.words.grid_x.val();
        self.disp_grid_yz.next = self.words.grid_yz.val();
        self.disp_shape.next = self.words.shape.val();
        self.disp_demand.next = self.words.demand.val();
        self.disp_param.next = self.words.param.val();
        self.disp_tag.next = self.words.tag.val();
        self.disp_level.next = self.words.level.val();
        self.disp_cluster.next = self.words.cluster.val();
        self.disp_desc.next = bits::<32>(0);
        if self.offered.q.val() {
            self.disp_desc.next = self.desc.q.val();
        }
        self.idle.next = (self.state.q.val() == State::Pick)
            & !self.cmd_full.q.val()
            & !self.refused.q.val()
            & (self.offered.q.val() | !self.busy.q.val())
            & (self.busy.q.val() | (!self.choice.any.val() & !self.pool_any.val()));
    }
}
