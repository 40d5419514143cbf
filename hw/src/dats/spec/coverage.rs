//! What a stimulus of DATS may bring about.

use super::super::pins::{In, Out};
use super::scoreboard::{Scoreboard, WORDS};
use super::Graph;
use crate::kit::Coverage;

impl Scoreboard {
    /// Names the points of a cycle, before its edge.
    pub fn cover(&self, graphs: &[Graph], out: &Out, input: &In, coverage: &mut Coverage) {
        self.cover_graphs(graphs, out, input, coverage);
        self.cover_limit(graphs, input, coverage);
        self.cover_nodes(out, input, coverage);
        self.cover_dones(out, input, coverage);
    }

    fn cover_graphs(&self, graphs: &[Graph], out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let reading = self.reading.as_ref();
        point("early graph", "A graph is offered while nodes of the one before are to come.", {
            input.graph_valid && self.tbs_left > 0
        });
        point("graph in a header", "A graph is offered while a header is read.", {
            input.graph_valid && reading.is_some()
        });
        point("header beside barriers", "A header is read while barriers before it are held.", {
            reading.is_some() && self.held.iter().any(|(_, block)| block.is_none())
        });
        point("header before the start", "A header is there, and the DGB is not free yet.", {
            out.start_valid && !input.start_ready
        });
        point("request and response", "A word comes while the next one is requested.", {
            out.mem_req_valid && input.mem_req_ready && input.mem_resp_valid
        });
        point("all requested", "All words are requested before the first comes.", {
            reading.is_some_and(|r| r.requests.is_empty() && r.missing == WORDS)
        });
        let starts = reading.filter(|_| out.start_valid && input.start_ready);
        let graph = starts.map(|reading| &graphs[reading.number]);
        point("one node", "A graph of a single node starts.", {
            graph.is_some_and(|graph| graph.nodes.len() == 1)
        });
        point("ends with a barrier", "A graph starts whose last node is a barrier.", {
            graph.is_some_and(|graph| graph.nodes.last().is_some_and(|node| node.barrier))
        });
        point("unbounded", "A graph starts under LRR.", {
            graph.is_some_and(|graph| graph.bound.is_none())
        });
        point("bound zero", "A graph starts under LVL with bound 0.", {
            graph.is_some_and(|graph| graph.bound == Some(0))
        });
        point("limit falls", "A graph starts with a lower limit than the one before had.", {
            graph.is_some_and(|graph| graph.bound.is_some_and(|bound| bound < self.limit))
        });
        let wide = |axis: usize, width: u32| graph.is_some_and(|g| g.widths[axis] == width);
        let whole = |bits: u32| graph.is_some_and(|g| g.widths.iter().sum::<u32>() == bits);
        point("widest x", "TB indices have x alone, of 31 bits.", wide(0, 31) && whole(31));
        point("widest index", "TB indices have 32 bits.", whole(32));
        point("widest y", "TB indices have 16 bits of y.", wide(1, 16));
        point("widest z", "TB indices have 16 bits of z.", wide(2, 16));
        point("no index", "TB indices have no bits.", whole(0));
    }

    fn cover_limit(&self, graphs: &[Graph], input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let bound = self.started.and_then(|number| graphs[number].bound);
        let allowed = bound.map(|bound| input.tail_level + bound);
        point("limit rises", "The tail's level lifts the limit.", {
            allowed.is_some_and(|allowed| allowed > self.limit && allowed < 0xFFFF)
        });
        point("limit saturates", "The tail's level and the bound add up to more than fits.", {
            allowed.is_some_and(|allowed| allowed > 0xFFFF)
        });
        point("node at the limit", "The node offered has the highest level allowed.", {
            input.node_valid && bound.is_some() && input.node_level == self.limit
        });
        point("highest level", "A node of the highest level there is comes.", {
            input.node_valid && input.node_level == 0xFFFF
        });
    }

    fn cover_nodes(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let first = self.held.front();
        let second = self.held.get(1);
        let barrier =
            |held: Option<&(u32, Option<[u32; 2]>)>| held.is_some_and(|(_, block)| block.is_none());
        let tb = |held: Option<&(u32, Option<[u32; 2]>)>| held.is_some_and(|(_, b)| b.is_some());
        point("no node", "A graph lives and no node is held.", {
            self.held.is_empty() && self.tbs_left > 0
        });
        point("full", "Two nodes are held.", self.held.len() == 2);
        point("offered when full", "A node is offered while two are held.", {
            self.held.len() == 2 && input.node_valid
        });
        let granted = input.grant_smxs != 0;
        let takes = input.node_valid && out.node_ready;
        point("through", "A node is taken while the only one held is granted.", {
            granted && takes && second.is_none()
        });
        point("barrier behind a TB", "A barrier is held behind a node with a TB.", {
            tb(first) && barrier(second)
        });
        point("TB behind a barrier", "A node with a TB is held behind a barrier.", {
            barrier(first) && tb(second)
        });
        point("two barriers", "Two barriers are held.", barrier(first) && barrier(second));
        point("last grant", "The graph's last node with a TB is granted.", {
            granted && self.tbs_left == 1
        });
        point("last waits", "The graph's last node with a TB waits for a grant.", {
            out.want_smxs != 0 && self.tbs_left == 1 && !granted
        });
        point("grant after grant", "A node is granted while the TB of the one before is sent.", {
            granted && out.tb_valid
        });
        point("next kernel at once", "A graph is taken in the cycle of the last TB before it.", {
            out.graph_done && input.graph_valid
        });
        point("barriers after the last TB", "Barriers are held when the last TB is sent.", {
            out.graph_done && barrier(first)
        });
    }

    fn cover_dones(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let barrier = self.held.front().is_some_and(|(_, block)| block.is_none());
        point("end before a barrier", "An end is taken while a barrier comes first.", {
            barrier && self.done.is_none() && input.end_valid
        });
        point("barrier is done", "A barrier is given back.", {
            barrier && self.done.is_none() && !input.end_valid
        });
        point("barrier waits", "A barrier comes first and the place for done is taken.", {
            barrier && self.done.is_some()
        });
        point("end waits", "An end waits for the place of the done before it.", {
            input.end_valid && self.done.is_some()
        });
        point("end beside a grant", "An end is taken while a node is granted.", {
            input.end_valid && out.end_ready && input.grant_smxs != 0
        });
    }
}
