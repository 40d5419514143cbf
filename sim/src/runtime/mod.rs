//! The device runtime: its interface to kernels, its limits and error values, and parameter blocks of launches.

mod errors;
mod heap;
mod limits;
pub mod params;
mod properties;
#[cfg(test)]
mod tests;

pub use errors::CudaError;
pub use limits::{LaunchLimits, Refusal, Shape, TbDemand};
pub use properties::DeviceProperties;

use crate::graph::Mapping;
use crate::mem::{GlobalMemory, MemoryFault};

/// The services of the device runtime for an executing warp. Launches are reported, not performed.
pub trait DeviceRuntime {
    /// Allocates a buffer for the parameters of a device launch. Its address is a multiple of 64.
    fn parameter_buffer(
        &mut self,
        memory: &mut GlobalMemory,
        bytes: u64,
    ) -> Result<u64, MemoryFault>;

    /// Frees a buffer whose launch was refused.
    fn return_buffer(&mut self, memory: &mut GlobalMemory, address: u64);

    /// Returns whether an address lies in a buffer that the runtime holds for the parameters of a launch.
    fn holds_parameters(&self, address: u64) -> bool;

    /// Creates a stream and returns its handle, which is not 0.
    fn create_stream(&mut self) -> u64;

    /// Executes `malloc` of device code. Returns an address, or 0 if its heap is full.
    fn heap_allocate(&mut self, memory: &mut GlobalMemory, bytes: u64) -> Result<u64, MemoryFault>;

    /// Executes `free` of device code. Returns false if no allocation in use begins there.
    fn heap_free(&mut self, memory: &mut GlobalMemory, address: u64) -> bool;

    /// Returns the device address of a text that ends with a zero. Programs may only read it.
    fn text(&mut self, memory: &mut GlobalMemory, text: &'static str) -> Result<u64, MemoryFault>;

    /// Records what a thread printed, in the order of execution.
    fn print(&mut self, text: String);

    /// Destroys a stream, which then accepts no more launches. Returns false if there is no such stream.
    fn destroy_stream(&mut self, stream: u64) -> bool;

    /// Returns whether launches into the stream are possible.
    fn has_stream(&self, stream: u64) -> bool;

    /// Returns the limits of launches.
    fn limits(&self) -> &LaunchLimits;

    /// Counts one more launch that waits for its first TB. Returns false if the limit is reached.
    fn launch_pends(&mut self) -> bool;

    /// Records that a call returned an error value.
    fn call_failed(&mut self, error: CudaError);

    /// Records that a launch counted as waiting has started its first TB.
    fn launch_starts(&mut self);

    /// Returns the record of a mapping function's calls; `None` while a kernel runs.
    fn mapping(&mut self) -> Option<&mut Mapping> {
        None
    }
}
