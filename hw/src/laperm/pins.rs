//! Pins of the LaPerm TB source. Encodings as in `kernel_distributor::pins`; `shape` and `demand` without their
//! unused upper bits.
//!
//! A *cluster* is SMXs with consecutive numbers that share their queues. The unit has a queue for the kernels
//! of the host, of level 0, and for each cluster one of every level from 1 up, in which the groups and kernels that TBs
//! launched there wait. What a TB launches is one level above it, at most of the highest.
//!
//! 1. After reset the unit clears itself, one word per cycle; meanwhile `enter_ready` and `alloc_ready`
//!    are low.
//! 2. `enter` appends a kernel to the queue of its level, and of its cluster unless that is level 0. Its other fields are
//!    read from the KDE by `look`. There is an entry for each KDE, which only kernels use, of whatever queue.
//! 3. `alloc` appends a group to the queue of its cluster and level, which is 1 or higher. A queue is kernels and groups
//!    *on chip*, and behind them groups *in memory*. A cluster has `entries` for each of its SMXs, and groups of any of
//!    its levels may use them. The group gets a free entry,
//!    unless a group of its queue is in memory or comes back: then it goes to memory. If another queue of
//!    the cluster has a group in memory or one comes back to it, the last free entry is kept for that. A group without an
//!    entry goes to memory.
//! 4. A queue is first in, first out, but that a kernel does not wait for groups in memory. The *head* is on chip. It
//!    leaves when its last TB is granted.
//! 5. One SMX is looked at at a time, in circular order. Its *candidate* is the head of the highest
//!    level of its cluster that has one on chip; else that of level 0; else, if the unit is *adaptive*, that of the
//!    highest level of its *backup*: another cluster, which stays the SMX's backup while it has any on chip. A
//!    new backup is the first cluster after its own, in circular order, that has any.
//! 6. The *hand* holds what the unit knows of one head. If it is the candidate, `want_smxs` names the
//!    SMX in that one cycle, and the next SMX is looked at in the next one. Otherwise the
//!    candidate is fetched first, and its demand is asked of all SMXs if it is not the one asked last. What has
//!    been granted of a head is kept while another is in the hand.
//! 7. `grant_smxs` is `want_smxs` or zero. It commits the next TB of the hand in order of its index, x
//!    fastest. `tb` is high in the next cycle: every grant is answered, nothing else is.
//! 8. `spent` is high once for each kernel and group, in the cycle of its last `tb`.
//! 9. The unit *rests* when it has looked at all SMXs without a grant. It begins anew when a kernel or group has
//!    got an entry, and when a TB ends.
//! 10. Grid dimensions are at least 1.
//! 11. A group in memory is a *record*, as of the AGT: five words at a 32-byte aligned address (grid x, grid y and z,
//!     Param, Next, kernel). Software has written it, and it is the group's until its last TB is granted. The unit
//!     writes the entry of the group's kernel to the last word, and then, if the queue has others in memory, the record's
//!     AGEI to Next of the one before it.
//! 12. One group *comes back* at a time, when a cluster with groups in memory has a free entry: the first
//!     such cluster after that of the group before it, in circular order, and there the first group in memory of the
//!     highest level. But if the record behind that of the group before it is in the same 128-byte line, which memory
//!     gives at once, the cluster goes on, with four groups in a row at most. The record is read, and the group
//!     is appended on chip, with the fields of its KDE by `look`. A kernel goes before a group that has been read, that
//!     before the next one to read, and that before `alloc`.
//! 13. Memory port: request stream, carried out in order; responses in request order, always accepted; writes
//!     have none.

use crate::kit::unit::Allowed;
use crate::kit::width::index_bits;
use serde::{Deserialize, Serialize};

/// How many levels there may be.
pub const LEVELS: Allowed = Allowed::Range(1, 7);
/// How many entries there may be for each SMX.
pub const ENTRIES: Allowed = Allowed::PowersOfTwo(4, 256);

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// SMXs, 1 to 144.
    pub smxs: u32,
    /// SMXs of a cluster: a divisor of `smxs`.
    pub cluster: u32,
    /// Levels of what TBs launch, 1 to 7; the kernels of the host are of level 0.
    pub levels: u32,
    /// Entries for groups, for each SMX: a power of two, 4 to 256, and not fewer than levels.
    pub entries: u32,
    /// Entries of the Kernel Distributor, 2 to 128, and entries for kernels.
    pub kdes: u32,
    /// An SMX without candidate takes TBs of another cluster (rule 5).
    pub adaptive: bool,
}

impl Params {
    /// Clusters.
    pub fn clusters(&self) -> u32 {
        self.smxs / self.cluster
    }

    /// Entries of a cluster.
    pub fn cluster_entries(&self) -> u32 {
        self.entries * self.cluster
    }

    /// Entries of all queues.
    pub fn all_entries(&self) -> u32 {
        self.entries * self.smxs + self.kdes
    }

    /// Bits that tell the levels of a cluster apart.
    pub fn level_bits(&self) -> u32 {
        index_bits(self.levels)
    }

    /// Queues, with those that only the numbering has: the clusters' and, after them, that of level 0.
    pub fn queues(&self) -> u32 {
        (self.clusters() + 1) << self.level_bits()
    }
}

crate::pins! { ($) laperm_ports;
    in {
        "Kernel Distributor" => {
            /// A new kernel is offered (rule 2).
            enter_valid: bit,
            /// Entry of the new kernel.
            enter_kdei: [KDEI],
            /// Level of the new kernel: 0 for one of the host.
            enter_level: [3],
            /// Cluster of the SMX that launched the new kernel, if its level is not 0.
            enter_cluster: [SMX],
            /// Entry PC of the KDE looked at.
            kde_pc: [32] level,
            /// Parameter address of the KDE looked at.
            kde_param: [32] level,
            /// TB shape of the KDE looked at.
            kde_shape: [29] level,
            /// Resources of one TB of the KDE looked at.
            kde_demand: [30] level,
            /// Grid x in TBs of the KDE looked at.
            kde_grid_x: [32] level,
            /// Grid y (low half) and z of the KDE looked at.
            kde_grid_yz: [32] level,
        }
        "SMXs" => {
            /// A group is offered (rule 3).
            alloc_valid: bit,
            /// Entry of its kernel in the Kernel Distributor.
            alloc_kdei: [KDEI],
            /// Cluster of the SMX that launched the group.
            alloc_cluster: [SMX],
            /// Level of the group, 1 or higher.
            alloc_level: [3],
            /// AggDim x of the group.
            alloc_grid_x: [32],
            /// AggDim y (low half) and z of the group.
            alloc_grid_yz: [32],
            /// Parameter address of the group.
            alloc_param: [32],
            /// Address of the group's record, a multiple of 32.
            alloc_record: [32],
        }
        "Residency" => {
            /// A TB has ended, so that some SMX may have room from the next cycle on (rule 9).
            end_valid: bit,
        }
        "Grant" => {
            /// The SMX that gets the next TB, one-hot, or zero (rule 7).
            grant_smxs: {SMXS},
        }
        "Memory" => {
            /// Memory takes the request.
            mem_req_ready: bit,
            /// Memory answers a read.
            mem_resp_valid: bit,
            /// Word that memory answers.
            mem_resp_data: [32],
        }
    }
    out {
        "Kernel Distributor" => {
            /// The new kernel is taken.
            enter_ready: bit,
            /// A KDE is looked at.
            look_valid: bit,
            /// Entry looked at; zero while `look_valid` is low.
            look_kdei: [KDEI],
            /// A kernel or group is all out (rule 8).
            spent_valid: bit,
            /// Entry of that kernel; zero while `spent_valid` is low.
            spent_kdei: [KDEI],
        }
        "SMXs" => {
            /// The group is taken.
            alloc_ready: bit,
        }
        "Residency" => {
            /// A demand is asked (rule 6); the fields below are zero while low.
            ask_valid: bit,
            /// One bit per SMX it is asked of: all.
            ask_smxs: {SMXS},
            /// Resources of one TB.
            ask_demand: [30],
            /// The SMX looked at, one-hot, if a TB waits for it (rule 6), or zero.
            want_smxs: {SMXS},
            /// A TB starts (rule 7); all `tb_*` fields are zero while low.
            tb_valid: bit,
            /// Entry of the TB's kernel.
            tb_kdei: [KDEI],
            /// Index of the TB in its grid or group.
            tb_item: [32],
            /// Level of the TB, 0 for one of the host's kernels.
            tb_level: [3],
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
        "Memory" => {
            /// A request is offered to memory; all `mem_req_*` fields are zero while low.
            mem_req_valid: bit,
            /// The memory request is a write.
            mem_req_write: bit,
            /// Byte address of the word to read or write.
            mem_req_addr: [32],
            /// Word to write; zero for reads.
            mem_req_data: [32],
        }
        "Status" => {
            /// Kernels and groups in the queues, on chip and in memory.
            queued: [28],
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
