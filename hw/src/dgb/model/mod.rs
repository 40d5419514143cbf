//! Fast model of the Dependency Graph Buffer: the registers before and after the edge, and the
//! memories.

mod completion_engine;
mod loader;
mod pending;
mod ready_finder;

use super::pins::{In, Out, Params};
use crate::kit::Clocked;
use completion_engine::CompletionEngine;
use loader::Loader;
use pending::Pending;
use ready_finder::ReadyFinder;

/// A node in the LNA.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    start: u32,
    parents: u32,
    level: u32,
    tb: u32,
}

/// Size and addresses of the graph.
#[derive(Clone, Copy, Debug, Default)]
struct Graph {
    nodes: u32,
    edges: u32,
    node_base: u32,
    edge_base: u32,
}

/// The bounds of the window.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    tail: u32,
    /// The node after the youngest of the window.
    head: u32,
    /// The oldest edge that is still needed, and the edge after the last that was loaded.
    edge_tail: u32,
    edge_head: u32,
    tail_level: u32,
    /// Whether the tail has moved since its entry was read, and whether the entry is being read.
    stale: bool,
    reading: bool,
    /// Whether the entry has been read at the last edge, and with it `tail_level`.
    read: bool,
    /// Whether the tail's edges are streamed, and the edge at which they end.
    streams: bool,
    stream_end: u32,
    /// Whether the youngest has no parents left.
    youngest_ready: bool,
}

/// Every register.
#[derive(Clone, Copy, Debug, Default)]
struct Registers {
    live: bool,
    graph: Graph,
    window: Window,
    loader: Loader,
    pending: Pending,
    completion_engine: CompletionEngine,
    ready_finder: ReadyFinder,
}

/// Decisions of this cycle that more than one machine uses.
#[derive(Clone, Copy, Debug, Default)]
struct Now {
    /// The tail is completed.
    tail_done: bool,
    /// The node in the insertion register may be inserted, and whether it is.
    insertable: bool,
    insert: bool,
    /// The entry of the tail is read in this cycle.
    read_tail: bool,
    want_nodes: bool,
    want_edges: bool,
    /// The loader cannot insert before a completion (rule 7).
    stuck: bool,
    /// The completion engine puts a child into the PUB.
    append: bool,
}

/// The registers and the memories.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    registers: Registers,
    lna: Vec<Entry>,
    /// Ready and done nodes, one bit each.
    ready: Vec<u32>,
    done: Vec<u32>,
    lea: Vec<u32>,
    nib: Vec<u32>,
    pending: Vec<u32>,
}

impl Model {
    /// A buffer of the given size.
    pub fn new(params: &Params) -> Self {
        let words = params.nodes.div_ceil(32) as usize;
        Self {
            params: params.clone(),
            registers: Registers::default(),
            lna: vec![Entry::default(); params.nodes as usize],
            ready: vec![0; words],
            done: vec![0; words],
            lea: vec![0; params.edges as usize],
            nib: vec![0; params.chunk_words() as usize],
            pending: vec![0; params.pub_entries as usize],
        }
    }

    fn slot(&self, node: u32) -> usize {
        (node & (self.params.nodes - 1)) as usize
    }

    fn lea_index(&self, edge: u32) -> usize {
        (edge & (self.params.edges - 1)) as usize
    }

    fn set_ready(&mut self, node: u32) {
        let slot = self.slot(node);
        self.ready[slot / 32] |= 1 << (slot % 32);
        self.registers.ready_finder.fresh = true;
    }

    fn now(&self, q: &Registers) -> Now {
        let (w, l) = (&q.window, &q.loader);
        let count = w.head.wrapping_sub(w.tail);
        let slot = self.slot(w.tail);
        let room = count < self.params.nodes;
        let tail_done = self.done[slot / 32] >> (slot % 32) & 1 != 0;
        let enters = count <= 1 || self.fits(q);
        let scanned = l.at_hand && q.pending.unvisited == 0;
        let insertable = scanned && room && enters;
        let want_nodes = q.live && !l.nib_full && !l.nodes_asked && l.next_chunk < q.graph.nodes;
        let loaded = w.edge_head.wrapping_sub(w.edge_tail);
        let want_edges = q.live
            && !l.edges_asked
            && w.edge_head < q.graph.edges
            && loaded + self.params.chunk_words() <= self.params.edges;
        let waits_for_edges = !enters && !l.edges_asked && !want_edges;
        Now {
            tail_done,
            insertable,
            insert: insertable && !q.completion_engine.at_child(),
            read_tail: w.stale && !tail_done && !q.completion_engine.reads_starts(w),
            want_nodes,
            want_edges,
            stuck: scanned
                && !l.nodes_asked
                && !want_nodes
                && !tail_done
                && !w.stale
                && !w.reading
                && (!room || waits_for_edges),
            append: q.completion_engine.beyond(w) && q.pending.used < self.params.pub_entries,
        }
    }

    /// Returns whether all edges before the node in the insertion register are in the LEA (rule 3).
    fn fits(&self, q: &Registers) -> bool {
        let start = q.loader.start;
        start <= q.window.edge_head && start.wrapping_sub(q.window.edge_tail) < self.params.edges
    }

    /// Moves the tail, and reads the entry of the new one.
    fn move_tail(&mut self, q: &Registers, now: &Now) {
        if q.window.reading {
            let entry = self.lna[self.slot(q.window.tail)];
            let done = entry.start.wrapping_sub(q.window.edge_tail) & (self.params.edges - 1);
            let w = &mut self.registers.window;
            w.edge_tail = q.window.edge_tail.wrapping_add(done);
            w.tail_level = entry.level;
        }
        let w = &mut self.registers.window;
        w.read = q.window.reading;
        w.reading = now.read_tail;
        if now.read_tail {
            w.stale = false;
        }
        if now.tail_done {
            w.tail = q.window.tail + 1;
            w.stale = w.tail != q.window.head;
            let slot = self.slot(q.window.tail);
            self.done[slot / 32] &= !(1 << (slot % 32));
        }
    }

    /// Inserts the node of the insertion register as the youngest (rule 3).
    fn insert(&mut self, q: &Registers, now: &Now) {
        let (w, l) = (&q.window, &q.loader);
        if w.youngest_ready && (now.insert || w.head == q.graph.nodes) {
            self.set_ready(w.head.wrapping_sub(1));
            self.registers.window.youngest_ready = false;
        }
        if !now.insert {
            return;
        }
        let slot = self.slot(w.head);
        let start = self.lea_index(l.start) as u32;
        self.lna[slot] = Entry { start, parents: l.parents, level: l.level, tb: l.tb };
        let first = w.head == w.tail;
        let streams = !first && !self.fits(q);
        let w = &mut self.registers.window;
        w.head += 1;
        w.youngest_ready = l.parents == 0;
        w.stale |= first;
        if streams {
            w.streams = true;
            w.stream_end = l.start;
        }
        self.registers.loader.at_hand = false;
    }

    /// Begins or finishes a graph (rule 9).
    fn begin_or_end(&mut self, q: &Registers, i: &In) {
        if !q.live && i.start_valid {
            // Only counters of the last graph are left.
            self.registers = Registers {
                live: true,
                graph: Graph {
                    nodes: i.start_nodes,
                    edges: i.start_edges,
                    node_base: i.start_node_base,
                    edge_base: i.start_edge_base,
                },
                ..Registers::default()
            };
        }
        if q.live && self.over(q) {
            self.registers.live = false;
            self.registers.window.tail_level = 0;
        }
    }

    fn over(&self, q: &Registers) -> bool {
        let (w, l) = (&q.window, &q.loader);
        w.tail == q.graph.nodes && !w.reading && l.quiet() && !l.nodes_asked && !l.edges_asked
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        let q = &self.registers;
        let mut out = Out {
            start_ready: !q.live,
            done_ready: q.live && q.completion_engine.is_free(),
            tail_level: q.window.tail_level,
            pub_used: q.pending.used,
            idle: self.idle(),
            ..Out::default()
        };
        q.ready_finder.show(&mut out, &self.params);
        q.loader.show(&mut out);
        out
    }

    fn step(&mut self, i: &In) {
        let q = self.registers;
        let now = self.now(&q);
        if q.ready_finder.is_seeking() {
            self.registers.ready_finder.fresh = false;
        }
        self.turn(&q, &now);
        self.load(&q, &now, i);
        self.move_tail(&q, &now);
        // The search runs before any node is made ready at this edge.
        self.seek(&q, &now, i);
        self.insert(&q, &now);
        self.walk(&q, &now, i);
        self.begin_or_end(&q, i);
    }

    fn idle(&self) -> bool {
        let q = &self.registers;
        if !q.live {
            return true;
        }
        let now = self.now(q);
        let w = &q.window;
        let settled = !now.tail_done && !w.stale && !w.reading && !w.read;
        let loads = now.want_nodes || now.want_edges || !q.loader.quiet();
        let at_hand = q.loader.at_hand || !q.loader.nib_full;
        let inserts = now.insertable || q.pending.unvisited != 0 && q.loader.at_hand;
        let last_ready = w.youngest_ready && w.head == q.graph.nodes;
        settled
            && !loads
            && at_hand
            && !inserts
            && !last_ready
            && q.completion_engine.is_free()
            && q.ready_finder.waits(&self.ready)
            && w.tail != q.graph.nodes
    }
}
