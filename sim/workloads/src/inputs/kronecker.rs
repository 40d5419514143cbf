//! Kronecker graphs: 2^scale vertices, and edge_factor * 2^scale edges. Graph500's are drawn with A = .57, B = .19, C =
//! .19, D = .05, so that degrees are very skewed. Balanced ones are drawn with a quarter each, so that degrees are close
//! to each other and every vertex is as likely a neighbour as any other. Vertices are renamed by a random permutation.
//!
//! The graph is prepared for BFS: undirected (each edge in both directions), without self loops and duplicates. It
//! thus has at most 2 * edge_factor * 2^scale directed edges. It is unweighted, and vertices may be isolated. The
//! same parameters give the same graph on every machine.
//!
//! Both represent kron_g500-logn20 of the tenth DIMACS challenge, of scale 20 and edge factor 48. The data set is
//! skewed. The thesis on DTBL says that its graph500 has a very balanced vertex degree (4.6.2.3), uniform over all
//! vertices (6.1.2), and that vertices are connected to others all over the graph (5.1.1). Its results rest on that.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::draw::permutation;
use super::{Edge, Graph, MAX_EDGES};

/// Largest scale accepted.
const MAX_SCALE: u32 = 24;

/// Cumulative quadrant probabilities A, A + B, A + B + C as fractions of 2^32.
const GRAPH500: [u32; 3] = [fraction(57), fraction(76), fraction(95)];
const BALANCED: [u32; 3] = [fraction(25), fraction(50), fraction(75)];

const fn fraction(percent: u64) -> u32 {
    ((percent << 32) / 100) as u32
}

/// Parameters of a Kronecker graph, within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kronecker {
    quadrants: [u32; 3],
    scale: u32,
    edge_factor: u32,
    seed: u64,
}

impl Kronecker {
    /// Checks the parameters of a skewed graph; the error says which limit is broken.
    pub fn graph500(scale: u32, edge_factor: u32, seed: u64) -> Result<Self, String> {
        Self::new(GRAPH500, scale, edge_factor, seed)
    }

    /// Checks the parameters of a balanced graph; the error says which limit is broken.
    pub fn balanced(scale: u32, edge_factor: u32, seed: u64) -> Result<Self, String> {
        Self::new(BALANCED, scale, edge_factor, seed)
    }

    fn new(quadrants: [u32; 3], scale: u32, edge_factor: u32, seed: u64) -> Result<Self, String> {
        if !(1..=MAX_SCALE).contains(&scale) {
            return Err(format!("scale {scale} is not in 1..={MAX_SCALE}"));
        }
        let most = MAX_EDGES >> (scale + 1);
        if edge_factor == 0 || u64::from(edge_factor) > most {
            return Err(format!("edge factor {edge_factor} is not in 1..={most} (at scale {scale}, for at most {MAX_EDGES} edges)"));
        }
        Ok(Self { quadrants, scale, edge_factor, seed })
    }
}

/// Generates the graph.
pub fn kronecker(parameters: Kronecker) -> Graph {
    let Kronecker { quadrants, scale, edge_factor, seed } = parameters;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let vertices = 1u32 << scale;
    let names = permutation(vertices, &mut rng);

    let mut pairs = Vec::with_capacity(2 * edge_factor as usize * vertices as usize);
    for _ in 0..u64::from(edge_factor) << scale {
        let (mut from, mut to) = (0u32, 0u32);
        for _ in 0..scale {
            let draw = rng.next_u32();
            let quadrant = quadrants.iter().filter(|&&bound| draw >= bound).count() as u32;
            from = from << 1 | quadrant >> 1;
            to = to << 1 | quadrant & 1;
        }
        if from != to {
            let (from, to) = (names[from as usize], names[to as usize]);
            pairs.push((from, to));
            pairs.push((to, from));
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    let edges: Vec<Edge> =
        pairs.into_iter().map(|(from, to)| Edge { from, to, weight: 1.0 }).collect();
    Graph::from_edges(vertices, &edges, false)
}

#[cfg(test)]
mod tests {
    use super::super::GraphProperties;
    use super::*;

    fn graph(scale: u32, edge_factor: u32, seed: u64) -> Graph {
        kronecker(Kronecker::graph500(scale, edge_factor, seed).unwrap())
    }

    #[test]
    fn the_same_parameters_give_the_same_graph_and_another_seed_another() {
        assert_eq!(graph(8, 8, 1), graph(8, 8, 1));
        assert_ne!(graph(8, 8, 1), graph(8, 8, 2));
    }

    #[test]
    fn the_graph_of_seed_1_is_pinned() {
        let graph = graph(4, 2, 1);
        assert_eq!(graph.offsets(), [0, 2, 3, 5, 6, 9, 14, 14, 16, 16, 17, 21, 26, 27, 36, 40, 42]);
    }

    #[test]
    fn degrees_sum_to_the_edges_and_every_edge_has_its_reverse_and_no_twin_or_loop() {
        let graph = graph(9, 16, 3);
        assert_eq!((0..graph.vertices()).map(|v| graph.degree(v)).sum::<u32>(), graph.edges());
        assert!(graph.edges() <= 2 * 16 * 512 && graph.edges().is_multiple_of(2));
        for vertex in 0..graph.vertices() {
            let row = graph.neighbours(vertex);
            assert!(row.windows(2).all(|pair| pair[0] < pair[1]), "row {vertex} has a duplicate");
            for &to in row {
                assert_ne!(to, vertex);
                assert!(
                    graph.neighbours(to).binary_search(&vertex).is_ok(),
                    "{to} -> {vertex} is missing"
                );
            }
        }
    }

    #[test]
    fn degrees_are_skewed_as_the_quadrants_demand() {
        let graph = graph(12, 16, 1);
        let hub = graph.degree(graph.hub().unwrap());
        let mean = graph.edges() / graph.vertices();
        assert!(hub > 20 * mean, "the hub has {hub} neighbours, the mean is {mean}");
    }

    #[test]
    fn the_degrees_of_a_balanced_graph_are_close_and_its_neighbours_anywhere() {
        let properties = GraphProperties::of(&kronecker(Kronecker::balanced(12, 48, 1).unwrap()));
        // 96 ends per vertex were drawn; at this scale about one in 90 is a duplicate.
        let mean = properties.mean_degree();
        assert!((94.0..96.0).contains(&mean), "mean degree {mean}");
        let [least, most] = [0, 1000].map(|share| properties.degree_quantile(share));
        assert!(50 < least && most < 150, "degrees from {least} to {most}");
        assert_eq!(properties.children.launched, 4096, "every vertex launches");
        let distance = properties.mean_distance;
        assert!((0.32..0.35).contains(&distance), "{distance} of all");
    }

    #[test]
    fn parameters_beyond_the_limits_are_refused() {
        assert_eq!(Kronecker::graph500(25, 1, 0).unwrap_err(), "scale 25 is not in 1..=24");
        assert_eq!(Kronecker::graph500(0, 1, 0).unwrap_err(), "scale 0 is not in 1..=24");
        assert_eq!(
            Kronecker::graph500(24, 9, 0).unwrap_err(),
            "edge factor 9 is not in 1..=8 (at scale 24, for at most 268435456 edges)"
        );
        assert!(Kronecker::balanced(10, 0, 0).is_err());
    }
}
