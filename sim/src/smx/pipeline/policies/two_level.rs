//! Two levels: loose round robin among the active warps. One that rests makes room for the one that has been ready outside
//! for longest.

use super::policy::WarpPolicy;
use super::{Asked, WarpSlots, Warps};
use crate::log;
use crate::smx::pipeline::NEVER;
use crate::smx::slots::{Slots, MAX_WARPS};

#[derive(Clone, Debug)]
pub(in crate::smx::pipeline) struct TwoLevel {
    /// Warps that may be active.
    most: u32,
    /// Mask of the active ones.
    active: u64,
    /// Per warp slot: its position in the order in which warps have begun to rest.
    outside_since: Slots<u64>,
    rests: u64,
    /// From when on a warp may become active or an active one issue, if none could when it was asked last.
    next: u64,
}

impl TwoLevel {
    /// Without a warp, with so many active ones at most.
    pub fn new(most: u32) -> Self {
        Self { most, active: 0, outside_since: Slots::new(0), rests: 0, next: NEVER }
    }

    /// Of the `resident` warps, those for which it waits when none can issue: if its active slots are taken, the active ones.
    pub fn awaited(&self, resident: u64) -> u64 {
        let active = self.active & resident;
        if active.count_ones() >= self.most {
            active
        } else {
            resident
        }
    }

    /// Fills the free active slots with the awake warps that have been inactive longest. Returns when the next warp may take
    /// a slot that is still free.
    fn promote(&mut self, warps: &Warps<'_>) -> u64 {
        loop {
            if self.active.count_ones() >= self.most {
                return NEVER;
            }
            let outside = || warps.slots().filter(|&w| self.active >> w & 1 == 0);
            let awake = outside().filter(|&w| warps.is_awake(w));
            let Some(w) = awake.min_by_key(|&w| self.outside_since[w]) else {
                return outside().map(|w| warps.awake_at(w)).min().unwrap_or(NEVER);
            };
            self.active |= 1 << w;
            log::note(|| log::Event::Promoted { w, at: warps.cycle(), awake: warps.awake() });
        }
    }
}

impl WarpPolicy for TwoLevel {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        let promotable_at = self.promote(warps);
        let look = warps.look_at(self.active);
        self.next = look.earliest.min(promotable_at);
        WarpSlots::of_mask(look.ready).next_after(warps.last())
    }

    // It looks at every warp to see which may become active: `precedes` is the trait's.

    fn rests(&mut self, w: usize) {
        debug_assert!(w < MAX_WARPS, "no SMX has a warp slot {w}");
        self.active &= !(1 << w);
        self.rests += 1;
        self.outside_since[w] = self.rests;
    }
}

impl Asked for TwoLevel {
    fn next_look(&self, _: &Warps<'_>) -> u64 {
        self.next
    }

    fn active(&self) -> u64 {
        self.active
    }
}
