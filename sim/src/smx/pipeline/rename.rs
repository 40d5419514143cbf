//! Registers that the warps of a TB share: what the rename unit is asked and says, and what waits for it.

use super::Smx;
use crate::ptx::{Program, MAX_SRCS};
use crate::smx::account::Reason;
use crate::smx::registers::Registers;
use crate::smx::skipping::{GoesOn, RenamePins, Renamed, Skipping};

impl Smx {
    /// What stands at the pins of the rename unit in this cycle, if that is not nothing.
    pub(crate) fn take_rename_pins(&mut self) -> Option<RenamePins> {
        self.skipping.as_mut()?.take_rename_pins()
    }

    /// Whether there is something to stand at those pins in the next cycle.
    pub(crate) fn has_rename_pins(&self) -> bool {
        self.skipping.as_ref().is_some_and(|skipping| skipping.has_rename_pins())
    }

    /// Whether a warp has to look where the operands are of what it has fetched, which is decoded from cycle `from` on.
    #[inline]
    pub(super) fn looks(&mut self, w: usize, count: u32, from: u64, program: &Program) -> bool {
        let Some(skipping) = &mut self.skipping else { return false };
        skipping.look(w, self.fronts[w].head, count, from, program)
    }

    /// Acts on what the rename unit says in cycle `now`, before anything else happens in that cycle.
    pub(crate) fn hear_renamed(&mut self, now: u64, said: &Renamed, program: &Program) {
        let heard = self.skipping.as_mut().and_then(|skipping| skipping.hear_renamed(now, said));
        let Some(heard) = heard else { return };
        self.enter_cycle(now);
        match heard {
            GoesOn::Fetches(w) => self.fetch.want(w, now),
            GoesOn::HasCopied(w, at) => {
                self.fronts[w].event = Reason::Branch;
                self.ready_from(w, at.max(now), program);
                self.let_go(w, now);
            }
        }
    }

    /// Whether a warp copies what it has shared. It goes on then, but not before cycle `at`.
    pub(super) fn copies(&mut self, w: usize, at: u64) -> bool {
        self.skipping.as_mut().is_some_and(|skipping| skipping.copies(w, at))
    }
}

/// Books the reads of operands of an instruction of `function`, from where warps share them if they do. Returns by how many
/// cycles bank conflicts delay the last.
#[inline]
pub(super) fn read_operands(
    skipping: &Skipping,
    registers: &mut Registers,
    now: u64,
    w: usize,
    function: u32,
    operands: &[u16],
) -> u64 {
    if !skipping.is_of_kernel(w, function) {
        return registers.read(now, w, operands);
    }
    let mut places = [0; MAX_SRCS + 1];
    let places = &mut places[..operands.len()];
    places.iter_mut().zip(operands).for_each(|(place, &slot)| *place = skipping.place(w, slot));
    registers.read(now, w, places)
}
