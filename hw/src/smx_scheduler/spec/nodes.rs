//! DATS as the specification models it: it takes the graph of the head and gives its nodes out, each once.

use super::super::pins::{In, Out, HEADER_BYTES};
use super::ensure;
use super::words::Words;
use super::work::{yz, KernelState};
use crate::kit::Violation;
use std::collections::VecDeque;

/// How the TBs of a graph kernel become nodes.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Nodes with a TB.
    pub nodes: u32,
    /// Mixes the order in which they are given out.
    pub spread: u32,
    /// Cycles DATS waits before each node, repeated as needed.
    pub gaps: Vec<u64>,
}

/// A node with a TB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    pub id: u32,
    /// The two block pins.
    pub block: [u32; 2],
    last: bool,
}

/// The nodes left of a graph.
struct Feed {
    nodes: VecDeque<Node>,
    gaps: Vec<u64>,
    /// First cycle in which the next one is offered.
    from: u64,
}

/// The graph being given out, and the node on its way.
#[derive(Default)]
pub struct Nodes {
    feed: Option<Feed>,
    sent: Option<Node>,
}

impl Nodes {
    /// Whether a graph is being given out.
    pub fn feeding(&self) -> bool {
        self.feed.is_some()
    }

    /// Nothing is left to give out.
    pub fn drained(&self) -> bool {
        self.feed.is_none() && self.sent.is_none()
    }

    /// Rule 7: the graph of `head` is taken.
    pub fn take(
        &mut self,
        now: u64,
        header: u32,
        head: &mut KernelState,
        words: Words,
    ) -> Result<(), Violation> {
        let due = head.first && !head.graph_taken;
        let graph = head.plan.graph.as_ref().filter(|_| due);
        let graph = graph.ok_or_else(|| Violation::new("rule 7: a graph out of place"))?;
        let expected = head.words[2].wrapping_sub(HEADER_BYTES);
        ensure(header == expected, || format!("rule 7: header {header:#x}, not {expected:#x}"))?;
        let grid = head.plan.grid;
        let mut indices: Vec<u32> = (0..graph.nodes).collect();
        indices.sort_by_key(|index| (index + 1).wrapping_mul(graph.spread));
        let last = indices.last().copied();
        let node = |index| {
            let id = words.of_node(head.kdei, index);
            // Somewhere in the grid: the scheduler takes the index from DATS as it is.
            let [x, y, z] = [0, 8, 16].map(|turn| id.rotate_right(turn));
            let block = [x % grid[0], yz([0, y % grid[1], z % grid[2]])];
            Node { id, block, last: Some(index) == last }
        };
        let nodes = indices.into_iter().map(node).collect();
        self.feed = Some(Feed { nodes, gaps: graph.gaps.clone(), from: now + 1 + graph.gaps[0] });
        head.graph_taken = true;
        Ok(())
    }

    /// The node offered in this cycle.
    pub fn show(&self, now: u64, input: &mut In) {
        let feed = self.feed.as_ref().filter(|feed| feed.from <= now);
        if let Some(&Node { id, block, last }) = feed.and_then(|feed| feed.nodes.front()) {
            (input.node_valid, input.node_id, input.node_last) = (true, id, last);
            [input.node_block_x, input.node_block_yz] = block;
        }
    }

    /// The edge that ends this cycle: the offered node may be taken.
    pub fn edge(&mut self, now: u64, out: &Out, input: &In) {
        let Some(feed) = self.feed.as_mut().filter(|_| input.node_valid && out.node_ready) else {
            return;
        };
        self.sent = feed.nodes.pop_front();
        feed.gaps.rotate_left(1);
        feed.from = now + 1 + feed.gaps[0];
        if feed.nodes.is_empty() {
            self.feed = None;
        }
    }

    /// The node whose TB starts in this cycle.
    pub fn started(&mut self) -> Option<Node> {
        self.sent.take()
    }
}
