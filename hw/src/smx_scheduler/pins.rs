//! Pins of the SMX scheduler (TB distributor). Encodings as in `kernel_distributor::pins`.
//!
//! SSCR holds KDEI, AGEI and NextBL of what is being distributed; TBCR (one per SMX and TB slot)
//! holds KDEI, AGEI, BLKID and demand of what runs there.
//!
//! 1. The scheduler takes the kernel at `head_*`. First time: its native TBs, then `native_done`,
//!    then its groups from NAGEI on; later times its groups directly.
//! 2. TBs go out in order of their index, x fastest, at most one a cycle, to the next SMX after
//!    the last one chosen that has a free TB slot, threads, registers and shared memory for it,
//!    into its lowest free slot. `tb_valid` is high for one cycle a TB; the SMX always accepts.
//! 3. A group is read from the AGT by `take`. When its last TB is out, the scheduler advances the
//!    kernel to the group's Next: none if the group is LAGEI, else the Next field, which it
//!    reads again until it is written. Only after the advance is seen to be honoured is the group
//!    `done` (spilled groups are not). With no next group it sends `unmark`, and goes back to
//!    `head_*`.
//! 4. An ended TB is a stream, one every two cycles at most: its slot and resources are free one
//!    cycle after it is taken; `kd_end` is high for one cycle, `agt_end` is a stream (not for native or
//!    spilled TBs), and so is `node_end` (only for TBs of nodes). The next end is taken when this one
//!    has been: AGT and DATS take one whatever becomes of other TBs.
//! 5. A TB whose need exceeds an empty SMX never starts; the host refuses such kernels.
//! 6. Grid dimensions are at least 1.
//! 7. A kernel whose need has the `GRAPH` bit is a graph kernel. First time, `graph` offers once the
//!    address of its header, [`HEADER_BYTES`] below its parameters. Then each native TB is a node
//!    taken from `node`, in the order of that stream: its index is the node's, its BLKID the
//!    node's ID, and where it starts is said by rule 2. `node_ready` is high while an SMX has room.
//!    The TB of the node with `node_last` is the last native TB. When a node's TB has ended, `node_end`
//!    tells its ID. Groups chained to the kernel are as those of any other.
//! 8. A graph kernel is the head until its last node is taken, so its TBs must not wait for work
//!    that they launch: that would wait for the head in turn.

use serde::Serialize;

/// Size of the header of a graph kernel, which ends where its parameters begin (rule 7).
pub const HEADER_BYTES: u32 = 32;

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Params {
    /// SMXs, 1 to 32.
    pub smxs: u32,
    /// TB slots of one SMX, 1 to 32.
    pub slots: u32,
    /// Threads of one SMX, at most 4095.
    pub threads: u32,
    /// Registers of one SMX in units of 256, at most 511.
    pub registers: u32,
    /// Shared memory of one SMX in units of 256 B, at most 511.
    pub shared: u32,
}

crate::pins! { ($) smx_scheduler_ports;
    in {
        "Kernel Distributor" => {
            /// A marked kernel is at the head.
            head_valid: bit,
            /// Its entry.
            head_kdei: [5],
            /// Its native TBs have not been distributed.
            head_first: bit,
            /// Entry PC.
            head_pc: [32],
            /// Grid x in TBs.
            head_grid_x: [32],
            /// Grid y (low half) and z.
            head_grid_yz: [32],
            /// TB shape.
            head_shape: [32],
            /// Resources of one TB.
            head_need: [32],
            /// Parameter address.
            head_param: [32],
            /// The next group to distribute, or none.
            head_nagei: [32],
            /// The last group linked.
            head_lagei: [32],
        }
        "AGT" => {
            /// The group to read is taken.
            take_ready: bit,
            /// A group has been read.
            group_valid: bit,
            /// AggDim x.
            group_grid_x: [32],
            /// AggDim y (low half) and z.
            group_grid_yz: [32],
            /// Parameter address.
            group_param: [32],
            /// The group after it, or none.
            group_next: [32],
            /// The distributed group is taken.
            done_ready: bit,
            /// The ended TB is taken.
            agt_end_ready: bit,
        }
        "DATS" => {
            /// The graph is taken.
            graph_ready: bit,
            /// A node is offered (rule 7).
            node_valid: bit,
            /// The node.
            node_id: [32],
            /// Its TB index x.
            node_block_x: [32],
            /// Its TB index y (low half) and z.
            node_block_yz: [32],
            /// It is the graph's last with a TB.
            node_last: bit,
            /// The node whose TB has ended is taken.
            node_end_ready: bit,
        }
        "SMXs" => {
            /// A TB has ended.
            end_valid: bit,
            /// Where it ran.
            end_smx: [5],
            /// In which slot.
            end_slot: [5],
        }
    }
    out {
        "Kernel Distributor" => {
            /// All native TBs of the head are out.
            native_done: bit,
            /// Advance the head's NAGEI.
            advance_valid: bit,
            /// To this group, or none; zero while `advance_valid` is low.
            advance_next: [32],
            /// The head has nothing left.
            unmark: bit,
            /// A TB has ended.
            kd_end_valid: bit,
            /// Its kernel's entry; zero while low.
            kd_end_kdei: [5],
        }
        "AGT" => {
            /// A group to read is offered.
            take_valid: bit,
            /// The group; zero while low.
            take_agei: [32],
            /// A fully distributed group is offered.
            done_valid: bit,
            /// The group; zero while low.
            done_agei: [32],
            /// How many TBs it had; zero while low.
            done_count: [30],
            /// An ended TB is offered.
            agt_end_valid: bit,
            /// Its group; zero while low.
            agt_end_agei: [32],
        }
        "DATS" => {
            /// A graph is offered (rule 7).
            graph_valid: bit,
            /// Address of its header; zero while low.
            graph_header: [32],
            /// The node is taken.
            node_ready: bit,
            /// A node whose TB has ended is offered.
            node_end_valid: bit,
            /// The node; zero while low.
            node_end_id: [32],
        }
        "SMXs" => {
            /// A TB starts; all `tb_*` fields are zero while low. Also the KD's `start`.
            tb_valid: bit,
            /// On this SMX.
            tb_smx: [5],
            /// In this slot.
            tb_slot: [5],
            /// Its kernel's entry.
            tb_kdei: [5],
            /// Its group, or none for a native TB.
            tb_agei: [32],
            /// Entry PC.
            tb_pc: [32],
            /// Parameter address.
            tb_param: [32],
            /// TB shape.
            tb_shape: [32],
            /// Grid or AggDim x.
            tb_grid_x: [32],
            /// Grid or AggDim y (low half) and z.
            tb_grid_yz: [32],
            /// TB index x (BLKID).
            tb_block_x: [32],
            /// TB index y (low half) and z.
            tb_block_yz: [32],
            /// The ended TB is taken.
            end_ready: bit,
        }
        "Status" => {
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
