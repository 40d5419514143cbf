//! DATS as a TB source with the Dependency Graph Buffer, residency and round robin: each node's TB is sent
//! once, and only after all of its parents have completed.

use heddle_hw::dats::pins::{BARRIER, BOUNDED};
use heddle_hw::dats::{self, Dats};
use heddle_hw::dgb::{self, Dgb};
use heddle_hw::kit::{Clocked, Mask, Rtl, Synthesizable, Unit};
use heddle_hw::placement_rr::{self, RoundRobin};
use heddle_hw::residency::{self, Residency};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use std::collections::{BTreeMap, VecDeque};

type Of<I, O> = Box<dyn Clocked<In = I, Out = O>>;

/// The four units, all models or all circuits.
struct Units {
    dats: Of<dats::pins::In, dats::pins::Out>,
    dgb: Of<dgb::pins::In, dgb::pins::Out>,
    residency: Of<residency::pins::In, residency::pins::Out>,
    placement: Of<placement_rr::pins::In, placement_rr::pins::Out>,
}

impl Units {
    fn models() -> Self {
        Self {
            dats: Box::new(Dats::model(&Dats::tiny())),
            dgb: Box::new(Dgb::model(&Dgb::tiny())),
            residency: Box::new(Residency::model(&Residency::tiny())),
            placement: Box::new(RoundRobin::model(&RoundRobin::tiny())),
        }
    }

    fn circuits() -> Self {
        Self {
            dats: Box::new(Rtl::new(Dats::circuit(&Dats::tiny()))),
            dgb: Box::new(Rtl::new(Dgb::circuit(&Dgb::tiny()))),
            residency: Box::new(Rtl::new(Residency::circuit(&Residency::tiny()))),
            placement: Box::new(Rtl::new(RoundRobin::circuit(&RoundRobin::tiny()))),
        }
    }
}

const HEADER: u32 = 0x40;
const NODES: u32 = 0x1000;
const EDGES: u32 = 0x8000;

/// A graph: parents of each node, which are below it, its level, and whether it has a TB.
#[derive(Clone, Debug)]
struct Graph {
    parents: Vec<Vec<usize>>,
    levels: Vec<u32>,
    has_tb: Vec<bool>,
    bound: Option<u32>,
}

/// Nodes with parents anywhere before them, renumbered level by level.
fn graph() -> impl Strategy<Value = Graph> {
    let node = (prop::collection::vec(0..64usize, 0..4), prop::bool::weighted(0.8));
    let bound = prop::option::of(0..3u32);
    (prop::collection::vec(node, 1..40), bound).prop_map(|(nodes, bound)| {
        let mut levels: Vec<u32> = Vec::new();
        let mut parents: Vec<Vec<usize>> = Vec::new();
        for (v, (drawn, _)) in nodes.iter().enumerate() {
            let mut own: Vec<usize> = drawn.iter().filter(|_| v > 0).map(|p| p % v).collect();
            own.sort_unstable();
            own.dedup();
            levels.push(own.iter().map(|&p| levels[p] + 1).max().unwrap_or(0));
            parents.push(own);
        }
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|&v| levels[v]);
        let mut place = vec![0; nodes.len()];
        order.iter().enumerate().for_each(|(at, &v)| place[v] = at);
        let renumbered = |v: &usize| parents[*v].iter().map(|&p| place[p]).collect();
        let mut has_tb: Vec<bool> = order.iter().map(|&v| nodes[v].1).collect();
        has_tb[0] |= !has_tb.contains(&true);
        Graph {
            parents: order.iter().map(renumbered).collect(),
            levels: order.iter().map(|&v| levels[v]).collect(),
            has_tb,
            bound,
        }
    })
}

impl Graph {
    fn tbs(&self) -> usize {
        self.has_tb.iter().filter(|has| **has).count()
    }

    /// Header, node array and edge array.
    fn memory(&self) -> BTreeMap<u32, u32> {
        let mut memory = BTreeMap::new();
        let mut edges = 0;
        for v in 0..self.parents.len() {
            let tb = if self.has_tb[v] { v as u32 } else { BARRIER };
            let counts = self.parents[v].len() as u32 | self.levels[v] << 16;
            for (word, data) in (0..).zip([edges, counts, tb, 0]) {
                memory.insert(NODES + 16 * v as u32 + 4 * word, data);
            }
            for child in (v..self.parents.len()).filter(|&c| self.parents[c].contains(&v)) {
                memory.insert(EDGES + 4 * edges, child as u32);
                edges += 1;
            }
        }
        let policy = self.bound.map_or(0, |bound| BOUNDED | bound);
        let nodes = self.parents.len() as u32;
        let header = [nodes, edges, NODES, EDGES, policy, 16, self.tbs() as u32, 0];
        memory.extend((0..).zip(header).map(|(word, data)| (HEADER + 4 * word, data)));
        memory
    }
}

/// A graph on the machine.
struct Bench<'a> {
    units: Units,
    graph: &'a Graph,
    memory: BTreeMap<u32, u32>,
    cycle: u64,
    offered: bool,
    header: VecDeque<u32>,
    words: VecDeque<u32>,
    /// Node and last cycle of the TB at an SMX and slot.
    running: BTreeMap<(u32, u32), (usize, u64)>,
    sent: Vec<usize>,
    completed: Vec<bool>,
    done: usize,
}

impl<'a> Bench<'a> {
    fn new(units: Units, graph: &'a Graph) -> Self {
        let (memory, completed) = (graph.memory(), vec![false; graph.parents.len()]);
        let (header, words, running, sent) = Default::default();
        let (cycle, offered, done) = (0, false, 0);
        Self { units, graph, memory, cycle, offered, header, words, running, sent, completed, done }
    }

    /// A node is complete when its TB has ended; one without, when its parents are.
    fn is_complete(&self, v: usize) -> bool {
        let parents = || self.graph.parents[v].iter().all(|&p| self.is_complete(p));
        if self.graph.has_tb[v] {
            self.completed[v]
        } else {
            parents()
        }
    }

    fn step(&mut self) {
        let (dats, dgb) = (self.units.dats.out(), self.units.dgb.out());
        let (residency, placement) = (self.units.residency.out(), self.units.placement.out());
        assert_eq!(dats.tb_valid, residency.start_valid, "a TB and its start come together");
        if dats.tb_valid {
            let v = dats.tb_item as usize;
            assert!(!self.sent.contains(&v), "node {v} is sent twice");
            let waits = self.graph.parents[v].iter().find(|&&p| !self.is_complete(p));
            assert_eq!(waits, None, "a parent of node {v} has not completed");
            assert_eq!((dats.tb_kdei, dats.tb_block_x), (3, v as u32));
            let seat = (residency.start_smx, residency.start_slot);
            self.running.insert(seat, (v, self.cycle + 1 + v as u64 % 7));
            self.sent.push(v);
        }
        self.done += usize::from(dats.graph_done);
        assert!(!dats.graph_done || self.sent.len() == self.graph.tbs(), "nodes are left");
        let grant = dats.want_smxs & residency.room_smxs & placement.turn_smxs;
        let due = self.running.iter().find(|(_, &(_, ends))| ends <= self.cycle);
        let end = due.map(|(&seat, &(v, _))| (seat, v));
        let (seat, _) = end.unwrap_or_default();
        let offers = !self.offered;
        let word = self.header.pop_front();
        self.units.dats.step(&dats::pins::In {
            graph_valid: offers,
            graph_kdei: if offers { 3 } else { 0 },
            graph_demand: if offers { 100 } else { 0 },
            graph_header: if offers { HEADER } else { 0 },
            grant_smxs: grant,
            end_valid: residency.told_dats_valid,
            end_item: residency.told_dats_item,
            start_ready: dgb.start_ready,
            node_valid: dgb.node_valid,
            node_id: dgb.node_id,
            node_tb: dgb.node_tb,
            node_level: dgb.node_level,
            done_ready: dgb.done_ready,
            tail_level: dgb.tail_level,
            mem_req_ready: true,
            mem_resp_valid: word.is_some(),
            mem_resp_data: word.unwrap_or(0),
            ..Default::default()
        });
        let word = self.words.pop_front();
        self.units.dgb.step(&dgb::pins::In {
            start_valid: dats.start_valid,
            start_nodes: dats.start_nodes,
            start_edges: dats.start_edges,
            start_node_base: dats.start_node_base,
            start_edge_base: dats.start_edge_base,
            limit_level: dats.limit_level,
            node_ready: dats.node_ready,
            done_valid: dats.done_valid,
            done_node: dats.done_node,
            mem_req_ready: true,
            mem_resp_valid: word.is_some(),
            mem_resp_data: word.unwrap_or(0),
        });
        self.units.residency.step(&residency::pins::In {
            ask_valid: dats.ask_valid,
            ask_smxs: dats.ask_smxs,
            ask_demand: dats.ask_demand,
            tb_valid: dats.tb_valid,
            tb_kdei: dats.tb_kdei,
            tb_group: if dats.tb_valid { u32::MAX } else { 0 },
            tb_item: dats.tb_item,
            tb_tell_agt: false,
            tb_tell_dats: dats.tb_tell_dats,
            grant_smxs: grant,
            end_valid: end.is_some(),
            end_smx: seat.0,
            end_slot: seat.1,
            told_agt_ready: false,
            told_dats_ready: dats.end_ready,
        });
        self.units.placement.step(&placement_rr::pins::In {
            room_smxs: residency.room_smxs,
            grant_smxs: grant,
            mask_smxs: Mask::first(32),
        });
        if let Some((seat, v)) = end.filter(|_| residency.end_ready) {
            self.running.remove(&seat);
            self.completed[v] = true;
        }
        self.offered |= dats.graph_ready;
        self.serve(&dats, &dgb);
        self.cycle += 1;
    }

    fn serve(&mut self, dats: &dats::pins::Out, dgb: &dgb::pins::Out) {
        let word = |address: u32| self.memory.get(&address).copied().unwrap_or(0);
        if dats.mem_req_valid {
            self.header.push_back(word(dats.mem_req_addr));
        }
        if dgb.mem_req_valid && !dgb.mem_req_write {
            let words = if dgb.mem_req_chunk { Dgb::tiny().chunk_words() } else { 1 };
            let read = (0..words).map(|at| word(dgb.mem_req_addr + 4 * at));
            self.words.extend(read.collect::<Vec<_>>());
        }
        if dgb.mem_req_valid && dgb.mem_req_write {
            self.memory.insert(dgb.mem_req_addr, dgb.mem_req_data);
        }
    }

    /// Plays the graph to its end.
    fn play(mut self) {
        while self.done == 0 || !self.units.dgb.out().start_ready {
            self.step();
            assert!(self.cycle < 20_000, "the graph stops: {} sent", self.sent.len());
        }
        assert_eq!((self.sent.len(), self.done), (self.graph.tbs(), 1));
        assert!(self.completed.iter().zip(&self.graph.has_tb).all(|(ended, has)| ended == has));
        (0..4).for_each(|_| self.step());
        assert_eq!(self.units.residency.out().resident, 0);
        assert!(self.units.dats.idle() && self.units.residency.idle());
    }
}

fn play_many(cases: u32, units: impl Fn() -> Units) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let outcome = TestRunner::new(config).run(&graph(), |graph| {
        Bench::new(units(), &graph).play();
        Ok(())
    });
    outcome.expect("every node is sent once, after its parents");
}

#[test]
fn every_node_is_sent_once_after_its_parents_completed_in_models() {
    play_many(150, Units::models);
}

#[test]
fn every_node_is_sent_once_after_its_parents_completed_in_circuits() {
    play_many(8, Units::circuits);
}
