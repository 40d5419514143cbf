//! The step of one cycle, in two parts: the part that concerns only this SMX, and the rest.
//!
//! SMXs share device memory, the memory system and the device runtime only. The parts that an SMX steps alone may
//! therefore run in parallel. The result equals whole steps in SMX order, provided the rests are stepped in that
//! order.

use super::{Around, Smx};
use crate::exec::Fault;
use crate::log;
use crate::mem::{GlobalMemory, MemorySystem};
use crate::ptx::{CallTarget, Op, Program, Space};
use crate::runtime::params::ParameterHeap;
use crate::runtime::DeviceRuntime;
use crate::smx::rivals::Rival;
use crate::smx::SmxEvents;

/// Progress of the step of a cycle.
#[derive(Clone, Debug, Default)]
pub(super) enum Progress {
    #[default]
    NotBegun,
    /// The next action touches what the SMXs share.
    Parked(Position),
    Done,
    Failed(Box<Fault>),
}

/// A position in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    /// Whether the load-store unit has begun the access whose turn it is.
    served: bool,
    /// Schedulers that have had their turn. After all of them comes the fetch stage.
    schedulers: usize,
    /// The warp that is about to issue.
    picked: Option<Picked>,
    /// Number of fetches done.
    fetches: u32,
    issued: bool,
}

#[derive(Clone, Copy, Debug)]
struct Picked {
    warp: usize,
    /// Whether it has already issued an instruction in this cycle.
    again: bool,
}

/// Stands in for the state that SMXs share while an SMX steps alone. Instructions that may execute alone do not
/// access it.
#[derive(Debug)]
pub struct Alone {
    memory: GlobalMemory,
    runtime: ParameterHeap,
}

impl Default for Alone {
    fn default() -> Self {
        Self { memory: GlobalMemory::new(0), runtime: ParameterHeap::default() }
    }
}

impl Smx {
    /// Steps the part of core cycle `now` that touches nothing shared between SMXs. [`Smx::step`] must follow in
    /// the same cycle; it reports the fault if there was one. Returns true if nothing is left, in which case
    /// [`Smx::begin`] suffices.
    pub fn step_alone(
        &mut self,
        now: u64,
        program: &Program,
        alone: &mut Alone,
        events: &mut SmxEvents,
    ) -> bool {
        let Alone { memory, runtime } = alone;
        let mut around = Around { program, memory, timing: None, runtime, events };
        self.progress = match self.advance(now, Position::default(), &mut around) {
            Ok(None) => Progress::Done,
            Ok(Some(position)) => Progress::Parked(position),
            Err(fault) => Progress::Failed(Box::new(fault)),
        };
        matches!(self.progress, Progress::Done)
    }

    /// Discards the record of a step done alone, so that the next one begins.
    pub fn begin(&mut self) {
        self.progress = Progress::NotBegun;
    }

    /// Executes core cycle `now`, or what [`Smx::step_alone`] left of it. Each scheduler issues from at most one
    /// warp; then instructions are fetched.
    pub fn step(
        &mut self,
        now: u64,
        program: &Program,
        memory: &mut GlobalMemory,
        timing: &mut MemorySystem,
        runtime: &mut dyn DeviceRuntime,
        events: &mut SmxEvents,
    ) -> Result<(), Fault> {
        let position = match std::mem::take(&mut self.progress) {
            Progress::NotBegun => Position::default(),
            Progress::Parked(position) => position,
            Progress::Done => return Ok(()),
            Progress::Failed(fault) => return Err(*fault),
        };
        let mut around = Around { program, memory, timing: Some(timing), runtime, events };
        self.advance(now, position, &mut around).map(|_| ())
    }

    /// Continues the step from `position`. Returns the position at which a step done alone has to wait.
    fn advance(
        &mut self,
        now: u64,
        mut position: Position,
        around: &mut Around<'_>,
    ) -> Result<Option<Position>, Fault> {
        self.enter_cycle(now);
        if !position.served {
            if !self.serve(now, around) {
                return Ok(Some(position));
            }
            position.served = true;
        }
        let count = self.schedulers.len();
        // The first scheduler of a cycle finds the units free, so each comes first in its turn, also where time is
        // skipped.
        let first = (now % count as u64) as usize;
        while position.schedulers < count {
            let s = first + position.schedulers;
            let s = if s < count { s } else { s - count };
            if position.picked.is_none() && self.schedulers[s].next <= now {
                position.picked =
                    self.pick(s, now, around.events).map(|warp| Picked { warp, again: false });
            }
            if let Some(Picked { warp, again }) = position.picked {
                if around.timing.is_none() && !self.issues_alone(warp, around.program) {
                    return Ok(Some(position));
                }
                let unit = self.needs[warp];
                let lanes = self.stats.active_lanes;
                self.before_issue(warp);
                self.issue(now, warp, around)?;
                self.after_issue(s, warp, unit, lanes, again);
                position.issued = true;
                if !again && self.may_pair(now, warp, unit) {
                    position.picked = Some(Picked { warp, again: true });
                    continue;
                }
                position.picked = None;
            }
            position.schedulers += 1;
        }
        log::note(|| {
            let ready = (0..self.warps.len()).filter(|&w| self.possible_at(w) <= now);
            log::Event::Turned { at: now, ready: ready.fold(0, |mask, w| mask | 1 << w) }
        });
        let timing = around.timing.as_deref_mut();
        if !self.fetch(now, around.program, timing, &mut position.fetches) {
            return Ok(Some(position));
        }
        self.stats.issue_cycles += u64::from(position.issued);
        self.choose_pins(now, around.program);
        Ok(None)
    }

    /// Returns whether the next instruction of a warp accesses only its own SMX.
    fn issues_alone(&self, w: usize, program: &Program) -> bool {
        // Behind it there may be instructions that read memory to see whether they are affine.
        if matches!(self.rival.as_deref(), Some(Rival::Affine(_))) {
            return false;
        }
        let Some(resident) = self.warps[w].as_ref() else { return true };
        let Some((function, index)) = resident.warp.position() else { return true };
        let function = &program.functions[function as usize];
        match function.instrs[index as usize].op {
            Op::Ld(space) | Op::St(space) | Op::Atom(space, _) => space == Space::Shared,
            Op::CopyAsync(_) => false,
            Op::Call(call) => {
                let target = function.calls[usize::from(call)].target;
                matches!(target, CallTarget::Function(_) | CallTarget::Indirect)
            }
            _ => true,
        }
    }
}
