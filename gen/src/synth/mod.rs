//! Measures the cost of a unit in gates and on FPGAs, and its clock. All tools are optional.
//!
//! * [`library`]: a liberty file, and the area of the gates in which other areas are counted.
//! * [`logic`]: cells, flip-flops and depth by Yosys.
//! * [`timing`]: the shortest period by OpenSTA.
//! * [`process`]: the same in newer processes, with the time that a memory takes to be read.
//! * [`sram`]: memories, which are macros and not gates, by a stated model.
//! * [`fpga`]: LUTs, flip-flops, block RAMs and Fmax by Yosys and nextpnr.
//!
//! Results are kept in the cache of [`verilator_sys`], by the hash of all their inputs.

pub mod fpga;
pub mod library;
pub mod logic;
pub mod process;
mod report;
pub mod sram;
pub mod timing;
mod tool;

pub use tool::{nextpnr, opensta, yosys, Tool};

use std::path::{Path, PathBuf};

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum SynthError {
    /// A tool is not installed.
    #[error("{tool} is missing: {install}, or run scripts/setup")]
    Missing {
        /// The command.
        tool: &'static str,
        /// How to install it.
        install: &'static str,
    },
    /// A tool or the cache failed.
    #[error(transparent)]
    Tool(#[from] verilator_sys::Error),
    /// A liberty file cannot be read.
    #[error("reading the liberty file {}: {source}; name another with --liberty", path.display())]
    Liberty {
        /// Path of the file.
        path: PathBuf,
        /// Why it cannot be read.
        source: std::io::Error,
    },
    /// A tool's report lacks a figure.
    #[error("{tool} reports no {what} of {top}; its report is {}", path.display())]
    Report {
        /// The command.
        tool: &'static str,
        /// What is missing.
        what: &'static str,
        /// The design.
        top: String,
        /// The report.
        path: PathBuf,
    },
}

/// A file of the cache, as text.
fn read(path: &Path) -> Result<String, verilator_sys::Error> {
    let file = |source| verilator_sys::Error::File { path: path.to_path_buf(), source };
    std::fs::read_to_string(path).map_err(file)
}

/// Writes a file of the cache.
fn write(path: &Path, text: &str) -> Result<(), verilator_sys::Error> {
    let file = |source| verilator_sys::Error::File { path: path.to_path_buf(), source };
    std::fs::write(path, text).map_err(file)
}
