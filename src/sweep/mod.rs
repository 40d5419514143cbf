//! Studies of many points: every combination of the values of some axes, each run once, into one table.
//!
//! [`Study`] says which points there are, [`Folder`] keeps what is finished, [`run_all`](crate::runs::run_all) runs what is missing, and [`Table`]
//! is what came of it.

mod axes;
mod columns;
mod file;
mod folder;
mod parquet;
mod plan;
mod plot;
mod point;
mod row;
pub mod slurm;
mod status;

pub use axes::Axis;
pub use columns::Table;
pub use file::StudyFile;
pub use folder::Folder;
pub use plot::Plot;
pub use point::{Planned, Point, Study};
pub use row::Row;
pub use status::Status;
