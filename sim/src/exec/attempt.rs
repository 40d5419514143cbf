//! An instruction that a warp executes to see what it would write, and may take back.

use super::block::TbContext;
use super::warp::Warp;
use super::{Fault, WARP_SIZE};
use crate::mem::GlobalMemory;
use crate::ptx::{Instr, Program};
use crate::runtime::DeviceRuntime;

impl Warp {
    /// The values of registers of the present frame.
    pub fn registers<'a>(
        &'a self,
        slots: &'a [u16],
    ) -> impl Iterator<Item = &'a [u64; WARP_SIZE]> + 'a {
        let base = self.slot_base();
        slots.iter().map(move |&slot| &self.slots[base + usize::from(slot)])
    }

    /// Executes the next instruction, `instr`, and takes it back unless `keeps` says to keep it. It must be one that
    /// changes nothing but registers. Returns whether it was kept.
    pub fn attempt(
        &mut self,
        instr: &Instr,
        program: &Program,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
        keeps: impl FnOnce(&Self) -> bool,
    ) -> Result<bool, Fault> {
        let before: Vec<_> = self.registers(instr.writes()).copied().collect();
        let (simt, executed, changed) = (self.simt.clone(), self.executed, self.changed);
        self.step(program, tb, memory, runtime)?;
        let kept = keeps(self);
        if !kept {
            let base = self.slot_base();
            for (&slot, values) in instr.writes().iter().zip(&before) {
                self.slots[base + usize::from(slot)] = *values;
            }
            self.simt = simt;
        }
        (self.executed, self.changed, self.raised) = (executed, changed, None);
        Ok(kept)
    }
}
