//! Where DARSIE's rivals leave instructions out (`rivals`).

use super::{Around, Smx, NEVER};
use crate::exec::Fault;
use crate::smx::account::Reason;
use crate::smx::pending::Pending;
use crate::smx::rivals::{Rival, Turn};
use crate::smx::units;

impl Smx {
    /// A TB of a kernel with so many instructions and registers has started.
    pub(super) fn start_for_rivals(&mut self, slot: usize, instrs: usize, registers: usize) {
        let affine = match self.rival.as_deref_mut() {
            None => return,
            Some(Rival::Uniform(reuse)) => return reuse.start(slot),
            Some(Rival::Affine(affine)) => affine,
        };
        affine.start(slot, instrs);
        for (w, resident) in self.warps.iter().enumerate() {
            let own = resident.as_ref().filter(|resident| resident.tb == slot);
            if let Some((function, _)) = own.and_then(|own| own.warp.position()) {
                affine.start_warp(w, slot, function, registers);
            }
        }
    }

    /// A warp, which has issued an instruction, passes the affine ones behind it that others execute.
    #[inline(never)]
    pub(super) fn run_ahead(
        &mut self,
        now: u64,
        w: usize,
        around: &mut Around<'_>,
    ) -> Result<(), Fault> {
        self.before_change(w);
        while self.passes_affine(now, w, around)? {}
        Ok(())
    }

    /// Whether a warp passes its next instruction because another one executes it.
    fn passes_affine(
        &mut self,
        now: u64,
        w: usize,
        around: &mut Around<'_>,
    ) -> Result<bool, Fault> {
        let Some(Rival::Affine(affine)) = self.rival.as_deref_mut() else { return Ok(false) };
        let Some(resident) = &mut self.warps[w] else { return Ok(false) };
        let (Some(tb), Some(at)) = (self.tbs[resident.tb].as_mut(), resident.warp.position())
        else {
            return Ok(false);
        };
        let Some(instr) = resident.warp.next_instr(around.program) else { return Ok(false) };
        let Some(turn) = affine.turn(w, at, instr, &resident.warp) else { return Ok(false) };
        let mut slots = instr.reads().iter().chain(instr.writes());
        // Code of the kernel has the first registers.
        if slots.any(|&slot| resident.ready_at[usize::from(slot)].is_under_way()) {
            return Ok(false);
        }
        let mut is_affine = false;
        let Around { program, memory, runtime, .. } = around;
        let passes = resident.warp.attempt(
            instr,
            program,
            &mut tb.context,
            memory,
            &mut **runtime,
            |warp| {
                is_affine = affine.is_affine(w, at, instr, warp);
                is_affine && turn == Turn::Later
            },
        )?;
        if !passes {
            if is_affine && turn == Turn::First {
                affine.claim(w, at);
            }
            return Ok(false);
        }
        let loaded = affine.pass(w, at, instr);
        let computed = now + units::cost(&self.config, instr.class).latency;
        let ready = loaded.map_or(computed, |at| at.max(now + 1));
        for &slot in instr.writes() {
            resident.ready_at[usize::from(slot)] =
                Pending::new(ready, false, Reason::ScoreboardAlu);
        }
        self.drop_from_stream(now, w, at);
        Ok(true)
    }

    /// An instruction at the head of a warp's i-buffer, or to be fetched next, is not in its stream.
    fn drop_from_stream(&mut self, now: u64, w: usize, at: (u32, u32)) {
        let front = &mut self.fronts[w];
        if front.head != at {
            return;
        }
        front.head.1 += 1;
        if front.buffered > 0 {
            front.buffered -= 1;
            self.stats.activity.fetched -= 1;
            if front.buffered == 0 {
                front.fetched_at = NEVER;
                self.request(w, now);
            }
        }
    }
}
