//! A network like that of roads: crossings on a square grid. Each crossing is joined to its left or upper
//! neighbour at random, which makes one tree of all; some of the other grid roads are added. Degrees are 1 to 4;
//! lengths are whole numbers.
//!
//! It represents the USA road network of the ninth DIMACS challenge: 23,947,347 vertices, 58,333,344 arcs. The
//! generated network has the same number of vertices at `road:23947347` and about as many arcs. It is as sparse,
//! flat and wide. Its vertices are numbered row by row, the original has degrees up to 9, and the original's
//! lengths have another distribution.

use rand_chacha::ChaCha8Rng;

use super::draw::below;
use super::Edge;

/// Length of the longest road.
const MOST_LENGTH: u32 = 1000;

/// How many of 1000 grid roads outside the tree are built. The original has 58,333,344 / 2 edges, which is 0.218
/// per vertex more than a tree.
const BUILT_OF_1000: u32 = 218;

/// Most edges of one crossing that lead to higher numbers.
pub(super) const MOST_ONWARD: u32 = 2;

/// Draws the edges among `vertices` crossings, each pair once.
pub(super) fn edges(vertices: u32, rng: &mut ChaCha8Rng) -> Vec<Edge> {
    let width = vertices.isqrt();
    let mut roads = Vec::new();
    for crossing in 1..vertices {
        let left = (crossing % width != 0).then(|| crossing - 1);
        let up = crossing.checked_sub(width);
        // One draw decides whether the left or the upper road belongs to the tree, and whether the other one is
        // built.
        let draw: u32 = below(2000, rng);
        let tree_is_left = draw.is_multiple_of(2);
        let both = draw / 2 < BUILT_OF_1000 || left.is_none() || up.is_none();
        let neighbours =
            [left.filter(|_| both || tree_is_left), up.filter(|_| both || !tree_is_left)];
        for neighbour in neighbours.into_iter().flatten() {
            let weight = (1 + below(MOST_LENGTH, rng)) as f32;
            roads.push(Edge { from: neighbour, to: crossing, weight });
        }
    }
    roads
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::{tests::graph, Family};
    use crate::{bfs_levels, UNVISITED};

    #[test]
    fn every_crossing_can_be_reached_by_few_roads_per_crossing() {
        for vertices in [2, 3, 5, 100, 10_007] {
            let graph = graph(Family::Road, vertices, 7);
            assert!(!bfs_levels(&graph, 0).contains(&UNVISITED), "{vertices} crossings");
            assert!((0..vertices).all(|v| (1..=4).contains(&graph.degree(v))));
        }
    }

    #[test]
    fn there_are_as_many_roads_per_crossing_as_in_the_original() {
        let graph = graph(Family::Road, 40_000, 1);
        let mean = f64::from(graph.edges()) / f64::from(graph.vertices());
        assert!((mean - 58_333_344.0 / 23_947_347.0).abs() < 0.02, "mean degree {mean}");
        let levels = bfs_levels(&graph, 0);
        assert!(levels.iter().max() >= Some(&390), "a grid of 200 x 200 is wide");
    }

    #[test]
    fn lengths_are_whole_numbers_and_the_same_in_both_directions() {
        let graph = graph(Family::Road, 900, 1);
        let weights = graph.weights().unwrap();
        assert!(weights.iter().all(|w| (1.0..=1000.0).contains(w) && w.fract() == 0.0));
        assert!(weights.iter().any(|w| *w > 900.0) && weights.iter().any(|w| *w < 100.0));
        for (from, edges) in graph.offsets().windows(2).enumerate() {
            for edge in edges[0] as usize..edges[1] as usize {
                let to = graph.columns()[edge];
                let back = graph.neighbours(to).binary_search(&(from as u32)).unwrap();
                assert_eq!(weights[graph.offsets()[to as usize] as usize + back], weights[edge]);
            }
        }
    }
}
