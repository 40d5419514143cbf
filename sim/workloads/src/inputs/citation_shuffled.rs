//! A network like that of citations among papers, after Price's model, numbered at random. Papers come one after the
//! other, and each cites 1 to 8 earlier ones. A paper is the more likely to be cited the more it has been cited.
//!
//! Neighbours are as far apart in memory as any two vertices, and there are no communities. The thesis on DTBL says the
//! opposite of its citation network, which the generator `citation` represents.

use rand_chacha::ChaCha8Rng;

use super::citation::MOST_CITED;
use super::draw::{below, permutation};
use super::Edge;

/// Citations that a paper is assumed to have before its first. In Price's model the exponent of the tail of
/// degrees is 2 plus this over the mean number of papers cited, 4.5. It is 3.1, where the largest degree grows
/// about as the square root of the size.
const HEAD_START: usize = 5;

/// Draws the edges among `vertices` papers, each pair once.
pub(super) fn edges(vertices: u32, rng: &mut ChaCha8Rng) -> Vec<Edge> {
    let names = permutation(vertices, rng);
    // Each paper is in the list as often as it has been cited, plus `HEAD_START` times. A uniform draw from the
    // list thus prefers papers as the model does.
    let mut cited = vec![0; HEAD_START];
    let mut pairs = Vec::new();
    for paper in 1..vertices {
        let mut chosen: Vec<u32> = (0..1 + below(MOST_CITED, rng))
            .map(|_| cited[below(cited.len() as u32, rng) as usize])
            .collect();
        chosen.sort_unstable();
        chosen.dedup();
        for &earlier in &chosen {
            let (a, b) = (names[paper as usize], names[earlier as usize]);
            pairs.push(Edge { from: a.min(b), to: a.max(b), weight: 1.0 });
        }
        cited.extend(chosen);
        cited.extend([paper; HEAD_START]);
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::{tests::graph, Family};
    use super::super::GraphProperties;

    #[test]
    fn neighbours_are_as_far_apart_as_any_two_papers() {
        let properties = GraphProperties::of(&graph(Family::CitationShuffled, 1 << 14, 1));
        let distance = properties.mean_distance;
        assert!((0.32..0.35).contains(&distance), "{distance} of all");
        assert!(properties.within_a_line < 0.01);
    }

    #[test]
    fn few_papers_have_most_of_the_citations() {
        let graph = graph(Family::CitationShuffled, 1 << 14, 1);
        let mean = f64::from(graph.edges()) / f64::from(graph.vertices());
        assert!((8.8..9.2).contains(&mean), "mean degree {mean}");
        let hub = graph.degree(graph.hub().unwrap());
        assert!((200..600).contains(&hub), "the hub has {hub} neighbours");
        let above = |degree| (0..graph.vertices()).filter(|&v| graph.degree(v) >= degree).count();
        // A tail of exponent 3.1 falls by 2^2.1 = 4.3 when the degree doubles.
        let fall = above(32) as f64 / above(64) as f64;
        assert!((3.6..5.0).contains(&fall), "{} of 32 and {} of 64", above(32), above(64));
    }
}
