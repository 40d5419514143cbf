//! The device runtime: what kernels ask of it, and parameter blocks of launches.

pub mod params;

use crate::mem::{GlobalMemory, MemoryFault};

/// What a warp needs of the device runtime while it executes. Launches are reported, not performed.
pub trait DeviceRuntime {
    /// A buffer for the parameters of a device launch; its address is a multiple of 32.
    fn parameter_buffer(
        &mut self,
        memory: &mut GlobalMemory,
        bytes: u64,
    ) -> Result<u64, MemoryFault>;

    /// A new stream's handle, not 0.
    fn create_stream(&mut self) -> u64;

    /// What a thread printed, in the order of execution.
    fn print(&mut self, text: String);
}
