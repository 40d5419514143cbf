//! One GPU: host, units, launch path, SMXs and memory, cycle by cycle.

mod awaited;
mod boundary;
mod completions;
mod device;
mod elsewhere;
mod error;
mod events;
mod graphs;
mod host;
mod ids;
mod launches;
mod machine;
mod occupancy;
mod port;
mod ports;
mod recorders;
mod reserved;
mod result;
mod run;
mod smxs;
mod suspended;
mod timeline;
mod trace;
mod watchdog;
mod wavefront;

pub use boundary::{agt_sizes, chip_sizes};
pub use error::RunError;
pub use heddle_hw::chip::ModelUnits;
pub use launches::LaunchCounts;
pub use occupancy::OccupancyCurve;
pub use reserved::{sync_level_bytes, PENDING_LAUNCH_BYTES};
pub use result::RunResult;
pub use run::{run, run_on, RunOptions};
pub use timeline::Timeline;
pub use trace::{Observer, TraceHash};
pub use wavefront::{GraphTb, LevelSpan, Wavefront};
