//! The complete graph: each vertex is joined to all others. LASER searches that of 1,024 vertices, whose 1,047,552 edges
//! are its "Small Graph" (Table 3). Nothing about it is drawn, so it has no seed.

use super::{Edge, Graph, MAX_EDGES};

/// A complete graph within the limits of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Complete {
    vertices: u32,
}

impl Complete {
    /// Checks the number of vertices; the error says which limit is broken.
    pub fn new(vertices: u32) -> Result<Self, String> {
        // The most whose directed edges are within the limit: n (n - 1) <= MAX_EDGES < n * n + n.
        let most = MAX_EDGES.isqrt();
        if (2..=most).contains(&u64::from(vertices)) {
            Ok(Self { vertices })
        } else {
            Err(format!("{vertices} vertices are not in 2..={most}"))
        }
    }
}

/// Makes the graph.
pub fn complete(parameters: Complete) -> Graph {
    let vertices = parameters.vertices;
    let pairs = (0..vertices).flat_map(|from| (from + 1..vertices).map(move |to| (from, to)));
    let edges: Vec<Edge> = pairs.map(|(from, to)| Edge { from, to, weight: 1.0 }).collect();
    Graph::undirected(vertices, &edges, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_has_all_others_as_neighbours() {
        let graph = complete(Complete::new(5).unwrap());
        assert_eq!(graph.edges(), 20);
        assert_eq!(graph.neighbours(0), [1, 2, 3, 4]);
        assert_eq!(graph.neighbours(3), [0, 1, 2, 4]);
    }

    #[test]
    fn that_of_1024_vertices_has_the_published_edges() {
        assert_eq!(complete(Complete::new(1024).unwrap()).edges(), 1_047_552);
    }

    #[test]
    fn a_graph_beyond_the_limit_of_edges_is_refused() {
        assert!(Complete::new(16_384).is_ok());
        for vertices in [0, 1, 16_385] {
            let refused = format!("{vertices} vertices are not in 2..=16384");
            assert_eq!(Complete::new(vertices), Err(refused));
        }
    }
}
