//! Pins of the Dependency-Aware Thread block Scheduler (DATS).
//!
//! A *node* of a graph is a TB, or a barrier without one; its *ID* is its place in the graph's node
//! array. Nodes are numbered level by level, the level of a node being the longest path to it. The
//! *header* of a graph is eight words in memory: 0 nodes, 1 edges, 2 base of the node array, 3 base of
//! the edge array, 4 level bound (bits 15..0) and policy (bit 16: 0 LRR, 1 LVL), 5 width of the TB
//! index in x (bits 7..0) and y (15..8), 6 nodes that have a TB (at least 1), 7 unused.
//!
//! 1. `graph` takes the address of a header, whose words 0 to 6 are then read, each once, in order.
//!    `graph_ready` is high after reset, and again after the last node with a TB of the graph taken
//!    before has been issued.
//! 2. Then words 0 to 3 are offered to the DGB by `start`, until it is free and takes them. So the header of
//!    a graph may be read while barriers of the one before are left in the DGB.
//! 3. `limit_level` is set when `start` is taken: to 0xFFFF, which bounds nothing, under LRR, and to the
//!    level bound under LVL. From then on, under LVL, it is the most that `tail_level` and the bound have
//!    added up to, at most 0xFFFF, one cycle later. It does not fall while a graph lives. The oldest node
//!    that is not done is never above it, and that node's parents are done: so a bound, also of 0, delays
//!    nodes but stops none for ever.
//! 4. `node` takes what the DGB offers into two places, first in, first out. A node whose `node_tb` is
//!    not [`BARRIER`] is offered by `issue` with its TB index unpacked: x in the lowest bits of
//!    `node_tb`, y in the next, z in the rest. `issue_last` marks the last one of the graph.
//! 5. A barrier, when it comes first, is given back by `done` as soon as that is free.
//! 6. `end` takes the node of an ended TB, and `done` tells the DGB. There is one place for both; an
//!    end goes before a barrier.
//! 7. Nothing here waits in a circle. An end waits only for the DGB to take the `done` before it, which
//!    needs no node to be issued. A barrier waits for that too, and for the ends of the TBs that run,
//!    which are finitely many while it is in the way of other nodes. A node waits for room on an SMX,
//!    which comes with ends.
//! 8. Memory port: a stream of reads; responses in request order, always accepted.

use serde::Serialize;

/// A `node_tb` without TB.
pub const BARRIER: u32 = u32::MAX;

/// Bit of header word 4: levels are bounded (LVL).
pub const BOUNDED: u32 = 1 << 16;

/// DATS has no sizes to choose: IDs and TB indices are as wide as their pins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Params {}

crate::pins! { ($) dats_ports;
    in {
        "SMX scheduler" => {
            /// A graph is offered (rule 1).
            graph_valid: bit,
            /// Address of its header.
            graph_header: [32],
            /// The issued node is taken.
            issue_ready: bit,
            /// A node whose TB has ended is offered (rule 6).
            end_valid: bit,
            /// The node.
            end_node: [32],
        }
        "DGB" => {
            /// The graph is taken, which says that no other lives.
            start_ready: bit,
            /// A ready node is offered (rule 4).
            node_valid: bit,
            /// The node.
            node_id: [32],
            /// Its packed TB index, or `BARRIER`.
            node_tb: [32],
            /// Its level; the DGB compares it with `limit_level`.
            node_level: [16],
            /// The done node is taken.
            done_ready: bit,
            /// Level of the oldest node that is not done; never falls while a graph lives, else 0.
            tail_level: [16],
        }
        "Memory" => {
            /// The request is taken.
            mem_req_ready: bit,
            /// A read's data.
            mem_resp_valid: bit,
            /// The word.
            mem_resp_data: [32],
        }
    }
    out {
        "SMX scheduler" => {
            /// The graph is taken.
            graph_ready: bit,
            /// A node is issued; the fields below are zero while low.
            issue_valid: bit,
            /// The node.
            issue_node: [32],
            /// Its TB index x.
            issue_block_x: [32],
            /// Its TB index y (low half) and z.
            issue_block_yz: [32],
            /// It is the graph's last with a TB.
            issue_last: bit,
            /// The node whose TB has ended is taken.
            end_ready: bit,
        }
        "DGB" => {
            /// A graph is started; the fields below are zero while low.
            start_valid: bit,
            /// Its nodes.
            start_nodes: [32],
            /// Its edges.
            start_edges: [32],
            /// Address of its node array.
            start_node_base: [32],
            /// Address of its edge array.
            start_edge_base: [32],
            /// Nodes of a higher level are not to be offered (rule 3).
            limit_level: [16],
            /// The ready node is taken.
            node_ready: bit,
            /// A node is done.
            done_valid: bit,
            /// The node; zero while low.
            done_node: [32],
        }
        "Memory" => {
            /// A read is offered.
            mem_req_valid: bit,
            /// Byte address of the word; zero while low.
            mem_req_addr: [32],
        }
        "Status" => {
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
