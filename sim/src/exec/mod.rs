//! Functional execution: a warp executes one instruction at a time on 32-lane arrays. Values are exact and
//! immediate ("functional at issue"); the pipeline decides how long an instruction takes.

mod alu;
mod atomics;
mod attempt;
mod barrier;
mod bit_fields;
mod block;
mod block_sync;
mod compare;
mod control;
#[cfg(test)]
mod control_tests;
mod convert;
mod copies;
mod cross_lane;
mod device_call;
mod float;
mod format;
mod functional;
mod gather;
mod influence;
mod lanes;
mod local;
mod loop_reads;
mod memory;
mod print;
mod products;
mod redundancy;
mod special;
mod spin;
#[cfg(test)]
mod sync_tests;
#[cfg(test)]
mod tests;
mod together;
pub(crate) mod vectors;
mod video;
mod warning;
mod warp;

pub use barrier::{Arrival, Barriers, HeldBarrier, Release};
pub use block::TbContext;
pub use block_sync::stuck_at_barriers;
pub(crate) use functional::run_observed;
pub use functional::{run_functional, Launch};
pub use influence::Step;
pub use loop_reads::{LoopReads, LoopWord};
pub use redundancy::{Contradiction, RedundancyCheck, RedundancyCounts, TbCensus};
pub use spin::{endless, Repetition};
pub use warning::{Raised, Warning, WarningKind, Warnings};
pub use warp::Warp;

use crate::ptx::{CacheOp, Space};
use thiserror::Error;

/// Number of lanes of a warp.
pub const WARP_SIZE: usize = 32;
/// First generic address of a thread's local memory, which extends to `SHARED_WINDOW`.
pub const LOCAL_WINDOW: u64 = 0xFFFE_0000_0000_0000;
/// First generic address of the TB's shared memory.
pub const SHARED_WINDOW: u64 = 0xFFFF_0000_0000_0000;
/// Most local memory of one thread in bytes, all frames of its call stack together.
pub const MAX_LOCAL_BYTES: u32 = 64 * 1024;

/// The effect of one instruction, for the timing model. The lanes that executed it are in `Warp::executed`.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Registers or the thread's frame changed.
    Alu,
    /// Control moved: a branch, a call or a return.
    Branch {
        /// Whether the lanes took different paths.
        diverged: bool,
    },
    /// Memory was accessed; the access is in `Warp::access`. Possibly no lane was active.
    Mem,
    /// The warp has arrived at a barrier. While `Warp::is_at_barrier` holds, it may not step. `Warp::pass_barrier`
    /// lets it continue.
    Barrier(Arrival),
    /// A memory fence.
    Fence,
    /// Threads exited.
    Exit {
        /// Whether no thread of the warp is left.
        warp_done: bool,
    },
    /// The device runtime was called; its result is already in the registers.
    DeviceCall(DeviceCall),
}

/// The kinds of memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum AccessKind {
    Load,
    Store,
    Atomic,
}

/// A warp's memory access.
#[derive(Clone, Debug, PartialEq)]
pub struct MemAccess {
    /// Space after generic resolution, never `Generic`. If lanes mix spaces, this is the space of the lowest lane,
    /// and `mask` leaves out the lanes of other spaces.
    pub space: Space,
    /// Load, store or atomic.
    pub kind: AccessKind,
    /// The cache operator of the instruction.
    pub cache: CacheOp,
    /// Bytes per lane (16 for a vector of four words).
    pub bytes: u8,
    /// Lanes that access memory.
    pub mask: u32,
    /// Byte address of each lane in `mask`. It is a device address for global, constant and parameter space, and
    /// an offset for shared space. For local space it is an address from `LOCAL_WINDOW` on, in which the lanes of
    /// a warp interleave every 4 bytes.
    pub addr: [u64; WARP_SIZE],
}

/// A call into the device runtime by the lanes in `mask`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum DeviceCall {
    ParameterBuffer {
        mask: u32,
    },
    StreamCreate {
        mask: u32,
    },
    StreamDestroy {
        mask: u32,
    },
    /// Nothing that takes longer than the call.
    Immediate {
        mask: u32,
    },
    /// Waits for the children launched by the calling TB; the timing model decides how.
    Synchronize {
        mask: u32,
    },
    Launch {
        mask: u32,
        kind: LaunchKind,
        /// The launches of the lanes; lanes whose launch is refused are left out.
        groups: Vec<LaunchGroup>,
    },
}

/// The kinds of device-side launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaunchKind {
    /// `cudaLaunchDevice`: a kernel of its own.
    Kernel,
    /// `cudaLaunchAggGroup`: TBs to be coalesced with a running kernel.
    AggGroup,
}

/// One lane's launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchGroup {
    /// Launching lane.
    pub lane: u8,
    /// Code address of the kernel.
    pub entry_pc: u32,
    /// Device address of the parameter block.
    pub param: u64,
    /// The buffer that holds the parameter block, as the device runtime returned it. It equals `param` unless the
    /// launch configuration precedes the parameters.
    pub buffer: u64,
    /// Grid (or aggregated group) dimensions in TBs.
    pub grid: [u32; 3],
    /// TB dimensions in threads.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
    /// The stream's handle; 0 for the default stream and for aggregated groups.
    pub stream: u64,
}

/// A fault of the simulated program, reported as a debugger would.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("kernel {kernel}, {file}:{line}{}, block ({}, {}, {}), thread ({}, {}, {}): {message}",
    origin.as_ref().map_or_else(String::new, |origin| format!(" ({origin})")),
    block[0], block[1], block[2], thread[0], thread[1], thread[2])]
pub struct Fault {
    /// Name of the kernel, and of the device function if the fault was in one: `k, function f`.
    pub kernel: String,
    /// PTX file.
    pub file: String,
    /// Line in the PTX text.
    pub line: u32,
    /// File and line that it was compiled from, if the PTX says so by `.loc`.
    pub origin: Option<Box<str>>,
    /// TB index.
    pub block: [u32; 3],
    /// Thread index in the TB, of the lowest faulting lane.
    pub thread: [u32; 3],
    /// What went wrong; memory faults carry the address.
    pub message: String,
}
