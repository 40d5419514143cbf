//! Who may wait, and for whom, as the search knows them.

use crate::gpu::ids::{LaunchId, TbNumber};

/// Somebody who waits, or for whom others wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Key {
    /// The host.
    Host,
    /// A kernel or an aggregated group.
    Launch(LaunchId),
    /// The TBs of a launch that have not started.
    Unstarted(LaunchId),
    /// A TB that is suspended.
    Suspended(TbNumber),
    /// A warp: SMX and warp slot.
    Warp(u32, u32),
    /// The entries of the Kernel Distributor.
    Kdes,
    /// The KMU's pool.
    Pool,
    /// A unit, by its place in the layout of the chip.
    Unit(usize),
    /// A unit's read of memory.
    Read(usize),
    /// A memory access: SMX and token.
    Access(u32, u32),
    /// The fetch of a line of instructions by an SMX.
    Code(u32, u32),
}
