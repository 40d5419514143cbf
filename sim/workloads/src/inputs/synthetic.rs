//! The generators that take a number of vertices and a seed. They generate undirected graphs, each edge in both
//! directions, without self loops and duplicates. The same parameters give the same graph on every machine.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{
    cage, citation, citation_shuffled, flight, flight_skewed, road, Graph, MAX_EDGES, MAX_VERTICES,
};

/// The family of a generated graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Citations among papers: degrees vary largely, neighbours are close in memory.
    Citation,
    /// Citations among papers numbered at random.
    CitationShuffled,
    /// Roads: one to four neighbours, lengths.
    Road,
    /// A banded matrix: degrees close around 18.
    Cage,
    /// Flights: airports of few flights, lengths.
    Flight,
    /// Flights: airports of few flights and hubs of many, lengths.
    FlightSkewed,
}

/// Size of the largest flight network; finding the nearest hubs takes the square of its size.
const MOST_AIRPORTS: u64 = 1 << 15;

impl Family {
    /// Returns the most vertices for which the number of edges is certain to stay within [`MAX_EDGES`].
    fn most_vertices(self) -> u64 {
        // Each edge counts twice, once per direction.
        let of = |onward: u32| MAX_EDGES / (2 * u64::from(onward));
        let most = match self {
            Self::Citation | Self::CitationShuffled => of(citation::MOST_CITED),
            Self::Road => of(road::MOST_ONWARD),
            Self::Cage => of(cage::MOST_ONWARD),
            Self::Flight | Self::FlightSkewed => MOST_AIRPORTS,
        };
        most.min(MAX_VERTICES)
    }
}

/// Parameters of a graph, within the limits of its family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Synthetic {
    family: Family,
    vertices: u32,
    seed: u64,
}

impl Synthetic {
    /// Checks the parameters; the error says which limit is broken.
    pub fn new(family: Family, vertices: u32, seed: u64) -> Result<Self, String> {
        let most = family.most_vertices();
        if (2..=most).contains(&u64::from(vertices)) {
            Ok(Self { family, vertices, seed })
        } else {
            Err(format!("{vertices} vertices are not in 2..={most}"))
        }
    }
}

/// Generates the graph.
pub fn synthetic(parameters: Synthetic) -> Graph {
    let Synthetic { family, vertices, seed } = parameters;
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let (edges, weighted) = match family {
        Family::Citation => (citation::edges(vertices, rng), false),
        Family::CitationShuffled => (citation_shuffled::edges(vertices, rng), false),
        Family::Road => (road::edges(vertices, rng), true),
        Family::Cage => (cage::edges(vertices, rng), false),
        Family::Flight => (flight::edges(vertices, rng), true),
        Family::FlightSkewed => (flight_skewed::edges(vertices, rng), true),
    };
    Graph::undirected(vertices, &edges, weighted)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    const FAMILIES: [Family; 6] = [
        Family::CitationShuffled,
        Family::Road,
        Family::Cage,
        Family::FlightSkewed,
        Family::Citation,
        Family::Flight,
    ];

    pub(in super::super) fn graph(family: Family, vertices: u32, seed: u64) -> Graph {
        synthetic(Synthetic::new(family, vertices, seed).unwrap())
    }

    #[test]
    fn the_same_parameters_give_the_same_graph_and_another_seed_another() {
        for family in FAMILIES {
            assert_eq!(graph(family, 200, 1), graph(family, 200, 1), "{family:?}");
            assert_ne!(graph(family, 200, 1), graph(family, 200, 2), "{family:?}");
        }
    }

    #[test]
    fn every_edge_has_its_reverse_and_no_twin_or_loop() {
        for (family, vertices) in FAMILIES.into_iter().flat_map(|f| [2, 3, 17, 500].map(|n| (f, n)))
        {
            let graph = graph(family, vertices, 3);
            assert_eq!(graph.vertices(), vertices);
            assert!(graph.edges() > 0 || vertices < 17, "{family:?} of {vertices}");
            for vertex in 0..vertices {
                let row = graph.neighbours(vertex);
                assert!(row.windows(2).all(|pair| pair[0] < pair[1]), "{family:?} row {vertex}");
                let mirrored = |&to: &u32| graph.neighbours(to).binary_search(&vertex).is_ok();
                assert!(row.iter().all(|to| *to != vertex && mirrored(to)), "{family:?} {vertex}");
            }
        }
    }

    #[test]
    fn the_graphs_of_seed_1_are_pinned() {
        let pinned = FAMILIES.map(|family| {
            let graph = graph(family, 12, 1);
            let sum = |values: &[u32]| values.iter().zip(1..).map(|(v, i)| v * i).sum::<u32>();
            let weights = graph.weights().map(|w| w[..4].to_vec());
            (graph.offsets()[1..6].to_vec(), graph.edges(), sum(graph.columns()), weights)
        });
        let expected = [
            (vec![4, 9, 13, 21, 26], 70, 14025, None),
            (vec![2, 4, 6, 9, 11], 26, 2437, Some(vec![81.0, 711.0, 81.0, 220.0])),
            (vec![4, 7, 8, 10, 13], 32, 3133, None),
            (vec![11, 12, 13, 14, 15], 22, 506, Some(vec![4123.0, 6735.0, 1377.0, 11333.0])),
            (vec![3, 11, 15, 20, 21], 64, 12341, None),
            (vec![8, 17, 18, 20, 21], 32, 1303, Some(vec![4123.0, 6735.0, 1377.0, 6332.0])),
        ];
        assert_eq!(pinned, expected);
    }

    #[test]
    fn the_originals_sizes_are_within_the_limits_and_larger_ones_are_refused() {
        for (family, original, most) in [
            (Family::Citation, 268_495, 16_777_216),
            (Family::Road, 23_947_347, 67_108_864),
            (Family::Cage, 5_154_859, 7_456_540),
            (Family::Flight, 3_200, 32_768),
        ] {
            assert!(Synthetic::new(family, original, 1).is_ok());
            assert!(Synthetic::new(family, most, 1).is_ok());
            for vertices in [0, 1, most + 1] {
                assert_eq!(
                    Synthetic::new(family, vertices, 1),
                    Err(format!("{vertices} vertices are not in 2..={most}"))
                );
            }
        }
    }
}
