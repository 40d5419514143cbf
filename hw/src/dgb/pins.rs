//! Pins of the Dependency Graph Buffer.
//!
//! A graph lies in memory as two arrays. Node v has 16 bytes at node_base + 16 v: where its edges
//! start; its parents (low half) and its level; its TB index; zero. Its edges are the words of the
//! edge array from its start to that of node v + 1: children, each once and each above v. Levels
//! do not fall from node to node. Both arrays begin at a multiple of 128 bytes and are padded to
//! one.
//!
//! 1. The *window* is what is in the Local Node Array (LNA): the nodes from the tail, the oldest
//!    that is not done, to the youngest. Node v sits at v modulo the LNA's entries, edge e at e
//!    modulo those of the Local Edge Array (LEA).
//! 2. Memory port: request stream; `mem_req_chunk` reads `chunk_bytes` from an aligned address,
//!    answered by that many words in order; else one word is read, or written. Requests are
//!    carried out in order and answers come in order, always accepted. At most one node chunk and
//!    one edge chunk are under way. A chunk of nodes waits in the Node Insertion Buffer (NIB), and
//!    the next is requested when its last node has been read from there. A chunk of edges is
//!    requested when the LEA has room for all of it; each chunk of either array is read once.
//! 3. The next node is inserted when the LNA has room and all edges before its start are in the LEA,
//!    which then holds fewer than |LEA| edges of the window, so that equal starts mean no
//!    children. It is also inserted if the window is the tail alone; the tail's edges are then
//!    *streamed*: its completion gives their places in the LEA back one by one. So a node may have
//!    any number of children.
//! 4. `node` offers the smallest ready node, if its level is at most `limit_level`. The youngest of
//!    the window is not ready before the next is inserted, since only that one says where its
//!    edges end; the last of the graph has none. What is offered stays offered, though a smaller
//!    node may become ready meanwhile. A node without a TB has `node_tb` all ones.
//! 5. `done` completes a node: each child in the window has one parent less and is ready without
//!    any; a child beyond it goes to the Pending Update Buffer (PUB). One node is completed at a
//!    time. The tail moves past completed nodes, one a cycle.
//! 6. Before a node is inserted, the PUB is turned once: each entry that names the node is taken out
//!    and counts as a parent done.
//! 7. With the PUB full, a completion waits while the loader can still insert nodes, since
//!    insertions empty the PUB. Once it cannot - the LNA is full, or the next node's edges are
//!    missing and the LEA has no room for their chunk - the update is made where the child's parents
//!    are still kept: in the NIB, or by a read and a write of its word in memory. No node chunk is
//!    under way or requested between the two. The completion is final with its last write on the
//!    pins: whatever is requested later is carried out later.
//! 8. `tail_level` follows the level of the tail and never falls while a graph lives. `limit_level`
//!    neither falls while one lives nor, for long, is below `tail_level`. It is a level, not a
//!    stream: whoever raises it keeps its own `idle` low until the cycle after.
//! 9. When the last node is done and no answer is missing, the graph is over: `start_ready` is high
//!    again and `tail_level` zero. A graph without nodes is over at once.
//!
//! Progress. The tail always gets on. All its parents are older than the window, hence done and
//! counted, so it is ready. Rule 3 inserts its successor at the latest when the tail is alone, so it
//! is offered, as its level is `tail_level`. Its completion, or one it waits behind, has finitely many
//! edges and waits for three things only. For a streamed edge: the walk itself makes the room its chunk
//! needs, as |LEA| is at least two chunks. For an entry of the PUB: either the loader inserts, which
//! without a completion it can do only until the LNA is full, or it cannot, and rule 7 ends the wait. For
//! memory, which answers.
//!
//! Without rule 7 graphs stop. Four nodes without parents, the first of which is the parent of 4, 5
//! and 6, an LNA of four and a PUB of two: 4 and 5 fill the PUB, the completion of node 0 waits for an
//! entry, the entries for the insertion of 4, and that for the place of node 0.

use serde::Serialize;

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
            /// Its nodes.
            start_nodes: [32],
            /// Its edges.
            start_edges: [32],
            /// Address of the node array.
            start_node_base: [32],
            /// Address of the edge array.
            start_edge_base: [32],
            /// Nodes of a higher level are not offered (rule 8).
            limit_level: [16],
            /// The offered node is taken.
            node_ready: bit,
            /// A node is done (rule 5).
            done_valid: bit,
            /// The node.
            done_node: [32],
        }
        "Memory" => {
            /// The request is taken.
            mem_req_ready: bit,
            /// A word of an answer.
            mem_resp_valid: bit,
            /// The word.
            mem_resp_data: [32],
        }
    }
    out {
        "DATS" => {
            /// No graph lives; the offered graph is taken.
            start_ready: bit,
            /// A node is offered (rule 4); the fields below are zero while low.
            node_valid: bit,
            /// The node.
            node_id: [32],
            /// Its packed TB index; all ones: it has no TB.
            node_tb: [32],
            /// Its level.
            node_level: [16],
            /// The done node is taken.
            done_ready: bit,
            /// Level of the tail; zero without a graph (rule 8).
            tail_level: [16],
        }
        "Memory" => {
            /// A request is offered; the fields below are zero while low.
            mem_req_valid: bit,
            /// It is a write of a word.
            mem_req_write: bit,
            /// It is a read of a chunk.
            mem_req_chunk: bit,
            /// Byte address.
            mem_req_addr: [32],
            /// Word to write; zero for reads.
            mem_req_data: [32],
        }
        "Status" => {
            /// Entries of the PUB in use.
            pub_used: [16],
            /// Nothing to do until an input comes or `limit_level` rises.
            idle: bit,
        }
    }
}
