//! The completion engine: completes nodes, one at a time (rules 5 and 7).

use crate::dgb::pins::Params;
use crate::kit::dff_setup;
use crate::kit::{Param, Reg};
use rust_hdl::prelude::*;

/// States of the completion engine.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Walk {
    /// No completion is under way.
    Free,
    /// Reads where the node's edges start.
    Find,
    /// Reads where they end.
    Bounds,
    /// Decides whether there are any edges.
    Span,
    /// Reads the child's number of parents.
    Edge,
    /// Counts down one parent, in the LNA, the PUB or the insertion register.
    Child,
    /// Counts down one parent in the NIB.
    Patch,
    /// Requests the child's word from memory.
    Read,
    /// Waits for the child's word.
    Await,
    /// Requests a write of the child's word.
    Write,
}

/// Completes one node: visits its edges and counts down the parents of its children.
#[derive(LogicBlock, Default)]
pub struct CompletionEngine {
    /// Clock of the block; it acts on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// A completed node arrives.
    pub done: Signal<In, Bit>,
    /// Global number of the completed node that arrives.
    pub done_node: Signal<In, Bits<32>>,
    /// Number of nodes of the graph.
    pub nodes: Signal<In, Bits<32>>,
    /// Global number of the tail, the oldest node of the window.
    pub tail: Signal<In, Bits<32>>,
    /// Global number of the node after the youngest of the window.
    pub head: Signal<In, Bits<32>>,
    /// Number of the oldest edge that is still needed.
    pub edge_tail: Signal<In, Bits<32>>,
    /// Number of the edge after the last one loaded.
    pub edge_head: Signal<In, Bits<32>>,
    /// The tail's edges are streamed.
    pub streams: Signal<In, Bit>,
    /// Number of the edge after the last streamed one.
    pub stream_end: Signal<In, Bits<32>>,
    /// The LNA entry of the tail has not been read.
    pub tail_unread: Signal<In, Bit>,
    /// A node is inserted in this cycle.
    pub insert: Signal<In, Bit>,
    /// The loader cannot insert a node before a completion (rule 7).
    pub stuck: Signal<In, Bit>,
    /// The Pending Update Buffer is full.
    pub pub_full: Signal<In, Bit>,
    /// First node of the chunk after the one in the NIB.
    pub next_chunk: Signal<In, Bits<32>>,
    /// The memory port has no room for a request.
    pub requesting: Signal<In, Bit>,
    /// Memory answers the word that was requested.
    pub answered: Signal<In, Bit>,
    /// Word that memory answers.
    pub answer: Signal<In, Bits<32>>,
    /// Edge start of the node that `start_of` named one cycle ago.
    pub start: Signal<In, Bits<16>>,
    /// Child of the edge that `place` named one cycle ago.
    pub edge_child: Signal<In, Bits<32>>,
    /// Number of parents of the child of the last edge read.
    pub parents: Signal<In, Bits<16>>,
    /// No completion is under way.
    pub resting: Signal<Out, Bit>,
    /// The engine is between the read of a child and its update.
    pub at_child: Signal<Out, Bit>,
    /// The engine reads an edge start.
    pub reads_starts: Signal<Out, Bit>,
    /// Global number of the node whose edge start is read.
    pub start_of: Signal<Out, Bits<32>>,
    /// LEA entry of the edge to read.
    pub place: Signal<Out, Bits<16>>,
    /// Global number of the child to count down.
    pub child: Signal<Out, Bits<32>>,
    /// The child is in the LNA and has `fewer` parents now.
    pub count_down: Signal<Out, Bit>,
    /// New number of parents of the child in the LNA.
    pub fewer: Signal<Out, Bits<16>>,
    /// The child is put into the Pending Update Buffer.
    pub append: Signal<Out, Bit>,
    /// The child is in the insertion register and has one parent fewer.
    pub count_hand: Signal<Out, Bit>,
    /// The child is in the NIB and has one parent fewer.
    pub patch: Signal<Out, Bit>,
    /// The child's word is to be read from memory.
    pub wants_read: Signal<Out, Bit>,
    /// The child's word is to be written to memory.
    pub wants_write: Signal<Out, Bit>,
    /// Word to write to memory.
    pub word: Signal<Out, Bits<32>>,
    /// The completion is final.
    pub finish: Signal<Out, Bit>,
    /// Global number of the node being completed.
    pub node: Signal<Out, Bits<32>>,
    /// The LEA entry of a streamed edge is freed.
    pub streamed: Signal<Out, Bit>,
    /// The completed node was streamed.
    pub streaming: Signal<Out, Bit>,
    state: Reg<Walk>,
    current: Reg<Bits<32>>,
    from: Reg<Bits<16>>,
    until: Reg<Bits<16>>,
    fetched: Reg<Bit>,
    stream: Reg<Bit>,
    target: Reg<Bits<32>>,
    patched: Reg<Bits<32>>,
    edge_mask: Param<Bits<16>>,
    would_stream: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    after: Signal<Local, Bits<32>>,
    next_from: Signal<Local, Bits<16>>,
    next_tail: Signal<Local, Bits<32>>,
    arrived: Signal<Local, Bit>,
    childless: Signal<Local, Bit>,
    in_child: Signal<Local, Bit>,
    inside: Signal<Local, Bit>,
    beyond: Signal<Local, Bit>,
    refused: Signal<Local, Bit>,
    hand: Signal<Local, Bit>,
    advance: Signal<Local, Bit>,
    last: Signal<Local, Bit>,
    ends: Signal<Local, Bit>,
}

impl CompletionEngine {
    /// A completion engine for a unit of the given size.
    pub fn new(params: &Params) -> Self {
        Self { edge_mask: Param::new(bits((params.edges - 1).into())), ..Default::default() }
    }
}

impl Logic for CompletionEngine {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state, current, from, until, fetched, stream, target, patched);
        self.would_stream.next = self.streams.val() & (self.current.q.val() == self.tail.val());
        self.waits.next = self.would_stream.val() & self.tail_unread.val();
        self.after.next = self.current.q.val() + 1;
        self.next_from.next = self.from.q.val() + 1;
        self.next_tail.next = self.edge_tail.val() + 1;
        self.arrived.next = !self.stream.q.val() | (self.edge_tail.val() != self.edge_head.val());

        // Where the child is counted down, and whether the engine moves to the next edge.
        self.in_child.next = self.state.q.val() == Walk::Child;
        self.inside.next = self.in_child.val() & (self.target.q.val() < self.head.val());
        self.beyond.next = self.in_child.val() & (self.target.q.val() >= self.head.val());
        self.refused.next = self.beyond.val() & self.pub_full.val() & self.stuck.val();
        self.hand.next = self.refused.val() & (self.target.q.val() == self.head.val());
        self.advance.next = self.inside.val()
            | (self.beyond.val() & !self.pub_full.val())
            | self.hand.val()
            | (self.state.q.val() == Walk::Patch)
            | ((self.state.q.val() == Walk::Write) & !self.requesting.val());
        self.last.next = (self.next_from.val() & self.edge_mask.val()) == self.until.q.val();
        self.childless.next = self.start.val() == self.from.q.val();
        if self.stream.q.val() {
            self.last.next = self.next_tail.val() == self.stream_end.val();
            self.childless.next = self.edge_tail.val() == self.stream_end.val();
        }
        if self.after.val() == self.nodes.val() {
            self.childless.next = true;
        }
        self.ends.next = (self.advance.val() & self.last.val())
            | ((self.state.q.val() == Walk::Span) & self.childless.val());

        match self.state.q.val() {
            Walk::Free => {
                self.current.d.next = self.done_node.val();
                if self.done.val() {
                    self.state.d.next = Walk::Find;
                }
            }
            Walk::Find => {
                self.stream.d.next = self.would_stream.val();
                if !self.waits.val() {
                    self.state.d.next = Walk::Bounds;
                }
            }
            Walk::Bounds => {
                self.from.d.next = self.start.val();
                self.state.d.next = Walk::Span;
            }
            Walk::Span => {
                self.until.d.next = self.start.val();
                self.fetched.d.next = self.arrived.val();
                self.state.d.next = Walk::Edge;
            }
            Walk::Edge => {
                self.target.d.next = self.edge_child.val();
                if self.insert.val() | !self.fetched.q.val() {
                    self.fetched.d.next = self.arrived.val();
                } else {
                    self.state.d.next = Walk::Child;
                }
            }
            Walk::Child => {
                self.fetched.d.next = true;
                self.state.d.next = Walk::Edge;
                if self.refused.val() {
                    self.state.d.next = Walk::Read;
                    if self.target.q.val() < self.next_chunk.val() {
                        self.state.d.next = Walk::Patch;
                    }
                }
            }
            Walk::Read => {
                self.state.d.next = Walk::Read;
                if !self.requesting.val() {
                    self.state.d.next = Walk::Await;
                }
            }
            Walk::Await => {
                self.patched.d.next = self.answer.val() - 1;
                if self.answered.val() {
                    self.state.d.next = Walk::Write;
                }
            }
            _ => {}
        }
        if self.advance.val() {
            self.from.d.next = self.next_from.val() & self.edge_mask.val();
            self.fetched.d.next =
                !self.stream.q.val() | (self.next_tail.val() != self.edge_head.val());
            self.state.d.next = Walk::Edge;
        }
        if self.ends.val() {
            self.state.d.next = Walk::Free;
        }

        self.resting.next = self.state.q.val() == Walk::Free;
        self.at_child.next = self.in_child.val()
            | (self.state.q.val() == Walk::Patch)
            | (self.state.q.val() == Walk::Read)
            | (self.state.q.val() == Walk::Await)
            | (self.state.q.val() == Walk::Write);
        self.reads_starts.next = ((self.state.q.val() == Walk::Find) & !self.waits.val())
            | (self.state.q.val() == Walk::Bounds);
        self.start_of.next = self.current.q.val();
        if self.state.q.val() == Walk::Bounds {
            self.start_of.next = self.after.val();
        }
        self.place.next = self.from.q.val();
        if self.advance.val() {
            self.place.next = self.next_from.val() & self.edge_mask.val();
        }
        self.child.next = self.target.q.val();
        self.count_down.next = self.inside.val();
        self.fewer.next = self.parents.val() - 1;
        self.append.next = self.beyond.val() & !self.pub_full.val();
        self.count_hand.next = self.hand.val();
        self.patch.next = self.state.q.val() == Walk::Patch;
        self.wants_read.next = self.state.q.val() == Walk::Read;
        self.wants_write.next = self.state.q.val() == Walk::Write;
        self.word.next = self.patched.q.val();
        self.finish.next = self.ends.val();
        self.node.next = self.current.q.val();
        self.streamed.next = self.advance.val() & self.stream.q.val();
        self.streaming.next = self.stream.q.val();
    }
}
