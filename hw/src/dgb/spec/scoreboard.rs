//! The scoreboard of the unit, on sets and maps: the orders of offers that the graph allows, and
//! the bounds of the tail and of the PUB.

use super::graph::Graph;
use super::memory::Memory;
use super::timing::Timing;
use crate::dgb::pins::{In, Out, Params};
use crate::kit::spec::broken;
use crate::kit::Violation;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Cycles in which a node that has just become ready may be missed by an offer (rule 4).
const CHOICE: u64 = 5;

/// An active graph.
pub(super) struct Life {
    pub(super) graph: Graph,
    /// Number of edges before those of each node, and in all.
    starts: Vec<u32>,
    /// Number of parents of each node whose completion is not final.
    pub(super) parents: Vec<u32>,
    pub(super) offered: BTreeSet<u32>,
    /// Whether the completion of each node is final.
    pub(super) finished: Vec<bool>,
    /// The oldest node that is not final, and the levels it had, each with its first cycle.
    pub(super) oldest: usize,
    pub(super) levels: VecDeque<(u64, u32)>,
    /// Nodes without unfinished parents that were not offered, and the cycle since when.
    pub(super) ready: BTreeMap<u32, u64>,
    /// Completed edges whose child has not been offered: the most entries that the PUB may hold.
    pub(super) updates: u64,
}

/// The graph and what was on the pins.
pub struct Scoreboard {
    pub(super) params: Params,
    pub(super) cycle: u64,
    pub(super) life: Option<Life>,
    /// The node whose completion is not final.
    pub(super) completing: Option<u32>,
    pub(super) limit: u32,
    /// The outputs of the cycle before, and whether the node was taken.
    pub(super) before: Option<(Out, bool)>,
    pub(super) quiet: u64,
    timing: Timing,
}

impl Life {
    fn new(graph: Graph, cycle: u64) -> Self {
        let nodes = graph.parents.len();
        let roots = (0..nodes as u32).filter(|&node| graph.parents[node as usize] == 0);
        Self {
            parents: graph.parents.clone(),
            offered: BTreeSet::new(),
            finished: vec![false; nodes],
            oldest: 0,
            levels: VecDeque::from([(cycle, graph.levels.first().copied().unwrap_or(0))]),
            // A root is ready when it is inserted, which the pins do not show.
            ready: roots.map(|root| (root, cycle)).collect(),
            updates: 0,
            starts: graph.starts(),
            graph,
        }
    }

    pub(super) fn nodes(&self) -> usize {
        self.finished.len()
    }

    /// Returns the number of edges before those of a node, or of all if there is no such node.
    pub(super) fn edges_before(&self, node: usize) -> u64 {
        self.starts[node.min(self.nodes())].into()
    }

    pub(super) fn edges(&self) -> u64 {
        self.edges_before(self.nodes())
    }

    /// Makes the completion of `node` final.
    fn finish(&mut self, node: u32, cycle: u64) {
        self.finished[node as usize] = true;
        for &child in &self.graph.children[node as usize] {
            self.parents[child as usize] -= 1;
            if self.parents[child as usize] == 0 && !self.offered.contains(&child) {
                self.ready.insert(child, cycle);
            }
        }
        while self.oldest < self.nodes() && self.finished[self.oldest] {
            self.oldest += 1;
        }
        if let Some(&level) = self.graph.levels.get(self.oldest) {
            self.levels.push_back((cycle, level));
        }
    }

    /// Checks a node that appears on the pins.
    fn offer(&mut self, out: &Out, cycle: u64, completing: Option<u32>) -> Result<(), Violation> {
        let node = out.node_id;
        let index = node as usize;
        if index >= self.nodes() {
            return broken(format!("rule 4: node {node} of {} is offered", self.nodes()));
        }
        let expected = (self.graph.tbs[index], self.graph.levels[index]);
        if (out.node_tb, out.node_level) != expected {
            return broken(format!(
                "rule 4: node {node} is not as offered, expected {expected:x?}"
            ));
        }
        if !self.offered.insert(node) {
            return broken(format!("rule 4: node {node} is offered again"));
        }
        // The last parent's completion may still be under way at its other children.
        let last = completing.map(|parent| &self.graph.children[parent as usize]);
        let last =
            self.parents[index] == 1 && last.is_some_and(|children| children.contains(&node));
        if self.ready.remove(&node).is_none() && !last {
            return broken(format!("rule 5: node {node} is offered before its parents are done"));
        }
        let smaller = self.ready.range(..node).find(|(_, &since)| since + CHOICE <= cycle);
        if let Some((smaller, since)) = smaller {
            return broken(format!(
                "rule 4: node {node} is offered, {smaller} ready since {since}"
            ));
        }
        self.updates -= u64::from(self.graph.parents[index]);
        Ok(())
    }

    /// Returns the levels that the tail may have after `lag` cycles to follow.
    fn tail_levels(&mut self, cycle: u64, lag: u64) -> (u32, u32) {
        while self.levels.get(1).is_some_and(|&(since, _)| since + lag <= cycle) {
            self.levels.pop_front();
        }
        // The level is zero until the first node is in the window. If the first node is the tail
        // and has been offered, it is in the window.
        let lowest = if self.offered.contains(&0) { self.levels[0].1 } else { 0 };
        (lowest, self.levels[self.levels.len() - 1].1)
    }
}

impl Scoreboard {
    /// A unit without a graph.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            cycle: 0,
            life: None,
            completing: None,
            limit: 0,
            before: None,
            quiet: 0,
            timing: Timing::default(),
        }
    }

    /// Checks this cycle's outputs. `waiting` says that only the unit can make progress.
    pub fn check(&mut self, out: &Out, memory: &Memory, waiting: bool) -> Result<(), Violation> {
        let cycle = self.cycle;
        if let (Some(node), true, Some(life)) = (self.completing, out.done_ready, &mut self.life) {
            life.finish(node, cycle);
            self.completing = None;
        }
        let (offered, taken) = match &self.before {
            Some((before, taken)) if before.node_valid => (Some(before), *taken),
            _ => (None, false),
        };
        let payload = (out.node_id, out.node_tb, out.node_level);
        match (offered, &mut self.life) {
            (Some(before), _) if !taken => {
                let kept = (before.node_id, before.node_tb, before.node_level);
                if !out.node_valid || payload != kept {
                    return broken("contract 2: an offered node was withdrawn or changed".into());
                }
            }
            (_, Some(life)) if out.node_valid => {
                life.offer(out, cycle, self.completing)?;
                if out.node_level > self.limit {
                    return broken(format!("rule 4: node {} is above the limit", out.node_id));
                }
            }
            (_, None) if out.node_valid => return broken("rule 4: a node of no graph".into()),
            _ => {}
        }
        if !out.node_valid && payload != (0, 0, 0) {
            return broken("contract 2: a payload without valid".into());
        }
        if let Some(life) = &self.life {
            self.timing.check(&self.params, life, memory, out, self.limit, cycle)?;
        }
        self.check_ends(out)?;
        self.check_status(out)?;
        self.quiet = if waiting && !out.node_valid { self.quiet + 1 } else { 0 };
        let window = u64::from(self.params.nodes + self.params.pub_entries);
        let bound = 64 + 6 * window + 4 * self.life.as_ref().map_or(0, Life::edges);
        if self.quiet > bound {
            return broken(format!("progress: nothing has happened for {bound} cycles"));
        }
        Ok(())
    }

    /// Checks that a graph is over when all its nodes are done (rule 9).
    fn check_ends(&mut self, out: &Out) -> Result<(), Violation> {
        let Some(life) = &self.life else {
            return if out.start_ready {
                Ok(())
            } else {
                broken("rule 9: no graph, not ready".into())
            };
        };
        if out.start_ready {
            if life.oldest < life.nodes() {
                return broken(format!("rule 9: over before node {} is done", life.oldest));
            }
            self.life = None;
        }
        Ok(())
    }

    fn check_status(&mut self, out: &Out) -> Result<(), Violation> {
        let lag = u64::from(self.params.nodes) + 8;
        let (updates, levels) = match &mut self.life {
            Some(life) => (life.updates, life.tail_levels(self.cycle, lag)),
            None => (0, (0, 0)),
        };
        if !(levels.0..=levels.1).contains(&out.tail_level) {
            return broken(format!("rule 8: tail_level {} is not in {levels:?}", out.tail_level));
        }
        if u64::from(out.pub_used) > updates.min(self.params.pub_entries.into()) {
            return broken(format!("rule 5: {} in the PUB of {updates} updates", out.pub_used));
        }
        Ok(())
    }

    /// Follows the transfers at the edge.
    pub fn follow(
        &mut self,
        out: &Out,
        input: &In,
        graph: Option<&Graph>,
    ) -> Result<(), Violation> {
        self.cycle += 1;
        self.limit = input.limit_level;
        if let (true, true, Some(graph)) = (input.start_valid, out.start_ready, graph) {
            let life = Life::new(graph.clone(), self.cycle);
            self.timing.start(&life, self.cycle);
            self.life = Some(life);
        }
        if let (true, true, Some(life)) = (out.mem_req_valid, input.mem_req_ready, &self.life) {
            self.timing.requested(life, self.cycle);
        }
        if input.done_valid && out.done_ready {
            let node = input.done_node;
            let Some(life) = &mut self.life else { return broken("no graph to be done".into()) };
            let children = life.graph.children[node as usize].len();
            life.updates += children as u64;
            self.timing.completes(children);
            self.completing = Some(node);
        }
        self.before = Some((*out, input.node_ready));
        Ok(())
    }
}
