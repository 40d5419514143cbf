//! Barriers of the TB as a warp executes them: its lanes gather, then the warp arrives as a whole.

use super::barrier::{Arrival, Release};
use super::block::TbContext;
use super::gather::Gathered;
use super::lanes::mask_of;
use super::memory::lanes_of;
use super::warp::{Site, Warp};
use super::{Effect, Fault, WARP_SIZE};
use crate::ptx::{BarrierKind, Program};

/// Number of barriers of a TB, as in PTX.
const BARRIERS: u32 = 16;
/// Most warps that the report of a stuck block names.
const MAX_NAMED: usize = 8;

/// A warp between its arrival at a barrier and the barrier's opening.
#[derive(Clone, Debug)]
pub(super) struct AtBarrier {
    /// Where to write the result of a reduction: slot, counted from the warp's first, and lanes.
    results: Vec<(usize, u32)>,
    kind: BarrierKind,
    id: u32,
    count: u32,
    /// Function and line of the barrier.
    function: u32,
    line: u32,
    /// One of the waiting lanes.
    lane: u32,
}

impl Warp {
    /// Executes a barrier once all lanes of the warp that have not exited are at it.
    pub(super) fn barrier(
        &mut self,
        at: &Site,
        kind: BarrierKind,
    ) -> Result<Effect, (u32, String)> {
        if at.mask == 0 {
            let top = self.simt.len() - 1;
            self.simt[top].pc += 1;
            self.reconverge();
            return Ok(Effect::Alu);
        }
        let first = at.mask.trailing_zeros();
        let (id, count) = self.barrier_numbers(at, kind)?;
        let gathered = self.gather(at, u32::MAX).map_err(|absent| {
            (
                first,
                format!(
                    "lanes {:#010x} wait at barrier {id} for the others of their warp: {absent}",
                    at.mask
                ),
            )
        })?;
        let joined = match gathered {
            Gathered::Alone => None,
            Gathered::Together(sites) => Some(sites),
            Gathered::Elsewhere => return self.step_aside(),
        };
        let sites = joined.as_deref().unwrap_or(std::slice::from_ref(at));
        let (mut threads, mut votes) = (0, 0);
        let mut results = Vec::new();
        for site in sites {
            if self.barrier_numbers(site, kind)? != (id, count) {
                let message = format!(
                    "lanes of one warp are at different barriers: {id} and that of line {}",
                    site.instr.line
                );
                return Err((first, message));
            }
            threads += site.mask.count_ones();
            if !matches!(kind, BarrierKind::Sync | BarrierKind::Arrive) {
                votes += (self.predicate(site, 0) & site.mask).count_ones();
                results.push((site.frame.slot_base + usize::from(site.instr.dsts[0]), site.mask));
            }
        }
        if kind != BarrierKind::Arrive {
            let (function, line, lane) = (at.frame.function, at.instr.line, first);
            self.at_barrier = Some(AtBarrier { results, kind, id, count, function, line, lane });
        }
        self.go_on(at);
        Ok(Effect::Barrier(Arrival { id, count, kind, threads, votes }))
    }

    /// Reads number and count of a barrier, which must be the same in all lanes.
    fn barrier_numbers(&self, at: &Site, kind: BarrierKind) -> Result<(u32, u32), (u32, String)> {
        let from = usize::from(!matches!(kind, BarrierKind::Sync | BarrierKind::Arrive));
        let first = at.mask.trailing_zeros();
        let mut numbers = [0, 0];
        for (number, index) in numbers.iter_mut().zip(from..at.instr.sources().len()) {
            let lanes = self.operand(at, index);
            *number = lanes[first as usize] as u32;
            let other = at.mask & !mask_of(|lane| lanes[lane] as u32 == *number);
            if other != 0 {
                let message = "lanes of one warp give a barrier different numbers or counts";
                return Err((other.trailing_zeros(), message.into()));
            }
        }
        let [id, count] = numbers;
        let counted = at.instr.sources().len() > from + 1;
        if id >= BARRIERS || count % WARP_SIZE as u32 != 0 || counted && count == 0 {
            let message = format!(
                "barrier {id} for {count} threads: barriers are 0 to {}, and their threads a positive \
                multiple of {WARP_SIZE}",
                BARRIERS - 1
            );
            return Err((first, message));
        }
        Ok((id, count))
    }

    /// Returns whether the warp waits at a barrier of its TB.
    pub fn is_at_barrier(&self) -> bool {
        self.at_barrier.is_some()
    }

    /// Returns the barrier of its TB at which the warp waits, and the PTX line of the instruction.
    pub fn barrier_awaited(&self) -> Option<(u32, u32)> {
        self.at_barrier.as_ref().map(|waits| (waits.id, waits.line))
    }

    /// Passes a barrier that has opened: writes the result of a reduction and lets the warp step.
    pub fn pass_barrier(&mut self, release: &Release) {
        let Some(waited) = self.at_barrier.take() else { return };
        for (slot, lanes) in waited.results {
            if waited.kind == BarrierKind::Popc {
                lanes_of(lanes).for_each(|lane| self.slots[slot][lane] = u64::from(release.result));
            } else {
                let value = if release.result != 0 { lanes } else { 0 };
                let kept = self.slots[slot][0] & !u64::from(lanes);
                self.slots[slot][0] = kept | u64::from(value);
            }
        }
    }
}

/// Builds the fault of a TB all of whose unfinished warps wait at barriers that can never open.
pub fn stuck_at_barriers<'w>(
    warps: impl IntoIterator<Item = &'w Warp>,
    program: &Program,
    tb: &TbContext,
) -> Option<Fault> {
    let mut first = None;
    let mut places = Vec::new();
    let mut more = 0;
    for warp in warps {
        let Some(waits) = &warp.at_barrier else { continue };
        first = first.or(Some((warp, waits)));
        if places.len() == MAX_NAMED {
            more += 1;
            continue;
        }
        let threads = match waits.count {
            0 => "all threads".to_string(),
            count => format!("{count} threads"),
        };
        let (index, id, line) = (warp.index, waits.id, waits.line);
        places.push(format!("warp {index} at {}:{line}, barrier {id} for {threads}", program.file));
    }
    if more > 0 {
        places.push(format!("{more} more"));
    }
    let (warp, waits) = first?;
    let tid = warp.tid.map(|axis| axis[waits.lane as usize]);
    Some(Fault {
        kernel: program.functions[waits.function as usize].name.clone(),
        file: program.file.clone(),
        line: waits.line,
        origin: program.source(waits.line),
        block: tb.block_idx,
        thread: tid,
        message: format!(
            "the block is stuck at its barriers: no other warp of it can arrive; waiting there: {}",
            places.join("; ")
        ),
    })
}

impl Warp {
    /// Builds a fault of the instruction that the warp has just executed.
    pub fn fault(&self, program: &Program, tb: &TbContext, message: String) -> Fault {
        let (function, index) = self.position().unwrap_or((tb.function, 0));
        let function = &program.functions[function as usize];
        let before = index.saturating_sub(1) as usize;
        let line = self.at_barrier.as_ref().map_or_else(
            || function.instrs.get(before).map_or(0, |instr| instr.line),
            |waits| waits.line,
        );
        let lane = self.active_mask().trailing_zeros().min(31) as usize;
        Fault {
            kernel: function.name.clone(),
            file: program.file.clone(),
            line,
            origin: program.source(line),
            block: tb.block_idx,
            thread: self.tid.map(|axis| axis[lane]),
            message,
        }
    }
}
