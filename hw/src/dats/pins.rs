//! Pins of the Dependency-Aware Thread block Scheduler (DATS) as a TB source.
//!
//! A *node* of a graph is a TB, or a barrier without one; its *ID* is its place in the graph's node
//! array. Nodes are numbered level by level, the level of a node being the longest path to it. The
//! *header* of a graph is eight words in memory: 0 nodes, 1 edges, 2 base of the node array, 3 base of
//! the edge array, 4 level bound (bits 15..0) and policy (bit 16: 0 LRR, 1 LVL), 5 width of the TB
//! index in x (bits 7..0) and y (15..8), 6 nodes that have a TB (at least 1), 7 unused.
//!
//! 1. `graph` takes a graph kernel: its entry and work, and the address of a header, whose words 0 to
//!    6 are then read, each once, in order. `graph_ready` is high after reset, and again from the
//!    cycle of `graph_done` on.
//! 2. `ask` asks the demand of the kernel's TBs for all SMXs, in the cycle after `graph` is taken.
//! 3. Words 0 to 3 are offered to the DGB by `start`, until it is free and takes them. So the header of
//!    a graph may be read while barriers of the one before are left in the DGB.
//! 4. `limit_level` is set when `start` is taken: to 0xFFFF, which bounds nothing, under LRR, and to the
//!    level bound under LVL. From then on, under LVL, it is the most that `tail_level` and the bound have
//!    added up to, at most 0xFFFF, one cycle later. It does not fall while a graph lives. The oldest node
//!    that is not done is never above it, and that node's parents are done: so a bound, also of 0, delays
//!    nodes but stops none forever.
//! 5. `node` takes what the DGB offers into two places, first in, first out. While the first of them has
//!    a TB, its `node_tb` not being [`BARRIER`], `want_smxs` names all SMXs; else it is zero.
//! 6. `grant_smxs` has at most one bit, one that `want_smxs` has too. The node leaves its place, and its
//!    TB is sent in the next cycle, always: with the kernel's work and the TB index unpacked, x in the
//!    lowest bits of `node_tb`, y in the next, z in the rest. The item is the node's ID.
//! 7. `graph_done` is high for one cycle, in that of the TB of the graph's last node with one. Barriers
//!    may be left then.
//! 8. A barrier, when it comes first, is given back by `done` as soon as that is free.
//! 9. `end` takes the node of an ended TB, and `done` tells the DGB. There is one place for both; an
//!    end goes before a barrier.
//! 10. Nothing here waits for itself. An end waits only for the DGB to take the `done` before it, which
//!     needs no node to be sent. A barrier waits for that too, and for the ends of the TBs that run,
//!     which are finitely many while it is in the way of other nodes. A node waits for room on an SMX,
//!     which comes with ends: a full machine lowers `room` and not `want`, so no TB is bound meanwhile.
//! 11. Memory port: a stream of reads; responses in request order, always accepted.

use serde::{Deserialize, Serialize};

/// A `node_tb` without TB.
pub const BARRIER: u32 = u32::MAX;

/// Bit of header word 4: levels are bounded (LVL).
pub const BOUNDED: u32 = 1 << 16;

/// Sizes; IDs and TB indices are as wide as their pins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// SMXs, 1 to 144.
    pub smxs: u32,
}

crate::pins! { ($) dats_ports;
    in {
        "FCFS" => {
            /// A graph kernel is offered (rule 1).
            graph_valid: bit,
            /// Entry of the kernel in the Kernel Distributor.
            graph_kdei: [KDEI],
            /// Entry PC.
            graph_pc: [32],
            /// Parameter address.
            graph_param: [32],
            /// TB shape.
            graph_shape: [29],
            /// Resources of one TB.
            graph_demand: [30],
            /// Grid x in TBs.
            graph_grid_x: [32],
            /// Grid y (low half) and z.
            graph_grid_yz: [32],
            /// Address of the graph's header.
            graph_header: [32],
        }
        "Grant" => {
            /// SMX on which the wanted TB is committed, one-hot or zero (rule 6).
            grant_smxs: {SMXS},
        }
        "Residency" => {
            /// A node whose TB has ended is offered (rule 9).
            end_valid: bit,
            /// The node whose TB has ended.
            end_item: [32],
        }
        "DGB" => {
            /// The graph is taken, which says that no other lives.
            start_ready: bit,
            /// A ready node is offered (rule 5).
            node_valid: bit,
            /// ID of the node offered.
            node_id: [32],
            /// Packed TB index of the node offered, or `BARRIER`.
            node_tb: [32],
            /// Level of the node offered; the DGB compares it with `limit_level`.
            node_level: [16],
            /// The done node is taken.
            done_ready: bit,
            /// Level of the oldest node that is not done; never falls while a graph lives, else 0.
            tail_level: [16] level,
        }
        "Memory" => {
            /// The request is taken.
            mem_req_ready: bit,
            /// Data of a read come.
            mem_resp_valid: bit,
            /// The word that was read.
            mem_resp_data: [32],
        }
    }
    out {
        "FCFS" => {
            /// The graph kernel is taken.
            graph_ready: bit,
            /// The last node's TB is sent (rule 7).
            graph_done: bit,
        }
        "Residency" => {
            /// A demand is asked (rule 2).
            ask_valid: bit,
            /// SMXs it is asked for; zero while `ask_valid` is low.
            ask_smxs: {SMXS},
            /// Resources of one TB; zero while `ask_valid` is low.
            ask_demand: [30],
            /// The node whose TB has ended is taken.
            end_ready: bit,
        }
        "Grant" => {
            /// SMXs that a TB is there for (rule 5).
            want_smxs: {SMXS},
        }
        "SMXs" => {
            /// The TB granted in the last cycle; all `tb_*` fields are zero while low (rule 6).
            tb_valid: bit,
            /// Entry of its kernel in the Kernel Distributor.
            tb_kdei: [KDEI],
            /// Node of the TB.
            tb_item: [32],
            /// DATS is to be told when the TB completes; as `tb_valid`.
            tb_tell_dats: bit,
            /// Entry PC.
            tb_pc: [32],
            /// Parameter address.
            tb_param: [32],
            /// TB shape.
            tb_shape: [29],
            /// Grid x in TBs.
            tb_grid_x: [32],
            /// Grid y (low half) and z.
            tb_grid_yz: [32],
            /// TB index x.
            tb_block_x: [32],
            /// TB index y (low half) and z.
            tb_block_yz: [32],
        }
        "DGB" => {
            /// A graph is started; the fields below are zero while low.
            start_valid: bit,
            /// Nodes of the graph.
            start_nodes: [32],
            /// Edges of the graph.
            start_edges: [32],
            /// Address of the graph's node array.
            start_node_base: [32],
            /// Address of the graph's edge array.
            start_edge_base: [32],
            /// Nodes of a higher level are not to be offered (rule 4).
            limit_level: [16],
            /// The ready node is taken.
            node_ready: bit,
            /// A node is done.
            done_valid: bit,
            /// The done node; zero while `done_valid` is low.
            done_node: [32],
        }
        "Memory" => {
            /// A read is offered.
            mem_req_valid: bit,
            /// Byte address of the word; zero while `mem_req_valid` is low.
            mem_req_addr: [32],
        }
        "Status" => {
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
