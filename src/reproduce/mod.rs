//! The papers' figures, measured: which runs a figure needs, what it shows of them, and the published numbers beside.
//!
//! Runs are kept in a directory, one file each, so that what was interrupted goes on where it was.

mod benchmarks;
mod case;
mod chart;
mod exhibit;
mod figure;
mod figures;
mod lines;
mod listing;
mod pool;
mod scatter;
mod space;
mod store;
mod sweep;
mod wavefronts;

pub use benchmarks::Size;
pub use exhibit::{Exhibit, Shown};
pub use figures::{find, ids};
pub use pool::{measure, Report};
pub use store::Store;
