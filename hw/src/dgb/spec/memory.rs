//! The memory that holds a graph. It checks the requests (rules 2 and 7).

use super::graph::Graph;
use crate::dgb::pins::{Out, Params};
use crate::dgb::{NODE_BYTES, PARENTS_OFFSET};
use crate::kit::spec::broken;
use crate::kit::Violation;
use proptest::prelude::*;
use std::collections::VecDeque;

/// The arrays, and the answers under way.
#[derive(Default)]
pub struct Memory {
    pub(super) chunk_bytes: u32,
    /// Address of the node array.
    pub node_base: u32,
    /// Address of the edge array.
    pub edge_base: u32,
    pub(super) nodes: Vec<u32>,
    pub(super) edges: Vec<u32>,
    /// Chunks requested of each array, and words of each that are under way.
    pub(super) asked: [u32; 2],
    /// Cycle from which a word may be answered, the word, and its array; 2 for a single word.
    pub(super) answers: VecDeque<(u64, u32, usize)>,
    /// The word that was read and must be written.
    pub(super) patched: Option<(u32, u32)>,
    /// Number of parents counted down in memory.
    pub patches: u64,
}

/// Addresses of a graph's node array and edge array.
pub type Bases = (u32, u32);

/// Addresses with room for any graph.
pub const FAR_APART: Bases = (0x4000_0000, 0xC000_0000);

/// Makes addresses: all multiples of 128 bytes that leave each array four megabytes, in different
/// halves of the address space.
pub fn bases() -> impl Strategy<Value = Bases> {
    let place = (0..=(0x8000_0000u32 - 0x40_0000) / 128).prop_map(|place| place * 128);
    (place.clone(), place, any::<bool>()).prop_map(|(nodes, edges, nodes_first)| {
        let half = 0x8000_0000;
        if nodes_first {
            (nodes, half + edges)
        } else {
            (half + nodes, edges)
        }
    })
}

impl Memory {
    /// A memory that holds no graph.
    pub fn new(params: &Params) -> Self {
        Self { chunk_bytes: params.chunk_bytes, ..Self::default() }
    }

    /// Replaces the graph by this one.
    pub fn hold(&mut self, graph: &Graph, bases: Bases) {
        (self.node_base, self.edge_base) = bases;
        self.nodes = graph.node_words();
        self.edges = graph.edge_words();
        self.asked = [0; 2];
    }

    /// Returns whether no answer is under way.
    pub fn is_quiet(&self) -> bool {
        self.answers.is_empty()
    }

    /// Takes a request; its answer may come from cycle `due` on.
    pub fn take(&mut self, out: &Out, due: u64) -> Result<(), Violation> {
        if out.mem_req_write && out.mem_req_chunk {
            return broken("rule 2: a chunk is written".into());
        }
        if out.mem_req_chunk {
            return self.chunk(out.mem_req_addr, due);
        }
        let offset = out.mem_req_addr.wrapping_sub(self.node_base);
        let index = (offset / 4) as usize;
        let chunk = offset / self.chunk_bytes;
        if index >= self.nodes.len() || offset % NODE_BYTES != PARENTS_OFFSET {
            return broken(format!("rule 7: {:#x} is no node's word", out.mem_req_addr));
        }
        if chunk < self.asked[0] {
            return broken(format!("rule 7: the chunk of {:#x} was read", out.mem_req_addr));
        }
        if self.answers.iter().any(|&(_, _, array)| array != 1) {
            return broken("rule 7: a word is requested while nodes are under way".into());
        }
        if !out.mem_req_write {
            self.patched = Some((out.mem_req_addr, self.nodes[index]));
            self.answers.push_back((due, self.nodes[index], 2));
            return Ok(());
        }
        let expected = self.patched.take().map(|(addr, word)| (addr, word.wrapping_sub(1)));
        if expected != Some((out.mem_req_addr, out.mem_req_data)) {
            let found = (out.mem_req_addr, out.mem_req_data);
            return broken(format!("rule 7: {found:x?} is written, not {expected:x?}"));
        }
        self.nodes[index] = out.mem_req_data;
        self.patches += 1;
        Ok(())
    }

    fn chunk(&mut self, addr: u32, due: u64) -> Result<(), Violation> {
        let of = |base: u32, words: &[u32]| addr.wrapping_sub(base) < 4 * words.len() as u32;
        let (array, base, words) = if of(self.node_base, &self.nodes) {
            (0, self.node_base, &self.nodes)
        } else if of(self.edge_base, &self.edges) {
            (1, self.edge_base, &self.edges)
        } else {
            return broken(format!("rule 2: {addr:#x} is outside the arrays"));
        };
        let next = base + self.asked[array] * self.chunk_bytes;
        if addr != next {
            return broken(format!("rule 2: {addr:#x} is requested, the next chunk is {next:#x}"));
        }
        if array == 0 && self.patched.is_some() {
            return broken("rule 7: nodes are requested while a word is patched".into());
        }
        if self.answers.iter().any(|&(_, _, under_way)| under_way == array) {
            return broken("rule 2: two chunks of an array are under way".into());
        }
        let first = ((addr - base) / 4) as usize;
        let chunk = &words[first..first + self.chunk_bytes as usize / 4];
        self.answers.extend(chunk.iter().map(|&word| (due, word, array)));
        self.asked[array] += 1;
        Ok(())
    }

    /// Returns the word answered in this cycle, if one is due.
    pub fn answer(&mut self, cycle: u64) -> Option<u32> {
        let &(due, word, _) = self.answers.front()?;
        if due > cycle {
            return None;
        }
        self.answers.pop_front();
        Some(word)
    }
}
