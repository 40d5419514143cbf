//! Measures the papers' figures: the runs that a figure needs, the values it shows, and the
//! published numbers.
//!
//! Runs are stored in a directory, one file each, so that an interrupted command continues where it
//! stopped.

mod benchmarks;
mod case;
mod chart;
mod exhibit;
mod figure;
mod figures;
mod files;
mod frame;
mod launches;
mod lines;
mod listing;
mod pool;
mod scatter;
mod sentences;
#[cfg(test)]
mod sources;
mod space;
mod store;
mod sweep;
mod trace;
mod wavefronts;

pub use benchmarks::Size;
pub use case::Case;
pub use exhibit::{Exhibit, Shown};
pub use figures::{find, ids, titles};
pub use files::Files;
pub use frame::{tick, Caption, Drawn, Frame, Key, COLOURS};
pub use pool::{measure, Report};
pub use store::{Store, SIMULATOR};
