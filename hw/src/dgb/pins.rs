//! Pins of the Dependency Graph Buffer.
//!
//! A graph is stored in memory as two arrays. Node v has 16 bytes at node_base + 16 v: where its
//! edges start; its number of parents (low half) and its level; its TB index; zero. Its edges are
//! the words of the edge array from its start to that of node v + 1: children, each once and each
//! above v. Levels do not fall from node to node. Both arrays begin at a multiple of 128 bytes and
//! are padded to one.
//!
//! 1. The *window* is the contents of the Local Node Array (LNA): the nodes from the tail, the
//!    oldest that is not completed, to the youngest. Node v is in the entry v modulo the LNA's
//!    entries, edge e in the entry e modulo those of the Local Edge Array (LEA).
//! 2. Memory port: request stream. `mem_req_chunk` reads `chunk_bytes` from an aligned address,
//!    answered by that many words in order; without it one word is read, or written. Requests are
//!    carried out in order and answers come in order, always accepted. At most one node chunk and
//!    one edge chunk are under way. A chunk of nodes waits in the Node Insertion Buffer (NIB). The
//!    next is requested when the last node of the chunk has been read from there. A chunk of edges
//!    is requested when the LEA has room for all of it. Each chunk of either array is read once.
//! 3. The next node is inserted when the LNA has room and all edges before its start are in the
//!    LEA. The LEA then holds fewer than |LEA| edges of the window, so that equal starts mean no
//!    children. The next node is also inserted if the window is the tail alone. The tail's edges
//!    are then *streamed*: its completion frees their entries in the LEA one by one. So a node may
//!    have any number of children.
//! 4. `node` offers the smallest ready node, if its level is at most `limit_level`. The youngest of
//!    the window is not ready before the next is inserted, since only the next node says where its
//!    edges end; the last node of the graph has no edges. An offered node stays offered, though a
//!    smaller node may become ready meanwhile. A node without a TB has `node_tb` all ones.
//! 5. `done` completes a node. Each child in the window has one parent fewer, and is ready without
//!    parents; a child beyond the window goes to the Pending Update Buffer (PUB). One node is
//!    completed at a time. The tail moves past completed nodes, one per cycle.
//! 6. Before a node is inserted, the PUB is turned once: each entry that names the node is removed
//!    and counts as a completed parent.
//! 7. With the PUB full, a completion waits while the loader can still insert nodes, since
//!    insertions empty the PUB. The loader cannot insert if the LNA is full, or if the next node's
//!    edges are missing and the LEA has no room for their chunk. Then the update is made where the
//!    child's number of parents still is: in the NIB, or by a read and a write of its word in
//!    memory. No node chunk is under way or requested between the two. The completion is final with
//!    its last write on the pins: later requests are carried out later.
//! 8. `tail_level` follows the level of the tail and never falls while a graph is active.
//!    `limit_level` does not fall while a graph is active, and is not below `tail_level` for long.
//!    Both are levels, not streams: who raises one keeps its own `idle` low in the cycle in which it
//!    has risen. Who reads it is not idle from the next on, if there is anything to do.
//! 9. When the last node is completed and no answer is missing, the graph is over: `start_ready` is
//!    high again and `tail_level` zero. A graph without nodes is over at once.
//!
//! Progress. The tail always makes progress. All its parents are older than the window, hence
//! completed and counted, so it is ready. Rule 3 inserts its successor at the latest when the tail
//! is alone, so it is offered, as its level is `tail_level`. Its completion, or one it waits
//! behind, has finitely many edges and waits for three events only. First, a streamed edge: the
//! completion itself makes the room for its chunk, as |LEA| is at least two chunks. Second, an
//! entry of the PUB: either the loader inserts, which without a completion it can do only until the
//! LNA is full, or it cannot, and rule 7 ends the wait. Third, memory, which answers.
//!
//! Without rule 7 some graphs deadlock. Take four nodes without parents, the first of which is the
//! parent of 4, 5 and 6, an LNA of four and a PUB of two. Nodes 4 and 5 fill the PUB. The
//! completion of node 0 waits for a PUB entry, the PUB entries wait for the insertion of node 4,
//! and this insertion waits for the LNA entry of node 0.

use crate::kit::unit::Allowed;
use serde::{Deserialize, Serialize};

/// How many entries the Local Node Array may have.
pub const NODES: Allowed = Allowed::PowersOfTwo(4, 1024);
/// How many entries the Pending Update Buffer may have.
pub const PUB_ENTRIES: Allowed = Allowed::Range(1, 64);
/// How many bits a node's number may have.
pub const ID_BITS: Allowed = Allowed::OneOf(&[16, 24]);

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Entries of the Local Node Array: a power of two, 4 to 1024.
    pub nodes: u32,
    /// Entries of the Local Edge Array: a power of two, at least two chunks, up to 65536.
    pub edges: u32,
    /// Entries of the Pending Update Buffer, 1 to 64.
    pub pub_entries: u32,
    /// Bytes of a chunk: 32 or 128.
    pub chunk_bytes: u32,
    /// Bits of a node's number and of a TB index, 16 or 24. All ones is neither a node nor a TB.
    pub id_bits: u32,
}

impl Params {
    /// Nodes in a chunk.
    pub fn chunk_nodes(&self) -> u32 {
        self.chunk_bytes / super::NODE_BYTES
    }

    /// Words, and so edges, in a chunk.
    pub fn chunk_words(&self) -> u32 {
        self.chunk_bytes / 4
    }

    /// The largest number of `id_bits`.
    pub fn id_mask(&self) -> u32 {
        (1 << self.id_bits) - 1
    }
}

crate::pins! { ($) dgb_ports;
    in {
        "DATS" => {
            /// A graph is offered.
            start_valid: bit,
            /// Number of nodes of the graph offered.
            start_nodes: [32],
            /// Number of edges of the graph offered.
            start_edges: [32],
            /// Address of the node array of the graph offered.
            start_node_base: [32],
            /// Address of the edge array of the graph offered.
            start_edge_base: [32],
            /// Highest level of a node that may be offered (rule 8).
            limit_level: [16] level,
            /// DATS takes the offered node.
            node_ready: bit,
            /// A completed node is offered (rule 5).
            done_valid: bit,
            /// Global number of the completed node.
            done_node: [32],
        }
        "Memory" => {
            /// Memory takes the request.
            mem_req_ready: bit,
            /// Memory answers a word.
            mem_resp_valid: bit,
            /// Word that memory answers.
            mem_resp_data: [32],
        }
    }
    out {
        "DATS" => {
            /// No graph is active; the DGB takes the offered graph.
            start_ready: bit,
            /// A ready node is offered (rule 4); all `node_*` fields are zero while low.
            node_valid: bit,
            /// Global number of the node offered.
            node_id: [32],
            /// Packed TB index of the node offered; all ones for a node without a TB.
            node_tb: [32],
            /// Level of the node offered.
            node_level: [16],
            /// The DGB takes the completed node.
            done_ready: bit,
            /// Level of the tail, the oldest incomplete node; zero without a graph (rule 8).
            tail_level: [16],
        }
        "Memory" => {
            /// The DGB offers a request to memory; all `mem_req_*` fields are zero while low.
            mem_req_valid: bit,
            /// The memory request is a write of a word.
            mem_req_write: bit,
            /// The memory request is a read of a chunk.
            mem_req_chunk: bit,
            /// Byte address of the word or chunk.
            mem_req_addr: [32],
            /// Word to write; zero for reads.
            mem_req_data: [32],
        }
        "Status" => {
            /// Number of entries of the Pending Update Buffer in use.
            pub_used: [16],
            /// Nothing to do until an input comes or `limit_level` rises.
            idle: bit,
        }
    }
}
