//! The errors of a dependency graph.

use super::{MAX_EDGES, MAX_NODES};
use crate::exec::Fault;
use thiserror::Error;

/// Most nodes of a cycle that an error names.
const MOST_NAMED: usize = 12;

/// Why a graph cannot be built or given to the hardware.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GraphError {
    /// More TBs than a graph may have.
    #[error("a dependency graph of {nodes} nodes; at most {MAX_NODES} are possible")]
    Nodes {
        /// Number of nodes requested.
        nodes: u64,
    },
    /// More edges than a graph may have.
    #[error("a dependency graph of {edges} edges; at most {MAX_EDGES} are possible")]
    Edges {
        /// Number of edges given.
        edges: u64,
    },
    /// An edge from or to a node that does not exist.
    #[error(
        "the edge {from} -> {to} names a node that is not there: the graph has {nodes}, from 0 on"
    )]
    NoSuchNode {
        /// The parent.
        from: u32,
        /// The child.
        to: u32,
        /// Number of nodes of the graph.
        nodes: u32,
    },
    /// TBs that wait for each other.
    #[error("the TBs wait for each other, so none of them could start: {}; drop one of these dependences", path(nodes))]
    Cycle {
        /// The nodes of one cycle, each the parent of the next and the last that of the first.
        nodes: Vec<u32>,
    },
    /// The graph does not match the grid.
    #[error("the grid has {tbs} TBs and the dependency graph {nodes}; give both the same number")]
    Grid {
        /// TBs of the grid.
        tbs: u64,
        /// Number of nodes of the graph.
        nodes: u32,
    },
    /// The IDs of the hardware are too narrow for the nodes.
    #[error("{nodes} nodes do not fit IDs of {id_bits} bits, which distinguish at most {most}; use a machine with wider IDs or fewer TBs")]
    IdBits {
        /// Number of nodes of the graph.
        nodes: u32,
        /// Width of an ID in bits.
        id_bits: u32,
        /// Most nodes that the IDs can distinguish.
        most: u32,
    },
    /// The indices of TBs do not fit an ID.
    #[error("TB indices of the grid {} x {} x {} take {} bits ({} + {} + {}), an ID has {id_bits}; give the grid a shape nearer to powers of two, or use a machine with wider IDs",
        grid[0], grid[1], grid[2], bits.iter().sum::<u32>(), bits[0], bits[1], bits[2])]
    TbIndex {
        /// Grid dimensions in TBs.
        grid: [u32; 3],
        /// Bits of x, y and z.
        bits: [u32; 3],
        /// Width of an ID in bits.
        id_bits: u32,
    },
    /// A node with too many parents.
    #[error("{node} has {parents} parents; the hardware counts at most 65535, so put barriers of fewer parents between")]
    Parents {
        /// The node, in words.
        node: String,
        /// Number of its parents.
        parents: u32,
    },
    /// A graph that is too deep.
    #[error("the dependency graph has {levels} levels; the hardware numbers at most 65535, so launch it in parts")]
    Levels {
        /// Number of levels of the graph.
        levels: u32,
    },
    /// Accesses of TBs cannot be observed at this granularity.
    #[error("accesses cannot be distinguished at {bytes} bytes; choose a power of two from 4 on")]
    Granularity {
        /// The requested granularity in bytes.
        bytes: u64,
    },
    /// Dependences were requested for a kernel that launches kernels.
    #[error("kernel {kernel} launches kernels; dependences are inferred between the TBs of the host's launches only")]
    Nested {
        /// The kernel that the host launched.
        kernel: String,
    },
    /// The mapping function, or a TB whose accesses were observed, had a fault.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Writes a path such as `0 -> 3 -> 0`; the middle of a long one is left out.
fn path(nodes: &[u32]) -> String {
    let mut names: Vec<String> = nodes.iter().take(MOST_NAMED).map(u32::to_string).collect();
    if nodes.len() > MOST_NAMED {
        names.push(format!("({} more)", nodes.len() - MOST_NAMED));
    }
    names.extend(nodes.first().map(u32::to_string));
    names.join(" -> ")
}
