//! Which warps of a TB are in its majority mask (thesis, 7.3.3 and 7.5).

use super::{Seat, Skipping};
use heddle_hw::skip_table::pins::path;

/// What a warp does behind a conditional branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::smx) enum Branched {
    /// It waits for the other warps of the TB in this slot.
    Waits(usize),
    /// It goes on, so many cycles later.
    GoesOn(u64),
}

impl Skipping {
    /// The mask and slot of a warp in a mask.
    fn in_mask(&self, w: usize) -> Option<(usize, u32)> {
        let Seat { tb, index, .. } = self.seats[w];
        let slot = tb?;
        self.tbs[slot].as_ref()?.has(index).then_some((slot, index))
    }

    /// A warp leaves the mask, if it is in it. Returns the cycles that it takes to copy what it shares.
    pub fn leave(&mut self, w: usize) -> u64 {
        let Some((slot, index)) = self.in_mask(w) else { return 0 };
        self.part(slot, 1 << index).first().map_or(0, |(_, copies)| u64::from(*copies))
    }

    /// Takes warps out of a mask. Returns the registers that each copies.
    fn part(&mut self, slot: usize, warps: u32) -> Vec<(u32, u32)> {
        let Some(sharing) = self.tbs[slot].as_mut().filter(|_| warps != 0) else {
            return Vec::new();
        };
        let copies = sharing.leave(warps);
        self.desk.change(path::LEAVE, slot, warps);
        self.counts.copied += copies.iter().map(|(_, copies)| u64::from(*copies)).sum::<u64>();
        copies
    }

    /// A warp of the mask has taken a conditional branch, and goes on at `way` with all lanes, or is split. Returns whether it
    /// waits for the others; if not, it may have left the mask.
    pub fn branch(&mut self, w: usize, way: Option<u32>) -> Branched {
        let Some((slot, index)) = self.in_mask(w) else { return Branched::GoesOn(0) };
        let Some(sharing) = self.tbs[slot].as_mut() else { return Branched::GoesOn(0) };
        if self.config.branch_sync {
            sharing.paths.arrive(index, way);
            self.hold(w);
            return Branched::Waits(slot);
        }
        let mask = sharing.mask;
        let stays = sharing.paths.follows(index, way, mask);
        Branched::GoesOn(if stays { 0 } else { self.leave(w) })
    }

    /// The warps that go on because all of the mask wait at their branch: slots, and the cycles that each takes to copy.
    pub fn meet(&mut self, slot: usize) -> Vec<(usize, u64)> {
        let Some(sharing) = self.tbs[slot].as_mut() else { return Vec::new() };
        let mask = sharing.mask;
        let Some(leaves) = sharing.paths.part(mask) else { return Vec::new() };
        let copies = self.part(slot, leaves);
        let Some(sharing) = self.tbs[slot].as_ref() else { return Vec::new() };
        let copies_of = |warp| copies.iter().find(|(left, _)| *left == warp).map_or(0, |c| c.1);
        let all = (0..32).filter(|warp| mask >> warp & 1 != 0);
        all.map(|warp| (sharing.slot(warp), u64::from(copies_of(warp)))).collect()
    }

    /// All warps of a TB go on behind the barrier at `at`, these of them with all their threads.
    pub fn restore(&mut self, slot: usize, at: (u32, u32), full: u32) {
        let Some(sharing) = self.tbs[slot].as_mut() else { return };
        if sharing.mask == full || !self.marks.aligns(at, sharing.promotes) {
            return;
        }
        sharing.restore(full);
        self.desk.change(path::RESTORE, slot, full);
    }
}
