//! One GPU: host, units, launch path, SMXs and memory, cycle by cycle.

mod account;
mod awaited;
mod boundary;
mod completions;
mod device;
mod elsewhere;
mod error;
mod events;
mod footprints;
mod graphs;
mod host;
mod ids;
mod intervals;
mod launches;
mod limit;
mod lineage;
mod machine;
mod monitors;
mod occupancy;
mod options;
mod port;
mod ports;
mod recorders;
mod redundancy;
mod renames;
mod reserved;
mod result;
mod run;
mod skip_tables;
mod smxs;
mod suspended;
mod timeline;
mod trace;
mod units_per_smx;
mod waits;
mod watchdog;
mod wavefront;

pub use account::{DepthAccount, LineAccount};
pub use boundary::{agt_sizes, chip_sizes, laperm_sizes};
pub use error::RunError;
pub(crate) use events::Event as LaunchEvent;
pub use footprints::{
    ChainLengths, Chains, ChainsOfAll, Distances, Footprints, Mean, Pairs, PairsOfAll, Predictor,
    Reuse, ReuseOfAll, Reused, SharedFootprint, Spread, WarpReuse, CLASSES,
};
pub use heddle_hw::chip::ModelUnits;
pub use intervals::Interval;
pub use launches::{LaunchCounts, LaunchNode, LaunchWay};
pub use limit::{
    check_limit, run_limit, ChainMachine, LimitCounts, LimitLevel, LimitStudy, ReuseProfile,
};
pub use lineage::{ChildLaunch, Lineage, TbSpan};
pub use monitors::{MonitorResult, RelationCounts};
pub use occupancy::OccupancyCurve;
pub use options::RunOptions;
pub use redundancy::{KernelRedundancy, RedundancyCensus};
pub use reserved::{sync_level_bytes, PENDING_LAUNCH_BYTES};
pub use result::RunResult;
pub use run::{run, run_on};
pub use timeline::Timeline;
pub use trace::{Observer, TraceHash};
pub use waits::{Cause, Explanation, Link};
pub use wavefront::{GraphTb, LevelSpan, Wavefront};
