//! Which warps of a TB are in its majority mask (thesis, 7.3.3 and 7.5).

use super::{Seat, Skipping};
use crate::bits::set_bits;
use heddle_hw::skip_table::pins::path;

/// What a warp does behind a conditional branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::smx) enum Branched {
    /// It waits for the other warps of the TB in this slot.
    Waits(usize),
    /// It has left the mask and copies what it shares.
    Copies,
    GoesOn,
}

impl Skipping {
    /// The mask and slot of a warp in a mask.
    fn in_mask(&self, w: usize) -> Option<(usize, u32)> {
        let Seat { tb, index, .. } = self.seats[w];
        let slot = tb?;
        self.tbs[slot].as_ref()?.has(index).then_some((slot, index))
    }

    /// A warp leaves the mask, if it is in it, and copies what it shares: with `has_ended`, for nobody.
    pub fn leave(&mut self, w: usize, has_ended: bool) {
        if let Some((slot, index)) = self.in_mask(w) {
            self.part(slot, 1 << index, has_ended);
        }
    }

    /// Takes warps out of a mask, and has them copy.
    fn part(&mut self, slot: usize, warps: u32, have_ended: bool) {
        let Some(sharing) = self.tbs[slot].as_mut().filter(|_| warps != 0) else { return };
        for (warp, copies) in sharing.leave(warps, &mut self.renames) {
            let w = sharing.slot(warp);
            let seat = &mut self.seats[w];
            let copier = (!have_ended).then_some(w);
            let copy = sharing.copy(warp, seat.read_until, copier);
            self.renames.copy(copy, copies);
            if !have_ended {
                seat.copies = copies;
            }
            self.counts.copied += u64::from(copies);
        }
        self.desk.change(path::LEAVE, slot, warps);
    }

    /// Whether a warp has registers to copy. It goes on then, but not before cycle `at`.
    pub fn copies(&mut self, w: usize, at: u64) -> bool {
        self.seats[w].goes_on = at;
        self.seats[w].copies > 0
    }

    /// A warp of the mask has taken a conditional branch, and goes on at `way` with all lanes, or is split.
    pub fn branch(&mut self, w: usize, way: Option<u32>) -> Branched {
        let Some((slot, index)) = self.in_mask(w) else { return Branched::GoesOn };
        let Some(sharing) = self.tbs[slot].as_mut() else { return Branched::GoesOn };
        if self.config.branch_sync {
            sharing.paths.arrive(index, way);
            self.hold(w);
            return Branched::Waits(slot);
        }
        let mask = sharing.mask;
        if sharing.paths.follows(index, way, mask) {
            return Branched::GoesOn;
        }
        self.leave(w, false);
        Branched::Copies
    }

    /// The warps that go on because all of the mask wait at their branch, by slot.
    pub fn meet(&mut self, slot: usize) -> Vec<usize> {
        let Some(sharing) = self.tbs[slot].as_mut() else { return Vec::new() };
        let mask = sharing.mask;
        let Some(leaves) = sharing.paths.part(mask) else { return Vec::new() };
        let all = set_bits(mask.into()).map(|warp| sharing.slot(warp as u32)).collect();
        self.part(slot, leaves, false);
        all
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
