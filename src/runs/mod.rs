//! Runs of this program that a study or a figure needs: each made once, in a process of its own, and kept on disk.
//!
//! A [`Run`] is one, a [`Store`] keeps what is finished, and [`run_all`] runs what is missing.

mod memory;
mod runner;
mod store;

pub use runner::{run_all, Report};
pub use store::{Outcome, Store};

/// The digest of the sources that results depend on; `reproduce/sources.rs` has which.
pub const SIMULATOR: &str = env!("HEDDLE_SIMULATOR");

/// One run.
pub trait Run: Sync {
    /// Its name among all runs, which says everything that its result depends on; a file is called by it.
    fn id(&self) -> &str;
    /// What it is called where people read.
    fn place(&self) -> String;
    /// The arguments with which this program prints its result, as JSON.
    fn command(&self) -> &[String];
}
