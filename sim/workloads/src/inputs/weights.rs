//! Draws random weights for graphs without weights.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::draw::below;
use super::Graph;

impl Graph {
    /// Returns the graph with weights drawn from the whole numbers 1 to `most`, at most 2^24. An edge and its
    /// reverse have the same weight. The same seed gives the same weights on every machine.
    pub fn with_random_weights(&self, most: u32, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut weights = Vec::with_capacity(self.columns().len());
        for from in 0..self.vertices() {
            for &to in self.neighbours(from) {
                // Only rows before this one have their weights already.
                let reverse = self.neighbours(to).binary_search(&from).ok().filter(|_| to < from);
                weights.push(match reverse {
                    Some(edge) => weights[self.offsets()[to as usize] as usize + edge],
                    None => (1 + below(most, &mut rng)) as f32,
                });
            }
        }
        self.weighted(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::{tests::graph, Family};
    use crate::inputs::read_graph_from;

    #[test]
    fn both_directions_of_an_edge_weigh_the_same_and_one_way_edges_have_a_weight_too() {
        let graph = read_graph_from("g", "0 1\n1 0\n2 0\n1 2\n2 1\n".as_bytes()).unwrap();
        let weighted = graph.with_random_weights(1000, 1);
        let weights = weighted.weights().unwrap();
        assert_eq!(weighted.columns(), [1, 0, 2, 0, 1]);
        assert_eq!(weights[0], weights[1]);
        assert_eq!(weights[2], weights[4]);
        assert!(weights[0] != weights[2] && weights[2] != weights[3]);
    }

    #[test]
    fn weights_are_whole_numbers_up_to_the_largest_and_depend_on_the_seed() {
        let graph = graph(Family::Citation, 500, 1);
        let weighted = graph.with_random_weights(10, 1);
        let mut weights = weighted.weights().unwrap().to_vec();
        assert_eq!(weighted, graph.with_random_weights(10, 1));
        assert_ne!(weighted, graph.with_random_weights(10, 2));
        weights.sort_by(f32::total_cmp);
        weights.dedup();
        assert_eq!(weights, (1..=10).map(|w| w as f32).collect::<Vec<_>>());
    }
}
