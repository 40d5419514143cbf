//! The host's side of a run: what a host program is, and what it asks of the machine.
//!
//! A [`Workload`] is the program. The machine asks it for one [`HostStep`] after the other and carries out its
//! [`HostLaunch`]es. This module knows device memory and the kernels' module, and nothing else of the
//! machine.

mod arg;

pub use arg::Arg;

use crate::mem::{GlobalMemory, MemoryFault};
use crate::ptx::Program;

/// One kernel launch by the host.
#[derive(Clone, Debug, PartialEq)]
pub struct HostLaunch {
    /// Name of the `.entry` function.
    pub kernel: String,
    /// Grid dimensions in TBs; each at least 1.
    pub grid: [u32; 3],
    /// TB dimensions in threads; each at least 1, at most 1024 threads in all.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
    /// Arguments in declaration order.
    pub args: Vec<Arg>,
    /// Host stream; launches of one stream run in order, different streams may overlap.
    pub stream: u32,
    /// Name of the mapping function that says which TBs wait for which: an `.entry` without parameters. `None` if
    /// all may start at once.
    pub mapping: Option<String>,
}

/// The next step of the host.
#[derive(Clone, Debug, PartialEq)]
pub enum HostStep {
    /// Launches these kernels. The next step comes when the device is idle.
    Launch(Vec<HostLaunch>),
    /// Launches these kernels. The next step comes when the launches on `stream` and their descendants have
    /// completed, whatever else runs.
    LaunchUntil {
        /// The kernels.
        launches: Vec<HostLaunch>,
        /// The host stream.
        stream: u32,
    },
    /// The program has completed.
    Done,
}

/// A host program: it fills device memory, launches kernels, and checks the result.
pub trait Workload {
    /// Returns the name as typed on the command line.
    fn name(&self) -> &str;
    /// Returns the PTX text of its kernels.
    fn ptx(&self) -> &str;
    /// Learns of its loaded module, whose variables have addresses now. It is called once, before `setup`.
    fn loaded(&mut self, _module: &Program) {}
    /// Allocates and fills device memory. It is called once, before the first `step`.
    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault>;
    /// Returns the next step. It is called at the start and each time what the last step waits for has completed.
    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault>;
    /// Compares device memory with the CPU reference. The error names the first difference.
    fn verify(&self, memory: &GlobalMemory) -> Result<(), String>;
    /// Returns whether there is a reference for `verify` to compare with.
    fn has_reference(&self) -> bool {
        true
    }
}
