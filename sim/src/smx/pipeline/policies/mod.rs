//! The policies of the warp schedulers: of the warps that can issue, each says which one does.
//!
//! [`policy`] has the interface, [`warps`] what a policy sees, [`slots`] sets of warp slots. The policies of
//! `warp.scheduler` have a file each; [`own`] is that of a user's.

mod grouped;
mod gto;
mod lrr;
mod owl;
mod own;
mod policy;
mod slots;
mod two_level;
mod warps;

pub(super) use grouped::Grouped;
pub(super) use gto::Gto;
pub(super) use lrr::Lrr;
pub(super) use owl::Owl;
pub(super) use own::Own;
pub use policy::{Misnamed, SchedulerId, WarpPolicy};
pub use slots::WarpSlots;
pub(super) use two_level::TwoLevel;
pub use warps::Warps;

#[cfg(test)]
pub(in crate::smx) use owl::OWL_GROUP;

use crate::config::{WarpConfig, WarpScheduler};

/// What a scheduler asks of its policy besides.
pub(super) trait Asked: WarpPolicy {
    /// When to look again, as it has picked none; if one could have been picked, as soon as may be.
    #[inline]
    fn next_look(&self, warps: &Warps<'_>) -> u64 {
        warps.earliest()
    }

    /// The mask of the warps among which it has picked, if these are not all; for the event log.
    fn active(&self) -> u64 {
        0
    }
}

impl Asked for Gto {}
impl Asked for Lrr {}
impl Asked for Grouped {}
impl Asked for Owl {}
impl Asked for Own {}

/// The policy of a scheduler. Those without a state are chosen by name alone.
#[derive(Debug, Default)]
pub(super) enum Policy {
    #[default]
    Gto,
    Lrr,
    Grouped,
    Owl,
    TwoLevel(Box<TwoLevel>),
    Own(Box<Own>),
}

impl Policy {
    /// The one that the configuration names.
    pub fn new(config: &WarpConfig) -> Self {
        match config.scheduler {
            WarpScheduler::Gto => Self::Gto,
            WarpScheduler::Lrr => Self::Lrr,
            WarpScheduler::Grouped => Self::Grouped,
            WarpScheduler::Owl => Self::Owl,
            WarpScheduler::TwoLevel => Self::TwoLevel(Box::new(TwoLevel::new(config.active))),
        }
    }

    /// The user's, if it is one.
    pub fn own(&self) -> Option<&Own> {
        match self {
            Self::Own(own) => Some(own),
            _ => None,
        }
    }

    /// Tells it that a warp has entered or left a slot, or waits for more than its next instruction.
    #[inline]
    pub fn rests(&mut self, w: usize) {
        match self {
            Self::TwoLevel(policy) => policy.rests(w),
            Self::Own(policy) => policy.rests(w),
            Self::Gto | Self::Lrr | Self::Grouped | Self::Owl => {}
        }
    }

    /// Of the `resident` warps, those for which it waits when none can issue.
    pub fn awaited(&self, resident: u64) -> u64 {
        match self {
            Self::TwoLevel(policy) => policy.awaited(resident),
            _ => resident,
        }
    }
}
