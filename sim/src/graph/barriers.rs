//! Global barriers as nodes of a graph.

use super::{DependencyGraph, GraphError};

impl DependencyGraph {
    /// Builds a graph in which the TBs of each level, `levels[tb]`, start after all TBs of the level before have
    /// completed. Between two levels there is one barrier node. Levels without TBs are skipped.
    pub fn with_barriers(levels: &[u32]) -> Result<Self, GraphError> {
        let level = |tb: u32| levels[tb as usize];
        let mut order: Vec<u32> = (0..levels.len() as u32).collect();
        order.sort_by_key(|&tb| level(tb));
        let tbs = order.len() as u64;
        let groups: Vec<&[u32]> = order.chunk_by(|&a, &b| level(a) == level(b)).collect();
        let nodes = tbs + groups.len().saturating_sub(1) as u64;
        let between = groups.windows(2).zip(order.len() as u32..);
        let edges = between.flat_map(|(groups, barrier)| {
            let before = groups[0].iter().map(move |&tb| (tb, barrier));
            before.chain(groups[1].iter().map(move |&tb| (barrier, tb)))
        });
        Self::build(order.len() as u32, nodes, 2 * tbs, edges)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Node;
    use super::*;

    #[test]
    fn one_barrier_separates_two_levels() {
        let graph = DependencyGraph::with_barriers(&[0, 1, 1, 2]).unwrap();
        let edges = [(0, 4), (1, 5), (2, 5), (4, 1), (4, 2), (5, 3)];
        assert_eq!(graph.pairs().collect::<Vec<_>>(), edges);
        assert_eq!(graph.levels(), [0, 2, 2, 4, 1, 3]);
        assert_eq!((graph.tbs(), graph.nodes()), (4, 6));
        assert_eq!((graph.node(3), graph.node(4)), (Node::Tb(3), Node::Barrier));
        assert_eq!(graph.level_order(), [0, 4, 1, 2, 5, 3]);
    }

    #[test]
    fn levels_without_tbs_take_no_barrier() {
        let graph = DependencyGraph::with_barriers(&[7, 2]).unwrap();
        assert_eq!(graph.pairs().collect::<Vec<_>>(), [(1, 2), (2, 0)]);
        assert_eq!(DependencyGraph::with_barriers(&[5]).unwrap().nodes(), 1);
        assert_eq!(DependencyGraph::with_barriers(&[]).unwrap().nodes(), 0);
    }
}
