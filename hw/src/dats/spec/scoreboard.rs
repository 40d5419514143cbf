//! What is on every pin in every cycle, as queues and sets.

use super::super::pins::{In, Out, Params};
use super::Graph;
use crate::kit::{Class, Mask, Pins, Violation};
use std::collections::VecDeque;

/// Words of a header that are read.
pub(super) const WORDS: usize = 7;

/// A graph between its acceptance and its start.
pub(super) struct Reading {
    pub(super) number: usize,
    /// Addresses not yet requested.
    pub(super) requests: VecDeque<u32>,
    /// Words not yet received.
    pub(super) missing: usize,
}

/// A held node: its ID, and its TB index if it has one.
pub(super) type Held = (u32, Option<[u32; 2]>);

/// The graph being read, the one whose nodes are sent, the nodes held, and the node that is done.
#[derive(Default)]
pub struct Scoreboard {
    /// One bit per SMX.
    smxs: Mask,
    pub(super) graphs_taken: usize,
    pub(super) reading: Option<Reading>,
    /// Words of the header of the graph being read, in order.
    pub(super) header: Vec<u32>,
    /// The graph in the DGB; it stays after its end.
    pub(super) started: Option<usize>,
    /// TBs of it that have not been granted.
    pub(super) tbs_left: u32,
    pub(super) limit: u32,
    /// The tail has raised it at the last edge.
    raised: bool,
    pub(super) held: VecDeque<Held>,
    /// The TB sent in this cycle: its node, its TB index, and whether it is the graph's last.
    pub(super) sent: Option<(u32, [u32; 2], bool)>,
    /// Its kernel and that of the next graph: entry, PC, Param, shape, demand, grid.
    kernels: [[u32; 7]; 2],
    /// The demand of the kernel taken at the last edge.
    ask: Option<u32>,
    pub(super) done: Option<u32>,
}

/// The rule a pin is checked by.
fn rule(pin: &str) -> &'static str {
    let rules = [
        ("graph_ready", "rule 1"),
        ("mem", "rule 1"),
        ("ask", "rule 2"),
        ("start", "rule 3"),
        ("limit", "rule 4"),
        ("node", "rule 5"),
        ("want", "rule 5"),
        ("tb", "rule 6"),
        ("graph_done", "rule 7"),
        ("idle", "contract 4"),
    ];
    let known = rules.iter().find(|(stream, _)| pin.starts_with(stream));
    known.map_or("rules 8 and 9", |(_, rule)| rule)
}

impl Scoreboard {
    /// Before the first graph.
    pub fn new(params: &Params) -> Self {
        Self { smxs: Mask::first(params.smxs), ..Self::default() }
    }

    /// Nothing is held or under way.
    pub fn drained(&self) -> bool {
        let sent = self.sent.is_none();
        sent && self.held.is_empty() && self.done.is_none() && self.reading.is_none()
    }

    /// The pins of this cycle.
    fn expected(&self) -> Out {
        let mut out = Out {
            graph_ready: self.reading.is_none() && self.tbs_left == 0,
            limit_level: self.limit,
            node_ready: self.held.len() < 2,
            end_ready: self.done.is_none(),
            done_valid: self.done.is_some(),
            done_node: self.done.unwrap_or(0),
            idle: !self.raised,
            ..Out::default()
        };
        match &self.reading {
            Some(Reading { missing: 0, .. }) => {
                out.start_valid = true;
                (out.start_nodes, out.start_edges) = (self.header[0], self.header[1]);
                (out.start_node_base, out.start_edge_base) = (self.header[2], self.header[3]);
            }
            Some(Reading { requests, .. }) => {
                out.idle = false;
                out.mem_req_valid = !requests.is_empty();
                out.mem_req_addr = requests.front().copied().unwrap_or(0);
            }
            None => {}
        }
        match self.held.front() {
            Some(&(_, Some(_))) => out.want_smxs = self.smxs,
            Some(&(_, None)) => out.idle &= self.done.is_some(),
            None => {}
        }
        if let Some(demand) = self.ask {
            (out.ask_valid, out.ask_smxs, out.ask_demand) = (true, self.smxs, demand);
        }
        if let Some((id, [x, yz], last)) = self.sent {
            let [kdei, pc, param, shape, _, grid_x, grid_yz] = self.kernels[0];
            (out.tb_valid, out.tb_item, out.graph_done, out.idle) = (true, id, last, false);
            out.tb_tell_dats = true;
            (out.tb_kdei, out.tb_pc, out.tb_param, out.tb_shape) = (kdei, pc, param, shape);
            (out.tb_grid_x, out.tb_grid_yz) = (grid_x, grid_yz);
            (out.tb_block_x, out.tb_block_yz) = (x, yz);
        }
        out
    }

    /// Judges the outputs of a cycle.
    pub fn check(&self, out: &Out) -> Result<(), Violation> {
        let (expected, actual) = (self.expected().words(Class::Wide), out.words(Class::Wide));
        for (pin, (expected, actual)) in
            Out::pins(Class::Wide).iter().zip(expected.iter().zip(actual))
        {
            if *expected != actual {
                let (rule, name) = (rule(pin.name), pin.name);
                let broken = format!("{rule}: {name} is {actual:#x}, expected {expected:#x}");
                return Err(Violation::new(broken));
            }
        }
        Ok(())
    }

    /// The edge at which `input` meets the outputs of this cycle, which have been checked.
    pub fn follow(&mut self, graphs: &[Graph], input: &In) {
        let out = self.expected();
        // Nodes and the done node.
        let done_was_free = self.done.is_none();
        if input.done_ready {
            self.done = None;
        }
        if done_was_free && input.end_valid {
            self.done = Some(input.end_item);
        } else if done_was_free {
            let barrier = self.held.pop_front_if(|(_, block)| block.is_none());
            self.done = barrier.map(|(id, _)| id);
        }
        self.raised = false;
        self.sent = None;
        if input.grant_smxs != 0 {
            let node = self.held.pop_front();
            self.tbs_left -= 1;
            let tb = node.and_then(|(id, block)| Some((id, block?, self.tbs_left == 0)));
            self.sent = tb;
        }
        if let Some(number) = self.started {
            if out.node_ready && input.node_valid {
                let graph = &graphs[number];
                let place = graph.ids().binary_search(&input.node_id);
                let block = place.ok().and_then(|place| graph.block(place));
                self.held.push_back((input.node_id, block));
            }
            if let Some(bound) = graphs[number].bound {
                let allowed = (input.tail_level + bound).min(0xFFFF);
                self.raised = allowed > self.limit;
                self.limit = self.limit.max(allowed);
            }
        }
        self.follow_graph(graphs, input, &out);
    }

    fn follow_graph(&mut self, graphs: &[Graph], input: &In, out: &Out) {
        if let Some(reading) = &mut self.reading {
            if input.mem_req_ready {
                reading.requests.pop_front();
            }
            if input.mem_resp_valid {
                self.header.push(input.mem_resp_data);
                reading.missing -= 1;
            }
        }
        if out.start_valid && input.start_ready {
            if let Some(reading) = self.reading.take() {
                let graph = &graphs[reading.number];
                self.started = Some(reading.number);
                self.tbs_left = graph.tbs();
                self.limit = graph.bound.unwrap_or(0xFFFF);
                self.kernels[0] = self.kernels[1];
            }
        }
        self.ask = None;
        if out.graph_ready && input.graph_valid {
            self.kernels[1] = graphs[self.graphs_taken].kernel;
            self.ask = Some(input.graph_demand);
            let requests = (0..WORDS as u32).map(|word| input.graph_header + 4 * word).collect();
            self.reading = Some(Reading { number: self.graphs_taken, requests, missing: WORDS });
            self.header.clear();
            self.graphs_taken += 1;
        }
    }
}
