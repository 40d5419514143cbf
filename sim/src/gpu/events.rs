//! What a timeline shows: launches, TBs and levels, as they change.

/// Who launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Launcher {
    Host,
    /// A TB, by SMX and slot, launched a kernel.
    Kernel(u32, u32),
    /// A TB launched an aggregated group.
    Group(u32, u32),
}

/// Something that happened in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A launch, known by its parameter address until it ends.
    Launched { param: u32, pc: u32, tbs: u64, by: Launcher },
    /// A TB starts, or comes back after it waited outside; `param` of one that comes back is no launch's.
    TbStarted { smx: u32, slot: u32, pc: u32, param: u32 },
    /// A TB leaves its slot.
    TbLeft { smx: u32, slot: u32 },
    /// The last TB of a launch and of its descendants has ended.
    Ended { param: u32 },
}

/// How full the machine is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Levels {
    /// Kernels that the KMU holds for the device.
    pub kmu_pending: u64,
    /// Device launches whose first TB has not started.
    pub waiting: u64,
    /// Live entries of the Kernel Distributor.
    pub kdes: u64,
    /// Occupied entries of the AGT.
    pub agt_entries: u64,
    /// Resident warps that have not finished, on all SMXs.
    pub warps: u64,
}
