//! What a policy sees of the warps of its scheduler.

use super::WarpSlots;
use crate::smx::pipeline::{Resident, Smx, NEVER};
use crate::smx::slots::MAX_WARPS;
use std::cell::Cell;

/// The warps of a scheduler in a cycle, as its policy sees them. What is asked of a slot without a warp is 0 or false.
#[derive(Clone, Debug)]
pub struct Warps<'a> {
    smx: &'a Smx,
    scheduler: usize,
    now: u64,
    /// What all its warps come to. Kept, as a policy of the simulator's own may do without.
    look: Cell<Option<Look>>,
}

/// What warps come to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// Mask of those that can issue.
    pub ready: u64,
    /// The earliest cycle in which one of them can.
    pub earliest: u64,
}

impl<'a> Warps<'a> {
    pub(in crate::smx::pipeline) fn new(smx: &'a Smx, scheduler: usize, now: u64) -> Self {
        Self { smx, scheduler, now, look: Cell::new(None) }
    }

    /// The present cycle.
    #[inline]
    pub fn cycle(&self) -> u64 {
        self.now
    }

    /// The warps that can issue in this cycle. A policy of a user's is asked only if there is one.
    #[inline]
    pub fn ready(&self) -> WarpSlots {
        WarpSlots::of_mask(self.look().ready)
    }

    /// Whether the warp in a slot of the scheduler can issue in this cycle.
    #[inline]
    pub fn is_ready(&self, w: usize) -> bool {
        self.can_issue(w) && usize::from(self.smx.scheduler_of[w]) == self.scheduler
    }

    /// Whether the warp in a slot has its next instruction and its operands; its execution unit may be busy.
    #[inline]
    pub fn is_awake(&self, w: usize) -> bool {
        w < MAX_WARPS && self.smx.wake[w] <= self.now
    }

    /// All warps of the scheduler.
    pub fn resident(&self) -> WarpSlots {
        let (stride, smx) = (self.smx.schedulers.len(), self.smx);
        let own = (self.scheduler..smx.warps.len()).step_by(stride);
        WarpSlots::of_mask(own.filter(|&w| smx.warps[w].is_some()).fold(0, |mask, w| mask | 1 << w))
    }

    /// The slot that issued last; before the first, that of the scheduler's number.
    #[inline]
    pub fn last(&self) -> usize {
        self.smx.schedulers[self.scheduler].last
    }

    /// The family of the warp that issued last, as it was then; none before the first.
    #[inline]
    pub fn last_family(&self) -> Option<u64> {
        self.smx.schedulers[self.scheduler].group
    }

    /// The position of a warp in the order in which warps started on this SMX, or came back to it: the smallest is oldest.
    #[inline]
    pub fn age(&self, w: usize) -> u64 {
        if w < MAX_WARPS {
            self.smx.age[w]
        } else {
            0
        }
    }

    /// How many slots behind the one that issued last a slot is, if behind the highest comes the lowest. That one itself
    /// is farthest.
    #[inline]
    pub fn turn(&self, w: usize) -> usize {
        let last = self.last();
        if w > last {
            w - last - 1
        } else {
            w + self.smx.warps.len() - last - 1
        }
    }

    /// The family of a warp's TB: the TB of the host's from which it descends, by the order in which they started.
    #[inline]
    pub fn family(&self, w: usize) -> u64 {
        self.smx.group.get(w).copied().unwrap_or(0)
    }

    /// The TB slot of a warp's TB on this SMX.
    pub fn tb(&self, w: usize) -> u32 {
        self.warp(w).map_or(0, |warp| warp.tb as u32)
    }

    /// How deep the launch of a warp's TB is nested: 0 for a kernel of the host, 1 for its children.
    pub fn depth(&self, w: usize) -> u32 {
        let tb = self.warp(w).and_then(|warp| self.smx.tbs[warp.tb].as_ref());
        tb.map_or(0, |tb| tb.context.depth)
    }

    /// Whether a warp needs data that global or local memory has not answered.
    pub fn awaits_memory(&self, w: usize) -> bool {
        let front = self.smx.fronts.get(w);
        front.is_some_and(|front| front.operands.is_far() && front.operands.at() > self.now)
    }

    fn warp(&self, w: usize) -> Option<&Resident> {
        self.smx.warps.get(w)?.as_ref()
    }

    /// Whether the warp in a slot, of whichever scheduler, can issue in this cycle.
    #[inline]
    pub(super) fn can_issue(&self, w: usize) -> bool {
        w < self.smx.warps.len() && self.smx.possible_at(w) <= self.now
    }

    /// What all warps of the scheduler come to.
    #[inline]
    fn look(&self) -> Look {
        self.look.get().unwrap_or_else(|| {
            let look = self.look_at(u64::MAX);
            self.look.set(Some(look));
            look
        })
    }

    /// What those warps of the scheduler come to that are in a mask.
    #[inline]
    pub(super) fn look_at(&self, mask: u64) -> Look {
        let mut rest = self.smx.schedulers[self.scheduler].waking & mask;
        let (mut ready, mut earliest) = (0, NEVER);
        while rest != 0 {
            let w = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            let at = self.smx.possible_at(w);
            // Without a branch, because the host would often mispredict it.
            ready |= u64::from(at <= self.now) << w;
            earliest = earliest.min(at);
        }
        Look { ready, earliest }
    }

    /// The earliest cycle in which a warp of the scheduler can issue.
    #[inline]
    pub(super) fn earliest(&self) -> u64 {
        self.look().earliest
    }

    /// The slots of the scheduler, with or without a warp.
    pub(super) fn slots(&self) -> impl Iterator<Item = usize> {
        (self.scheduler..self.smx.warps.len()).step_by(self.smx.schedulers.len())
    }

    /// From when the warp in a slot has its next instruction and its operands.
    pub(super) fn awake_at(&self, w: usize) -> u64 {
        self.smx.wake[w]
    }

    /// The mask of all warps of the SMX that have theirs.
    pub(super) fn awake(&self) -> u64 {
        let awake = (0..self.smx.warps.len()).filter(|&w| self.is_awake(w));
        awake.fold(0, |mask, w| mask | 1 << w)
    }
}
