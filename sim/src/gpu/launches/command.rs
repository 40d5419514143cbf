//! What a launch gives the units: a kernel for the KMU, or aggregated groups for the Kernel Distributor and the AGT, or LaPerm's queues.

use crate::gpu::ids::{DeviceAddr, LaunchId, SmxId};
use heddle_hw::kmu::descriptor::Home;

/// One aggregated group on its way to the AGT, or to LaPerm's queues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Group {
    /// What its first AGT entry is made from: the AGT's `alloc_hw_tid`.
    pub hw_tid: u32,
    /// Its level and cluster.
    pub home: Home,
    /// AggDim.
    pub grid: [u32; 3],
    /// Which launch it is.
    pub id: LaunchId,
    /// Address of its record.
    pub record: DeviceAddr,
}

/// The aggregated groups one warp launches together: same function, same TB shape, same resources.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AggregationCommand {
    /// Entry PC of the function.
    pub pc: u32,
    /// TB dimensions.
    pub block: [u32; 3],
    /// Resources of one TB, as the KD's `demand` word.
    pub demand: u32,
    /// The groups, by lane.
    pub groups: Vec<Group>,
}

/// A launch whose time or turn has not come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// A kernel.
    Kernel {
        /// The launch call is over in this cycle.
        at: u64,
        /// Address of its descriptor.
        desc: DeviceAddr,
        /// Its level and cluster.
        home: Home,
    },
    /// Aggregated groups.
    Groups {
        /// The launch call is over in this cycle.
        at: u64,
        /// SMX of the launching warp.
        smx: SmxId,
        /// The groups.
        command: AggregationCommand,
    },
}
