//! One GPU: host, units, launch path, SMXs and memory, cycle by cycle.

mod boundary;
mod calls;
mod error;
mod events;
mod graphs;
mod host;
mod launch;
mod launch_table;
mod machine;
mod occupancy;
mod parents;
mod port;
mod ports;
mod preemption;
mod reserved;
mod result;
mod smxs;
mod streams;
mod tbs;
mod timeline;
mod trace;
mod watchdog;
mod wavefront;

pub use boundary::{agt_sizes, chip_sizes};
pub use error::RunError;
pub use heddle_hw::chip::ModelUnits;
pub use launch::LaunchCounts;
pub use machine::{run, run_on, RunOptions};
pub use occupancy::OccupancyCurve;
pub use reserved::{sync_level_bytes, PENDING_LAUNCH_BYTES};
pub use result::RunResult;
pub use timeline::Timeline;
pub use trace::{Observer, TraceHash};
pub use wavefront::{GraphTb, LevelSpan, Wavefront};
