//! Workloads: a host program over PTX kernels, with a plain CPU reference for its result.

mod amr;
mod bfs;
mod bht;
mod buffers;
mod calls;
mod clr;
mod compare;
mod data;
mod host_program;
mod join;
mod launch_mode;
mod launches;
mod matmul;
mod nested;
mod nesting;
mod options;
mod pre;
mod ptx_file;
mod registry;
mod regx;
mod sssp;
mod vector_add;
mod vertices;
mod wavefront;
mod words;

pub use amr::{refined_cells, Amr};
pub use bfs::{bfs_levels, Bfs, UNVISITED};
pub use bht::{tree_nodes, Bht, TreeNode};
pub use calls::Calls;
pub use clr::{colours, Clr};
pub use host_program::{HostProgram, HostProgramError, Open};
pub use join::{inner_join, Join};
pub use launches::Launches;
pub use matmul::MatMul;
pub use nesting::{Nesting, Way};
pub use options::{AppOption, AppOptions, Values};
pub use pre::{bought_together, Pre};
pub use ptx_file::PtxFile;
pub use registry::{build, names, App, WorkloadError, APPS};
pub use regx::Regx;
pub use sssp::{shortest_paths, Sssp, UNREACHED};
pub use vector_add::VectorAdd;
pub use wavefront::{Algorithm, Dtw, Heat2d, Hist, IntImg, Sor, Sw, Wavefront};

pub use crate::config::LaunchMode;
use crate::mem::{GlobalMemory, MemoryFault};

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

/// A kernel argument. Its width must match the parameter's.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// 32-bit integer.
    U32(u32),
    /// 64-bit integer or device pointer.
    U64(u64),
    /// Single-precision float.
    F32(f32),
    /// Double-precision float.
    F64(f64),
    /// A structure by value, or a number of 8 or 16 bits, as stored in memory.
    Bytes(Vec<u8>),
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
