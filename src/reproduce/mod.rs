//! Measures the papers' figures: the runs that a figure needs, the values it shows, and the
//! published numbers.
//!
//! Its runs are made like those of a study: kept in a directory, one file each, so that an interrupted command continues
//! where it stopped.

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
mod measure;
pub mod scatter;
mod sentences;
#[cfg(test)]
mod sources;
mod space;
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
pub use measure::measure;
pub use scatter::{front, Curve, Mark, Scatter};
pub use sweep::Scale;
