//! One GPU: host, units, launch path, SMXs and memory, cycle by cycle.

mod calls;
mod error;
mod graphs;
mod happenings;
mod host;
mod launch;
mod machine;
mod occupancy;
mod parents;
mod port;
mod ports;
mod reserved;
mod result;
mod smxs;
mod streams;
mod swap;
mod tbs;
mod timeline;
mod trace;
mod units;
mod watchdog;
mod wavefront;
mod work;

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
