//! The error values of the device runtime, numbered as in CUDA 11.

/// Why a call into the device runtime did not do what it was asked for. The program gets the number;
/// each thread keeps its last one until `cudaGetLastError` takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CudaError {
    /// An argument is not one of those allowed.
    InvalidValue,
    /// Device memory is exhausted.
    MemoryAllocation,
    /// Grid, TB or shared memory of a launch are zero or larger than the device allows.
    InvalidConfiguration,
    /// The child would be nested deeper than `kernel.nesting_limit`.
    LaunchMaxDepthExceeded,
    /// The waiting grid is nested deeper than `kernel.sync_depth`.
    SyncDepthExceeded,
    /// As many launches are pending as `kernel.pending_limit` allows.
    LaunchPendingCountExceeded,
    /// A stream that was never created, or has been destroyed.
    InvalidResourceHandle,
    /// A TB of the kernel needs more registers than an SMX has.
    LaunchOutOfResources,
}

impl CudaError {
    /// All values.
    pub const ALL: [Self; 8] = [
        Self::InvalidValue,
        Self::MemoryAllocation,
        Self::InvalidConfiguration,
        Self::LaunchMaxDepthExceeded,
        Self::SyncDepthExceeded,
        Self::LaunchPendingCountExceeded,
        Self::InvalidResourceHandle,
        Self::LaunchOutOfResources,
    ];

    /// The number the program sees.
    pub fn code(self) -> u32 {
        match self {
            Self::InvalidValue => 1,
            Self::MemoryAllocation => 2,
            Self::InvalidConfiguration => 9,
            Self::LaunchMaxDepthExceeded => 65,
            Self::SyncDepthExceeded => 68,
            Self::LaunchPendingCountExceeded => 69,
            Self::InvalidResourceHandle => 400,
            Self::LaunchOutOfResources => 701,
        }
    }

    /// The configuration key that sets the limit, if it is one of configuration.
    pub fn setting(self) -> Option<&'static str> {
        match self {
            Self::LaunchMaxDepthExceeded => Some("kernel.nesting_limit"),
            Self::SyncDepthExceeded => Some("kernel.sync_depth"),
            Self::LaunchPendingCountExceeded => Some("kernel.pending_limit"),
            _ => None,
        }
    }

    /// CUDA's name for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::InvalidValue => "cudaErrorInvalidValue",
            Self::MemoryAllocation => "cudaErrorMemoryAllocation",
            Self::InvalidConfiguration => "cudaErrorInvalidConfiguration",
            Self::LaunchMaxDepthExceeded => "cudaErrorLaunchMaxDepthExceeded",
            Self::SyncDepthExceeded => "cudaErrorSyncDepthExceeded",
            Self::LaunchPendingCountExceeded => "cudaErrorLaunchPendingCountExceeded",
            Self::InvalidResourceHandle => "cudaErrorInvalidResourceHandle",
            Self::LaunchOutOfResources => "cudaErrorLaunchOutOfResources",
        }
    }
}
