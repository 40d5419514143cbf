//! A directed graph in compressed sparse row form, the layout that the kernels read.

/// A directed edge to be added to a [`Graph`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Source vertex, counted from 0.
    pub from: u32,
    /// Target vertex, counted from 0.
    pub to: u32,
    /// Length or value, rounded to single precision; 1 where the source has none.
    pub weight: f32,
}

/// A directed graph; an undirected one holds each edge in both directions.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    offsets: Vec<u32>,
    columns: Vec<u32>,
    weights: Option<Vec<f32>>,
}

impl Graph {
    /// Collects `edges` into rows, each row sorted by target. Self loops and duplicates are kept as given,
    /// duplicates in their given order. Every endpoint must be below `vertices`; weights are kept if `weighted`.
    pub(super) fn from_edges(vertices: u32, edges: &[Edge], weighted: bool) -> Self {
        Self::collect(vertices, edges.iter().copied(), weighted)
    }

    /// Collects `edges` into rows, each edge in both directions; a self loop counts twice.
    pub(super) fn undirected(vertices: u32, edges: &[Edge], weighted: bool) -> Self {
        let both = |edge: &Edge| [*edge, Edge { from: edge.to, to: edge.from, ..*edge }];
        Self::collect(vertices, edges.iter().flat_map(both), weighted)
    }

    /// Returns the undirected graph of the same edges: each in both directions, without weights, self loops and
    /// duplicates. A graph that has every edge in both directions is returned unchanged.
    pub fn mirrored(&self) -> Self {
        if self.pairs().all(|(from, to)| self.neighbours(to).binary_search(&from).is_ok()) {
            return self.clone();
        }
        let mut pairs: Vec<(u32, u32)> = self
            .pairs()
            .filter(|(from, to)| from != to)
            .map(|(from, to)| (from.min(to), from.max(to)))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let edges: Vec<Edge> =
            pairs.into_iter().map(|(from, to)| Edge { from, to, weight: 1.0 }).collect();
        Self::undirected(self.vertices(), &edges, false)
    }

    /// Returns the graph with every edge turned around; weights stay with their edges.
    pub fn reversed(&self) -> Self {
        let weight = |edge: usize| self.weights.as_ref().map_or(1.0, |weights| weights[edge]);
        let edges = self.pairs().enumerate();
        let turned =
            edges.map(|(edge, (from, to))| Edge { from: to, to: from, weight: weight(edge) });
        Self::collect(self.vertices(), turned, self.weights.is_some())
    }

    fn collect(vertices: u32, edges: impl Iterator<Item = Edge> + Clone, weighted: bool) -> Self {
        let mut offsets = vec![0u32; vertices as usize + 1];
        for edge in edges.clone() {
            offsets[edge.from as usize + 1] += 1;
        }
        for vertex in 0..vertices as usize {
            offsets[vertex + 1] += offsets[vertex];
        }
        let mut next = offsets.clone();
        let mut entries = vec![(0u32, 0f32); offsets[vertices as usize] as usize];
        for edge in edges {
            let slot = &mut next[edge.from as usize];
            entries[*slot as usize] = (edge.to, edge.weight);
            *slot += 1;
        }
        for row in offsets.windows(2) {
            entries[row[0] as usize..row[1] as usize].sort_by_key(|&(to, _)| to);
        }
        let weights = weighted.then(|| entries.iter().map(|&(_, weight)| weight).collect());
        Self { offsets, columns: entries.into_iter().map(|(to, _)| to).collect(), weights }
    }

    /// Returns the graph with other weights, which are parallel to [`Graph::columns`].
    pub(super) fn weighted(&self, weights: Vec<f32>) -> Self {
        Self { weights: Some(weights), ..self.clone() }
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Returns the number of directed edges.
    pub fn edges(&self) -> u32 {
        self.columns.len() as u32
    }

    /// Returns the row offsets: the edges of vertex `v` are `offsets()[v] .. offsets()[v + 1]`.
    pub fn offsets(&self) -> &[u32] {
        &self.offsets
    }

    /// Returns the targets of all edges, row after row.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// Returns the weights parallel to [`Graph::columns`], if the source has any.
    pub fn weights(&self) -> Option<&[f32]> {
        self.weights.as_deref()
    }

    /// Returns the out-degree of `vertex`, which must be below [`Graph::vertices`].
    pub fn degree(&self, vertex: u32) -> u32 {
        self.offsets[vertex as usize + 1] - self.offsets[vertex as usize]
    }

    /// Returns the targets of the edges out of `vertex`, which must be below [`Graph::vertices`].
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        &self.columns
            [self.offsets[vertex as usize] as usize..self.offsets[vertex as usize + 1] as usize]
    }

    /// Returns all edges as source and target, row after row.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + Clone + '_ {
        (0..self.vertices())
            .flat_map(|from| self.neighbours(from).iter().map(move |&to| (from, to)))
    }

    /// Returns the vertex of highest out-degree, the smallest of several; `None` for a graph without vertices.
    pub fn hub(&self) -> Option<u32> {
        (0..self.vertices()).max_by_key(|&vertex| (self.degree(vertex), std::cmp::Reverse(vertex)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: u32, to: u32, weight: f32) -> Edge {
        Edge { from, to, weight }
    }

    #[test]
    fn rows_are_sorted_and_weights_follow_their_edges() {
        let graph =
            Graph::from_edges(4, &[edge(2, 3, 5.0), edge(0, 3, 6.0), edge(2, 0, 7.0)], true);
        assert_eq!(graph.offsets(), [0, 1, 1, 3, 3]);
        assert_eq!(graph.columns(), [3, 0, 3]);
        assert_eq!(graph.weights(), Some(&[6.0, 7.0, 5.0][..]));
        assert_eq!(graph.neighbours(2), [0, 3]);
    }

    #[test]
    fn a_mirrored_graph_has_each_edge_once_in_both_directions() {
        let edges = [(0, 1), (1, 0), (0, 0), (2, 1), (2, 1)].map(|(from, to)| edge(from, to, 2.0));
        let graph = Graph::from_edges(3, &edges, true).mirrored();
        assert_eq!((graph.offsets(), graph.columns()), (&[0, 1, 3, 4][..], &[1, 0, 2, 1][..]));
        assert_eq!(graph.weights(), None);
        assert_eq!(graph.mirrored(), graph);
    }

    #[test]
    fn a_reversed_graph_leads_back_along_the_same_edges() {
        let edges = [edge(0, 2, 6.0), edge(1, 2, 5.0), edge(2, 2, 4.0), edge(0, 2, 3.0)];
        let graph = Graph::from_edges(3, &edges, true);
        let back = [edge(2, 0, 6.0), edge(2, 1, 5.0), edge(2, 2, 4.0), edge(2, 0, 3.0)];
        assert_eq!(graph.reversed(), Graph::from_edges(3, &back, true));
        assert_eq!(Graph::from_edges(3, &edges, false).reversed().weights(), None);
    }

    #[test]
    fn the_hub_is_the_first_vertex_of_highest_degree() {
        let graph = Graph::from_edges(
            4,
            &[edge(3, 0, 1.0), edge(1, 0, 1.0), edge(1, 2, 1.0), edge(3, 1, 1.0)],
            false,
        );
        assert_eq!(graph.hub(), Some(1));
        assert_eq!(Graph::from_edges(0, &[], false).hub(), None);
    }
}
