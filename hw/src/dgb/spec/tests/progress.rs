//! Tests on many graphs that no graph deadlocks; the argument is in `pins.rs`.

use super::super::graph::Graph;
use super::super::{Env, Stimulus};
use super::*;
use crate::kit::trial::Plan;
use crate::kit::{Coverage, Environment};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use std::time::Instant;

/// Plays a stimulus against the model without a trace. Returns the cycles, and the updates made in
/// memory.
fn play(params: &Params, stimulus: &Stimulus, limit: u64) -> (u64, u64) {
    let mut unit = Dgb::model(params);
    let mut env = Env::new(params, stimulus);
    let mut coverage = Coverage::default();
    unit.reset();
    for cycle in 0..limit {
        let outcome = env.cycle(&unit.out(), &mut coverage);
        coverage.end_cycle();
        match outcome {
            Ok(Some(input)) => unit.step(&input),
            Ok(None) => return (cycle, env.memory.patches),
            Err(violation) => panic!("cycle {cycle}: {} {stimulus:?}", violation.rule),
        }
    }
    panic!("not over after {limit} cycles: {stimulus:?}");
}

/// Returns all graphs of `nodes` nodes whose numbers are already level by level. They contain every
/// shape.
fn all_graphs(nodes: usize) -> impl Iterator<Item = Graph> {
    let pairs: Vec<(usize, usize)> =
        (0..nodes).flat_map(|a| (a + 1..nodes).map(move |b| (a, b))).collect();
    (0..1u32 << pairs.len()).filter_map(move |set| {
        let chosen = pairs.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0);
        let edges: Vec<(usize, usize)> = chosen.map(|(_, &pair)| pair).collect();
        let graph = Graph::new(nodes, edges.iter().copied());
        // Renaming by level changed nothing.
        let same = edges.iter().all(|&(a, b)| graph.children[a].contains(&(b as u32)));
        same.then_some(graph)
    })
}

#[test]
fn every_graph_of_up_to_six_nodes_ends_in_any_order_of_completion() {
    // Oldest first, youngest first, the tail far behind, and in between.
    let orders = [vec![0], vec![90, 60, 40, 20, 10, 0], vec![200, 0, 0], vec![7, 0, 31, 2, 0]];
    let params = Params { pub_entries: 1, ..Dgb::tiny() };
    let mut graphs = 0;
    for nodes in 0..=6 {
        for graph in all_graphs(nodes) {
            graphs += 1;
            for runs in &orders {
                let stimulus = Stimulus::eager(graph.clone(), runs.clone());
                play(&params, &stimulus, 2_000);
            }
        }
    }
    println!("{graphs} graphs");
}

#[test]
fn random_graphs_end_with_an_lna_and_a_pub_too_small_for_them() {
    let params = Params { pub_entries: 1, ..Dgb::tiny() };
    let mut runner = Plan { cases: 1, seed: 3 }.runner();
    let pairs = prop::collection::vec((0..16usize, 0..16usize), 0..60);
    let runs = prop::collection::vec(0..40u32, 1..8);
    let mut patches = 0;
    for _ in 0..4_000 {
        let pairs = pairs.new_tree(&mut runner).expect("pairs").current();
        let upward = pairs.into_iter().filter(|(a, b)| a < b);
        let runs = runs.new_tree(&mut runner).expect("delays").current();
        patches += play(&params, &Stimulus::eager(Graph::new(16, upward), runs), 10_000).1;
    }
    println!("{patches} updates in memory");
    assert!(patches > 10_000, "rule 7 is needed all the time");
}

#[test]
fn random_graphs_of_a_hundred_thousand_nodes_end_with_wide_numbers() {
    let params = Dgb::preset("paper-wide").expect("a preset");
    let mut runner = Plan { cases: 1, seed: 7 }.runner();
    // Layers that fit into the window, and layers twice as wide.
    for (nodes, width) in [(100_000usize, 30usize), (20_000, 250)] {
        let columns = prop::collection::vec(0..width, nodes - width);
        let columns = columns.new_tree(&mut runner).expect("columns").current();
        let edges = columns.into_iter().enumerate().flat_map(|(node, column)| {
            let below = (node / width + 1) * width + column;
            [(node, node + width), (node, below.min(nodes - 1))]
        });
        let mut stimulus = Stimulus::eager(Graph::new(nodes, edges), vec![30, 100, 5, 250, 60]);
        stimulus.latencies = vec![120];
        let begin = Instant::now();
        let (cycles, patches) = play(&params, &stimulus, 400 * nodes as u64);
        let took = begin.elapsed();
        println!("{nodes} nodes of width {width}: {cycles} cycles, {patches} patches, {took:?}");
    }
}
