//! Instructions that some warps of a TB have passed and others have not.

use crate::exec::WARP_SIZE;

/// The values of an instruction's results, in their order.
pub(in crate::smx) type Results = Vec<[u64; WARP_SIZE]>;

/// A result of an instruction that has a leader.
#[derive(Clone, Copy, Debug)]
pub(super) struct Version {
    pub slot: u16,
    /// Vector registers.
    pub width: u32,
    /// It is a version, or is to become one: the unit has not refused it.
    pub made: bool,
}

/// An instruction that has a leader.
#[derive(Clone, Debug)]
pub(super) struct Led {
    pub pc: u32,
    /// Its number.
    pub instance: u64,
    pub leader: u32,
    pub versions: Vec<Version>,
    /// Changes that make versions and have no answer yet.
    pub asked: u32,
    /// What the leader has written, once it has executed.
    pub results: Results,
    /// Warps that have yet to come.
    pub coming: u32,
    /// The leader has found its own values in memory, so the others execute the instruction themselves.
    pub own: bool,
    /// There is no room for versions, so the others execute the instruction themselves.
    pub refused: bool,
}

/// All of a TB, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct AllLed(Vec<Led>);

impl AllLed {
    pub fn push(&mut self, led: Led) {
        self.0.push(led);
    }

    /// The instruction at `pc` to which a warp is yet to come: the oldest, as others may be a round of a loop ahead.
    pub fn of(&self, pc: u32, warp: u32) -> Option<&Led> {
        self.0.iter().find(|led| led.pc == pc && led.coming >> warp & 1 != 0)
    }

    /// The one with this number.
    pub fn numbered(&self, instance: u64) -> Option<&Led> {
        self.0.iter().find(|led| led.instance == instance)
    }

    pub fn numbered_mut(&mut self, instance: u64) -> Option<&mut Led> {
        self.0.iter_mut().find(|led| led.instance == instance)
    }

    /// A warp has passed the one with this number, which is forgotten if it was the last.
    pub fn pass(&mut self, instance: u64, warp: u32) {
        if let Some(led) = self.numbered_mut(instance) {
            led.coming &= !(1 << warp);
            self.0.retain(|led| led.coming != 0);
        }
    }

    /// Warps come to none of them. Returns whether one of them was to come to any.
    pub fn leave(&mut self, warps: u32) -> bool {
        let came = self.0.iter().any(|led| led.coming & warps != 0);
        self.0.iter_mut().for_each(|led| led.coming &= !warps);
        self.0.retain(|led| led.coming != 0);
        came
    }
}
