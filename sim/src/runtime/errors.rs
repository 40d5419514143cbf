//! The error values of the device runtime, numbered as in CUDA 11.

/// Why a call into the device runtime failed. The program gets the number. Each thread keeps its last one until
/// `cudaGetLastError` takes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CudaError {
    /// An argument is not an allowed one.
    InvalidValue,
    /// Device memory is exhausted.
    MemoryAllocation,
    /// Rows of a copy are longer than the distance between them.
    InvalidPitchValue,
    /// There is no such device.
    InvalidDevice,
    /// Host memory was named in a copy.
    InvalidMemcpyDirection,
    /// Grid, TB or shared memory of a launch are zero or larger than the device allows.
    InvalidConfiguration,
    /// The child would be nested deeper than `kernel.nesting_limit`.
    LaunchMaxDepthExceeded,
    /// The waiting grid is nested deeper than `kernel.sync_depth`.
    SyncDepthExceeded,
    /// As many launches are pending as `kernel.pending_limit` allows.
    LaunchPendingCountExceeded,
    /// The stream was never created, or has been destroyed.
    InvalidResourceHandle,
    /// The demand of a TB of the kernel exceeds the registers of an SMX.
    LaunchOutOfResources,
}

impl CudaError {
    /// All error values.
    pub const ALL: [Self; 11] = [
        Self::InvalidValue,
        Self::MemoryAllocation,
        Self::InvalidConfiguration,
        Self::InvalidPitchValue,
        Self::InvalidMemcpyDirection,
        Self::InvalidDevice,
        Self::LaunchMaxDepthExceeded,
        Self::SyncDepthExceeded,
        Self::LaunchPendingCountExceeded,
        Self::InvalidResourceHandle,
        Self::LaunchOutOfResources,
    ];

    /// Returns the number that the program sees.
    pub fn code(self) -> u32 {
        match self {
            Self::InvalidValue => 1,
            Self::MemoryAllocation => 2,
            Self::InvalidConfiguration => 9,
            Self::InvalidPitchValue => 12,
            Self::InvalidMemcpyDirection => 21,
            Self::InvalidDevice => 101,
            Self::LaunchMaxDepthExceeded => 65,
            Self::SyncDepthExceeded => 68,
            Self::LaunchPendingCountExceeded => 69,
            Self::InvalidResourceHandle => 400,
            Self::LaunchOutOfResources => 701,
        }
    }

    /// Returns the configuration key that sets the limit, if the configuration sets it.
    pub fn setting(self) -> Option<&'static str> {
        match self {
            Self::LaunchMaxDepthExceeded => Some("kernel.nesting_limit"),
            Self::SyncDepthExceeded => Some("kernel.sync_depth"),
            Self::LaunchPendingCountExceeded => Some("kernel.pending_limit"),
            _ => None,
        }
    }

    /// Returns CUDA's name of the error.
    pub fn name(self) -> &'static str {
        match self {
            Self::InvalidValue => "cudaErrorInvalidValue",
            Self::MemoryAllocation => "cudaErrorMemoryAllocation",
            Self::InvalidConfiguration => "cudaErrorInvalidConfiguration",
            Self::InvalidPitchValue => "cudaErrorInvalidPitchValue",
            Self::InvalidMemcpyDirection => "cudaErrorInvalidMemcpyDirection",
            Self::InvalidDevice => "cudaErrorInvalidDevice",
            Self::LaunchMaxDepthExceeded => "cudaErrorLaunchMaxDepthExceeded",
            Self::SyncDepthExceeded => "cudaErrorSyncDepthExceeded",
            Self::LaunchPendingCountExceeded => "cudaErrorLaunchPendingCountExceeded",
            Self::InvalidResourceHandle => "cudaErrorInvalidResourceHandle",
            Self::LaunchOutOfResources => "cudaErrorLaunchOutOfResources",
        }
    }

    /// Returns CUDA's description of the error.
    fn text(self) -> &'static str {
        match self {
            Self::InvalidValue => "invalid argument",
            Self::MemoryAllocation => "out of memory",
            Self::InvalidConfiguration => "invalid configuration argument",
            Self::InvalidPitchValue => "invalid pitch argument",
            Self::InvalidMemcpyDirection => "invalid copy direction for memcpy",
            Self::InvalidDevice => "invalid device ordinal",
            Self::LaunchMaxDepthExceeded => "launch would exceed maximum depth of nested launches",
            Self::SyncDepthExceeded => {
                "cudaDeviceSynchronize failed because caller's grid depth exceeds cudaLimitDevRuntimeSyncDepth"
            }
            Self::LaunchPendingCountExceeded => {
                "launch failed because launch would exceed cudaLimitDevRuntimePendingLaunchCount"
            }
            Self::InvalidResourceHandle => "invalid resource handle",
            Self::LaunchOutOfResources => "too many resources requested for launch",
        }
    }

    /// Returns name and description of the error with a number, as `cudaGetErrorName` and `cudaGetErrorString` do.
    pub fn describe(code: u32) -> (&'static str, &'static str) {
        const UNKNOWN: &str = "unrecognized error code";
        if code == 0 {
            return ("cudaSuccess", "no error");
        }
        let known = Self::ALL.iter().find(|error| error.code() == code);
        known.map_or((UNKNOWN, UNKNOWN), |error| (error.name(), error.text()))
    }
}
