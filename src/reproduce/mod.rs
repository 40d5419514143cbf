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
pub mod lines;
mod listing;
mod pool;
pub mod scatter;
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
pub use figure::Unit;
pub use figures::{find, ids, titles};
pub use files::Files;
pub use frame::{tick, tick_up_to, Caption, Drawn, Frame, Key, COLOURS};
pub use lines::{Line, Lines};
pub use pool::{measure, Report};
pub use scatter::{front, Curve, Mark, Scatter};
pub use store::{Store, SIMULATOR};
pub use sweep::Scale;
