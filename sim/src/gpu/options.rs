//! What a caller may ask of a run.

use super::footprints::Footprints;
use super::limit::{LimitStudy, ReuseProfile};
use super::lineage::Lineage;
use super::occupancy::OccupancyCurve;
use super::redundancy::RedundancyCensus;
use super::timeline::Timeline;
use super::trace::Observer;
use super::wavefront::Wavefront;
use crate::mem::L1Replay;
use crate::smx::{SchedulerId, WarpPolicy};
use std::num::{NonZeroU64, NonZeroUsize};

/// What a caller may want besides the result.
#[derive(Default)]
pub struct RunOptions<'a> {
    /// Sees the pins of the units.
    pub observer: Option<&'a mut dyn Observer>,
    /// Told the present cycle now and then.
    pub progress: Option<&'a mut dyn FnMut(u64)>,
    /// Warps execute what they skip nevertheless, and a result that differs ends the run.
    pub check_skips: bool,
    /// Lines of the PTX text that are called redundant, whatever the compiler pass says of them.
    pub redundant_lines: &'a [u32],
    /// Step every cycle, also those in which nothing can happen; the result is the same. A cycle in which something
    /// happens although nothing was to is an error.
    pub no_skip: bool,
    /// Loads of kernels outside every buffer return zeros and are counted, instead of ending the run.
    pub zero_outside_reads: bool,
    /// Registers per thread of every kernel; none: they are counted.
    pub registers: Option<u32>,
    /// Core cycles after which an unfinished run is an error; none: there is no limit.
    pub max_cycles: Option<u64>,
    /// Gets what kernels printed, also if the run fails.
    pub printed: Option<&'a mut Vec<String>>,
    /// Threads that step SMXs, the caller's included; none: its alone. The result is the same.
    pub threads: Option<NonZeroUsize>,
    /// Gets a timeline of launches and TBs, also if the run fails.
    pub timeline: Option<&'a mut Timeline>,
    /// Gets the occupancy over time.
    pub occupancy: Option<&'a mut OccupancyCurve>,
    /// Keep the account of scheduler slots.
    pub account: bool,
    /// With an account, measure by intervals of so many cycles as well.
    pub interval: Option<NonZeroU64>,
    /// Makes the policy of each warp scheduler, in place of the one that `warp.scheduler` names; called before the run, in the
    /// order of SMXs and schedulers.
    pub warp_policy: Option<&'a dyn Fn(SchedulerId) -> Box<dyn WarpPolicy>>,
    /// Gets when the TBs of dependency graphs ran.
    pub wavefront: Option<&'a mut Wavefront>,
    /// Gets where and when TBs ran, and which TB launched them.
    pub lineage: Option<&'a mut Lineage>,
    /// Gets what parent TBs, their children and siblings share.
    pub footprints: Option<&'a mut Footprints>,
    /// Gets what the warps of TBs repeat of each other. Only for machines with `frontend = base`.
    pub redundancy: Option<&'a mut RedundancyCensus>,
    /// Gets what the L1s would find under other replacements. Takes 8 bytes for each line that is accessed there.
    pub l1_replay: Option<&'a mut L1Replay>,
    /// Gets what every TB accessed, for a limit study.
    pub profile: Option<&'a mut ReuseProfile>,
    /// What is known of the run before it, as [`run_limit`](super::run_limit) needs it.
    pub limit: Option<&'a mut LimitStudy>,
}
