//! Pins of the FCFS TB source. Encodings as in `kernel_distributor::pins`; `shape` and `demand` without their
//! unused upper bits, the graph bit on a pin of its own.
//!
//! A *kernel* is a KDE of the Kernel Distributor. Its *work* is its native TBs and the groups linked to
//! it, in that order; its *chain* is the groups that are linked and not yet taken. A kernel is *in hand*
//! from its `look` until it leaves (rule 8), a group from the first cycle of its `take` on.
//!
//! 1. `enter` queues a new kernel: first-time, with an empty chain. It is always taken. An entry enters
//!    again only after all its work has been spent, two cycles or more after the last `spent`.
//! 2. `link` appends a group to the chain of a kernel that has entered. If the chain holds a group,
//!    `next` tells the AGT to write the Next field of the last one; if it is empty, nothing is written, also
//!    when the group before is still in hand: it is *captured*. A kernel that is neither queued nor in hand is
//!    queued again. At one edge a link queues before an `enter`.
//! 3. `link_ready` is low while a `next` waits, and no group is offered by `take` first then. So what
//!    the AGT reads of a group in hand, which does `next` before `take`, is final: Next is never read again.
//! 4. Kernels are looked at in the order of the queue, one in hand at a time. `kde_*` are the fields of
//!    the KDE looked at, from the cycle after `look` until the next `look`.
//! 5. `ask` names all SMXs and the demand of the kernel in hand. From the next cycle on `want_smxs`, all ones
//!    or zero, is high while a TB of the native grid or of the group read waits to be granted.
//! 6. A bit of `grant_smxs`, high only where `want_smxs` is, commits the next TB in order of its index, x
//!    fastest. `tb` is high in the next cycle: every grant is answered, nothing else is. `tb_item` is
//!    its index in the grid; `tb_tell_agt` is set for a group in the table, whose end the AGT is told of.
//! 7. The native TBs of a first-time graph kernel come from DATS: `graph` offers the kernel once, and
//!    `graph_done`, one cycle or more after it is taken and not before the cycle of the last node's TB,
//!    says that all nodes are out. Meanwhile nothing is asked or wanted here. Then `ask` comes anew.
//! 8. After the native TBs the groups are taken one by one. `take` offers the next; `group` answers, once, in
//!    a later cycle than the transfer. A group in the table is `done` when its last TB is out, a spilled one
//!    is not. Then, and after the native TBs, there is one cycle to go on: if the chain holds a group, it is taken as
//!    soon as no `next` waits; else the kernel leaves, and the next is looked at in the same cycle. A
//!    group linked at the end of that cycle queues the kernel again.
//! 9. `spent` is high once for the native TBs of a kernel and once for each of its groups: in the cycle of
//!    the last `tb`, of a group in the table one cycle after `done` is taken, and one cycle after `graph_done`.
//!    So the work of a kernel in hand is not all spent before the cycle in which it leaves or, after
//!    `graph_done`, the one before.
//! 10. Grid dimensions are at least 1.

use serde::{Deserialize, Serialize};

/// Size of the header of a graph kernel, which ends where its parameters begin.
pub const HEADER_BYTES: u32 = 32;

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Entries of the Kernel Distributor, 2 to 128.
    pub kdes: u32,
    /// SMXs, 1 to 144.
    pub smxs: u32,
}

crate::pins! { ($) fcfs_ports;
    in {
        "Kernel Distributor" => {
            /// A new kernel is offered (rule 1).
            enter_valid: bit,
            /// Entry of the new kernel.
            enter_kdei: [KDEI],
            /// Entry PC of the KDE looked at (rule 4).
            kde_pc: [32] level,
            /// Parameter address of the KDE looked at.
            kde_param: [32] level,
            /// TB shape of the KDE looked at.
            kde_shape: [29] level,
            /// Resources of one TB of the KDE looked at.
            kde_demand: [30] level,
            /// The KDE looked at holds a graph kernel.
            kde_graph: bit level,
            /// Grid x in TBs of the KDE looked at.
            kde_grid_x: [32] level,
            /// Grid y (low half) and z of the KDE looked at.
            kde_grid_yz: [32] level,
        }
        "AGT" => {
            /// A group to link is offered (rule 2).
            link_valid: bit,
            /// Entry of the kernel the group is linked to.
            link_kdei: [KDEI],
            /// AGEI of the group to link.
            link_agei: [32],
            /// The Next field to write is taken.
            next_ready: bit,
            /// The group to read is taken.
            take_ready: bit,
            /// The group taken last has been read (rule 8).
            group_valid: bit,
            /// AggDim x of the group read.
            group_grid_x: [32],
            /// AggDim y (low half) and z of the group read.
            group_grid_yz: [32],
            /// Parameter address of the group read.
            group_param: [32],
            /// AGEI of the group after the one read, or none.
            group_next: [32],
            /// The distributed group is taken.
            done_ready: bit,
        }
        "DATS" => {
            /// The graph kernel is taken.
            graph_ready: bit,
            /// All nodes of the graph kernel in hand are out (rule 7).
            graph_done: bit,
        }
        "Grant" => {
            /// The SMX that gets the next TB, one-hot, or zero (rule 6).
            grant_smxs: {SMXS},
        }
    }
    out {
        "Kernel Distributor" => {
            /// The new kernel is taken; always high.
            enter_ready: bit,
            /// A KDE is looked at (rule 4).
            look_valid: bit,
            /// Entry looked at; zero while `look_valid` is low.
            look_kdei: [KDEI],
            /// The native TBs or one group of a kernel are all out (rule 9).
            spent_valid: bit,
            /// Entry of that kernel; zero while `spent_valid` is low.
            spent_kdei: [KDEI],
        }
        "AGT" => {
            /// The link is taken.
            link_ready: bit,
            /// A Next field must be written; the fields below are zero while low.
            next_valid: bit,
            /// AGEI of the group to write to.
            next_prev: [32],
            /// AGEI of the group it is followed by.
            next_agei: [32],
            /// A group to read is offered.
            take_valid: bit,
            /// AGEI of the group to read; zero while `take_valid` is low.
            take_agei: [32],
            /// A fully distributed group is offered; the fields below are zero while low.
            done_valid: bit,
            /// AGEI of the distributed group.
            done_agei: [32],
            /// TBs of the distributed group.
            done_count: [30],
        }
        "DATS" => {
            /// A graph kernel is offered (rule 7); the fields below are zero while low.
            graph_valid: bit,
            /// Entry of the graph kernel.
            graph_kdei: [KDEI],
            /// Entry PC of the graph kernel.
            graph_pc: [32],
            /// Parameter address of the graph kernel.
            graph_param: [32],
            /// TB shape of the graph kernel.
            graph_shape: [29],
            /// Resources of one TB of the graph kernel.
            graph_demand: [30],
            /// Grid x of the graph kernel.
            graph_grid_x: [32],
            /// Grid y (low half) and z of the graph kernel.
            graph_grid_yz: [32],
            /// Address of the graph's header, `HEADER_BYTES` below the parameters.
            graph_header: [32],
        }
        "Residency" => {
            /// A demand is asked (rule 5); the fields below are zero while low.
            ask_valid: bit,
            /// One bit per SMX it is asked of: all.
            ask_smxs: {SMXS},
            /// Resources of one TB.
            ask_demand: [30],
            /// One bit per SMX for which a TB waits (rule 5).
            want_smxs: {SMXS},
            /// A TB starts (rule 6); all `tb_*` fields are zero while low.
            tb_valid: bit,
            /// Entry of the TB's kernel.
            tb_kdei: [KDEI],
            /// AGEI of the TB's group, or none for a native TB.
            tb_group: [32],
            /// Index of the TB in its grid.
            tb_item: [32],
            /// The AGT is to be told when the TB completes.
            tb_tell_agt: bit,
            /// Entry PC of the TB.
            tb_pc: [32],
            /// Parameter address of the TB.
            tb_param: [32],
            /// Shape of the TB.
            tb_shape: [29],
            /// Grid or AggDim x of the TB.
            tb_grid_x: [32],
            /// Grid or AggDim y (low half) and z of the TB.
            tb_grid_yz: [32],
            /// TB index x.
            tb_block_x: [32],
            /// TB index y (low half) and z.
            tb_block_yz: [32],
        }
        "Status" => {
            /// AGEI of the group taken and not done, or none; a spilled group is done with its last grant.
            group_in_hand: [32],
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
