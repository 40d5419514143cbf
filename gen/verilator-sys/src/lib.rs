//! Low-level binding to Verilated libraries: build one from Verilog, load it, clock it.
//!
//! [`find`] looks for Verilator, [`build`] makes (or finds in the cache) a shared library from a
//! [`Source`], and [`Model`] is one instance of the design in it. Inputs and outputs are arrays
//! of 32-bit words, one per port. Other tools use the cache ([`entry`], [`key`]), too.

mod build;
mod cache;
mod model;
mod shim;
mod tool;

pub use build::build;
pub use cache::{entry, key, target_dir};
pub use model::{Library, Model};
pub use tool::{find, run, Tool};

use std::path::PathBuf;

/// A design to compile. It has the ports `clock` and `reset` besides those listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Name of the top module.
    pub top: String,
    /// The Verilog, all modules.
    pub verilog: String,
    /// Names of the input ports, each at most 32 bits wide, in word order.
    pub inputs: Vec<String>,
    /// Names of the output ports, each at most 32 bits wide, in word order.
    pub outputs: Vec<String>,
    /// Whether the library counts how often its lines were run and its bits toggled.
    pub coverage: bool,
}

/// An error between Verilog and a running model.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no Verilator.
    #[error(
        "verilator is missing: `apt-get install verilator` or run scripts/setup, or set HEDDLE_VERILATOR to its path"
    )]
    Missing,
    /// A tool would not start.
    #[error("cannot run {tool}: {source}; check that it is installed")]
    Run {
        /// The command.
        tool: String,
        /// Why.
        source: std::io::Error,
    },
    /// A tool refused its input.
    #[error("{tool} failed on {top}; its last words:\n{output}")]
    Failed {
        /// The command.
        tool: String,
        /// The design.
        top: String,
        /// The end of its output.
        output: String,
    },
    /// A file could not be read or written.
    #[error("building in the cache: {path}: {source}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The library has no counters.
    #[error("no coverage to write: the library was built without; set Source::coverage")]
    NoCoverage,
    /// The shared library would not load.
    #[error("loading {path}: {source}; delete it to have it built anew")]
    Load {
        /// Which.
        path: PathBuf,
        /// Why.
        source: libloading::Error,
    },
}
