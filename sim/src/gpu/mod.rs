//! One GPU: host, units, launch path, SMXs and memory, cycle by cycle.

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
mod units;
mod watchdog;
mod wavefront;

pub use error::RunError;
pub use launch::LaunchCounts;
pub use machine::{run, RunOptions};
pub use occupancy::OccupancyCurve;
pub use reserved::{sync_level_bytes, PENDING_LAUNCH_BYTES};
pub use result::RunResult;
pub use timeline::Timeline;
pub use trace::{Observer, TraceHash};
pub use units::{BoxedClocked, ModelUnits, Socket, UnitFactory, UnitSizes, Units};
pub use wavefront::{GraphTb, LevelSpan, Wavefront};
