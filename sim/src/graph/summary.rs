//! Summarizes the shape of a graph in numbers.

use super::DependencyGraph;
use serde::Serialize;

/// The shape of a graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Number of TBs and barrier nodes.
    pub nodes: u32,
    /// Number of nodes without a TB.
    pub barriers: u32,
    /// Number of pairs of a parent and a child.
    pub edges: u32,
    /// Number of levels; at least this many nodes wait one after the other.
    pub levels: u32,
    /// Number of nodes per level.
    pub widths: Vec<u32>,
    /// Most parents of a node.
    pub max_fan_in: u32,
    /// Most children of a node.
    pub max_fan_out: u32,
}

impl DependencyGraph {
    /// Returns the shape of the graph.
    pub fn describe(&self) -> Summary {
        let mut widths = Vec::new();
        for &level in self.levels() {
            if widths.len() <= level as usize {
                widths.resize(level as usize + 1, 0);
            }
            widths[level as usize] += 1;
        }
        let fan_out = (0..self.nodes()).map(|node| self.children(node).len() as u32);
        Summary {
            nodes: self.nodes(),
            barriers: self.nodes() - self.tbs(),
            edges: self.edges(),
            levels: widths.len() as u32,
            max_fan_in: self.parent_counts().iter().copied().max().unwrap_or(0),
            max_fan_out: fan_out.max().unwrap_or(0),
            widths,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Parent;

    #[test]
    fn a_wavefront_widens_and_narrows() {
        let graph = DependencyGraph::from_parents([3, 3, 1], |_| {
            [[-1, 0, 0], [0, -1, 0]].map(Parent::Offset)
        });
        let summary = graph.unwrap().describe();
        let expected = Summary {
            nodes: 9,
            barriers: 0,
            edges: 12,
            levels: 5,
            widths: vec![1, 2, 3, 2, 1],
            max_fan_in: 2,
            max_fan_out: 2,
        };
        assert_eq!(summary, expected);
    }
}
