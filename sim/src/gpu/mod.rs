//! One GPU: host, rooms, launch path, SMXs and memory, cycle by cycle.

mod calls;
mod error;
mod host;
mod launch;
mod machine;
mod parents;
mod port;
mod result;
mod rooms;
mod smxs;
mod streams;
mod swap;
mod tbs;
mod trace;
mod watchdog;
mod work;

pub use error::RunError;
pub use launch::LaunchCounts;
pub use machine::{run, RunOptions};
pub use result::RunResult;
pub use rooms::{BoxedUnit, ModelRooms, RoomFactory, RoomSizes, Rooms, Socket};
pub use trace::{Observer, TraceHash};
