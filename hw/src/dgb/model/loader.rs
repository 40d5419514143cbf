//! The loader: the memory port, the NIB and the insertion register (rule 2).

use super::completion_engine::State as Walk;
use super::{Model, Now, Registers};
use crate::dgb::pins::{In, Out};
use crate::dgb::{NODE_BYTES, PARENTS_OFFSET};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Nodes,
    Edges,
    Word,
    Write,
}

/// A request on the pins.
#[derive(Clone, Copy, Debug, Default)]
struct Request {
    kind: Kind,
    addr: u32,
    data: u32,
}

/// Requests, answers under way, and the next node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Loader {
    request: Option<Request>,
    /// Whether a chunk of nodes is to be requested or is under way.
    pub nodes_asked: bool,
    pub edges_asked: bool,
    /// Whether memory has taken a request for edges, for nodes or a word, and which was first.
    edges_due: bool,
    other_due: bool,
    edges_first: bool,
    /// Words of the node chunk that memory has answered.
    filled: u32,
    pub nib_full: bool,
    /// First node of the chunk to request next.
    pub next_chunk: u32,
    step: u32,
    pub at_hand: bool,
    pub start: u32,
    pub parents: u32,
    pub level: u32,
    pub tb: u32,
}

impl Loader {
    /// Returns whether no request is on the pins.
    pub fn quiet(&self) -> bool {
        self.request.is_none()
    }

    pub fn is_requesting(&self) -> bool {
        self.request.is_some()
    }

    /// Returns whether the next answer is an edge.
    pub fn answers_edges(&self) -> bool {
        self.edges_due && (!self.other_due || self.edges_first)
    }

    pub fn show(&self, out: &mut Out) {
        if let Some(request) = self.request {
            out.mem_req_valid = true;
            out.mem_req_write = request.kind == Kind::Write;
            out.mem_req_chunk = matches!(request.kind, Kind::Nodes | Kind::Edges);
            out.mem_req_addr = request.addr;
            out.mem_req_data = request.data;
        }
    }
}

impl Model {
    /// Carries out one cycle of the memory port and of the insertion register.
    pub(super) fn load(&mut self, q: &Registers, now: &Now, i: &In) {
        self.hand(q);
        self.answer(q, i);
        match q.loader.request {
            Some(request) if i.mem_req_ready => self.sent(q, request.kind),
            Some(_) => {}
            None => self.registers.loader.request = self.choose(q, now),
        }
    }

    /// Chooses the next request: completions before nodes, nodes before edges.
    fn choose(&mut self, q: &Registers, now: &Now) -> Option<Request> {
        let child =
            q.graph.node_base.wrapping_add(q.completion_engine.child.wrapping_mul(NODE_BYTES));
        let l = &mut self.registers.loader;
        let (kind, addr, data) = match q.completion_engine.state {
            Walk::Read => (Kind::Word, child.wrapping_add(PARENTS_OFFSET), 0),
            Walk::Write => {
                (Kind::Write, child.wrapping_add(PARENTS_OFFSET), q.completion_engine.word)
            }
            _ if now.want_nodes => {
                l.nodes_asked = true;
                let offset = q.loader.next_chunk.wrapping_mul(NODE_BYTES);
                (Kind::Nodes, q.graph.node_base.wrapping_add(offset), 0)
            }
            _ if now.want_edges => {
                l.edges_asked = true;
                let offset = q.window.edge_head.wrapping_mul(4);
                (Kind::Edges, q.graph.edge_base.wrapping_add(offset), 0)
            }
            _ => return None,
        };
        Some(Request { kind, addr, data })
    }

    fn sent(&mut self, q: &Registers, kind: Kind) {
        let l = &mut self.registers.loader;
        l.request = None;
        match kind {
            Kind::Edges => {
                l.edges_due = true;
                l.edges_first = !q.loader.other_due;
            }
            Kind::Nodes | Kind::Word => {
                l.other_due = true;
                l.edges_first = q.loader.edges_due;
            }
            Kind::Write => {}
        }
    }

    fn answer(&mut self, q: &Registers, i: &In) {
        if !i.mem_resp_valid {
            return;
        }
        let words = self.params.chunk_words();
        if q.loader.answers_edges() {
            let index = self.lea_index(q.window.edge_head);
            self.lea[index] = i.mem_resp_data & self.params.id_mask();
            self.registers.window.edge_head = q.window.edge_head + 1;
            if (q.window.edge_head + 1).is_multiple_of(words) {
                self.registers.loader.edges_asked = false;
                self.registers.loader.edges_due = false;
            }
            return;
        }
        let l = &mut self.registers.loader;
        if !q.loader.nodes_asked {
            l.other_due = false;
            return;
        }
        self.nib[q.loader.filled as usize] = i.mem_resp_data;
        l.filled = (q.loader.filled + 1) % words;
        if l.filled == 0 {
            l.other_due = false;
            l.nodes_asked = false;
            l.nib_full = true;
            l.next_chunk = q.loader.next_chunk + self.params.chunk_nodes();
        }
    }

    /// Reads the next node from the NIB into the insertion register, one word per cycle.
    fn hand(&mut self, q: &Registers) {
        if q.loader.at_hand || !q.loader.nib_full {
            return;
        }
        let nodes = self.params.chunk_nodes();
        let word = |n| self.nib[(4 * (q.window.head % nodes) + n) as usize];
        let l = &mut self.registers.loader;
        l.step = (q.loader.step + 1) % 4;
        match q.loader.step {
            1 => l.start = word(0),
            2 => (l.parents, l.level) = (word(1) & 0xFFFF, word(1) >> 16),
            3 => {
                l.tb = word(2) & self.params.id_mask();
                l.at_hand = true;
                let next = q.window.head + 1;
                l.nib_full = !next.is_multiple_of(nodes) && next != q.graph.nodes;
            }
            _ => {}
        }
    }
}
