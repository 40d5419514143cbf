//! What a timeline shows: launches, TBs and levels, as they change.

use super::ids::{LaunchId, TbSlot};
use super::launches::LaunchWay;

/// Who launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Launcher {
    Host,
    /// The TB in this slot launched a kernel.
    Kernel(TbSlot),
    /// A TB launched an aggregated group.
    Group(TbSlot),
}

impl Launcher {
    /// The slot of the TB that launched; none if it was the host.
    pub fn slot(self) -> Option<TbSlot> {
        match self {
            Self::Host => None,
            Self::Kernel(at) | Self::Group(at) => Some(at),
        }
    }

    /// How the launch comes to the units.
    pub fn way(self) -> LaunchWay {
        match self {
            Self::Host => LaunchWay::Host,
            Self::Kernel(_) => LaunchWay::Kernel,
            Self::Group(_) => LaunchWay::Group,
        }
    }
}

/// Something that happened in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// A launch.
    Launched { launch: LaunchId, pc: u32, tbs: u64, by: Launcher },
    /// A TB starts, or comes back after it waited outside; `launch` of one that comes back is none that lives.
    TbStarted { at: TbSlot, pc: u32, launch: LaunchId },
    /// A TB leaves its slot.
    TbLeft { at: TbSlot },
    /// The last TB of a launch and of its descendants has ended.
    Ended { launch: LaunchId },
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
