//! Figure 11 of the thesis: the kernels of one iteration of BFS.

use super::super::benchmarks::TABLE_2;
use super::super::case::{Records, Variant, K20C};
use super::super::trace::Trace;

const RECORDED: Variant = Variant {
    records: Records::Launches,
    ..K20C.variant("cdp-launches", &[("kernel.launch", "cdp")])
};

/// Traces of kernels. The source shows iteration 5 of its citation graph; ours is the iteration
/// with most children.
pub const TRACES: &[Trace] = &[Trace {
    id: "cdp-fig11",
    title: "kernels of BFS on the citation graph over time",
    benchmark: TABLE_2[2],
    variant: RECORDED,
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_benchmark_is_bfs_on_the_citation_graph() {
        assert_eq!(TRACES[0].benchmark.name, "bfs_citation");
    }
}
