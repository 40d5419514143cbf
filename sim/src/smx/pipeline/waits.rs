//! What each warp of an SMX waits for, read after the fact for the explanation of a hang.

use super::{Resident, Smx, Tb, NEVER, PENDING};
use crate::exec::{LoopReads, TbContext};
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use crate::runtime::DeviceRuntime;
use crate::smx::SkipWait;

/// A TB, wherever it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TbWait {
    /// TB slot; meaningless of a TB that is suspended.
    pub slot: u32,
    /// The tag it was started with.
    pub tag: u64,
    /// Index of its kernel in `Program::functions`.
    pub function: u32,
    /// Its index in the grid.
    pub block_idx: [u32; 3],
    /// Warps that it has, and that have not ended.
    pub warps: u32,
    /// See above.
    pub unfinished: u32,
}

/// A resident warp that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarpWait {
    /// Warp slot.
    pub slot: u32,
    /// TB slot.
    pub tb: u32,
    /// Its number in its TB.
    pub index: u32,
    /// Index of the function that it executes, and the PTX line that it is at.
    pub function: u32,
    /// See above.
    pub line: u32,
    /// What it does.
    pub doing: Doing,
}

/// What a warp does or waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// It waits at a barrier of its TB.
    Barrier {
        /// Barrier number.
        id: u32,
        /// Threads that the barrier waits for; 0 for all of the TB that have not exited.
        threads: u32,
        /// Threads that have arrived, in whole warps.
        arrived: u32,
        /// Slots of the unfinished warps of the TB that do not wait there.
        absent: Vec<u32>,
    },
    /// It waits for the children of its TB.
    Children,
    /// It is in a call of the device runtime.
    Call,
    /// It needs what memory accesses bring.
    Memory {
        /// Tokens of its own accesses that are under way.
        tokens: Vec<u32>,
        /// It waits for the load-store unit, which works on the accesses of others.
        is_queued: bool,
    },
    /// It waits for a line of instructions.
    Code {
        /// Number of the line.
        line: u32,
    },
    /// It waits for what another warp of its TB executes for it.
    Skip(SkipWait),
    /// It could issue, and a warp policy has not picked it.
    PassedOver {
        /// From this cycle on.
        since: u64,
    },
    /// It comes back to the same state forever, unless memory changes.
    Repeats,
    /// It executes instructions.
    Runs,
}

impl TbWait {
    pub(super) fn of(slot: usize, tb: &Tb) -> Self {
        let TbContext { function, block_idx, .. } = tb.context;
        let (warps, unfinished) = (tb.context.warps(), tb.unfinished_warps);
        Self { slot: slot as u32, tag: tb.tag, function, block_idx, warps, unfinished }
    }
}

impl Smx {
    /// Returns the resident TBs.
    pub fn tbs(&self) -> impl Iterator<Item = TbWait> + '_ {
        let tbs = self.tbs.iter().enumerate();
        tbs.filter_map(|(slot, tb)| Some(TbWait::of(slot, tb.as_ref()?)))
    }

    /// Returns the unfinished warps with what each waits for.
    pub fn waits(&self, program: &Program) -> Vec<WarpWait> {
        let warps = self.warps.iter().enumerate();
        let unfinished = warps.filter_map(|(w, warp)| Some((w, warp.as_ref()?)));
        let unfinished = unfinished.filter(|(_, resident)| !resident.warp.is_done());
        unfinished.filter_map(|(w, resident)| self.warp_wait(w, resident, program)).collect()
    }

    fn warp_wait(&self, w: usize, resident: &Resident, program: &Program) -> Option<WarpWait> {
        let Resident { warp, tb, .. } = resident;
        let (function, at) = warp.position()?;
        let code = &program.functions[function as usize];
        let next = code.instrs.get(at as usize).map_or(0, |instr| instr.line);
        let line = warp.barrier_awaited().map_or(next, |(_, line)| line);
        Some(WarpWait {
            slot: w as u32,
            tb: *tb as u32,
            index: warp.index,
            function,
            line,
            doing: self.doing(w, resident, code.pc_of(at)),
        })
    }

    fn doing(&self, w: usize, resident: &Resident, pc: u32) -> Doing {
        let tb = self.tbs[resident.tb].as_ref();
        if let (Some((id, _)), Some(tb)) = (resident.warp.barrier_awaited(), tb) {
            return self.at_barrier(id, resident.tb, tb);
        }
        if tb.is_some_and(|tb| tb.waiting_warps >> w & 1 == 1) {
            return Doing::Children;
        }
        let front = &self.fronts[w];
        if front.go_on == NEVER {
            return Doing::Call;
        }
        if resident.repetition.is_found() {
            return Doing::Repeats;
        }
        let flights = self.flights.numbered();
        let own = flights.filter(|(_, flight)| flight.is_of(w, self.age[w]));
        let tokens: Vec<u32> = own.map(|(token, _)| token).collect();
        let is_queued = self.units.accepts_at(self.needs[w]) >= PENDING;
        if front.operands.is_under_way() || is_queued {
            return Doing::Memory { tokens, is_queued };
        }
        if front.fetched_at == NEVER && front.wrong_from == NEVER {
            let asks = self.skipping.as_ref().and_then(|skipping| skipping.wait_of(w, pc));
            return match (asks, self.fetch.awaits(w)) {
                (Some(asks), _) => Doing::Skip(asks),
                (None, Some(line)) => Doing::Code { line },
                (None, None) => Doing::Runs,
            };
        }
        self.passed_since(w).map_or(Doing::Runs, |since| Doing::PassedOver { since })
    }

    fn at_barrier(&self, id: u32, slot: usize, tb: &Tb) -> Doing {
        let held = tb.barriers.held().find(|held| held.id == id);
        let (threads, arrived) = held.map_or((0, 0), |held| (held.threads, held.arrived));
        let waiting = held.map_or(0, |held| held.waiting);
        let absent = |(w, warp): (usize, &Option<Resident>)| {
            let is_absent =
                warp.as_ref().is_some_and(|warp| warp.tb == slot && !warp.warp.is_done());
            (is_absent && waiting >> w & 1 == 0).then_some(w as u32)
        };
        let absent = self.warps.iter().enumerate().filter_map(absent).collect();
        Doing::Barrier { id, threads, arrived, absent }
    }

    /// Returns the tokens of all accesses that are under way, those that began first to their number first.
    pub fn tokens(&self) -> Vec<u32> {
        self.flights.numbered().map(|(token, _)| token).collect()
    }

    /// Follows the warp in a slot, which repeats itself, once round its loop.
    pub fn loop_reads(
        &self,
        slot: u32,
        program: &Program,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> Option<LoopReads> {
        let resident = self.warps[slot as usize].as_ref()?;
        let tb = &self.tbs[resident.tb].as_ref()?.context;
        Some(LoopReads::of(&resident.warp, tb, program, memory, runtime))
    }
}
