//! Pins of the Kernel Management Unit.
//!
//! A *kernel descriptor* is eight words in device memory, 32-byte aligned. All pins name a kernel
//! by the address of its descriptor. The words are: 0 entry PC, 1 grid x, 2 grid y (low half) and
//! z, 3 TB shape (see `kernel_distributor::pins`), 4 resource demand, 5 parameter address, 6 tag in
//! bits 7..0, cluster in 15..8 and level in 18..16, 7 next.
//!
//! 1. The host offers a kernel for a hardware work queue (HWQ) only while that queue's bit of
//!    `hwq_ready` is high; the head slot then holds the kernel. Offers last a single cycle.
//! 2. Head blocking: after a queue's head is dispatched, the queue is not inspected again until
//!    `done` names it. The next head may wait in the slot meanwhile.
//! 3. Device commands are a stream. Kind 0 launches a kernel: it joins the pending pool, linked
//!    lists in memory through word 7. Kind 1 suspends a kernel: its word 7 is set to
//!    `SUSPENDED` and it is held, not pending. Kind 2 resumes a held kernel: it joins the pool.
//! 4. A launch or resume while `cfg_pending_limit` kernels are pending is refused: `overflow` is
//!    high for one cycle after the decision, and the kernel is not kept.
//! 5. There is one dispatch at a time. The choice is round-robin over unblocked heads. It strictly
//!    alternates between heads and the pool while both have a kernel. A list of the pool is first
//!    in, first out.
//! 6. A dispatch is offered when its descriptor has been read and at least
//!    `cfg_dispatch_cycles` cycles have passed since the choice.
//! 7. The memory port is a request stream. Responses come in request order, at least one cycle
//!    after the request, and are always accepted. Writes have no response.
//! 8. `done` lasts a single cycle and is always accepted, also at the edge of any other event.
//! 9. Without clusters the pool is one list, and level and cluster of a command mean nothing. With
//!    clusters it has a list for level 0, and one for each other level of each cluster. A launch or
//!    resume names the list that its kernel joins: `cmd_level` is at most `levels`, and
//!    `cmd_cluster` below `clusters` unless the level is 0.
//! 10. With clusters the pool's choice strictly alternates between level 0 and the clusters while
//!     both have a kernel. Among the clusters it is round-robin over those that have one, so each
//!     other one goes at most once before a cluster that has one. Of the cluster the first kernel of
//!     its highest level goes. Nothing bounds how many of higher levels go before one of a lower level.
//! 11. A list of a cluster is looked at for a cycle: between the decision on a kernel and its write
//!     or joining, and between its choice and the first read. With level 0 there is no such cycle.

use crate::kit::unit::Allowed;
use crate::kit::width;
use serde::{Deserialize, Serialize};

/// Kind of the command that launches a kernel (rule 3).
pub const LAUNCH: u32 = 0;
/// Kind of the command that suspends a kernel (rule 3).
pub const SUSPEND: u32 = 1;
/// Kind of the command that resumes a held kernel (rule 3).
pub const RESUME: u32 = 2;
/// Word 7 of a suspended kernel's descriptor.
pub const SUSPENDED: u32 = 0xFFFF_FFFE;

/// How many hardware work queues there may be.
pub const HWQS: Allowed = Allowed::Range(1, width::HWQS.wide);

/// How many clusters there may be.
pub const CLUSTERS: Allowed = Allowed::Range(0, width::SMXS.wide);
/// How many levels there may be: as LaPerm has them.
pub use crate::laperm::pins::LEVELS;

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Hardware work queues, 1 to 128.
    pub hwqs: u32,
    /// Clusters of SMXs with lists of their own in the pool, up to 144; 0 for a pool of one list.
    pub clusters: u32,
    /// Levels of the kernels that TBs launch, 1 to 7.
    pub levels: u32,
}

impl Params {
    /// Bits that tell the levels of a cluster apart.
    pub fn level_bits(&self) -> u32 {
        width::index_bits(self.levels)
    }

    /// Lists of the clusters, with those that only the numbering has; without clusters one, which is not used.
    pub fn lists(&self) -> u32 {
        self.clusters.max(1) << self.level_bits()
    }
}

crate::pins! { ($) kmu_ports;
    in {
        "Configuration" => {
            /// Least cycles from the choice of a kernel to its offer (rule 6).
            cfg_dispatch_cycles: [16],
            /// Most kernels that may be pending in the pool (rule 4).
            cfg_pending_limit: [32],
        }
        "Host" => {
            /// The host offers a kernel for the head slot of a queue (rule 1).
            host_valid: bit,
            /// Number of the hardware work queue of the host's kernel.
            host_hwq: [HWQ],
            /// Address of the descriptor of the host's kernel.
            host_desc: [32],
        }
        "SMXs" => {
            /// A device command is offered (rule 3).
            cmd_valid: bit,
            /// Kind of the device command: 0 launch, 1 suspend, 2 resume.
            cmd_kind: [2],
            /// Address of the descriptor of the command's kernel.
            cmd_desc: [32],
            /// Level of the command's kernel: 0 for one of the host (rule 9).
            cmd_level: [3],
            /// Cluster of the SMX that launched the command's kernel, if its level is not 0 (rule 9).
            cmd_cluster: [SMX],
        }
        "Kernel Distributor" => {
            /// The Kernel Distributor takes the offered kernel.
            disp_ready: bit,
            /// A kernel that came from a hardware work queue has completed (rule 8).
            done_valid: bit,
            /// Number of the queue of the completed kernel.
            done_hwq: [HWQ],
        }
        "Memory" => {
            /// Memory takes the request.
            mem_req_ready: bit,
            /// Memory answers a read (rule 7).
            mem_resp_valid: bit,
            /// Word that memory answers.
            mem_resp_data: [32],
        }
    }
    out {
        "Host" => {
            /// Queues whose head slot is empty, one bit per queue; bits beyond the last are low.
            hwq_ready: {HWQS},
        }
        "SMXs" => {
            /// The KMU takes the device command.
            cmd_ready: bit,
            /// A launch or resume was refused (rule 4).
            overflow: bit,
        }
        "Kernel Distributor" => {
            /// A kernel is offered for dispatch; all `disp_*` fields are zero while low.
            disp_valid: bit,
            /// Entry PC of the offered kernel (descriptor word 0).
            disp_pc: [32],
            /// Grid x of the offered kernel in TBs (descriptor word 1).
            disp_grid_x: [32],
            /// Grid y (low half) and z of the offered kernel (descriptor word 2).
            disp_grid_yz: [32],
            /// TB shape of the offered kernel (descriptor word 3).
            disp_shape: [32],
            /// Resource demand of one TB of the offered kernel (descriptor word 4).
            disp_demand: [32],
            /// Parameter address of the offered kernel (descriptor word 5).
            disp_param: [32],
            /// Tag: the uppermost bit marks a kernel from the host, the others are its queue; zero for others.
            disp_tag: [TAG],
            /// Level of the offered kernel: above that of the TB that launched it, 0 for one of the host.
            disp_level: [3],
            /// Cluster of the SMX that launched the offered kernel.
            disp_cluster: [SMX],
            /// Address of the descriptor of the offered kernel.
            disp_desc: [32],
        }
        "Memory" => {
            /// The KMU offers a request to memory.
            mem_req_valid: bit,
            /// The memory request is a write.
            mem_req_write: bit,
            /// Byte address of the word to read or write.
            mem_req_addr: [32],
            /// Word to write; zero for reads.
            mem_req_data: [32],
        }
        "Status" => {
            /// Number of kernels in the pending pool.
            pending: [32],
            /// Number of kernels that are held suspended.
            suspended: [32],
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
