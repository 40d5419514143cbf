//! Dependency graphs: their shapes, and their arrays in memory.

use crate::dgb::pins::Params;
use crate::dgb::NO_TB;
use proptest::prelude::*;
use std::ops::Range;

/// The highest level: a limit of all ones is none.
const HIGHEST: u32 = 0xFFFE;

/// Nodes renamed level by level, with the data that the unit gets for each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// Children of each node, each once and with a larger number.
    pub children: Vec<Vec<u32>>,
    /// Parents of each node.
    pub parents: Vec<u32>,
    /// Longest path from a root, unless raised.
    pub levels: Vec<u32>,
    /// TB index of each node, all ones for none.
    pub tbs: Vec<u32>,
}

impl Graph {
    /// Makes a graph of edges from smaller to larger numbers.
    pub fn new(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut old = vec![Vec::new(); nodes];
        for (parent, child) in edges {
            old[parent].push(child);
        }
        let mut levels = vec![0; nodes];
        for parent in 0..nodes {
            for &child in &old[parent] {
                levels[child] = levels[child].max(levels[parent] + 1);
            }
        }
        let mut order: Vec<usize> = (0..nodes).collect();
        order.sort_by_key(|&node| levels[node]);
        let mut names = vec![0; nodes];
        for (name, &node) in order.iter().enumerate() {
            names[node] = name as u32;
        }
        let mut graph = Self { parents: vec![0; nodes], ..Self::default() };
        for (name, &node) in order.iter().enumerate() {
            let mut children: Vec<u32> = old[node].iter().map(|&child| names[child]).collect();
            children.sort_unstable();
            children.dedup();
            for &child in &children {
                graph.parents[child as usize] += 1;
            }
            graph.children.push(children);
            graph.levels.push(levels[node]);
            // Any 16 bits except all ones, which means no TB.
            let tb = (name as u32).wrapping_mul(0x9E37_79B1) >> 16;
            graph.tbs.push(if name % 7 == 5 || tb == 0xFFFF { NO_TB } else { tb });
        }
        graph
    }

    /// Spreads the levels, with the lowest not zero: the only rule is that they do not fall.
    pub fn raised(mut self, step: u16, first: u16) -> Self {
        let top = self.levels.last().copied().unwrap_or(0);
        let step = 1 + u32::from(step) % (HIGHEST / (top + 1));
        let first = u32::from(first) % (HIGHEST - top * step + 1);
        for level in &mut self.levels {
            *level = first + *level * step;
        }
        self
    }

    /// Number of edges.
    pub fn edges(&self) -> usize {
        self.children.iter().map(Vec::len).sum()
    }

    /// Number of edges before those of each node, and in all.
    pub fn starts(&self) -> Vec<u32> {
        let mut start = 0;
        let mut starts = vec![start];
        for children in &self.children {
            start += children.len() as u32;
            starts.push(start);
        }
        starts
    }

    /// The node array, padded to 128 bytes.
    pub fn node_words(&self) -> Vec<u32> {
        let entry = |(node, start)| {
            [start, self.parents[node] | self.levels[node] << 16, self.tbs[node], 0]
        };
        padded(
            self.starts()
                .into_iter()
                .enumerate()
                .take(self.parents.len())
                .flat_map(entry)
                .collect(),
        )
    }

    /// The edge array, padded to 128 bytes.
    pub fn edge_words(&self) -> Vec<u32> {
        padded(self.children.iter().flatten().copied().collect())
    }
}

fn padded(mut words: Vec<u32>) -> Vec<u32> {
    words.resize(words.len().next_multiple_of(32), 0);
    words
}

/// Makes a column of nodes, each the parent of the next.
pub fn chain(nodes: usize) -> Graph {
    Graph::new(nodes, (1..nodes).map(|node| (node - 1, node)))
}

/// Makes a rectangle of nodes, each the parent of its right and its lower neighbour.
pub fn wavefront(width: usize, height: usize) -> Graph {
    let at = move |x: usize, y: usize| y * width + x;
    let cells = (0..height).flat_map(move |y| (0..width).map(move |x| (x, y)));
    let edges = cells.flat_map(move |(x, y)| {
        let right = (x + 1 < width).then(|| (at(x, y), at(x + 1, y)));
        let below = (y + 1 < height).then(|| (at(x, y), at(x, y + 1)));
        right.into_iter().chain(below)
    });
    Graph::new(width * height, edges)
}

/// Makes one parent of all others, which all are parents of the last.
pub fn star(children: usize) -> Graph {
    let last = children + 1;
    let edges = (1..last).flat_map(|child| [(0, child), (child, last)]);
    Graph::new(children + 2, edges)
}

/// Makes layers in which every node waits for all nodes of the layer before.
pub fn layers(count: usize, width: usize) -> Graph {
    let pairs = move |layer: usize| {
        (0..width * width)
            .map(move |pair| (layer * width + pair / width, (layer + 1) * width + pair % width))
    };
    Graph::new(count * width, (1..count).flat_map(move |layer| pairs(layer - 1)))
}

/// Makes layers with a barrier node between two layers: it waits for the first, and the second
/// waits for it.
pub fn barriers(count: usize, width: usize) -> Graph {
    let step = width + 1;
    let edges = (1..count).flat_map(move |layer| {
        let barrier = layer * step - 1;
        (0..width).flat_map(move |n| [(barrier - width + n, barrier), (barrier, barrier + 1 + n)])
    });
    Graph::new(count * step, edges)
}

/// Makes each node the parent of the node one stride further: children beyond the window fill the
/// PUB.
pub fn strides(nodes: usize, stride: usize) -> Graph {
    Graph::new(nodes, (stride..nodes).map(|node| (node - stride, node)))
}

/// Makes graphs of all shapes: often small, often at sizes that fill and wrap the unit.
pub fn graphs(params: &Params) -> BoxedStrategy<Graph> {
    let (nodes, edges) = (params.nodes as usize, params.edges as usize);
    // More children than the LEA has entries, if these are not thousands.
    let shapes = prop_oneof![3 => shapes(12, 32), 1 => shapes(nodes, edges.min(512))];
    let raised = (shapes.clone(), any::<u16>(), any::<u16>())
        .prop_map(|(graph, step, first)| graph.raised(step, first));
    prop_oneof![1 => shapes, 2 => raised].boxed()
}

/// Makes layers of nodes, each with a few parents in the layer before, that fill the window.
pub fn level_by_level(params: &Params) -> impl Strategy<Value = Graph> {
    let most = params.nodes.min(128) as usize;
    (2..5usize, 2..(most / 2).max(6)).prop_flat_map(|(count, width)| {
        let parents = prop::collection::vec((0..width, 0..width), count * width);
        parents.prop_map(move |parents| {
            let edges = parents.into_iter().enumerate().flat_map(move |(child, (one, other))| {
                let layer = (child / width).checked_sub(1);
                let of = move |parent| layer.map(|layer| (layer * width + parent, child));
                [of(one), of(other)].into_iter().flatten()
            });
            Graph::new(count * width, edges)
        })
    })
}

/// Makes shapes for a window of `nodes` nodes and `edges` edges.
fn shapes(nodes: usize, edges: usize) -> BoxedStrategy<Graph> {
    let random = (1..2 * nodes).prop_flat_map(|nodes| {
        let pairs = prop::collection::vec((0..nodes, 0..nodes), 0..2 * nodes);
        pairs.prop_map(move |pairs| {
            let upward = pairs.into_iter().filter(|(a, b)| a != b);
            Graph::new(nodes, upward.map(|(a, b)| (a.min(b), a.max(b))))
        })
    });
    let side = 1..nodes.isqrt() * 3 / 2 + 3;
    let few = 1..nodes.isqrt() + 4;
    prop_oneof![
        1 => Just(chain(0)),
        1 => (1..3usize).prop_map(chain),
        2 => (0..nodes.min(64) * 3).prop_map(chain),
        3 => (side.clone(), side).prop_map(|(width, height)| wavefront(width, height)),
        2 => (1..edges / 4 + 20).prop_map(star),
        1 => (edges..edges + edges.min(16)).prop_map(star),
        3 => (1..5usize, few.clone()).prop_map(|(count, width)| layers(count, width)),
        2 => (1..5usize, few).prop_map(|(count, width)| barriers(count, width)),
        3 => (1..2 * nodes + 8, 1..nodes * 3 / 2).prop_map(|(nodes, stride)| strides(nodes, stride)),
        4 => random,
    ]
    .boxed()
}

/// Makes graphs with more nodes than a trial completes, one high bit and a few low bits in their
/// number, with one edge each.
pub fn huge(strides_of: Range<usize>) -> impl Strategy<Value = Graph> {
    (many(), strides_of).prop_map(|(nodes, stride)| strides(nodes, stride))
}

/// Makes graphs that take too long with slow memory. They have as many nodes with some edges each,
/// or more edges than the LEA of the smallest unit has entries. Or one node has hundreds of
/// children, all of them parents of another.
pub fn dense() -> impl Strategy<Value = Graph> {
    prop_oneof![
        2 => (many(), 2..20usize).prop_map(|(nodes, width)| layers(nodes / width, width)),
        1 => (32..300usize).prop_map(star),
    ]
}

fn many() -> impl Strategy<Value = usize> {
    (10..16u32, 0..8usize).prop_map(|(bit, more)| (1 << bit) + more)
}
