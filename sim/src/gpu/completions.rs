//! TBs that have left their SMX, on their way to residency.

use super::awaited::Acts;
use super::boundary::{set, ResidencyPins};
use super::ids::TbSlot;
use heddle_hw::chip::Chip;
use std::collections::VecDeque;

/// The slots that they have left, first in, first out.
#[derive(Debug, Default)]
pub(super) struct Completions {
    left: VecDeque<TbSlot>,
}

impl Completions {
    /// A TB has left its slot.
    pub fn push(&mut self, slot: TbSlot) {
        self.left.push_back(slot);
    }

    /// Whether residency knows of all.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Offers the first to residency.
    #[inline]
    pub fn drive(&self, chip: &mut Chip, pins: &ResidencyPins) {
        let first = self.left.front().copied();
        chip.set(pins.end_valid, first.is_some().into());
        set(chip, pins.end_smx, first.map(|first| first.smx));
        set(chip, pins.end_slot, first.map(|first| first.slot));
    }

    /// Drops the first, if residency takes it in this cycle.
    #[inline]
    pub fn observe(&mut self, chip: &Chip, pins: &ResidencyPins) {
        if chip.get(pins.end_valid) != 0 && chip.get(pins.end_ready) != 0 {
            self.left.pop_front();
        }
    }
}

impl Acts for Completions {
    fn next_event(&self, now: u64, _chip: &Chip) -> Option<u64> {
        (!self.left.is_empty()).then_some(now + 1)
    }
}
