//! The interface of a warp policy.

use super::{WarpSlots, Warps};
use std::fmt;

/// Which warp scheduler of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchedulerId {
    /// SMX number.
    pub smx: u32,
    /// Number of the scheduler on its SMX. Warp slot w belongs to scheduler w modulo the number of schedulers.
    pub scheduler: u32,
}

/// Says, for one warp scheduler, which of its warps issues in a cycle.
///
/// [`RunOptions::warp_policy`](crate::gpu::RunOptions::warp_policy) gives a run policies of one's own; the schedulers that
/// `warp.scheduler` names are written to the same interface. Each scheduler of each SMX has a policy of its own, which may
/// keep a state. SMXs are stepped by several threads, if these are asked for, but a policy is asked by one at a time and
/// always in the same order; so a run is deterministic if its policies share nothing.
///
/// **When it is asked.** [`pick`](Self::pick) is called in every cycle in which a warp of the scheduler can issue when the
/// scheduler has its turn, once, and in no other. The simulator jumps over cycles in which nothing can happen, and a policy
/// need not know: no warp can issue in those. A policy that counts cycles reads [`Warps::cycle`].
///
/// **What it may answer.** A warp of [`Warps::ready`], or none: then the scheduler issues nothing in this cycle and asks in
/// the next again, if a warp is still ready. Any other slot ends the run with an error that names it. A policy that leaves
/// ready warps waiting until nothing else goes on, for `smx.watchdog_cycles` cycles, ends the run as a hang.
///
/// The warp issues one instruction, or two where `smx.issue_per_warp` is 2 and the second can issue with the first; the
/// policy is not asked about the second.
pub trait WarpPolicy: Send {
    /// Returns the slot of the warp that issues in this cycle; none if the scheduler is to wait.
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize>;

    /// Returns whether the scheduler looks at the warp in slot `w` before it comes to the one that it has `picked`. Asked
    /// after [`pick`](Self::pick), with the same warps, and only of a `w` that cannot issue.
    ///
    /// It matters to a warp that has jumped: its i-buffer is dropped, and its target requested, when its scheduler looks at
    /// it (see the page of the front end). A policy that orders warps by a key returns whether that of `w` is smaller.
    /// Without this function it looks at all warps in every cycle; with none picked, every policy does.
    fn precedes(&self, warps: &Warps<'_>, w: usize, picked: usize) -> bool {
        let _ = (warps, w, picked);
        true
    }

    /// Called when a warp enters the slot `w` or leaves it; and when the warp there has to wait for what memory has not
    /// answered, for a barrier, for children or for the device runtime.
    fn rests(&mut self, w: usize) {
        let _ = w;
    }
}

/// A policy has named a warp that cannot issue, or is not its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misnamed {
    /// The cycle.
    pub cycle: u64,
    /// The scheduler.
    pub scheduler: SchedulerId,
    /// The slot that was named.
    pub warp: usize,
    /// Those that could have been.
    pub ready: WarpSlots,
}

impl fmt::Display for Misnamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cycle, scheduler: SchedulerId { smx, scheduler }, warp, ready } = self;
        let ready: Vec<String> = ready.map(|w| w.to_string()).collect();
        let (slots, ready) = (if ready.len() == 1 { "slot" } else { "slots" }, ready.join(", "));
        write!(
            f,
            "cycle {cycle}: the warp policy of scheduler {scheduler} of SMX {smx} has named warp slot {warp}, whose warp \
             cannot issue there; let it name one of `ready`, which has {slots} {ready}, or none"
        )
    }
}
