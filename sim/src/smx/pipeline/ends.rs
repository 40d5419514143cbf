//! Opens barriers, retires warps and completes TBs.

use super::Smx;
use crate::exec::{stuck_at_barriers, Fault, TbCensus};
use crate::log;
use crate::ptx::Program;
use crate::smx::lines::Lines;
use crate::smx::rivals::Rival;
use crate::smx::{SmxEvents, TbEnded, TbRedundancy};

impl Smx {
    /// Opens the barriers of a TB that enough warps have reached. Returns a fault if all unfinished warps wait at
    /// barriers that will never open.
    pub(super) fn open_barriers(
        &mut self,
        now: u64,
        tb: usize,
        program: &Program,
    ) -> Result<(), Fault> {
        let Some(state) = self.tbs[tb].as_mut() else { return Ok(()) };
        let released = state.barriers.release(state.unfinished_warps);
        let at = now + u64::from(self.config.latencies.barrier_release);
        for release in released {
            self.restore_mask(tb, &release);
            let mut warps = release.warps;
            while warps != 0 {
                let w = warps.trailing_zeros() as usize;
                if let Some(resident) = self.warps[w].as_mut() {
                    resident.warp.pass_barrier(&release);
                }
                self.ready_from(w, at, program);
                self.let_go(w, now);
                warps &= warps - 1;
            }
        }
        let Some(state) = self.tbs[tb].as_ref() else { return Ok(()) };
        if state.barriers.waiting().count_ones() < state.unfinished_warps {
            return Ok(());
        }
        let own = self.warps.iter().flatten().filter(|resident| resident.tb == tb);
        let fault = stuck_at_barriers(own.map(|own| &own.warp), program, &state.context);
        fault.map_or(Ok(()), Err)
    }

    pub(super) fn end_warp(
        &mut self,
        now: u64,
        w: usize,
        program: &Program,
        events: &mut SmxEvents,
    ) -> Result<(), Fault> {
        // The warp is still resident in this cycle.
        self.count_residency(now + 1);
        log::note(|| log::Event::Left { smx: self.id, at: now, w });
        self.note_exit(now, w, true, program);
        let Some(resident) = self.warps[w].take() else { return Ok(()) };
        self.leave(w);
        self.unfinished_warps -= 1;
        let Some(tb) = self.tbs[resident.tb].as_mut() else { return Ok(()) };
        tb.unfinished_warps -= 1;
        let tb_ended = tb.unfinished_warps == 0;
        if let Some(skipping) = &mut self.skipping {
            skipping.end_warp(w, tb_ended);
        }
        if let Some(Rival::Affine(affine)) = self.rival.as_deref_mut() {
            affine.end_warp(w);
        }
        if !tb_ended {
            return self.open_barriers(now, resident.tb, program);
        }
        let (smx, slot, tag) = (self.id, resident.tb as u32, tb.tag);
        let lines = tb.lines.take().map(Lines::into_sorted);
        let (function, block) = (tb.context.function, tb.context.block);
        let counted =
            |census: Box<TbCensus>| TbRedundancy { function, block, counts: census.counts() };
        let redundancy = tb.census.take().map(counted);
        events.tb_ended.push(TbEnded { smx, slot, tag, lines, redundancy });
        self.tbs[resident.tb] = None;
        Ok(())
    }
}
