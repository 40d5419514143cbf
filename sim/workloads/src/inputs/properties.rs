//! The properties of a graph that decide how irregular an application is on it: how much work a vertex has, how far
//! apart in memory its neighbours lie, how the graph hangs together, and what would be launched from the device.

use super::Graph;
use crate::nesting::CHILD_MIN_ITEMS;
use crate::{bfs_levels, UNVISITED};

/// Words of a line of the caches, 128 bytes. Vertices that are closer can have their words in one line.
pub const LINE_WORDS: u32 = 32;

/// Vertices that count as close: their words lie within 4 KiB.
pub const WINDOW_WORDS: u32 = 1024;

/// The properties of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphProperties {
    /// Degrees in ascending order.
    pub degrees: Vec<u32>,
    /// Mean difference between the numbers of an edge's ends, over the number of vertices; 0 without edges. It is a
    /// third if vertices are numbered at random.
    pub mean_distance: f64,
    /// Share of the edges whose ends differ by less than [`LINE_WORDS`]; 0 without edges.
    pub within_a_line: f64,
    /// Share of the edges whose ends differ by less than [`WINDOW_WORDS`]; 0 without edges.
    pub within_a_window: f64,
    /// Connected components, edges taken in both directions.
    pub components: u32,
    /// Levels of a breadth-first search from the vertex of highest degree, its own included.
    pub levels: u32,
    /// The children of a pass over all vertices.
    pub children: Children,
}

/// Items of work, and those that are enough for a child.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Children {
    /// Items of at least [`CHILD_MIN_ITEMS`] threads.
    pub launched: u64,
    /// Threads of these.
    pub threads: u64,
    /// Work of all items, in threads.
    pub work: u64,
}

impl Children {
    /// Counts the children among items with so many threads each.
    pub fn of(items: impl IntoIterator<Item = u64>) -> Self {
        let mut children = Self::default();
        for threads in items {
            children.work += threads;
            if threads >= u64::from(CHILD_MIN_ITEMS) {
                children.launched += 1;
                children.threads += threads;
            }
        }
        children
    }

    /// Returns the mean number of threads per child, `None` without children.
    pub fn mean_threads(&self) -> Option<f64> {
        (self.launched > 0).then(|| self.threads as f64 / self.launched as f64)
    }

    /// Returns the share of the work that children do; 0 without work.
    pub fn share_of_work(&self) -> f64 {
        self.threads as f64 / self.work.max(1) as f64
    }
}

impl GraphProperties {
    /// Measures `graph`.
    pub fn of(graph: &Graph) -> Self {
        let mut degrees: Vec<u32> = (0..graph.vertices()).map(|v| graph.degree(v)).collect();
        degrees.sort_unstable();
        let (mut sum, mut line, mut window) = (0, 0, 0);
        for (from, to) in graph.pairs() {
            let distance = from.abs_diff(to);
            sum += u64::from(distance);
            line += u64::from(distance < LINE_WORDS);
            window += u64::from(distance < WINDOW_WORDS);
        }
        let edges = f64::from(graph.edges().max(1));
        let levels = graph.hub().map_or(Vec::new(), |hub| bfs_levels(graph, hub));
        let last = levels.iter().filter(|&&level| level != UNVISITED).max();
        Self {
            children: Children::of(degrees.iter().map(|&degree| u64::from(degree))),
            degrees,
            mean_distance: sum as f64 / edges / f64::from(graph.vertices().max(1)),
            within_a_line: line as f64 / edges,
            within_a_window: window as f64 / edges,
            components: components(graph),
            levels: last.map_or(0, |level| level + 1),
        }
    }

    /// Returns the mean degree; 0 without vertices.
    pub fn mean_degree(&self) -> f64 {
        self.children.work as f64 / self.degrees.len().max(1) as f64
    }

    /// Returns the least degree that a share of `per_mille` thousandths of the vertices does not exceed; 0 without
    /// vertices. 0 gives the least degree, 1000 the largest.
    pub fn degree_quantile(&self, per_mille: u32) -> u32 {
        let rank = (self.degrees.len() * per_mille as usize).div_ceil(1000).saturating_sub(1);
        self.degrees.get(rank).copied().unwrap_or(0)
    }
}

/// Counts the connected components by union-find with path halving.
fn components(graph: &Graph) -> u32 {
    fn root(parents: &mut [u32], mut vertex: u32) -> u32 {
        while parents[vertex as usize] != vertex {
            let above = parents[parents[vertex as usize] as usize];
            parents[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }
    let mut parents: Vec<u32> = (0..graph.vertices()).collect();
    let mut count = graph.vertices();
    for (from, to) in graph.pairs() {
        let (from, to) = (root(&mut parents, from), root(&mut parents, to));
        if from != to {
            parents[from.max(to) as usize] = from.min(to);
            count -= 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::Edge;
    use super::*;

    fn graph(vertices: u32, edges: &[(u32, u32)]) -> Graph {
        let edges = edges.iter().map(|&(from, to)| Edge { from, to, weight: 1.0 });
        Graph::from_edges(vertices, &edges.collect::<Vec<_>>(), false)
    }

    #[test]
    fn distances_are_those_between_the_numbers_of_the_ends() {
        let properties = GraphProperties::of(&graph(4000, &[(0, 31), (0, 32), (5, 1029), (3, 3)]));
        assert_eq!(properties.mean_distance, f64::from(31 + 32 + 1024) / 4.0 / 4000.0);
        assert_eq!((properties.within_a_line, properties.within_a_window), (0.5, 0.75));
    }

    #[test]
    fn a_path_an_edge_and_a_lone_vertex_are_three_components() {
        // The first vertex of the highest degree is 1, which sees 2 only.
        let properties = GraphProperties::of(&graph(6, &[(1, 2), (2, 3), (5, 4)]));
        assert_eq!((properties.components, properties.levels), (3, 3));
        let empty = GraphProperties::of(&graph(0, &[]));
        assert_eq!((empty.components, empty.levels, empty.degree_quantile(500)), (0, 0, 0));
        assert_eq!((empty.mean_degree(), empty.mean_distance), (0.0, 0.0));
    }

    #[test]
    fn children_are_the_vertices_of_at_least_32_edges() {
        let star = |from: u32, count: u32| (1..=count).map(move |to| (from, (from + to) % 100));
        let edges: Vec<_> = star(0, 31).chain(star(1, 32)).chain(star(2, 48)).collect();
        let properties = GraphProperties::of(&graph(100, &edges));
        assert_eq!(properties.children, Children { launched: 2, threads: 80, work: 111 });
        assert_eq!(properties.children.mean_threads(), Some(40.0));
        assert_eq!(Children::default().mean_threads(), None);
    }

    #[test]
    fn quantiles_are_degrees_of_vertices() {
        let edges: Vec<_> = (0..10).flat_map(|v| (0..v).map(move |to| (v, to))).collect();
        let properties = GraphProperties::of(&graph(10, &edges));
        assert_eq!(
            [0, 100, 500, 900, 1000].map(|q| properties.degree_quantile(q)),
            [0, 0, 4, 8, 9]
        );
        assert_eq!(properties.mean_degree(), 4.5);
    }
}
