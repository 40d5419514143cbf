//! Cycles in which nothing does anything but the units of the SMXs, such as reuse monitors.

use super::{unit_fault, Machine};
use crate::gpu::error::RunError;
use heddle_hw::chip::Moved;

impl Machine<'_> {
    /// Lets the units of the SMXs finish at the end of a run, unless another one moves yet. Nobody waits for them, so the
    /// present cycle stays what it was.
    pub fn settle(&mut self) -> Result<(), RunError> {
        let end = self.now;
        while self.is_idle() && self.smx_units_are_busy() {
            self.step_smx_units(u64::MAX)?;
            self.now += 1;
        }
        self.now = end;
        Ok(())
    }

    /// Whether units of the SMXs move in the next cycle, and no other unit does for what they say.
    pub(super) fn smx_units_are_busy(&self) -> bool {
        match self.moved {
            Moved::Nothing => self.units_per_smx.are_busy(),
            Moved::SmxUnits => true,
            Moved::Shared => false,
        }
    }

    /// A cycle in which nothing but the units of the SMXs does anything.
    fn step_smx_units(&mut self, promised: u64) -> Result<(), RunError> {
        self.moved = self.cycle_of_smx_units(promised)?;
        self.units_per_smx.ask(&self.smxs);
        if self.chip.smxs_apart().any() {
            self.smxs.lend_units(self.now, &mut self.chip);
            let settled = self.smxs.settle_units(&mut self.chip);
            settled.map_err(|fault| unit_fault(self.now, &fault))?;
        }
        self.watch()
    }

    /// Lets the units of the SMXs work up to the cycle before `next`, before which nobody else does anything. Nobody else
    /// is asked in these cycles: that would take longer than what the units do.
    pub(super) fn work_until(&mut self, next: u64) -> Result<(), RunError> {
        while self.now + 1 < next && self.smx_units_are_busy() {
            self.now += 1;
            self.step_smx_units(next)?;
        }
        Ok(())
    }

    /// The cycle of the units of the SMXs, where no other unit moves before the cycle `promised`. Returns which units moved.
    pub(super) fn cycle_of_smx_units(&mut self, promised: u64) -> Result<Moved, RunError> {
        let now = self.now;
        self.units_per_smx.drive(now, &mut self.chip, &self.smxs);
        let changed = self.recorders.pins(now, &mut self.chip);
        self.units_per_smx.observe(now, &self.chip, &self.smxs, &mut self.device)?;
        let moved = self.edge(changed)?;
        if moved == Moved::Shared {
            return Err(RunError::Early { who: "the chip".into(), cycle: now, promised });
        }
        Ok(moved)
    }
}
