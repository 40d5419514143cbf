//! The device runtime: what kernels ask of it, its limits and error values, and parameter blocks of
//! launches.

mod errors;
mod heap;
mod limits;
pub mod params;

pub use errors::CudaError;
pub use limits::{LaunchLimits, Refusal, Shape, TbDemand};

use crate::graph::Mapping;
use crate::mem::{GlobalMemory, MemoryFault};

/// What a warp needs of the device runtime while it executes. Launches are reported, not performed.
pub trait DeviceRuntime {
    /// A buffer for the parameters of a device launch; its address is a multiple of 64.
    fn parameter_buffer(
        &mut self,
        memory: &mut GlobalMemory,
        bytes: u64,
    ) -> Result<u64, MemoryFault>;

    /// Takes back a buffer whose launch was refused.
    fn return_buffer(&mut self, memory: &mut GlobalMemory, address: u64);

    /// A new stream's handle, not 0.
    fn create_stream(&mut self) -> u64;

    /// `malloc` of device code: an address, or 0 if its heap is full.
    fn heap_allocate(&mut self, memory: &mut GlobalMemory, bytes: u64) -> Result<u64, MemoryFault>;

    /// `free` of device code. False if no allocation in use begins there.
    fn heap_free(&mut self, memory: &mut GlobalMemory, address: u64) -> bool;

    /// What a thread printed, in the order of execution.
    fn print(&mut self, text: String);

    /// Ends a stream: no more launches into it. False if there is no such stream.
    fn destroy_stream(&mut self, stream: u64) -> bool;

    /// Whether launches into the stream are possible.
    fn has_stream(&self, stream: u64) -> bool;

    /// What launches may ask for.
    fn limits(&self) -> &LaunchLimits;

    /// Counts one more launch that waits for its first TB; false if that would be too many.
    fn launch_pends(&mut self) -> bool;

    /// A call returned an error value.
    fn call_failed(&mut self, error: CudaError);

    /// A launch that was counted as waiting has started its first TB.
    fn launch_starts(&mut self);

    /// Where a mapping function's calls are noted; none while a kernel runs.
    fn mapping(&mut self) -> Option<&mut Mapping> {
        None
    }
}
