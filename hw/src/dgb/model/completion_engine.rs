//! The completion engine: completes nodes, one at a time (rules 5 and 7).

use super::{Model, Now, Registers, Window};
use crate::dgb::pins::In;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    #[default]
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

/// The node being completed, and the edge that the engine has reached.
#[derive(Clone, Copy, Debug, Default)]
pub struct CompletionEngine {
    pub state: State,
    node: u32,
    /// The edge and the end of the edges, as entries of the LEA.
    edge: u32,
    end: u32,
    /// Whether the edge had arrived when the LEA was read.
    fetched: bool,
    streaming: bool,
    pub child: u32,
    /// The child's word, with one parent fewer.
    pub word: u32,
}

impl CompletionEngine {
    pub fn is_free(&self) -> bool {
        self.state == State::Free
    }

    /// Returns whether the engine is between the read of a child and its update; then no node may
    /// be inserted.
    pub fn at_child(&self) -> bool {
        matches!(
            self.state,
            State::Child | State::Patch | State::Read | State::Await | State::Write
        )
    }

    /// Returns whether the engine would stream edges but the tail's entry has not been read.
    fn waits_for_tail(&self, w: &Window) -> bool {
        w.streams && self.node == w.tail && (w.stale || w.reading)
    }

    pub fn reads_starts(&self, w: &Window) -> bool {
        self.state == State::Find && !self.waits_for_tail(w) || self.state == State::Bounds
    }

    /// Returns whether the child to count down is beyond the window.
    pub fn beyond(&self, w: &Window) -> bool {
        self.state == State::Child && self.child >= w.head
    }
}

impl Model {
    /// Carries out one cycle of a completion.
    pub(super) fn walk(&mut self, q: &Registers, now: &Now, i: &In) {
        let (w, completion_engine) = (&q.window, &q.completion_engine);
        let arrived = !completion_engine.streaming || w.edge_tail != w.edge_head;
        match completion_engine.state {
            State::Free => {
                if q.live && i.done_valid {
                    self.registers.completion_engine.node = i.done_node;
                    self.registers.completion_engine.state = State::Find;
                }
            }
            State::Find if completion_engine.waits_for_tail(w) => {}
            State::Find => {
                self.registers.completion_engine.streaming =
                    w.streams && completion_engine.node == w.tail;
                self.registers.completion_engine.state = State::Bounds;
            }
            State::Bounds => {
                self.registers.completion_engine.edge =
                    self.lna[self.slot(completion_engine.node)].start;
                self.registers.completion_engine.state = State::Span;
            }
            State::Span => {
                let end = self.lna[self.slot(completion_engine.node + 1)].start;
                self.registers.completion_engine.end = end;
                self.registers.completion_engine.fetched = arrived;
                self.registers.completion_engine.state = State::Edge;
                let last = completion_engine.node + 1 == q.graph.nodes;
                let childless = match completion_engine.streaming {
                    true => w.edge_tail == w.stream_end,
                    false => end == completion_engine.edge,
                };
                if last || childless {
                    self.finish(q);
                }
            }
            State::Edge if now.insert || !completion_engine.fetched => {
                self.registers.completion_engine.fetched = arrived;
            }
            State::Edge => {
                self.registers.completion_engine.child = self.lea[completion_engine.edge as usize];
                self.registers.completion_engine.state = State::Child;
            }
            State::Child => self.count_down(q, now),
            State::Patch => {
                let word = self.word_in_nib(completion_engine.child);
                self.nib[word] = self.nib[word].wrapping_sub(1);
                self.advance(q);
            }
            State::Read | State::Write if q.loader.is_requesting() => {}
            State::Read => self.registers.completion_engine.state = State::Await,
            State::Await => {
                if i.mem_resp_valid && !q.loader.answers_edges() {
                    self.registers.completion_engine.word = i.mem_resp_data.wrapping_sub(1);
                    self.registers.completion_engine.state = State::Write;
                }
            }
            State::Write => self.advance(q),
        }
    }

    fn word_in_nib(&self, node: u32) -> usize {
        (4 * (node % self.params.chunk_nodes()) + 1) as usize
    }

    /// Counts down one parent of the child, in the place that holds its number of parents.
    fn count_down(&mut self, q: &Registers, now: &Now) {
        let (w, child) = (&q.window, q.completion_engine.child);
        if child < w.head {
            let slot = self.slot(child);
            let parents = &mut self.lna[slot].parents;
            *parents = parents.wrapping_sub(1) & 0xFFFF;
            if *parents == 0 {
                if child + 1 == w.head {
                    self.registers.window.youngest_ready = true;
                } else {
                    self.set_ready(child);
                }
            }
            self.advance(q);
        } else if now.append {
            self.advance(q);
        } else if !now.stuck {
            self.registers.completion_engine.fetched = true;
            self.registers.completion_engine.state = State::Edge;
        } else if child == w.head {
            self.registers.loader.parents = q.loader.parents.wrapping_sub(1);
            self.advance(q);
        } else if child < q.loader.next_chunk {
            self.registers.completion_engine.state = State::Patch;
        } else {
            self.registers.completion_engine.state = State::Read;
        }
    }

    /// Moves to the next edge, if there is one.
    fn advance(&mut self, q: &Registers) {
        let next = self.lea_index(q.completion_engine.edge + 1) as u32;
        let mut last = next == q.completion_engine.end;
        let d = &mut self.registers;
        d.completion_engine.fetched = true;
        if q.completion_engine.streaming {
            d.window.edge_tail = q.window.edge_tail + 1;
            last = d.window.edge_tail == q.window.stream_end;
            d.completion_engine.fetched = d.window.edge_tail != q.window.edge_head;
        }
        d.completion_engine.edge = next;
        d.completion_engine.state = State::Edge;
        if last {
            self.finish(q);
        }
    }

    fn finish(&mut self, q: &Registers) {
        let slot = self.slot(q.completion_engine.node);
        self.done[slot / 32] |= 1 << (slot % 32);
        self.registers.completion_engine.state = State::Free;
        self.registers.window.streams &= !q.completion_engine.streaming;
    }
}
