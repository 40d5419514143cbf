//! The loader: the memory port, the NIB and the insertion register (rule 2).

use crate::dgb::pins::Params;
use crate::kit::dff_setup;
use crate::kit::{Param, Reg, Sram};
use rust_hdl::prelude::*;

/// Kinds of memory requests.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Request {
    /// There is no request.
    None,
    /// Reads a chunk of nodes.
    Nodes,
    /// Reads a chunk of edges.
    Edges,
    /// Reads a child's word.
    Read,
    /// Writes a child's word.
    Write,
}

/// Loads nodes and edges: memory requests, answers under way, and the next node.
#[derive(LogicBlock, Default)]
pub struct Loader {
    /// Clock of the block; it acts on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// A graph begins in this cycle.
    pub begins: Signal<In, Bit>,
    /// A graph is active.
    pub live: Signal<In, Bit>,
    /// Number of nodes of the graph.
    pub nodes: Signal<In, Bits<32>>,
    /// Address of the node array.
    pub node_base: Signal<In, Bits<32>>,
    /// Address of the edge array.
    pub edge_base: Signal<In, Bits<32>>,
    /// Global number of the node to read into the insertion register.
    pub head: Signal<In, Bits<32>>,
    /// Number of the next edge to load.
    pub edge_head: Signal<In, Bits<32>>,
    /// The LEA has room for a chunk of edges, and the graph has more.
    pub want_edges: Signal<In, Bit>,
    /// The node in the insertion register is inserted.
    pub insert: Signal<In, Bit>,
    /// The node in the insertion register has one parent fewer.
    pub count_hand: Signal<In, Bit>,
    /// Global number of the child that a completion counts down.
    pub child: Signal<In, Bits<32>>,
    /// The child is in the NIB and has one parent fewer.
    pub patch: Signal<In, Bit>,
    /// The child's word is to be read from memory.
    pub wants_read: Signal<In, Bit>,
    /// The child's word is to be written to memory.
    pub wants_write: Signal<In, Bit>,
    /// Word of the child to write to memory.
    pub word: Signal<In, Bits<32>>,
    /// Memory takes the request.
    pub mem_req_ready: Signal<In, Bit>,
    /// Memory answers a word.
    pub mem_resp_valid: Signal<In, Bit>,
    /// Word that memory answers.
    pub mem_resp_data: Signal<In, Bits<32>>,
    /// A memory request is offered; all `mem_req_*` fields are zero while low.
    pub mem_req_valid: Signal<Out, Bit>,
    /// The memory request is a write of a word.
    pub mem_req_write: Signal<Out, Bit>,
    /// The memory request is a read of a chunk.
    pub mem_req_chunk: Signal<Out, Bit>,
    /// Byte address of the word or chunk.
    pub mem_req_addr: Signal<Out, Bits<32>>,
    /// Word to write; zero for reads.
    pub mem_req_data: Signal<Out, Bits<32>>,
    /// A memory request is offered.
    pub requesting: Signal<Out, Bit>,
    /// Memory answers an edge.
    pub edge_answered: Signal<Out, Bit>,
    /// Memory answers a child's word.
    pub word_answered: Signal<Out, Bit>,
    /// A chunk of nodes is to be requested, or is requested.
    pub nodes_due: Signal<Out, Bit>,
    /// A chunk of edges is requested.
    pub edges_asked: Signal<Out, Bit>,
    /// The next node waits in the NIB, or there is no next node.
    pub settled: Signal<Out, Bit>,
    /// First node of the chunk after the one in the NIB.
    pub next_chunk: Signal<Out, Bits<32>>,
    /// The insertion register holds a node.
    pub at_hand: Signal<Out, Bit>,
    /// Edge start of the node in the insertion register.
    pub start: Signal<Out, Bits<32>>,
    /// Number of parents of the node in the insertion register.
    pub parents: Signal<Out, Bits<16>>,
    /// Level of the node in the insertion register.
    pub level: Signal<Out, Bits<16>>,
    /// TB index of the node in the insertion register.
    pub tb: Signal<Out, Bits<32>>,
    nib: Sram<32>,
    request: Reg<Request>,
    addr: Reg<Bits<32>>,
    data: Reg<Bits<32>>,
    ask_nodes: Reg<Bit>,
    ask_edges: Reg<Bit>,
    edges_under_way: Reg<Bit>,
    other_under_way: Reg<Bit>,
    edges_first: Reg<Bit>,
    filled: Reg<Bits<5>>,
    full: Reg<Bit>,
    chunk: Reg<Bits<32>>,
    step: Reg<Bits<2>>,
    hand: Reg<Bit>,
    hand_start: Reg<Bits<32>>,
    hand_parents: Reg<Bits<16>>,
    hand_level: Reg<Bits<16>>,
    hand_tb: Reg<Bits<32>>,
    last_word: Param<Bits<5>>,
    last_node: Param<Bits<32>>,
    chunk_nodes: Param<Bits<32>>,
    id_mask: Param<Bits<32>>,
    want_nodes: Signal<Local, Bit>,
    answers_edges: Signal<Local, Bit>,
    answers_nodes: Signal<Local, Bit>,
    child_offset: Signal<Local, Bits<32>>,
    chunk_offset: Signal<Local, Bits<32>>,
    edge_offset: Signal<Local, Bits<32>>,
    after: Signal<Local, Bits<32>>,
    head_word: Signal<Local, Bits<32>>,
    child_word: Signal<Local, Bits<32>>,
    nib_place: Signal<Local, Bits<32>>,
}

impl Loader {
    /// A loader for a unit of the given size.
    pub fn new(params: &Params) -> Self {
        let words = params.chunk_words();
        Self {
            nib: Sram::new(words as usize),
            last_word: Param::new(bits((words - 1).into())),
            last_node: Param::new(bits((params.chunk_nodes() - 1).into())),
            chunk_nodes: Param::new(bits(params.chunk_nodes().into())),
            id_mask: Param::new(bits(params.id_mask().into())),
            ..Default::default()
        }
    }
}

impl Logic for Loader {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, request, addr, data, ask_nodes, ask_edges, edges_under_way);
        dff_setup!(self, clock, other_under_way, edges_first, filled, full, chunk, step, hand);
        dff_setup!(self, clock, hand_start, hand_parents, hand_level, hand_tb);
        self.want_nodes.next = self.live.val()
            & !self.full.q.val()
            & !self.ask_nodes.q.val()
            & (self.chunk.q.val() < self.nodes.val());
        self.answers_edges.next = self.edges_under_way.q.val()
            & (!self.other_under_way.q.val() | self.edges_first.q.val());
        self.answers_nodes.next =
            self.mem_resp_valid.val() & !self.answers_edges.val() & self.ask_nodes.q.val();

        // The NIB, and the insertion register that is filled from it. A patch of the next node
        // changes the insertion register.
        self.head_word.next = (self.head.val() & self.last_node.val()) << bits::<32>(2);
        self.child_word.next = (self.child.val() & self.last_node.val()) << bits::<32>(2);
        self.nib_place.next = self.head_word.val() | bit_cast::<32, 2>(self.step.q.val());
        if self.hand.q.val() {
            self.nib_place.next = self.child_word.val() | bits::<32>(1);
        }
        self.nib.clock.next = self.clock.val();
        self.nib.read_addr.next = bit_cast::<16, 32>(self.nib_place.val());
        self.nib.write_enable.next = self.answers_nodes.val() | self.patch.val();
        self.nib.write_addr.next = bit_cast::<16, 5>(self.filled.q.val());
        self.nib.write_data.next = self.mem_resp_data.val();
        if self.patch.val() {
            self.nib.write_addr.next = bit_cast::<16, 32>(self.nib_place.val());
            self.nib.write_data.next = self.nib.read_data.val() - 1;
        }
        if self.insert.val() {
            self.hand.d.next = false;
        }
        if self.count_hand.val() {
            self.hand_parents.d.next = self.hand_parents.q.val() - 1;
        }
        self.after.next = self.head.val() + 1;
        if self.full.q.val() & !self.hand.q.val() {
            self.step.d.next = self.step.q.val() + 1;
            if self.step.q.val() == 1 {
                self.hand_start.d.next = self.nib.read_data.val();
            }
            if self.step.q.val() == 2 {
                self.hand_parents.d.next = self.nib.read_data.val().get_bits::<16>(0);
                self.hand_level.d.next = self.nib.read_data.val().get_bits::<16>(16);
            }
            if self.step.q.val() == 3 {
                self.hand_tb.d.next = self.nib.read_data.val() & self.id_mask.val();
                self.hand.d.next = true;
                self.full.d.next = (self.after.val() & self.last_node.val()).any()
                    & (self.after.val() != self.nodes.val());
            }
        }

        // Answers.
        if self.answers_nodes.val() {
            self.filled.d.next = self.filled.q.val() + 1;
            if self.filled.q.val() == self.last_word.val() {
                self.filled.d.next = bits::<5>(0);
                self.ask_nodes.d.next = false;
                self.full.d.next = true;
                self.chunk.d.next = self.chunk.q.val() + self.chunk_nodes.val();
            }
        }
        if self.mem_resp_valid.val() {
            if self.answers_edges.val() {
                if (bit_cast::<5, 32>(self.edge_head.val()) & self.last_word.val())
                    == self.last_word.val()
                {
                    self.ask_edges.d.next = false;
                    self.edges_under_way.d.next = false;
                }
            } else if !self.ask_nodes.q.val() | (self.filled.q.val() == self.last_word.val()) {
                self.other_under_way.d.next = false;
            }
        }

        // Requests: completions before nodes, nodes before edges.
        self.child_offset.next = self.child.val() << bits::<32>(4);
        self.chunk_offset.next = self.chunk.q.val() << bits::<32>(4);
        self.edge_offset.next = self.edge_head.val() << bits::<32>(2);
        if self.request.q.val() == Request::None {
            self.data.d.next = bits::<32>(0);
            if self.want_edges.val() {
                self.request.d.next = Request::Edges;
                self.addr.d.next = self.edge_base.val() + self.edge_offset.val();
            }
            if self.want_nodes.val() {
                self.request.d.next = Request::Nodes;
                self.addr.d.next = self.node_base.val() + self.chunk_offset.val();
            }
            if self.wants_read.val() {
                self.request.d.next = Request::Read;
                self.addr.d.next = self.node_base.val() + (self.child_offset.val() | bits::<32>(4));
            }
            if self.wants_write.val() {
                self.request.d.next = Request::Write;
                self.addr.d.next = self.node_base.val() + (self.child_offset.val() | bits::<32>(4));
                self.data.d.next = self.word.val();
            }
            if !self.wants_read.val() & !self.wants_write.val() {
                if self.want_nodes.val() {
                    self.ask_nodes.d.next = true;
                } else if self.want_edges.val() {
                    self.ask_edges.d.next = true;
                }
            }
        } else if self.mem_req_ready.val() {
            self.request.d.next = Request::None;
            if self.request.q.val() == Request::Edges {
                self.edges_under_way.d.next = true;
                self.edges_first.d.next = !self.other_under_way.q.val();
            }
            if (self.request.q.val() == Request::Nodes) | (self.request.q.val() == Request::Read) {
                self.other_under_way.d.next = true;
                self.edges_first.d.next = self.edges_under_way.q.val();
            }
        }
        if self.begins.val() {
            self.chunk.d.next = bits::<32>(0);
        }

        self.mem_req_valid.next = self.request.q.val() != Request::None;
        self.mem_req_write.next = self.request.q.val() == Request::Write;
        self.mem_req_chunk.next =
            (self.request.q.val() == Request::Nodes) | (self.request.q.val() == Request::Edges);
        self.mem_req_addr.next = bits::<32>(0);
        self.mem_req_data.next = bits::<32>(0);
        if self.request.q.val() != Request::None {
            self.mem_req_addr.next = self.addr.q.val();
            self.mem_req_data.next = self.data.q.val();
        }
        self.requesting.next = self.request.q.val() != Request::None;
        self.edge_answered.next = self.mem_resp_valid.val() & self.answers_edges.val();
        self.word_answered.next =
            self.mem_resp_valid.val() & !self.answers_edges.val() & !self.ask_nodes.q.val();
        self.nodes_due.next = self.want_nodes.val() | self.ask_nodes.q.val();
        self.edges_asked.next = self.ask_edges.q.val();
        self.settled.next = (self.request.q.val() == Request::None)
            & !self.want_nodes.val()
            & (self.hand.q.val() | !self.full.q.val());
        self.next_chunk.next = self.chunk.q.val();
        self.at_hand.next = self.hand.q.val();
        self.start.next = self.hand_start.q.val();
        self.parents.next = self.hand_parents.q.val();
        self.level.next = self.hand_level.q.val();
        self.tb.next = self.hand_tb.q.val();
    }
}
