//! The DGB as the specification models it: a graph without edges, of which any node within the limit is ready.

use super::super::pins::{In, Out, BARRIER};
use super::Graph;
use crate::kit::Violation;
use std::collections::BTreeSet;

/// The graph that lives.
struct Live {
    number: usize,
    levels: Vec<u32>,
    ids: Vec<u32>,
    /// Nodes, by their places in the stimulus, that have not been taken.
    waiting: BTreeSet<usize>,
    /// Nodes that are not done.
    alive: BTreeSet<usize>,
    /// TBs that have ended.
    ended: BTreeSet<usize>,
    offered: Option<usize>,
    /// Nodes offered so far.
    offers: usize,
}

/// The graph that lives, and how many have lived before.
#[derive(Default)]
pub struct Dgb {
    live: Option<Live>,
    before: usize,
}

impl Dgb {
    /// Whether every graph has come to its end.
    pub fn finished(&self, graphs: &[Graph]) -> bool {
        self.live.is_none() && self.before == graphs.len()
    }

    /// What it offers in this cycle, and what it takes if its stall for starts, nodes or dones is true.
    pub fn show(&mut self, graphs: &[Graph], out: &Out, stalls: [bool; 3], input: &mut In) {
        let [starts, offers, settles] = stalls;
        let Some(live) = &mut self.live else {
            input.start_ready = starts;
            return;
        };
        input.done_ready = settles;
        input.tail_level = live.alive.first().map_or(0, |&tail| live.levels[tail]);
        let graph = &graphs[live.number];
        if live.offered.is_none() && offers {
            let within = |node: &&usize| live.levels[**node] <= out.limit_level;
            let ready: Vec<usize> = live.waiting.iter().filter(within).copied().collect();
            let choice = graph.choices[live.offers % graph.choices.len()];
            live.offered = ready.get(choice).or(ready.last()).copied();
            live.offers += usize::from(live.offered.is_some());
        }
        if let Some(node) = live.offered {
            (input.node_valid, input.node_id) = (true, live.ids[node]);
            input.node_tb = graph.packed(node).unwrap_or(BARRIER);
            input.node_level = live.levels[node];
        }
    }

    /// The edge that ends this cycle.
    pub fn edge(&mut self, graphs: &[Graph], out: &Out, input: &In) -> Result<(), Violation> {
        if input.start_ready && out.start_valid {
            let graph = &graphs[self.before];
            let nodes = 0..graph.nodes.len();
            self.live = Some(Live {
                number: self.before,
                levels: graph.levels(),
                ids: graph.ids(),
                waiting: nodes.clone().collect(),
                alive: nodes.collect(),
                ended: BTreeSet::new(),
                offered: None,
                offers: 0,
            });
            return Ok(());
        }
        let Some(live) = &mut self.live else { return Ok(()) };
        if out.node_ready {
            if let Some(node) = live.offered.take() {
                live.waiting.remove(&node);
            }
        }
        if input.done_ready && out.done_valid {
            let barrier = |node| graphs[live.number].block(node).is_none();
            let due = |node: &usize| {
                live.ended.contains(node) || barrier(*node) && !live.waiting.contains(node)
            };
            let node = live.ids.binary_search(&out.done_node).ok().filter(due);
            if !node.is_some_and(|node| live.alive.remove(&node)) {
                let id = out.done_node;
                return Err(Violation::new(format!("rules 8 and 9: node {id} is done untimely")));
            }
        }
        if input.end_valid && out.end_ready {
            live.ended.extend(live.ids.binary_search(&input.end_item));
        }
        if live.alive.is_empty() {
            self.live = None;
            self.before += 1;
        }
        Ok(())
    }
}
