//! The DATS circuit: the header, a skid of two nodes, the limit, and the done node.

pub(crate) mod header;
pub(crate) mod unpack;

use super::pins::{dats_ports, In, Out};
use crate::kit::dff_setup;
use crate::kit::fifo;
use crate::kit::fifo::rtl::FifoRtl;
use crate::kit::Reg;
use header::Header;
use rust_hdl::prelude::*;
use unpack::Unpack;

/// What becomes of a graph in this cycle.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum State {
    /// One can be taken.
    Ready,
    /// Its header is read.
    Fetch,
    /// It is offered to the DGB.
    Start,
    /// Its nodes are issued.
    Issue,
}

dats_ports! {
    /// State machine, header, held nodes, limit and done node.
    pub struct DatsRtl {
        state: Reg<State>,
        header: Header,
        unpack: Unpack,
        ids: FifoRtl,
        tbs: FifoRtl,
        bound: Reg<Bits<16>>,
        limit: Reg<Bits<16>>,
        left: Reg<Bits<32>>,
        done_full: Reg<Bit>,
        done_id: Reg<Bits<32>>,
        taken: Signal<Local, Bit>,
        starts: Signal<Local, Bit>,
        ahead: Signal<Local, Bits<17>>,
        capped: Signal<Local, Bits<16>>,
        barrier: Signal<Local, Bit>,
        issuing: Signal<Local, Bit>,
        issued: Signal<Local, Bit>,
        last: Signal<Local, Bit>,
        barrier_moves: Signal<Local, Bit>,
        leaves: Signal<Local, Bit>,
    }
}

impl DatsRtl {
    /// A scheduler that holds two nodes: with one, a node could only be taken every other cycle.
    pub fn new() -> Self {
        let skid = fifo::pins::Params { depth: 2 };
        Self { ids: FifoRtl::new(&skid), tbs: FifoRtl::new(&skid), ..Default::default() }
    }
}

impl Logic for DatsRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, bound, limit, left, done_full, done_id);

        // The header.
        self.header.clock.next = self.clock.val();
        self.header.reset.next = self.reset.val();
        self.taken.next = (self.state.q.val() == State::Ready) & self.graph_valid.val();
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
        if self.capped.val() > self.limit.q.val() {
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

        // Nodes on their way: to the SMX scheduler, or to `done` if they are barriers.
        self.ids.clock.next = self.clock.val();
        self.ids.reset.next = self.reset.val();
        self.ids.in_valid.next = self.node_valid.val();
        self.ids.in_data.next = self.node_id.val();
        self.tbs.clock.next = self.clock.val();
        self.tbs.reset.next = self.reset.val();
        self.tbs.in_valid.next = self.node_valid.val();
        self.tbs.in_data.next = self.node_tb.val();
        self.node_ready.next = self.ids.in_ready.val();
        self.barrier.next = self.tbs.out_data.val().all();
        self.issuing.next = self.ids.out_valid.val() & !self.barrier.val();
        self.issued.next = self.issuing.val() & self.issue_ready.val();
        self.barrier_moves.next = self.barrier.val() & !self.done_full.q.val();
        self.leaves.next = self.issued.val() | (self.barrier_moves.val() & !self.end_valid.val());
        self.ids.out_ready.next = self.leaves.val();
        self.tbs.out_ready.next = self.leaves.val();
        self.unpack.tb.next = self.tbs.out_data.val();
        self.unpack.x_bits.next = self.header.x_bits.val();
        self.unpack.y_bits.next = self.header.y_bits.val();
        self.last.next = self.left.q.val() == 1;
        if self.issued.val() {
            self.left.d.next = self.left.q.val() - 1;
        }
        self.issue_valid.next = self.issuing.val();
        self.issue_node.next = bits::<32>(0);
        self.issue_block_x.next = bits::<32>(0);
        self.issue_block_yz.next = bits::<32>(0);
        self.issue_last.next = false;
        if self.issuing.val() {
            self.issue_node.next = self.ids.out_data.val();
            self.issue_block_x.next = self.unpack.x.val();
            self.issue_block_yz.next = self.unpack.yz.val();
            self.issue_last.next = self.last.val();
        }

        // The done node: an end before a barrier (rule 6).
        if self.done_full.q.val() {
            self.done_full.d.next = !self.done_ready.val();
        } else {
            self.done_full.d.next = self.end_valid.val() | self.barrier.val();
            self.done_id.d.next = self.ids.out_data.val();
            if self.end_valid.val() {
                self.done_id.d.next = self.end_node.val();
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
            self.state.d.next = State::Issue;
        }
        if (self.state.q.val() == State::Issue) & self.issued.val() & self.last.val() {
            self.state.d.next = State::Ready;
        }
        self.idle.next = (self.state.q.val() != State::Fetch) & !self.barrier_moves.val();
    }
}
