//! A graph as the hardware reads it from device memory: compressed sparse rows of virtual IDs, and a header.

use super::levels::level_order;
use super::{tb_index, DependencyGraph, GraphError, Node};
use crate::mem::{GlobalMemory, MemoryFault};

/// Bytes of the header, which directly precedes a graph kernel's parameters.
pub const HEADER_BYTES: u64 = 32;
/// Alignment and size granularity of both arrays, in bytes.
const ALIGN_BYTES: u64 = 128;
/// Number of words per node.
const NODE_WORDS: usize = 4;
/// Most parents of a node, and most levels of a graph.
const MOST: u32 = 0xFFFF;
/// TB index of a barrier node.
const NO_TB: u32 = u32::MAX;

/// The policies by which a ready node is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Chooses the smallest virtual ID.
    Lrr,
    /// Chooses the smallest virtual ID among the nodes at most this many levels beyond the oldest node that has
    /// not completed.
    Lvl(u16),
}

/// The two arrays of a graph. The hardware counts parents down in them when its own buffers are full, so each
/// launch requires its own image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphImage {
    nodes: Vec<u32>,
    edges: Vec<u32>,
    counts: [u32; 3],
    bits: [u32; 3],
}

impl GraphImage {
    /// Builds the image of a kernel with this grid for hardware with IDs of `id_bits` bits, 1 to 31.
    pub fn new(graph: &DependencyGraph, grid: [u32; 3], id_bits: u32) -> Result<Self, GraphError> {
        let bits = checked(graph, grid, id_bits)?;
        let order = level_order(graph.levels());
        let mut ids = vec![0; order.len()];
        for (id, &node) in (0..).zip(&order) {
            ids[node as usize] = id;
        }
        let padded = |words: usize| words.max(1).next_multiple_of(ALIGN_BYTES as usize / 4);
        let mut nodes = Vec::with_capacity(padded(NODE_WORDS * order.len()));
        let mut edges = Vec::with_capacity(padded(graph.edges() as usize));
        for &node in &order {
            let (level, parents) =
                (graph.levels()[node as usize], graph.parent_counts()[node as usize]);
            let tb = match graph.node(node) {
                Node::Tb(tb) => packed(tb_index(grid, tb), bits),
                Node::Barrier => NO_TB,
            };
            let first = edges.len();
            nodes.extend([first as u32, parents | level << 16, tb, 0]);
            edges.extend(graph.children(node).iter().map(|&child| ids[child as usize]));
            edges[first..].sort_unstable();
        }
        nodes.resize(padded(nodes.len()), 0);
        edges.resize(padded(edges.len()), 0);
        Ok(Self { nodes, edges, counts: [graph.nodes(), graph.edges(), graph.tbs()], bits })
    }

    /// Returns the node array, four words per node. The words are the start of its edges; its parents, with the
    /// level from bit 16 on; the packed index of its TB, all ones if it has none; and 0.
    pub fn node_words(&self) -> &[u32] {
        &self.nodes
    }

    /// Returns the edge array: the virtual ID of each edge's child.
    pub fn edge_words(&self) -> &[u32] {
        &self.edges
    }

    /// Returns the header for arrays at these addresses.
    pub fn header(&self, node_base: u32, edge_base: u32, policy: Policy) -> [u32; 8] {
        let [nodes, edges, tbs] = self.counts;
        let policy = match policy {
            Policy::Lrr => 0,
            Policy::Lvl(bound) => 1 << 16 | u32::from(bound),
        };
        let bits = self.bits[0] | self.bits[1] << 8;
        [nodes, edges, node_base, edge_base, policy, bits, tbs, 0]
    }

    /// Copies the arrays to device memory and returns the header.
    pub fn place(
        &self,
        memory: &mut GlobalMemory,
        policy: Policy,
    ) -> Result<[u32; 8], MemoryFault> {
        let mut array = |name: &'static str, words: &[u32]| {
            let base = memory.alloc_internal(name, 4 * words.len() as u64, ALIGN_BYTES)?;
            memory.write_u32s(base, words)?;
            // Device memory ends below 4 GiB.
            Ok(base as u32)
        };
        let node_base = array("the nodes of a dependency graph", &self.nodes)?;
        let edge_base = array("the edges of a dependency graph", &self.edges)?;
        Ok(self.header(node_base, edge_base, policy))
    }
}

/// Checks the graph against the grid and the limits of the hardware. Returns the bits of x, y and z.
fn checked(graph: &DependencyGraph, grid: [u32; 3], id_bits: u32) -> Result<[u32; 3], GraphError> {
    let tbs = grid.iter().map(|&size| u64::from(size)).fold(1, u64::saturating_mul);
    if tbs != u64::from(graph.tbs()) || tbs == 0 {
        return Err(GraphError::Grid { tbs, nodes: graph.tbs() });
    }
    let (nodes, most) = (graph.nodes(), (1 << id_bits) - 1);
    if nodes > most {
        return Err(GraphError::IdBits { nodes, id_bits, most });
    }
    let bits = grid.map(|size| u32::BITS - (size - 1).leading_zeros());
    if bits.iter().sum::<u32>() > id_bits {
        return Err(GraphError::TbIndex { grid, bits, id_bits });
    }
    let crowded = (0..nodes).find(|&node| graph.parent_counts()[node as usize] > MOST);
    if let Some(node) = crowded {
        let parents = graph.parent_counts()[node as usize];
        let node = match graph.node(node) {
            Node::Tb(tb) => format!("TB {tb}"),
            Node::Barrier => format!("barrier node {node}"),
        };
        return Err(GraphError::Parents { node, parents });
    }
    let levels = graph.depth();
    if levels > MOST {
        return Err(GraphError::Levels { levels });
    }
    Ok(bits)
}

/// Packs an index: x in the lowest bits, y above, then z.
fn packed([x, y, z]: [u32; 3], bits: [u32; 3]) -> u32 {
    x | y << bits[0] | z << (bits[0] + bits[1])
}

#[cfg(test)]
mod tests;
