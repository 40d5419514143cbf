//! Pins of the Kernel Management Unit.
//!
//! A *kernel descriptor* is eight words in device memory, 32-byte aligned; its address is the
//! kernel's name on all pins. Word by word: 0 entry PC, 1 grid x, 2 grid y (low half) and z, 3 TB
//! shape (see `kernel_distributor::pins`), 4 resource need, 5 parameter address, 6 tag, 7 next.
//!
//! 1. The host offers a kernel for a hardware work queue (HWQ) only while that queue's bit of
//!    `hwq_ready` is high; the head slot then holds it. Offers are single-cycle.
//! 2. Head blocking: after a queue's head is dispatched, the queue is not inspected again until
//!    `done` names it. A next head may wait in the slot meanwhile.
//! 3. Device commands are a stream. Kind 0 launches a kernel: it joins the pending pool, a linked
//!    list in memory through word 7. Kind 1 suspends a kernel: its word 7 is marked
//!    `SUSPENDED` and it is held, not pending. Kind 2 resumes a held kernel: it joins the pool.
//! 4. A launch or resume while `cfg_pending_limit` kernels are pending is refused: `overflow` is
//!    high for the one cycle after it was decided and the kernel is not kept.
//! 5. One dispatch at a time. The choice is round-robin over unblocked heads, and strictly
//!    alternates between heads and the pool while both have something. The pool is first in,
//!    first out.
//! 6. A dispatch is offered when its descriptor has been read and at least
//!    `cfg_dispatch_cycles` cycles have passed since it was chosen.
//! 7. The memory port is a request stream; responses come in request order, at least one cycle
//!    after the request, and are always accepted. Writes have no response.
//! 8. `done` is single-cycle and always accepted, also at the edge of any other event.

use serde::Serialize;

/// Word 7 of a suspended kernel's descriptor.
pub const SUSPENDED: u32 = 0xFFFF_FFFE;

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Params {
    /// Hardware work queues, 1 to 32.
    pub hwqs: u32,
}

crate::pins! { ($) kmu_ports;
    in {
        "Configuration" => {
            /// Cycles from choosing a kernel to offering it.
            cfg_dispatch_cycles: [16],
            /// Most kernels that may be pending in the pool.
            cfg_pending_limit: [32],
        }
        "Host" => {
            /// A kernel for a queue's head slot (rule 1).
            host_valid: bit,
            /// The queue.
            host_hwq: [5],
            /// Address of the kernel's descriptor.
            host_desc: [32],
        }
        "SMXs" => {
            /// A device command is offered (rule 3).
            cmd_valid: bit,
            /// 0 launch, 1 suspend, 2 resume.
            cmd_kind: [2],
            /// Address of the kernel's descriptor.
            cmd_desc: [32],
        }
        "Kernel Distributor" => {
            /// The offered kernel is taken.
            disp_ready: bit,
            /// A kernel that came from an HWQ has completed (rule 8).
            done_valid: bit,
            /// Its queue.
            done_hwq: [5],
        }
        "Memory" => {
            /// The request is taken.
            mem_req_ready: bit,
            /// A read's data (rule 7).
            mem_resp_valid: bit,
            /// The word.
            mem_resp_data: [32],
        }
    }
    out {
        "Host" => {
            /// Queues whose head slot is empty; bits at and above the number of queues are low.
            hwq_ready: [32],
        }
        "SMXs" => {
            /// The device command is taken.
            cmd_ready: bit,
            /// A launch or resume was refused (rule 4).
            overflow: bit,
        }
        "Kernel Distributor" => {
            /// A kernel is offered; all fields below are zero while low.
            disp_valid: bit,
            /// Descriptor word 0.
            disp_pc: [32],
            /// Descriptor word 1.
            disp_grid_x: [32],
            /// Descriptor word 2.
            disp_grid_yz: [32],
            /// Descriptor word 3.
            disp_shape: [32],
            /// Descriptor word 4.
            disp_demand: [32],
            /// Descriptor word 5.
            disp_param: [32],
            /// Bit 5: from the host, and then bits 4..0 the HWQ; zero for device kernels.
            disp_tag: [6],
            /// Address of the descriptor.
            disp_desc: [32],
        }
        "Memory" => {
            /// A request is offered.
            mem_req_valid: bit,
            /// It is a write.
            mem_req_write: bit,
            /// Byte address of the word.
            mem_req_addr: [32],
            /// Word to write; zero for reads.
            mem_req_data: [32],
        }
        "Status" => {
            /// Kernels in the pending pool.
            pending: [32],
            /// Kernels held suspended.
            suspended: [32],
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
