//! The trace hash: one number that covers every pin of every unit, by change and with its cycle,
//! and every start and end of a TB. Two runs with equal hashes did the same thing on the same cycles.

use super::ids::TbSlot;
use heddle_hw::chip::{Chip, Layout};

/// Sees the pins of every unit in every cycle in which anything can happen.
pub trait Observer {
    /// The units of the chip, before the first cycle.
    fn begin(&mut self, _layout: &Layout) {}
    /// Pins of one unit, by its index in the layout, during `cycle`.
    fn pins(&mut self, cycle: u64, unit: usize, inputs: &[u32], outputs: &[u32]);
}

/// Running hash over pin changes and TB events.
pub struct TraceHash {
    state: u64,
    /// The cycle that was hashed last.
    cycle: Option<u64>,
}

/// Mark a word as a start or an end of a TB, and as a cycle. In any other the two bits are zero.
const TB: u64 = 1 << 63;
const CYCLE: u64 = 1 << 62;

impl Default for TraceHash {
    fn default() -> Self {
        // The offset basis of FNV-1a; the mixing is per word, not per byte.
        Self { state: 0xCBF2_9CE4_8422_2325, cycle: None }
    }
}

impl TraceHash {
    fn mix(&mut self, word: u64) {
        let mixed = (self.state ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.state = mixed ^ (mixed >> 29);
    }

    /// What is hashed next is of this cycle, which is a word of its own, so that no pin of one cycle is taken for another
    /// of the next.
    fn at(&mut self, cycle: u64) {
        if self.cycle != Some(cycle) {
            self.cycle = Some(cycle);
            self.mix(CYCLE | cycle);
        }
    }

    /// The hash so far.
    pub fn value(&self) -> u64 {
        self.state
    }

    /// A TB started (`end` false) or ended in slot `at`.
    pub fn tb(&mut self, cycle: u64, at: TbSlot, end: bool) {
        let (smx, slot) = (at.smx.number(), at.slot.number());
        self.at(cycle);
        self.mix(TB | u64::from(end) << 61 | u64::from(smx) << 32 | u64::from(slot));
    }

    /// A pin, known by its word among those of the chip, is `value` from `cycle` on.
    #[inline]
    pub fn pin(&mut self, cycle: u64, word: usize, value: u32) {
        self.at(cycle);
        self.mix((word as u64) << 32 | u64::from(value));
    }

    /// Hashes every pin of `chip` that has changed since the previous call. Returns whether any has.
    pub fn pins(
        &mut self,
        cycle: u64,
        chip: &mut Chip,
        observer: &mut Option<&mut dyn Observer>,
    ) -> bool {
        // A copy that nobody else sees, which stays in registers.
        let mut hash = Self { ..*self };
        let changed = chip.changes(|word, value| hash.pin(cycle, word, value));
        *self = hash;
        if let Some(observer) = observer {
            for (unit, slot) in chip.layout().slots.iter().enumerate() {
                let words = chip.words();
                let (inputs, outputs) = (&words[slot.input_words()], &words[slot.output_words()]);
                observer.pins(cycle, unit, inputs, outputs);
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests;
