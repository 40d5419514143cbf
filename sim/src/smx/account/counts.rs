//! The counts of an account.

use super::reason::{Reason, REASONS};
use crate::exec::WARP_SIZE;

/// Scheduler slots by what became of them. One slot is one cycle of one scheduler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slots([u64; REASONS]);

impl Slots {
    /// Adds slots with one outcome.
    #[inline]
    pub(crate) fn add(&mut self, reason: Reason, slots: u64) {
        self.0[reason as usize] += slots;
    }

    /// Returns the slots with this outcome.
    pub fn of(&self, reason: Reason) -> u64 {
        self.0[reason as usize]
    }

    /// Adds other slots.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for (sum, part) in self.0.iter_mut().zip(other.0) {
            *sum += part;
        }
    }

    /// Returns all slots.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

/// Issued warp instructions by the number of their active lanes: those on the path, before the guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lanes([u64; WARP_SIZE]);

impl Lanes {
    /// Returns the instructions with `lanes` active lanes, 1 to 32.
    pub fn of(&self, lanes: usize) -> u64 {
        lanes.checked_sub(1).and_then(|index| self.0.get(index)).copied().unwrap_or(0)
    }

    /// Returns all instructions.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns each number of active lanes with its instructions.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u64)> + '_ {
        (1..).zip(self.0.iter().copied())
    }

    /// Counts one instruction with `lanes` active lanes.
    #[inline]
    pub(in crate::smx) fn count(&mut self, lanes: u64) {
        if let Some(count) = self.0.get_mut((lanes as usize).wrapping_sub(1)) {
            *count += 1;
        }
    }
}

/// The slots and the instructions of a kernel, an SMX or a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Scheduler slots.
    pub slots: Slots,
    /// Issued warp instructions.
    pub lanes: Lanes,
}

impl Default for Counts {
    fn default() -> Self {
        Self { slots: Slots::default(), lanes: Lanes([0; WARP_SIZE]) }
    }
}

impl Counts {
    /// Adds other counts.
    pub fn add(&mut self, other: &Self) {
        self.slots.add_all(&other.slots);
        for (sum, part) in self.lanes.0.iter_mut().zip(other.lanes.0) {
            *sum += part;
        }
    }
}
