//! The circuit of DATS as a TB source: the kernel, the header, two nodes, the TB that is sent,
//! the limit, and the done node.

pub mod header;
pub mod held;
pub mod unpack;

use self::header::Header;
use self::held::Held;
use self::unpack::Unpack;
use super::pins::{dats_ports, In, Out, Params};
use crate::kit::dff_setup;
use crate::kit::rtl::bits_of_mask;
use crate::kit::{Mask, Param, Reg};
use rust_hdl::prelude::*;

/// What becomes of a graph in this cycle.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// One can be taken.
    Ready,
    /// Its header is read.
    Fetch,
    /// It is offered to the DGB.
    Start,
    /// Its nodes are sent.
    Send,
}

dats_ports! {
    /// State machine, kernel, header, held nodes, the TB that is sent, limit and done node.
    pub struct DatsRtl<SMXS, KDEI> {
        state: Reg<State>,
        kdei: Reg<Bits<KDEI>>,
        pc: Reg<Bits<32>>,
        param: Reg<Bits<32>>,
        shape: Reg<Bits<29>>,
        demand: Reg<Bits<30>>,
        grid_x: Reg<Bits<32>>,
        grid_yz: Reg<Bits<32>>,
        asks: Reg<Bit>,
        sent: Reg<Bit>,
        sent_last: Reg<Bit>,
        sent_id: Reg<Bits<32>>,
        sent_tb: Reg<Bits<32>>,
        header: Header,
        unpack: Unpack,
        held: Held,
        bound: Reg<Bits<16>>,
        limit: Reg<Bits<16>>,
        raised: Reg<Bit>,
        left: Reg<Bits<32>>,
        done_full: Reg<Bit>,
        done_id: Reg<Bits<32>>,
        all_smxs: Param<Bits<SMXS>>,
        taken: Signal<Local, Bit>,
        starts: Signal<Local, Bit>,
        ahead: Signal<Local, Bits<17>>,
        capped: Signal<Local, Bits<16>>,
        rises: Signal<Local, Bit>,
        granted: Signal<Local, Bit>,
        last: Signal<Local, Bit>,
        barrier_moves: Signal<Local, Bit>,
        leaves: Signal<Local, Bit>,
    }
}

impl<const SMXS: usize, const KDEI: usize> DatsRtl<SMXS, KDEI> {
    /// A scheduler for the SMXs of `params`.
    pub fn new(params: &Params) -> Self {
        Self {
            held: Held::new(),
            all_smxs: Param::new(bits_of_mask(Mask::first(params.smxs))),
            ..Default::default()
        }
    }
}

impl<const SMXS: usize, const KDEI: usize> Logic for DatsRtl<SMXS, KDEI> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, bound, limit, raised, left, done_full, done_id);
        dff_setup!(self, clock, kdei, pc, param, shape, demand, grid_x, grid_yz);
        dff_setup!(self, clock, asks, sent, sent_last, sent_id, sent_tb);

        // The kernel and the header of its graph.
        self.header.clock.next = self.clock.val();
        self.header.reset.next = self.reset.val();
        self.taken.next = (self.state.q.val() == State::Ready) & self.graph_valid.val();
        self.asks.d.next = self.taken.val();
        if self.taken.val() {
            self.kdei.d.next = self.graph_kdei.val();
            self.pc.d.next = self.graph_pc.val();
            self.param.d.next = self.graph_param.val();
            self.shape.d.next = self.graph_shape.val();
            self.demand.d.next = self.graph_demand.val();
            self.grid_x.d.next = self.graph_grid_x.val();
            self.grid_yz.d.next = self.graph_grid_yz.val();
        }
        self.ask_valid.next = self.asks.q.val();
        self.ask_smxs.next = bits::<SMXS>(0);
        self.ask_demand.next = bits::<30>(0);
        if self.asks.q.val() {
            self.ask_smxs.next = self.all_smxs.val();
            self.ask_demand.next = self.demand.q.val();
        }
        self.header.load.next = self.taken.val();
        self.header.address.next = self.graph_header.val();
        self.header.reading.next = self.state.q.val() == State::Fetch;
        self.header.request_ready.next = self.mem_req_ready.val();
        self.header.word_valid.next = self.mem_resp_valid.val();
        self.header.word.next = self.mem_resp_data.val();
        self.mem_req_valid.next = self.header.request.val();
        self.mem_req_addr.next = self.header.request_address.val();
        if self.header.complete.val() {
            self.left.d.next = self.mem_resp_data.val();
        }
        self.start_valid.next = self.state.q.val() == State::Start;
        self.start_nodes.next = bits::<32>(0);
        self.start_edges.next = bits::<32>(0);
        self.start_node_base.next = bits::<32>(0);
        self.start_edge_base.next = bits::<32>(0);
        if self.start_valid.val() {
            self.start_nodes.next = self.header.nodes.val();
            self.start_edges.next = self.header.edges.val();
            self.start_node_base.next = self.header.node_base.val();
            self.start_edge_base.next = self.header.edge_base.val();
        }

        // The limit never falls but for a new graph, whatever `tail_level` is then (rule 3).
        self.ahead.next =
            bit_cast::<17, 16>(self.tail_level.val()) + bit_cast::<17, 16>(self.bound.q.val());
        self.capped.next = self.ahead.val().get_bits::<16>(0);
        if self.ahead.val().get_bit(16) {
            self.capped.next = bits::<16>(0xFFFF);
        }
        self.rises.next = self.capped.val() > self.limit.q.val();
        self.raised.d.next = self.rises.val();
        if self.rises.val() {
            self.limit.d.next = self.capped.val();
        }
        self.starts.next = self.start_valid.val() & self.start_ready.val();
        if self.starts.val() {
            self.bound.d.next = bits::<16>(0);
            self.limit.d.next = bits::<16>(0xFFFF);
            if self.header.bounded.val() {
                self.bound.d.next = self.header.level_bound.val();
                self.limit.d.next = self.header.level_bound.val();
            }
        }
        self.limit_level.next = self.limit.q.val();

        // Nodes on their way: to an SMX, or to `done` if they are barriers.
        self.held.clock.next = self.clock.val();
        self.held.reset.next = self.reset.val();
        self.held.valid.next = self.node_valid.val();
        self.held.id.next = self.node_id.val();
        self.held.tb.next = self.node_tb.val();
        self.node_ready.next = self.held.ready.val();
        self.granted.next = self.grant_smxs.val().any();
        self.want_smxs.next = bits::<SMXS>(0);
        if self.held.wants.val() {
            self.want_smxs.next = self.all_smxs.val();
        }
        self.barrier_moves.next = self.held.barrier.val() & !self.done_full.q.val();
        self.leaves.next = self.granted.val() | (self.barrier_moves.val() & !self.end_valid.val());
        self.held.leaves.next = self.leaves.val();
        self.last.next = self.left.q.val() == 1;
        if self.granted.val() {
            self.left.d.next = self.left.q.val() - 1;
        }

        // The TB that was granted at the last edge.
        self.sent.d.next = self.granted.val();
        self.sent_last.d.next = self.granted.val() & self.last.val();
        self.sent_id.d.next = self.held.first_id.val();
        self.sent_tb.d.next = self.held.first_tb.val();
        self.unpack.tb.next = self.sent_tb.q.val();
        self.unpack.x_bits.next = self.header.x_bits.val();
        self.unpack.y_bits.next = self.header.y_bits.val();
        self.graph_done.next = self.sent_last.q.val();
        self.tb_valid.next = self.sent.q.val();
        self.tb_tell_dats.next = self.sent.q.val();
        self.tb_kdei.next = bits::<KDEI>(0);
        self.tb_item.next = bits::<32>(0);
        self.tb_pc.next = bits::<32>(0);
        self.tb_param.next = bits::<32>(0);
        self.tb_shape.next = bits::<29>(0);
        self.tb_grid_x.next = bits::<32>(0);
        self.tb_grid_yz.next = bits::<32>(0);
        self.tb_block_x.next = bits::<32>(0);
        self.tb_block_yz.next = bits::<32>(0);
        if self.sent.q.val() {
            self.tb_kdei.next = self.kdei.q.val();
            self.tb_item.next = self.sent_id.q.val();
            self.tb_pc.next = self.pc.q.val();
            self.tb_param.next = self.param.q.val();
            self.tb_shape.next = self.shape.q.val();
            self.tb_grid_x.next = self.grid_x.q.val();
            self.tb_grid_yz.next = self.grid_yz.q.val();
            self.tb_block_x.next = self.unpack.x.val();
            self.tb_block_yz.next = self.unpack.yz.val();
        }

        // The done node: an end before a barrier (rule 6).
        if self.done_full.q.val() {
            self.done_full.d.next = !self.done_ready.val();
        } else {
            self.done_full.d.next = self.end_valid.val() | self.held.barrier.val();
            self.done_id.d.next = self.held.first_id.val();
            if self.end_valid.val() {
                self.done_id.d.next = self.end_item.val();
            }
        }
        self.end_ready.next = !self.done_full.q.val();
        self.done_valid.next = self.done_full.q.val();
        self.done_node.next = bits::<32>(0);
        if self.done_full.q.val() {
            self.done_node.next = self.done_id.q.val();
        }

        self.graph_ready.next = self.state.q.val() == State::Ready;
        if self.taken.val() {
            self.state.d.next = State::Fetch;
        }
        if self.header.complete.val() {
            self.state.d.next = State::Start;
        }
        if self.starts.val() {
            self.state.d.next = State::Send;
        }
        if (self.state.q.val() == State::Send) & self.granted.val() & self.last.val() {
            self.state.d.next = State::Ready;
        }
        self.idle.next = (self.state.q.val() != State::Fetch)
            & !self.barrier_moves.val()
            & !self.sent.q.val()
            & !self.raised.q.val();
    }
}
