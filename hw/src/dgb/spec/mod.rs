//! Specification of the Dependency Graph Buffer. The environment models a DATS that starts graphs,
//! bounds levels, takes nodes and completes them in any order, and a memory. Each has its own stall
//! pattern.

mod coverage;
pub mod graph;
mod memory;
mod scoreboard;
#[cfg(test)]
mod tests;
mod timing;

use super::pins::{In, Out, Params};
use super::Dgb;
use crate::kit::stall::{stall, StallPattern};
use crate::kit::{Coverage, Environment, Spec, Violation};
use graph::Graph;
use memory::{Bases, Memory, FAR_APART};
use proptest::prelude::*;
use scoreboard::Scoreboard;
use std::collections::BTreeSet;
use std::ops::Range;

/// The graphs, one after the other, and the stall patterns of all neighbours of the unit.
#[derive(Clone, Debug)]
pub struct Stimulus {
    graphs: Vec<Graph>,
    /// Addresses of their arrays; the list repeats.
    bases: Vec<Bases>,
    /// Cycles after which the trial ends, though a graph may be active.
    cycles: u64,
    /// Cycles from the start of one graph to the offer of the next; the list repeats.
    gaps: Vec<u32>,
    /// Most levels that an offered node may be above the tail's; `None` for any number.
    bound: Option<u32>,
    /// Cycles from the transfer of a node to its completion; the list repeats.
    runs: Vec<u32>,
    /// Cycles from a memory request to the first word of its answer; the list repeats.
    latencies: Vec<u32>,
    node: StallPattern,
    done: StallPattern,
    memory_request: StallPattern,
    memory_response: StallPattern,
}

impl Stimulus {
    /// One graph, with neighbours that never stall.
    pub fn eager(graph: Graph, runs: Vec<u32>) -> Self {
        Self {
            graphs: vec![graph],
            bases: vec![FAR_APART],
            cycles: u64::MAX,
            gaps: vec![0],
            bound: None,
            runs,
            latencies: vec![0],
            node: StallPattern::always(),
            done: StallPattern::always(),
            memory_request: StallPattern::always(),
            memory_response: StallPattern::always(),
        }
    }
}

impl Spec for Dgb {
    type Stimulus = Stimulus;

    fn stimuli(params: &Params) -> BoxedStrategy<Stimulus> {
        prop_oneof![
            30 => whole(params),
            5 => part(graph::huge(1..64), 100..600),
            // A thousand nodes pass, also through the smallest window.
            6 => part(graph::huge(1..4), 15_000..16_000),
            3 => crawl(),
            6 => ahead(params),
        ]
        .boxed()
    }

    fn excluded(_: &Params) -> Vec<(&'static str, &'static str)> {
        let one = "one graph is active at a time (rule 9)";
        let turn = "two cycles at least lie between one and the next (timing table)";
        vec![
            ("start + done", one),
            ("start + node", one),
            ("start + mem_req", one),
            ("start twice in a row", turn),
            ("node twice in a row", turn),
            ("done twice in a row", turn),
            ("mem_req twice in a row", "the next request is chosen when the port is empty"),
        ]
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env::new(params, stimulus))
    }
}

/// Makes graphs that complete within the trial.
fn whole(params: &Params) -> impl Strategy<Value = Stimulus> {
    let graphs = prop::collection::vec(graph::graphs(params), 1..3);
    let bases = prop::collection::vec(memory::bases(), 1..3);
    let gaps = prop::collection::vec(prop_oneof![Just(0), 0..400u32], 1..3);
    let bound = prop::option::of(0..4u32);
    let run = prop_oneof![8 => 0..6u32, 3 => 0..30u32, 1 => 60..200u32];
    let runs = prop::collection::vec(run, 1..12);
    let latency = prop_oneof![2 => 0..3u32, 1 => 0..40u32];
    let latencies = prop::collection::vec(latency, 1..6);
    // Many words of answers: a long stall between words would be repeated thousands of times.
    let often = prop::collection::vec(any::<bool>(), 0..3).prop_map(StallPattern::awake_after);
    let words = prop_oneof![5 => often, 1 => seldom(4..12)];
    // While an offered node waits for long, smaller nodes become ready.
    let late = (10..40usize).prop_map(|cycles| StallPattern::awake_after(vec![false; cycles]));
    let stalls = (prop_oneof![3 => stall(), 1 => late], stall(), stall(), words);
    ((graphs, bases, gaps), bound, runs, latencies, stalls).prop_map(
        |((graphs, bases, gaps), bound, runs, latencies, stalls)| {
            let (node, done, memory_request, memory_response) = stalls;
            Stimulus {
                graphs,
                bases,
                cycles: u64::MAX,
                gaps,
                bound,
                runs,
                latencies,
                node,
                done,
                memory_request,
                memory_response,
            }
        },
    )
}

/// Makes the first cycles of a graph that has too many nodes to complete.
fn part(
    graphs: impl Strategy<Value = Graph>,
    cycles: Range<u64>,
) -> impl Strategy<Value = Stimulus> {
    (graphs, memory::bases(), cycles).prop_map(|(graph, bases, cycles)| Stimulus {
        bases: vec![bases],
        cycles,
        ..Stimulus::eager(graph, vec![0])
    })
}

/// Makes graphs whose nodes run ahead of a few slow ones: ready nodes wait above the limit, and the window fills.
fn ahead(params: &Params) -> impl Strategy<Value = Stimulus> {
    let run = prop_oneof![6 => 0..6u32, 2 => 30..120u32, 1 => 500..900u32];
    let runs = prop::collection::vec(run, 3..12);
    (graph::level_by_level(params), runs, prop::option::of(1..3u32))
        .prop_map(|(graph, runs, bound)| Stimulus { bound, ..Stimulus::eager(graph, runs) })
}

/// Makes the first cycles of a graph with many edges. Its nodes complete in any order, and its
/// words arrive more slowly than the completion engine processes an edge.
fn crawl() -> impl Strategy<Value = Stimulus> {
    let run = prop_oneof![3 => 0..6u32, 1 => 100..800u32];
    let runs = prop::collection::vec(run, 1..12);
    (part(graph::dense(), 10_000..11_000), runs, seldom(4..16))
        .prop_map(|(stimulus, runs, words)| Stimulus { runs, memory_response: words, ..stimulus })
}

/// Makes a stall pattern that is slower than the completion engine with an edge.
fn seldom(cycles: Range<usize>) -> impl Strategy<Value = StallPattern> {
    cycles.prop_map(|cycles| StallPattern::awake_after(vec![false; cycles]))
}

struct Env {
    stimulus: Stimulus,
    cycle: u64,
    scoreboard: Scoreboard,
    memory: Memory,
    /// Cycles until the next graph is offered.
    gap: u32,
    /// Graphs offered, nodes taken, requests taken.
    offered: usize,
    taken: usize,
    requests: usize,
    /// Cycles in which nodes complete, and the nodes.
    running: BTreeSet<(u64, u32)>,
    /// Requests that have been offered and not taken.
    offers: In,
    limit: u32,
}

impl Env {
    fn new(params: &Params, stimulus: &Stimulus) -> Self {
        Self {
            stimulus: stimulus.clone(),
            cycle: 0,
            scoreboard: Scoreboard::new(params),
            memory: Memory::new(params),
            gap: stimulus.gaps[0],
            offered: 0,
            taken: 0,
            requests: 0,
            running: BTreeSet::new(),
            offers: In::default(),
            limit: 0,
        }
    }

    fn bases(&self, graph: usize) -> Bases {
        self.stimulus.bases[graph % self.stimulus.bases.len()]
    }

    /// Lets DATS offer the next graph.
    fn start(&mut self) {
        if self.offers.start_valid {
            return;
        }
        let Some(graph) = self.stimulus.graphs.get(self.offered) else { return };
        if self.gap > 0 {
            self.gap -= 1;
            return;
        }
        let (node_base, edge_base) = self.bases(self.offered);
        self.offered += 1;
        self.offers.start_valid = true;
        self.offers.start_nodes = graph.parents.len() as u32;
        self.offers.start_edges = graph.edges() as u32;
        self.offers.start_node_base = node_base;
        self.offers.start_edge_base = edge_base;
        self.gap = self.stimulus.gaps[self.offered % self.stimulus.gaps.len()];
    }

    /// Lets DATS complete a node.
    fn complete(&mut self) {
        let due = self.running.first().is_some_and(|&(due, _)| due <= self.cycle);
        if !self.offers.done_valid && due && self.stimulus.done.at(self.cycle) {
            if let Some((_, node)) = self.running.pop_first() {
                self.offers.done_valid = true;
                self.offers.done_node = node;
            }
        }
    }

    fn take(&mut self, out: &Out) {
        let runs = self.stimulus.runs[self.taken % self.stimulus.runs.len()];
        self.taken += 1;
        self.running.insert((self.cycle + u64::from(runs), out.node_id));
    }

    /// Withdraws what the unit takes at this edge.
    fn withdraw_taken(&mut self, out: &Out) {
        let o = &mut self.offers;
        if out.start_ready {
            *o = In { done_valid: o.done_valid, done_node: o.done_node, ..In::default() };
        }
        if out.done_ready {
            *o = In { done_valid: false, done_node: 0, ..*o };
        }
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        let waiting = self.memory.is_quiet()
            && self.running.is_empty()
            && !self.offers.done_valid
            && !out.start_ready
            && (!out.mem_req_valid || self.stimulus.memory_request.at(self.cycle));
        self.scoreboard.check(out, &self.memory, waiting)?;
        if out.start_ready && !self.memory.is_quiet() {
            return Err(Violation::new("rule 9: over while an answer is under way"));
        }
        if self.cycle == self.stimulus.cycles {
            return Ok(None);
        }
        if self.offered == self.stimulus.graphs.len() && out.start_ready && !self.offers.start_valid
        {
            return Ok(None);
        }
        self.start();
        self.complete();
        // The limit is a register: it follows the tail's level of the last cycle.
        let mut input = In {
            limit_level: self.limit,
            node_ready: self.stimulus.node.at(self.cycle),
            mem_req_ready: self.stimulus.memory_request.at(self.cycle),
            ..self.offers
        };
        self.limit = match self.stimulus.bound {
            None => 0xFFFF,
            Some(bound) => (out.tail_level + bound).min(0xFFFE),
        };
        if self.stimulus.memory_response.at(self.cycle) {
            if let Some(word) = self.memory.answer(self.cycle) {
                input.mem_resp_valid = true;
                input.mem_resp_data = word;
            }
        }
        let graph = self.offered.checked_sub(1).map(|last| &self.stimulus.graphs[last]);
        self.scoreboard.cover(out, &input, graph, coverage);
        self.memory.cover(out, &input, self.scoreboard.is_small(), coverage);
        self.scoreboard.follow(out, &input, graph)?;
        if let Some(graph) = graph.filter(|_| input.start_valid && out.start_ready) {
            let bases = self.bases(self.offered - 1);
            self.memory.hold(graph, bases);
        }
        self.withdraw_taken(out);
        if out.node_valid && input.node_ready {
            self.take(out);
        }
        if out.mem_req_valid && input.mem_req_ready {
            let latency = self.stimulus.latencies[self.requests % self.stimulus.latencies.len()];
            self.requests += 1;
            self.memory.take(out, self.cycle + 1 + u64::from(latency))?;
        }
        self.cycle += 1;
        Ok(Some(input))
    }
}
