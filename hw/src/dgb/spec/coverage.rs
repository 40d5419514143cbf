//! The situations that stimuli of the Dependency Graph Buffer must reach.

use super::graph::Graph;
use super::memory::Memory;
use super::scoreboard::{Life, Scoreboard};
use crate::dgb::pins::{In, Out};
use crate::dgb::NO_TB;
use crate::kit::Coverage;

/// Most nodes of a window that most graphs of the stimuli fill and pass.
const SMALL: usize = 16;

impl Scoreboard {
    /// Names the points of a cycle, before its edge. `graph` is the one offered or active.
    pub fn cover(&self, out: &Out, input: &In, graph: Option<&Graph>, coverage: &mut Coverage) {
        let starts = graph.filter(|_| input.start_valid && out.start_ready);
        cover_starts(starts, coverage);
        self.cover_window(out, input, coverage);
        self.cover_offers(out, input, coverage);
        self.cover_completions(out, input, coverage);
    }

    /// Returns whether the window is small enough for points that need a full window.
    pub fn is_small(&self) -> bool {
        self.params.nodes as usize <= SMALL
    }

    fn cover_window(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let window = self.params.nodes as usize;
        let ahead =
            |life: &Life| out.node_valid && out.node_id as usize + 1 >= life.oldest + window;
        let life = self.life.as_ref();
        if self.is_small() {
            point("full window", "The youngest node of a full window is offered.", {
                life.is_some_and(ahead)
            });
        }
        point("window wraps", "A node is offered from an entry that an earlier node had.", {
            out.node_valid && out.node_id as usize >= window
        });
        point("tail alone", "All nodes but the last are done.", {
            life.is_some_and(|life| life.oldest + 1 == life.nodes() && life.nodes() > 1)
        });
        let full = out.pub_used == u32::from(self.params.pub_entries as u16);
        point("PUB empty", "No update is pending while a graph is active.", {
            life.is_some() && out.pub_used == 0
        });
        point("PUB full", "Every entry of the PUB is used.", full);
        let completing = life.is_some() && self.completing.is_some();
        point("PUB full in a completion", "The PUB is full while a node is completed.", {
            full && completing
        });
        point("PUB full, offer taken", "A node is taken while the PUB is full.", {
            full && out.node_valid && input.node_ready
        });
    }

    fn cover_offers(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let ready = self.life.as_ref().map(|life| &life.ready);
        let smallest = ready.and_then(|ready| ready.keys().next().copied());
        let held = self.before.as_ref().is_some_and(|(o, taken)| o.node_valid && !taken);
        if !self.is_small() {
            point("smaller is ready", "The offered node stays, though a smaller node is ready.", {
                held && smallest.is_some_and(|node| node < out.node_id)
            });
        }
        point("barrier", "A node without a TB is offered.", out.node_valid && out.node_tb == NO_TB);
        let above = self.life.as_ref().and_then(|life| {
            smallest.map(|node| life.graph.levels[node as usize] > input.limit_level)
        });
        point("above the limit", "The smallest ready node has a level above the limit.", {
            above == Some(true) && !out.node_valid
        });
        point("at the limit", "The node offered has the highest level allowed.", {
            out.node_valid && out.node_level == input.limit_level
        });
        point("no node is ready", "All nodes that may be offered have been, and none is done.", {
            self.life.is_some() && smallest.is_none() && !out.node_valid
        });
        point("take and done", "A node is taken while another is completed.", {
            out.node_valid && input.node_ready && input.done_valid && out.done_ready
        });
    }

    fn cover_completions(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let life = self.life.as_ref().filter(|_| input.done_valid && out.done_ready);
        let node = input.done_node as usize;
        let children = life.map(|life| &life.graph.children[node]);
        point("no children", "A node without children is done.", {
            children.is_some_and(Vec::is_empty)
        });
        point("last parent", "The last parent of a node is done.", {
            let last = |child: &u32| life.is_some_and(|life| life.parents[*child as usize] == 1);
            children.is_some_and(|children| children.iter().any(last))
        });
        point("one of several parents", "A parent of a node is done, and others are not.", {
            let others = |child: &u32| life.is_some_and(|life| life.parents[*child as usize] > 1);
            children.is_some_and(|children| children.iter().any(others))
        });
        let window = self.params.nodes;
        point("child beyond the window", "A node is done whose child cannot be in the window.", {
            let beyond = |child: &u32| life.is_some_and(|l| *child >= l.oldest as u32 + window);
            children.is_some_and(|children| children.iter().any(beyond))
        });
        point("out of order", "A node is done before an older one.", {
            life.is_some_and(|life| node > life.oldest)
        });
        point("tail jumps", "The tail is done, and younger nodes have been.", {
            life.is_some_and(|life| {
                node == life.oldest && life.finished.get(node + 1) == Some(&true)
            })
        });
        point("last node", "The last node that was not done is.", {
            let left = life.map(|life| life.finished.iter().filter(|done| !**done).count());
            left == Some(1)
        });
        point("done waits", "A node is done while another is completed.", {
            input.done_valid && !out.done_ready
        });
        if self.is_small() {
            let places = self.params.edges;
            point(
                "edges wrap",
                "A node is done in a graph with more edges than the LEA has entries.",
                life.is_some_and(|life| life.edges() > u64::from(places)),
            );
            point("more children than places", "A node is done whose edges must be streamed.", {
                children.is_some_and(|children| children.len() as u32 > places)
            });
        }
    }
}

fn cover_starts(starts: Option<&Graph>, coverage: &mut Coverage) {
    let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
    let nodes = starts.map(|graph| graph.parents.len());
    point("no nodes", "A graph without nodes starts.", nodes == Some(0));
    point("one node", "A graph of one node starts.", nodes == Some(1));
    let edges = starts.map(|graph| graph.edges());
    point("no edges", "A graph of several nodes without edges starts.", {
        edges == Some(0) && nodes > Some(1)
    });
}

impl Memory {
    /// Names the points of the memory port in a cycle, before its edge.
    pub fn cover(&self, out: &Out, input: &In, small: bool, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let under_way = |array| self.answers.iter().any(|&(_, _, of)| of == array);
        point("both arrays", "A chunk of nodes and one of edges are under way.", {
            under_way(0) && under_way(1)
        });
        point("request and response", "A word arrives while a request is offered.", {
            out.mem_req_valid && input.mem_req_ready && input.mem_resp_valid
        });
        if small {
            let write = out.mem_req_valid && out.mem_req_write;
            point("parents in memory", "A parent is counted down in memory.", {
                write && input.mem_req_ready
            });
            point("write waits", "Such a write waits for the memory.", {
                write && !input.mem_req_ready
            });
            let word = out.mem_req_valid && !out.mem_req_chunk && !out.mem_req_write;
            point("word behind a chunk", "A word is read while edges are under way.", {
                word && under_way(1)
            });
        }
    }
}
