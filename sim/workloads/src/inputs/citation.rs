//! A network like that of citations among papers, after Price's model: papers come one after the other, each cites 1
//! to 8 earlier ones, and a paper is the more likely to be cited the more it has been cited. Papers belong to areas
//! of research. Those of an area are numbered one after the other, and seven of eight citations stay in the area.
//!
//! It represents citationCiteseer of the tenth DIMACS challenge: 268,495 vertices, 1,156,647 undirected edges. The
//! thesis on DTBL says that neighbours are close to each other in memory since citations tend to stay in an area
//! (3.4.2.2), that degrees vary largely (3.4.2.1), and that children have around 40 threads (3.5). The generated
//! graph has the same number of vertices at `citation:268495`, 8.4 neighbours per vertex to the original's 8.6, and
//! one vertex of 1,703. (KONECT's network of the same library, of 384,413 papers, has 9.1 neighbours per vertex
//! and one of 1,739.) The size of an area and the share of citations within it are chosen, not taken from the
//! original.

use rand_chacha::ChaCha8Rng;

use super::draw::{below, permutation};
use super::Edge;

/// Most papers that one paper cites.
pub(super) const MOST_CITED: u32 = 8;

/// Papers of an area: their words fill four lines of the caches.
const AREA: u32 = 128;

/// One of so many citations leaves the area.
const ONE_LEAVES_OF: u32 = 8;

/// Citations that a paper is assumed to have before its first, among those of its area and among those from other
/// areas. In Price's model the exponent of a tail of degrees is 2 plus this over the mean number of citations. The
/// first makes the tail of an area; the second, flatter one makes the few papers that all areas cite.
const HEAD_START: [usize; 2] = [5, 1];

/// Draws the edges among `vertices` papers, each pair once.
pub(super) fn edges(vertices: u32, rng: &mut ChaCha8Rng) -> Vec<Edge> {
    let arrivals = permutation(vertices, rng);
    // Each paper is in a list as often as it has been cited from there, plus its head start. A uniform draw from the
    // list thus prefers papers as the model does.
    let mut areas = vec![Vec::new(); vertices.div_ceil(AREA) as usize];
    let mut everywhere = Vec::new();
    let mut pairs = Vec::new();
    let mut chosen: Vec<(u32, bool)> = Vec::new();
    for (earlier, &paper) in arrivals.iter().enumerate() {
        let area = (paper / AREA) as usize;
        chosen.clear();
        // The first paper has nothing to cite.
        let citations = if earlier == 0 { 0 } else { 1 + below(MOST_CITED, rng) };
        for _ in 0..citations {
            let leaves = below(ONE_LEAVES_OF, rng) == 0 || areas[area].is_empty();
            let list: &Vec<u32> = if leaves { &everywhere } else { &areas[area] };
            chosen.push((list[below(list.len() as u32, rng) as usize], leaves));
        }
        chosen.sort_unstable();
        chosen.dedup_by_key(|(cited, _)| *cited);
        for &(cited, leaves) in &chosen {
            pairs.push(Edge { from: paper.min(cited), to: paper.max(cited), weight: 1.0 });
            let list = if leaves { &mut everywhere } else { &mut areas[area] };
            list.push(cited);
        }
        areas[area].extend([paper; HEAD_START[0]]);
        everywhere.extend([paper; HEAD_START[1]]);
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::{tests::graph, Family};
    use super::super::GraphProperties;

    fn properties(vertices: u32) -> GraphProperties {
        GraphProperties::of(&graph(Family::Citation, vertices, 1))
    }

    #[test]
    fn neighbours_are_close_in_memory_at_every_size() {
        for vertices in [1 << 13, 1 << 15] {
            let properties = properties(vertices);
            let [line, window] = [properties.within_a_line, properties.within_a_window];
            assert!((0.34..0.40).contains(&line), "{line} within a line");
            assert!((0.84..0.92).contains(&window), "{window} within 1,024 papers");
            let distance = properties.mean_distance;
            assert!((0.04..0.06).contains(&distance), "{distance} of all, where 1 / 3 is random");
        }
    }

    #[test]
    fn a_child_has_around_40_threads_and_one_paper_in_70_is_one() {
        let properties = properties(1 << 15);
        let threads = properties.children.mean_threads().unwrap();
        assert!((40.0..48.0).contains(&threads), "{threads} threads per child");
        let share = properties.children.launched as f64 / f64::from(1 << 15);
        assert!((0.012..0.018).contains(&share), "{share} of all papers");
    }

    #[test]
    fn degrees_vary_largely_around_a_mean_near_that_of_the_original() {
        let properties = properties(1 << 15);
        let mean = properties.mean_degree();
        assert!((mean - 2_313_294.0 / 268_495.0).abs() < 0.35, "mean degree {mean}");
        let [median, hub] = [500, 1000].map(|share| properties.degree_quantile(share));
        assert_eq!(median, 7);
        assert!((200..1500).contains(&hub), "the hub has {hub} neighbours");
    }

    #[test]
    fn all_papers_are_connected() {
        for vertices in [2, 3, 127, 129, 4000] {
            assert_eq!(properties(vertices).components, 1, "{vertices} papers");
        }
    }
}
