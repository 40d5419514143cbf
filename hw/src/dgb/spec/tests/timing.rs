//! Tests the timing table of `dgb/mod.rs`.

use super::super::graph::{chain, layers, star, strides, Graph};
use super::*;

#[test]
fn a_graph_without_nodes_is_over_at_once() {
    both(&small(), &chain(0), |bench| {
        assert!(!bench.out().start_ready);
        assert!(bench.step(In::default()).start_ready, "t+2");
        assert!(bench.out().idle);
    });
}

#[test]
fn nodes_are_requested_two_cycles_after_the_graph_and_edges_behind_them() {
    both(&small(), &chain(8), |bench| {
        assert!(!bench.out().mem_req_valid, "t+1");
        let nodes = bench.step(In::default());
        assert!(nodes.mem_req_valid && nodes.mem_req_chunk && !nodes.mem_req_write, "t+2");
        assert_eq!(nodes.mem_req_addr, bench.memory.node_base);
        assert!(!bench.step(In::default()).mem_req_valid, "taken");
        let edges = bench.step(In::default());
        assert_eq!((edges.mem_req_chunk, edges.mem_req_addr), (true, bench.memory.edge_base));
    });
}

#[test]
fn the_first_node_is_offered_nine_cycles_after_its_successor_was_read() {
    // A chunk has two nodes, eight words. Requested in cycle 2, they are answered in 3..=10. Node 0
    // is in the insertion register in cycle 15, node 1 in 20: at the end of that cycle node 0 is
    // ready.
    both(&small(), &chain(2), |bench| {
        assert_eq!(bench.until(|out| out.node_valid), 24);
        let out = bench.out();
        assert_eq!((out.node_id, out.node_tb, out.node_level, out.tail_level), (0, 0, 0, 0));
    });
}

#[test]
fn the_next_ready_node_is_offered_four_cycles_after_one_is_taken() {
    both(&small(), &strides(4, 4), |bench| {
        bench.settle();
        for expected in 0..4 {
            let out = bench.out();
            assert_eq!((out.node_valid, out.node_id), (true, expected));
            bench.step(In { node_ready: true, ..In::default() });
            assert!(!bench.out().node_valid);
            bench.wait(3);
        }
    });
}

#[test]
fn a_completion_takes_four_cycles_and_two_an_edge() {
    // Children wait for two parents, so that nothing is inserted or offered meanwhile.
    for children in 0..3 {
        let edges = (0..children).flat_map(|child| [(0, 2 + child), (1, 2 + child)]);
        let graph = Graph::new(4, edges);
        both(&small(), &graph, |bench| {
            bench.settle();
            let node = bench.take();
            assert_eq!(node, 0);
            bench.wait(20);
            bench.step(done(0));
            let since = bench.cycle - 1;
            assert!(!bench.out().done_ready);
            assert_eq!(bench.until(|out| out.done_ready) - since, 4 + 2 * children as u64);
        });
    }
}

#[test]
fn a_node_is_offered_three_cycles_after_its_last_parent_is_done() {
    let graph = Graph::new(5, [(1, 3), (0, 4), (2, 4)]);
    both(&Params { nodes: 8, ..small() }, &graph, |bench| {
        for expected in 0..3 {
            assert_eq!(bench.take(), expected);
        }
        bench.wait(100);
        bench.step(done(1));
        bench.until(|out| out.done_ready);
        assert!(!bench.wait(2).node_valid);
        let out = bench.wait(1);
        assert_eq!((out.node_valid, out.node_id), (true, 3));
    });
}

#[test]
fn the_search_waits_a_cycle_for_the_level_of_a_new_tail() {
    both(&small(), &chain(3), |bench| {
        bench.settle();
        bench.take();
        bench.step(done(0));
        bench.until(|out| out.done_ready);
        assert!(!bench.wait(3).node_valid);
        assert!(bench.wait(1).node_valid);
    });
}

#[test]
fn the_tail_level_follows_three_cycles_after_the_completion() {
    both(&small(), &chain(3), |bench| {
        bench.settle();
        bench.take();
        bench.step(done(0));
        bench.until(|out| out.done_ready);
        assert_eq!(bench.wait(2).tail_level, 0);
        assert_eq!(bench.wait(1).tail_level, 1);
    });
}

#[test]
fn the_unit_is_not_idle_in_the_cycle_in_which_the_tail_level_is_new() {
    both(&small(), &chain(3), |bench| {
        bench.settle();
        bench.take();
        // Below the level of the new tail, so that nothing else is to be done.
        let low = |input| In { limit_level: 0, ..input };
        bench.unit.step(&low(done(0)));
        while bench.out().tail_level == 0 {
            assert!(!bench.out().idle);
            bench.unit.step(&low(In::default()));
        }
        assert!(!bench.out().idle);
        bench.unit.step(&low(In::default()));
        assert!(bench.out().idle);
    });
}

#[test]
fn the_unit_is_ready_again_three_cycles_after_the_last_done() {
    both(&small(), &chain(1), |bench| {
        bench.take();
        bench.step(done(0));
        bench.until(|out| out.done_ready);
        assert!(!bench.wait(1).start_ready);
        assert!(bench.wait(1).start_ready);
        assert_eq!(bench.out(), Out { start_ready: true, idle: true, ..Out::default() });
    });
}

#[test]
fn a_node_above_the_limit_waits_until_the_limit_rises_and_the_unit_is_idle_meanwhile() {
    both(&small(), &chain(3), |bench| {
        bench.settle();
        bench.take();
        let low = |input| In { limit_level: 0, ..input };
        bench.unit.step(&low(done(0)));
        for _ in 0..20 {
            bench.unit.step(&low(In::default()));
        }
        assert!(!bench.out().node_valid && bench.out().idle);
        bench.unit.step(&In { limit_level: 1, ..In::default() });
        assert_eq!((bench.out().node_valid, bench.out().node_id), (true, 1));
    });
}

#[test]
fn rule_4_a_node_that_becomes_ready_at_any_moment_of_a_search_is_offered() {
    // With the roots 0 and 1 taken, a search finds node 3, above the limit, unless it sees that node 2 is ready.
    let graph = Graph {
        children: vec![vec![2], vec![], vec![], vec![]],
        parents: vec![0, 0, 1, 0],
        levels: vec![0, 0, 1, 2],
        tbs: vec![0, 1, 2, 3],
    };
    let (taken, moments) = (12, 25);
    for completed in 0..moments {
        both(&small(), &graph, |bench| {
            bench.settle();
            assert_eq!(bench.take(), 0);
            bench.until(|out| out.node_valid);
            for cycle in 0..moments {
                let done = if cycle == completed { done(0) } else { In::default() };
                bench.unit.step(&In { limit_level: 1, node_ready: cycle == taken, ..done });
            }
            // Four cycles and two for the child; then four, and one for the level of a new tail.
            for _ in 0..11 {
                bench.unit.step(&In { limit_level: 1, ..In::default() });
            }
            let out = bench.out();
            assert!(
                out.node_valid && out.node_id == 2,
                "rule 4: node 2 is not offered if node 0 is done {completed} cycles and node 1 taken {taken} cycles \
                 after the offer of node 1"
            );
        });
    }
}

#[test]
fn a_node_with_more_children_than_the_lea_has_places_is_streamed() {
    let params = Dgb::tiny();
    both(&params, &star(50), |bench| {
        assert_eq!(bench.take(), 0);
        bench.step(done(0));
        let mut seen = Vec::new();
        for _ in 0..51 {
            let node = bench.take();
            seen.push(node);
            bench.until(|out| out.done_ready);
            bench.step(done(node));
        }
        assert_eq!(seen, (1..=51).collect::<Vec<_>>());
        bench.until(|out| out.start_ready);
    });
}

#[test]
fn rule_7_with_pub_and_lna_full_updates_are_made_in_memory() {
    both(&small(), &layers(2, 8), |bench| {
        for expected in 0..3 {
            assert_eq!(bench.take(), expected);
        }
        bench.wait(100);
        bench.step(done(1));
        bench.until(|out| out.done_ready);
        bench.wait(1);
        // Of eight children beyond the window two are in the PUB.
        assert_eq!((bench.out().pub_used, bench.memory.patches), (2, 6));
    });
}

#[test]
fn rule_7_a_child_in_the_nib_or_at_hand_is_counted_down_there() {
    let graph = Graph::new(8, [(1, 6), (1, 7), (2, 4), (2, 5)]);
    both(&small(), &graph, |bench| {
        for expected in 0..3 {
            assert_eq!(bench.take(), expected);
        }
        for (node, in_pub) in [(1, 2), (2, 2), (0, 0)] {
            bench.wait(100);
            bench.step(done(node));
            bench.until(|out| out.done_ready && out.pub_used == in_pub);
        }
        for expected in 3..8 {
            assert_eq!(bench.take(), expected);
            bench.until(|out| out.done_ready);
            bench.step(done(expected));
        }
        bench.until(|out| out.start_ready);
        assert_eq!(bench.memory.patches, 0);
    });
}

#[test]
fn the_storage_is_the_published_2304_bytes() {
    let bytes = |preset| {
        let storage = Dgb::storage(&Dgb::preset(preset).expect("a preset"));
        let of_figure = storage.iter().filter(|field| field.figure == Some("wireframe.dgb"));
        of_figure.map(|field| field.bytes()).sum::<u64>()
    };
    assert_eq!(bytes("paper-lvl"), 2304);
    assert_eq!(bytes("paper-lrr"), 512 * 8 + 2048 * 2 + 64 * 2 + 128);
}
