//! The dependences between TBs that a graph from a file states.

use super::Graph;
use heddle_sim::graph::{DependencyGraph, GraphError};

impl Graph {
    /// Returns the dependency graph of the same edges, parent first. Its first `tbs` vertices are the TBs by number,
    /// the others barrier nodes.
    pub fn dependences(&self, tbs: u32) -> Result<DependencyGraph, GraphError> {
        DependencyGraph::build(tbs, self.vertices().into(), self.edges().into(), self.pairs())
    }
}

#[cfg(test)]
mod tests {
    use super::super::read_graph_from;
    use super::*;
    use heddle_sim::graph::Node;

    #[test]
    fn a_file_gives_the_tbs_first_and_then_the_barrier_nodes() {
        let read = read_graph_from("g", "digraph {\n0 -> 2\n2 -> 1\n}".as_bytes()).unwrap();
        let graph = read.dependences(2).unwrap();
        assert_eq!((graph.node(1), graph.node(2)), (Node::Tb(1), Node::Barrier));
        assert_eq!(
            read.dependences(4).unwrap_err().to_string(),
            "the grid has 4 TBs and the dependency graph 3; give both the same number"
        );
    }

    #[test]
    fn what_a_dependency_graph_writes_reads_back_as_the_same_graph() {
        let graph = DependencyGraph::with_barriers(&[0, 1, 1, 2]).unwrap();
        let (mut dot, mut matrix) = (Vec::new(), Vec::new());
        graph.write_dot(&mut dot).unwrap();
        graph.write_matrix_market(&mut matrix).unwrap();
        for text in [dot, matrix] {
            let read = read_graph_from("g", &text[..]).unwrap();
            assert_eq!(read.dependences(4).unwrap(), graph);
        }
    }
}
