//! Specification of DATS as a TB source: graph kernels follow one another, their nodes are offered in many
//! orders, granted and ended at stimulated stalls, and every one must go its way once.
//!
//! The environment is the FCFS source, grants, residency and memory, with a DGB that knows no edges
//! (`dgb`): any node within the limit may be ready. `scoreboard` says what is on every pin in every cycle.

mod coverage;
mod dgb;
mod scoreboard;
#[cfg(test)]
mod tests;

use super::pins::{In, Out, Params, BARRIER, BOUNDED};
use super::Dats;
use crate::kit::stall::{stall, StallPattern};
use crate::kit::{Coverage, Environment, Mask, Spec, Violation};
use dgb::Dgb;
use proptest::prelude::*;
use scoreboard::Scoreboard;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A node of the stimulus.
#[derive(Clone, Debug)]
pub struct Node {
    /// Level above that of the node before it.
    rise: u32,
    /// It has no TB.
    barrier: bool,
    /// Raw x, y and z of its TB, to be cut to the widths of the graph.
    block: [u32; 3],
    /// Places of the node array between the node before it and this one. The DGB of the specification never
    /// comes to them, so that a short stimulus has IDs with bits everywhere.
    skip: u32,
}

/// A graph of the stimulus.
#[derive(Clone, Debug)]
pub struct Graph {
    /// At least one has a TB.
    nodes: Vec<Node>,
    /// TBs of the header that the stimulus does not come to. Only the last graph has such, for it
    /// never ends.
    beyond: u32,
    /// Address of the header, a word's.
    address: u32,
    /// Raw header words: nodes, to be raised to what there are, edges, and the bases.
    words: [u32; 4],
    /// Widths of x, y and z in a TB index: x and y together at most 31, and all at most 32.
    widths: [u32; 3],
    /// The kernel: entry, PC, Param, shape, demand, grid.
    kernel: [u32; 7],
    /// Level bound, if the policy is LVL.
    bound: Option<u32>,
    /// Cycles between the acceptance of the graph before it and its offer.
    gap: u64,
    /// Which of the nodes that may be offered is, counted from the oldest; played over and over.
    choices: Vec<usize>,
}

impl Graph {
    /// Level of each node, at most 65,535.
    fn levels(&self) -> Vec<u32> {
        let above = |level: &mut u32, node: &Node| {
            *level = (*level + node.rise).min(0xFFFF);
            Some(*level)
        };
        self.nodes.iter().scan(0, above).collect()
    }

    /// ID of each node; they rise.
    fn ids(&self) -> Vec<u32> {
        let next = |free: &mut u32, node: &Node| {
            let id = *free + node.skip;
            *free = id + 1;
            Some(id)
        };
        self.nodes.iter().scan(0, next).collect()
    }

    /// TB index x, and y and z, of a node with a TB.
    fn block(&self, node: usize) -> Option<[u32; 2]> {
        let node = &self.nodes[node];
        let cut = |axis: usize| node.block[axis] & ((1 << self.widths[axis]) - 1);
        (!node.barrier).then(|| [cut(0), cut(1) | cut(2) << 16])
    }

    /// The same in one word.
    fn packed(&self, node: usize) -> Option<u32> {
        let [x, yz] = self.block(node)?;
        let [x_bits, y_bits, _] = self.widths;
        Some(x | (yz & 0xFFFF) << x_bits | (yz >> 16) << (x_bits + y_bits))
    }

    fn tbs(&self) -> u32 {
        self.beyond + self.nodes.iter().filter(|node| !node.barrier).count() as u32
    }

    fn header(&self) -> [u32; 8] {
        let [nodes, edges, node_base, edge_base] = self.words;
        let nodes = self.ids().last().map_or(nodes, |last| nodes.max(last + 1));
        // Under LRR the bound is anything.
        let policy = self.bound.map_or(edges & 0xFFFF, |bound| BOUNDED | bound);
        let widths = self.widths[0] | self.widths[1] << 8;
        [nodes, edges, node_base, edge_base, policy, widths, self.tbs(), !edges]
    }
}

/// The graphs, how long TBs run, and the stalls of everyone around.
#[derive(Clone, Debug)]
pub struct Stimulus {
    graphs: Vec<Graph>,
    /// Cycles TBs run, in order of their grants, played over and over.
    durations: Vec<u64>,
    grant: StallPattern,
    end: StallPattern,
    start: StallPattern,
    node: StallPattern,
    done: StallPattern,
    memory_request: StallPattern,
    memory_response: StallPattern,
}

/// Nodes of a graph that are drawn, and barriers behind them, at most.
const NODES: usize = 24;
const LAST_BARRIERS: usize = 6;

fn node() -> impl Strategy<Value = Node> {
    let rise = prop_oneof![6 => Just(0u32), 6 => Just(1u32), 2 => 2..9u32, 1 => 0..40_000u32];
    // The IDs of all nodes fit into a word.
    let skip = prop_oneof![1 => Just(0u32), 2 => 0..u32::MAX / (NODES + LAST_BARRIERS) as u32];
    (rise, prop::bool::weighted(0.25), any::<[u32; 3]>(), skip)
        .prop_map(|(rise, barrier, block, skip)| Node { rise, barrier, block, skip })
}

/// Widths of x, y and z; those that do not fit are cut, the outer ones first.
fn widths() -> impl Strategy<Value = [u32; 3]> {
    let x = prop_oneof![1 => Just(0u32), 6 => 0..=31u32];
    let half = || prop_oneof![1 => Just(0u32), 1 => Just(16u32), 6 => 0..=16u32];
    let any = (x, half(), half()).prop_map(|(x, y, z)| {
        let y = y.min(31 - x);
        [x, y, z.min(32 - x - y)]
    });
    prop_oneof![12 => any, 1 => Just([31, 0, 0]), 1 => Just([0; 3])]
}

/// Addresses all over, and such that a header lies across a boundary or ends with the memory.
fn address() -> impl Strategy<Value = u32> {
    let across = (any::<u32>(), 5..32u32, 0..8u32);
    let across = across.prop_map(|(page, bits, words)| (page << bits).wrapping_sub(4 * words));
    prop_oneof![any::<u32>(), across].prop_map(|address| (address & !3).min(u32::MAX - 31))
}

fn graph() -> impl Strategy<Value = Graph> {
    let few = prop::collection::vec(node(), 1..4);
    let nodes = prop_oneof![2 => few, 1 => prop::collection::vec(node(), 1..NODES)];
    let bound = prop_oneof![3 => 0..4u32, 1 => 0..=0xFFFFu32, 1 => Just(0xFFFFu32)];
    let beyond = prop_oneof![
        1 => Just(0u32),
        6 => (5..32u32).prop_map(|bit| 1 << bit),
        1 => 0..u32::MAX - NODES as u32,
    ];
    (
        (nodes, prop_oneof![3 => Just(0usize), 1 => 1..LAST_BARRIERS]),
        // Other words make no failure shorter.
        (beyond, address(), any::<[u32; 4]>(), any::<[u32; 7]>()).no_shrink(),
        widths(),
        prop::option::weighted(0.7, bound),
        prop_oneof![Just(0u64), 0..80u64],
        prop::collection::vec(prop_oneof![Just(0usize), 0..8usize], 1..6),
    )
        .prop_map(|((mut nodes, barriers), header, widths, bound, gap, choices)| {
            let last = Node { rise: 0, barrier: true, block: [0; 3], skip: 0 };
            nodes.extend(std::iter::repeat_n(last, barriers));
            nodes[0].rise = 0;
            let (beyond, address, words, kernel) = header;
            let [kdei, pc, param, shape, demand, grid_x, grid_yz] = kernel;
            let kernel = [kdei >> 27, pc, param, shape >> 3, demand >> 2, grid_x, grid_yz];
            let mut graph =
                Graph { nodes, beyond, address, words, widths, kernel, bound, gap, choices };
            // An index that is all ones has no other name than a barrier's.
            for place in 0..graph.nodes.len() {
                graph.nodes[place].barrier |= graph.packed(place) == Some(BARRIER);
            }
            if graph.nodes.iter().all(|node| node.barrier) {
                (graph.nodes[0].barrier, graph.nodes[0].block) = (false, [0; 3]);
            }
            graph
        })
}

impl Spec for Dats {
    type Stimulus = Stimulus;

    fn stimuli(_params: &Params) -> BoxedStrategy<Stimulus> {
        let graphs = prop::collection::vec(graph(), 0..9).prop_map(|mut graphs| {
            let ending = graphs.len().saturating_sub(1);
            graphs[..ending].iter_mut().for_each(|graph| graph.beyond = 0);
            graphs
        });
        let durations = prop::collection::vec(prop_oneof![1..4u64, 1..60u64], 1..8);
        let stalls = [stall(), stall(), stall(), stall(), stall(), stall(), stall()];
        (graphs, durations, stalls)
            .prop_map(|(graphs, durations, stalls)| {
                let [grant, end, start, node, done, memory_request, memory_response] = stalls;
                Stimulus {
                    graphs,
                    durations,
                    grant,
                    end,
                    start,
                    node,
                    done,
                    memory_request,
                    memory_response,
                }
            })
            .boxed()
    }

    fn excluded(_: &Params) -> Vec<(&'static str, &'static str)> {
        let one = "there is one place for done nodes (rule 9)";
        let header = "the header of a graph is read before the next is taken (rule 1)";
        let over = "a graph starts when every node before it is done (rule 3)";
        let started = "a header is read and then started, one after the other (rule 3)";
        vec![
            ("graph twice in a row", header),
            ("graph + start", header),
            ("graph + mem_req", header),
            ("start twice in a row", header),
            ("end twice in a row", one),
            ("done twice in a row", one),
            ("end + done", one),
            ("end + start", over),
            ("node + start", over),
            ("start + done", over),
            ("start + mem_req", started),
        ]
    }

    fn environment(params: &Params, stimulus: &Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env {
            cycle: 0,
            scoreboard: Scoreboard::new(params),
            dgb: Dgb::default(),
            offered: 0,
            gap: stimulus.graphs.first().map_or(0, |graph| graph.gap),
            sent: 0,
            running: BTreeSet::new(),
            end: None,
            memory: BTreeMap::new(),
            responses: VecDeque::new(),
            stimulus: stimulus.clone(),
        })
    }
}

struct Env {
    stimulus: Stimulus,
    cycle: u64,
    scoreboard: Scoreboard,
    dgb: Dgb,
    /// Graphs that have been taken.
    offered: usize,
    /// Cycles until the next is offered.
    gap: u64,
    /// TBs sent.
    sent: usize,
    /// When TBs end, a serial number, and their node.
    running: BTreeSet<(u64, usize, u32)>,
    /// The end being offered.
    end: Option<u32>,
    /// The header of the last graph taken.
    memory: BTreeMap<u32, u32>,
    responses: VecDeque<u32>,
}

impl Env {
    fn drained(&self) -> bool {
        let taken = self.offered == self.stimulus.graphs.len();
        taken && self.dgb.finished(&self.stimulus.graphs) && self.scoreboard.drained()
    }

    /// What the FCFS source offers, what is granted, and what residency tells.
    fn show_scheduler(&mut self, out: &Out, input: &mut In) {
        let now = self.cycle;
        if out.want_smxs != 0 && self.stimulus.grant.at(now) {
            let wanted: Vec<u32> = out.want_smxs.iter().collect();
            input.grant_smxs = Mask::bit(wanted[now as usize % wanted.len()]);
        }
        if self.offered < self.stimulus.graphs.len() && self.gap == 0 {
            let graph = &self.stimulus.graphs[self.offered];
            (input.graph_valid, input.graph_header) = (true, graph.address);
            [
                input.graph_kdei,
                input.graph_pc,
                input.graph_param,
                input.graph_shape,
                input.graph_demand,
                input.graph_grid_x,
                input.graph_grid_yz,
            ] = graph.kernel;
        }
        self.gap = self.gap.saturating_sub(1);
        let due = self.running.first().is_some_and(|&(due, ..)| due <= now);
        if self.end.is_none() && due && self.stimulus.end.at(now) {
            self.end = self.running.pop_first().map(|(_, _, node)| node);
        }
        (input.end_valid, input.end_item) = (self.end.is_some(), self.end.unwrap_or(0));
    }

    fn show_memory(&mut self, input: &mut In) {
        input.mem_req_ready = self.stimulus.memory_request.at(self.cycle);
        if self.stimulus.memory_response.at(self.cycle) {
            let word = self.responses.pop_front();
            (input.mem_resp_valid, input.mem_resp_data) = (word.is_some(), word.unwrap_or(0));
        }
    }

    /// The edge that ends this cycle, for the FCFS source, residency and memory.
    fn edge(&mut self, out: &Out, input: &In) -> Result<(), Violation> {
        if input.graph_valid && out.graph_ready {
            let graph = &self.stimulus.graphs[self.offered];
            let words = (0..).zip(graph.header());
            self.memory = words.map(|(word, data)| (graph.address + 4 * word, data)).collect();
            self.offered += 1;
            self.gap = self.stimulus.graphs.get(self.offered).map_or(0, |graph| graph.gap);
        }
        if out.tb_valid {
            let durations = &self.stimulus.durations;
            let end = self.cycle + durations[self.sent % durations.len()];
            self.running.insert((end, self.sent, out.tb_item));
            self.sent += 1;
        }
        if input.end_valid && out.end_ready {
            self.end = None;
        }
        if input.mem_req_ready && out.mem_req_valid {
            let word = self.memory.get(&out.mem_req_addr).copied();
            let word = word.ok_or_else(|| Violation::new("rule 1: a read outside the header"))?;
            self.responses.push_back(word);
        }
        Ok(())
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        self.scoreboard.check(out)?;
        if self.drained() && out.idle {
            return Ok(None);
        }
        let mut input = In::default();
        self.show_scheduler(out, &mut input);
        self.show_memory(&mut input);
        let stall = |stall: &StallPattern| stall.at(self.cycle);
        let (start, node, done) =
            (stall(&self.stimulus.start), stall(&self.stimulus.node), stall(&self.stimulus.done));
        self.dgb.show(&self.stimulus.graphs, out, [start, node, done], &mut input);
        self.scoreboard.cover(&self.stimulus.graphs, out, &input, coverage);
        self.scoreboard.follow(&self.stimulus.graphs, &input);
        self.edge(out, &input)?;
        self.dgb.edge(&self.stimulus.graphs, out, &input)?;
        self.cycle += 1;
        Ok(Some(input))
    }
}
