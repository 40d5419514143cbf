//! Completes nodes, one at a time (rules 5 and 7).

use crate::dgb::pins::Params;
use crate::kit::dff_setup;
use crate::kit::{Param, Reg};
use rust_hdl::prelude::*;

/// What the walk does.
#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
pub enum Walk {
    /// Nothing.
    Free,
    /// Reads where the node's edges start.
    Find,
    /// Reads where they end.
    Bounds,
    /// Knows whether there are any.
    Span,
    /// Has an edge, reads the child's parents.
    Edge,
    /// Counts one parent less, in the LNA, the PUB or the node at hand.
    Child,
    /// Counts one parent less in the NIB.
    Patch,
    /// Wants the child's word of memory.
    Read,
    /// Waits for it.
    Await,
    /// Wants to write it.
    Write,
}

/// The node being completed and where its walk is.
#[derive(LogicBlock, Default)]
pub struct CompletionEngine {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset.
    pub reset: Signal<In, Bit>,
    /// A node is done.
    pub done: Signal<In, Bit>,
    /// The node.
    pub done_node: Signal<In, Bits<32>>,
    /// Nodes of the graph.
    pub nodes: Signal<In, Bits<32>>,
    /// The oldest node of the window.
    pub tail: Signal<In, Bits<32>>,
    /// The node after its youngest.
    pub head: Signal<In, Bits<32>>,
    /// The oldest edge needed.
    pub edge_tail: Signal<In, Bits<32>>,
    /// The edge after the last loaded.
    pub edge_head: Signal<In, Bits<32>>,
    /// The tail's edges are streamed.
    pub streams: Signal<In, Bit>,
    /// The edge after its last.
    pub stream_end: Signal<In, Bits<32>>,
    /// The entry of the tail has not been read.
    pub tail_unread: Signal<In, Bit>,
    /// A node is inserted.
    pub insert: Signal<In, Bit>,
    /// The loader cannot insert before a completion.
    pub stuck: Signal<In, Bit>,
    /// The PUB is full.
    pub pub_full: Signal<In, Bit>,
    /// First node of the chunk after the one in the NIB.
    pub next_chunk: Signal<In, Bits<32>>,
    /// The memory port has no room for a request.
    pub requesting: Signal<In, Bit>,
    /// A word that was asked for is answered.
    pub answered: Signal<In, Bit>,
    /// The word.
    pub answer: Signal<In, Bits<32>>,
    /// Where the edges of the node `start_of` named a cycle ago start.
    pub start: Signal<In, Bits<16>>,
    /// The edge at `place` a cycle ago.
    pub edge_child: Signal<In, Bits<32>>,
    /// Parents of the child of the last edge.
    pub parents: Signal<In, Bits<16>>,
    /// No completion is under way.
    pub resting: Signal<Out, Bit>,
    /// Between the look at a child and its update.
    pub at_child: Signal<Out, Bit>,
    /// The edge starts are read.
    pub reads_starts: Signal<Out, Bit>,
    /// Of this node.
    pub start_of: Signal<Out, Bits<32>>,
    /// The edge to read.
    pub place: Signal<Out, Bits<16>>,
    /// The child to count for.
    pub child: Signal<Out, Bits<32>>,
    /// It is in the LNA and has `fewer` parents now.
    pub count_down: Signal<Out, Bit>,
    /// Its parents.
    pub fewer: Signal<Out, Bits<16>>,
    /// It is put into the PUB.
    pub append: Signal<Out, Bit>,
    /// It is the node at hand.
    pub count_hand: Signal<Out, Bit>,
    /// It is in the NIB.
    pub patch: Signal<Out, Bit>,
    /// Its word is to be read.
    pub wants_read: Signal<Out, Bit>,
    /// Its word is to be written.
    pub wants_write: Signal<Out, Bit>,
    /// The word to write.
    pub word: Signal<Out, Bits<32>>,
    /// The completion is final.
    pub finish: Signal<Out, Bit>,
    /// The node.
    pub node: Signal<Out, Bits<32>>,
    /// An edge's place in the LEA is given back.
    pub streamed: Signal<Out, Bit>,
    /// The node was streamed.
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
    /// A completion engine of a unit of the given size.
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

        // What becomes of the child, and whether the walk goes on to the next edge.
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
