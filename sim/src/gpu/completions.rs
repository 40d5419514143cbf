//! TBs that have left their SMX, on their way to residency.

use super::awaited::Acts;
use super::boundary::ResidencyPins;
use heddle_hw::chip::Chip;
use std::collections::VecDeque;

/// SMX and slot of each, first in, first out.
#[derive(Debug, Default)]
pub(super) struct Completions {
    left: VecDeque<(u32, u32)>,
}

impl Completions {
    /// A TB has left its slot.
    pub fn push(&mut self, smx: u32, slot: u32) {
        self.left.push_back((smx, slot));
    }

    /// Whether residency knows of all.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Offers the first to residency.
    pub fn drive(&self, chip: &mut Chip, pins: &ResidencyPins) {
        let first = self.left.front().copied();
        let (smx, slot) = first.unwrap_or((0, 0));
        chip.set(pins.end_valid, first.is_some().into());
        chip.set(pins.end_smx, smx);
        chip.set(pins.end_slot, slot);
    }

    /// Drops the first, if residency takes it in this cycle.
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
