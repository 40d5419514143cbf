//! The dependency graph: which TBs wait for which.

use super::grid::{tb_index, tb_number};
use super::levels::{level_order, levels};
use super::rows::Rows;
use super::{GraphError, MAX_EDGES, MAX_NODES};

/// The meaning of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// The TB of this number: x runs fastest, then y, then z.
    Tb(u32),
    /// A barrier node, which runs nothing: it completes when its parents have.
    Barrier,
}

/// A parent as a TB names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    /// The TB at this index of the grid.
    At([u32; 3]),
    /// The TB at this offset from the TB that names it.
    Offset([i32; 3]),
}

/// An acyclic graph whose first nodes are the TBs of a kernel by number, and whose others are barrier nodes. An
/// edge leads from a parent to a child that starts after the parent has completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencyGraph {
    tbs: u32,
    children: Rows,
    parents: Vec<u32>,
    levels: Vec<u32>,
}

impl DependencyGraph {
    /// Builds a graph of `tbs` TBs with these edges, parent first; duplicates are merged.
    pub fn from_edges(tbs: u32, edges: &[(u32, u32)]) -> Result<Self, GraphError> {
        Self::build(tbs, tbs.into(), edges.len() as u64, edges.iter().copied())
    }

    /// Builds a graph of the TBs of `grid`. `parents` returns the parents of the TB at an index. Parents outside
    /// the grid are ignored.
    pub fn from_parents<P: IntoIterator<Item = Parent>>(
        grid: [u32; 3],
        mut parents: impl FnMut([u32; 3]) -> P,
    ) -> Result<Self, GraphError> {
        let tbs = tbs_of(grid)?;
        let mut edges = Vec::new();
        for child in 0..tbs {
            let at = tb_index(grid, child);
            edges.extend(parents(at).into_iter().filter_map(|parent| {
                let parent = match parent {
                    Parent::At(index) => Some(index),
                    Parent::Offset(offset) => moved(at, offset),
                };
                Some((tb_number(grid, parent?)?, child))
            }));
        }
        Self::from_edges(tbs, &edges)
    }

    /// Builds a graph of `nodes` nodes: the first `tbs` are the TBs by number, the others barrier nodes. `edges` are
    /// its `count` edges, parent first; duplicates are merged.
    pub fn build(
        tbs: u32,
        nodes: u64,
        count: u64,
        edges: impl Iterator<Item = (u32, u32)> + Clone,
    ) -> Result<Self, GraphError> {
        if nodes > MAX_NODES {
            return Err(GraphError::Nodes { nodes });
        }
        let nodes = nodes as u32;
        if nodes < tbs {
            return Err(GraphError::Grid { tbs: tbs.into(), nodes });
        }
        if count > MAX_EDGES {
            return Err(GraphError::Edges { edges: count });
        }
        if let Some((from, to)) = edges.clone().find(|&(from, to)| from.max(to) >= nodes) {
            return Err(GraphError::NoSuchNode { from, to, nodes });
        }
        let children = Rows::sorted(nodes, edges);
        let parents = children.entry_counts();
        let levels = levels(&children, &parents)?;
        Ok(Self { tbs, children, parents, levels })
    }

    /// Returns the number of TBs, which are the first nodes.
    pub fn tbs(&self) -> u32 {
        self.tbs
    }

    /// Returns the number of nodes: TBs and barrier nodes.
    pub fn nodes(&self) -> u32 {
        self.children.nodes()
    }

    /// Returns the number of edges, each pair of nodes counted once.
    pub fn edges(&self) -> u32 {
        self.children.len()
    }

    /// Returns the meaning of this node, which must be below [`DependencyGraph::nodes`].
    pub fn node(&self, node: u32) -> Node {
        if node < self.tbs {
            Node::Tb(node)
        } else {
            Node::Barrier
        }
    }

    /// Returns the nodes that wait for this one, ascending.
    pub fn children(&self, node: u32) -> &[u32] {
        self.children.row(node)
    }

    /// Returns for how many nodes each node waits.
    pub fn parent_counts(&self) -> &[u32] {
        &self.parents
    }

    /// Returns the level of each node: the edges of the longest path to it from a node without parents.
    pub fn levels(&self) -> &[u32] {
        &self.levels
    }

    /// Returns one more than the highest level; 0 for a graph without nodes.
    pub fn depth(&self) -> u32 {
        self.levels.iter().max().map_or(0, |level| level + 1)
    }

    /// Returns the nodes in the order of their virtual IDs: level by level, those of one level by number.
    pub fn level_order(&self) -> Vec<u32> {
        level_order(&self.levels)
    }

    /// Returns all edges, parent first, ordered by parent.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + Clone + '_ {
        self.children.pairs()
    }
}

/// Returns the number of TBs of a grid. The error says that they are more than a graph may have.
pub fn tbs_of(grid: [u32; 3]) -> Result<u32, GraphError> {
    let most = |nodes: &u128| *nodes <= u128::from(MAX_NODES);
    let nodes: u128 = grid.iter().map(|&size| u128::from(size)).product();
    Some(nodes)
        .filter(most)
        .map(|nodes| nodes as u32)
        .ok_or_else(|| GraphError::Nodes { nodes: u64::try_from(nodes).unwrap_or(u64::MAX) })
}

fn moved(at: [u32; 3], offset: [i32; 3]) -> Option<[u32; 3]> {
    let mut index = at;
    for (index, offset) in index.iter_mut().zip(offset) {
        *index = index.checked_add_signed(offset)?;
    }
    Some(index)
}

#[cfg(test)]
mod tests;
