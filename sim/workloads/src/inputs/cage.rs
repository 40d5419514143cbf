//! A graph like that of a banded sparse matrix whose rows are about equally long. Each vertex is joined to 1 to 18
//! later ones within a sixteenth of all vertices.
//!
//! It represents cage15 of the Florida collection: 5,154,859 rows, 99,199,551 entries, 94,044,692 of them outside
//! the diagonal. The generated graph has the same number of vertices at `cage:5154859`, 18.4 neighbours per vertex
//! to the original's 18.2, and no diagonal. The original's bands follow from the states of a polymer. The
//! generated band is filled at random, and its width, a sixteenth, is chosen, not taken from the original.

use rand_chacha::ChaCha8Rng;

use super::draw::below;
use super::Edge;

/// Most later vertices to which a vertex is joined.
pub(super) const MOST_ONWARD: u32 = 18;

/// Draws the edges among `vertices` rows, each pair once.
pub(super) fn edges(vertices: u32, rng: &mut ChaCha8Rng) -> Vec<Edge> {
    let band = (vertices / 16).max(2 * MOST_ONWARD);
    let mut entries = Vec::new();
    let mut columns = Vec::new();
    for row in 0..vertices {
        columns.clear();
        columns.extend((0..1 + below(MOST_ONWARD, rng)).map(|_| row + 1 + below(band, rng)));
        columns.sort_unstable();
        columns.dedup();
        let inside = columns.iter().filter(|&&column| column < vertices);
        entries.extend(inside.map(|&to| Edge { from: row, to, weight: 1.0 }));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::super::synthetic::{tests::graph, Family};
    use super::super::GraphProperties;

    #[test]
    fn degrees_lie_close_around_their_mean() {
        let graph = graph(Family::Cage, 20_000, 1);
        let degrees = || (0..graph.vertices()).map(|vertex| f64::from(graph.degree(vertex)));
        let mean = degrees().sum::<f64>() / f64::from(graph.vertices());
        let variance =
            degrees().map(|d| (d - mean).powi(2)).sum::<f64>() / degrees().count() as f64;
        assert!((18.0..18.7).contains(&mean), "mean {mean}");
        assert!((5.7..6.7).contains(&variance.sqrt()), "deviation {}", variance.sqrt());
        assert!(graph.degree(graph.hub().unwrap()) < 50);
    }

    #[test]
    fn a_child_has_little_more_than_32_threads_and_one_row_in_100_is_one() {
        let properties = GraphProperties::of(&graph(Family::Cage, 20_000, 1));
        let threads = properties.children.mean_threads().unwrap();
        assert!((32.0..35.0).contains(&threads), "{threads} threads per child");
        let launched = properties.children.launched;
        assert!((150..300).contains(&launched), "{launched} of 20,000");
        assert!(properties.within_a_line < 0.03, "the list of a row is spread over the band");
    }

    #[test]
    fn no_neighbour_is_outside_the_band() {
        let graph = graph(Family::Cage, 3200, 2);
        let distances = || {
            (0..3200)
                .flat_map(|from| graph.neighbours(from).iter().map(move |to| to.abs_diff(from)))
        };
        assert_eq!(distances().max(), Some(200));
        assert!(distances().filter(|&distance| distance > 100).count() > 20_000);
    }
}
