//! Writes graphs as text that other programs read, such as the readers of workload inputs.

use super::{DependencyGraph, Node};
use std::io::{Result, Write};

impl DependencyGraph {
    /// Writes the graph in DOT: nodes by number, TBs before barrier nodes, which are drawn as points.
    pub fn write_dot(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out, "digraph dependencies {{")?;
        for node in 0..self.nodes() {
            match self.node(node) {
                Node::Tb(tb) => writeln!(out, "{tb};")?,
                Node::Barrier => writeln!(out, "{node} [shape=point];")?,
            }
        }
        for (from, to) in self.pairs() {
            writeln!(out, "{from} -> {to};")?;
        }
        writeln!(out, "}}")
    }

    /// Writes the graph in Matrix Market format. Row i, column j is the edge from node i to node j, counted from
    /// 1.
    pub fn write_matrix_market(&self, out: &mut impl Write) -> Result<()> {
        writeln!(out, "%%MatrixMarket matrix coordinate pattern general")?;
        writeln!(out, "{0} {0} {1}", self.nodes(), self.edges())?;
        for (from, to) in self.pairs() {
            writeln!(out, "{} {}", from + 1, to + 1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dot_text_names_every_node_and_edge() {
        let graph = DependencyGraph::with_barriers(&[0, 1]).unwrap();
        let mut text = Vec::new();
        graph.write_dot(&mut text).unwrap();
        let expected = "digraph dependencies {\n0;\n1;\n2 [shape=point];\n0 -> 2;\n2 -> 1;\n}\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn the_matrix_market_text_counts_nodes_from_1() {
        let graph = DependencyGraph::with_barriers(&[0, 1]).unwrap();
        let mut text = Vec::new();
        graph.write_matrix_market(&mut text).unwrap();
        let expected = "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 3\n3 2\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
