//! What runs on the machine of `heddle-sim`: applications, and the inputs that they take.
//!
//! An application is a host program over PTX kernels, with a plain CPU reference for its result. [`build`] makes one
//! by its name. A user brings a program of their own as one launch of a kernel ([`PtxFile`]) or as a TOML file
//! ([`HostProgram`]). The sources of the kernels are in `sim/workloads/kernels`, beside the PTX made from them.

/// The PTX of `kernels/NAME.ptx`. As a static it is in a program once, where a literal is in each crate that uses it.
macro_rules! ptx {
    ($name:literal) => {{
        static PTX: &str =
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/kernels/", $name, ".ptx"));
        PTX
    }};
}

mod amr;
mod bfs;
mod bht;
mod buffers;
mod calls;
mod clr;
mod compare;
mod data;
mod host_program;
pub mod inputs;
mod join;
mod launches;
mod mandel;
mod matmul;
mod nested;
mod nesting;
mod options;
mod pre;
mod ptx_file;
mod recursion;
mod redundancy;
mod registry;
mod regx;
mod sa;
mod sort;
mod spmm;
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
pub use mandel::{draw, Drawing, Mandel};
pub use matmul::MatMul;
pub use nesting::{Nesting, Way, CHILD_MIN_ITEMS};
pub use options::{AppOption, AppOptions, Values};
pub use pre::{bought_together, Pre};
pub use ptx_file::PtxFile;
pub use registry::{build, names, App, WorkloadError, APPS};
pub use regx::Regx;
pub use sa::{align, Alignment, Sa};
pub use sort::Sort;
pub use spmm::{product_rows, ProductRow, Spmm};
pub use sssp::{shortest_paths, Sssp, UNREACHED};
pub use vector_add::VectorAdd;
pub use wavefront::{Algorithm, Dtw, Heat2d, Hist, IntImg, Sor, Sw, Wavefront};
