//! The sources of a graph, and its levels compared with a slow reference.

use super::*;
use proptest::prelude::*;

fn message(tbs: u32, edges: &[(u32, u32)]) -> String {
    DependencyGraph::from_edges(tbs, edges).unwrap_err().to_string()
}

/// Computes the longest path to a node by trying all paths backwards.
fn longest(node: u32, edges: &[(u32, u32)]) -> u32 {
    let parents = edges.iter().filter(|edge| edge.1 == node);
    parents.map(|&(parent, _)| longest(parent, edges) + 1).max().unwrap_or(0)
}

#[test]
fn edges_given_twice_count_once() {
    let graph = DependencyGraph::from_edges(4, &[(2, 1), (0, 3), (2, 1), (0, 1)]).unwrap();
    assert_eq!(graph.pairs().collect::<Vec<_>>(), [(0, 1), (0, 3), (2, 1)]);
    assert_eq!((graph.edges(), graph.parent_counts()), (3, &[0, 2, 0, 1][..]));
    assert_eq!((graph.children(0), graph.children(1)), (&[1, 3][..], &[][..]));
}

#[test]
fn a_cycle_is_named_from_its_smallest_node_on() {
    let text = |path: &str| {
        format!(
            "the TBs wait for each other, so none of them could start: {path}; drop one of these dependences"
        )
    };
    assert_eq!(message(4, &[(0, 3), (3, 0)]), text("0 -> 3 -> 0"));
    assert_eq!(message(2, &[(1, 1)]), text("1 -> 1"));
    // Nodes before and behind the cycle do not belong to it.
    let edges = [(0, 5), (5, 2), (2, 4), (4, 5), (2, 1), (1, 3)];
    assert_eq!(message(6, &edges), text("2 -> 4 -> 5 -> 2"));
    let ring: Vec<(u32, u32)> = (0..100).map(|node| (node, (node + 1) % 100)).collect();
    let path = "0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> 10 -> 11 -> (88 more) -> 0";
    assert_eq!(message(100, &ring), text(path));
}

#[test]
fn an_edge_to_nowhere_is_refused() {
    assert_eq!(
        message(4, &[(0, 1), (3, 9)]),
        "the edge 3 -> 9 names a node that is not there: the graph has 4, from 0 on"
    );
}

#[test]
fn parents_outside_of_the_grid_are_ignored() {
    let graph = DependencyGraph::from_parents([2, 2, 1], |[x, y, z]| {
        [
            Parent::Offset([-1, 0, 0]),
            Parent::At([x, y.wrapping_sub(1), z]),
            Parent::At([0, 0, 7]),
            Parent::Offset([i32::MIN, i32::MAX, 0]),
        ]
    });
    let graph = graph.unwrap();
    assert_eq!(graph.pairs().collect::<Vec<_>>(), [(0, 1), (0, 2), (1, 3), (2, 3)]);
    assert_eq!(graph.levels(), [0, 1, 1, 2]);
}

#[test]
fn a_grid_of_more_tbs_than_a_graph_may_have_is_refused_at_once() {
    let huge = DependencyGraph::from_parents([u32::MAX; 3], |_| [Parent::Offset([-1, 0, 0])]);
    let expected =
        "a dependency graph of 18446744073709551615 nodes; at most 67108864 are possible";
    assert_eq!(huge.unwrap_err().to_string(), expected);
}

#[test]
fn the_tbs_come_first_and_then_the_barrier_nodes() {
    let build = |tbs| DependencyGraph::build(tbs, 3, 2, [(0, 2), (2, 1)].into_iter());
    let graph = build(2).unwrap();
    assert_eq!((graph.node(1), graph.node(2)), (Node::Tb(1), Node::Barrier));
    assert_eq!(
        build(4).unwrap_err().to_string(),
        "the grid has 4 TBs and the dependency graph 3; give both the same number"
    );
}

#[test]
fn a_million_edges_are_put_in_order_of_level() {
    let side = 708;
    let graph = DependencyGraph::from_parents([side, side, 1], |_| {
        [[-1, 0, 0], [0, -1, 0]].map(Parent::Offset)
    });
    let graph = graph.unwrap();
    let order = graph.level_order();
    assert_eq!((graph.edges(), graph.levels()[order.len() - 1]), (1_001_112, 2 * side - 2));
}

proptest! {
    #[test]
    fn levels_and_order_are_those_of_the_oracle(
        pairs in proptest::collection::vec((0u32..12, 0u32..12), 0..24),
        names in Just((0u32..12).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        // Edges from small to large are acyclic; renaming the nodes hides that.
        let edges: Vec<(u32, u32)> = pairs
            .into_iter()
            .filter(|(a, b)| a != b)
            .map(|(a, b)| (names[a.min(b) as usize], names[a.max(b) as usize]))
            .collect();
        let graph = DependencyGraph::from_edges(12, &edges).unwrap();
        let levels: Vec<u32> = (0..12).map(|node| longest(node, &edges)).collect();
        prop_assert_eq!(graph.levels(), &levels[..]);
        let mut order: Vec<u32> = (0..12).collect();
        order.sort_by_key(|&node| (levels[node as usize], node));
        prop_assert_eq!(graph.level_order(), order);
        let mut distinct = edges.clone();
        distinct.sort_unstable();
        distinct.dedup();
        prop_assert_eq!(graph.pairs().collect::<Vec<_>>(), distinct);
    }

    #[test]
    fn a_graph_is_refused_exactly_if_it_has_a_cycle_and_the_cycle_is_one(
        edges in proptest::collection::vec((0u32..8, 0u32..8), 0..12),
    ) {
        let reaches = |from: u32, to: u32| {
            let mut seen = vec![from];
            let mut next = 0;
            while next < seen.len() {
                for &(a, b) in &edges {
                    if a == seen[next] && !seen.contains(&b) {
                        seen.push(b);
                    }
                }
                next += 1;
            }
            seen.contains(&to)
        };
        let cyclic = edges.iter().any(|&(from, to)| reaches(to, from));
        match DependencyGraph::from_edges(8, &edges) {
            Ok(_) => prop_assert!(!cyclic),
            Err(GraphError::Cycle { nodes }) => {
                prop_assert!(cyclic);
                for (index, &node) in nodes.iter().enumerate() {
                    prop_assert!(edges.contains(&(node, nodes[(index + 1) % nodes.len()])));
                }
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }
}
