//! The step of a cycle, in two parts: alone, as far as it concerns nothing but this SMX, and the rest.
//!
//! SMXs meet in device memory, the memory system and the device runtime only. So the parts that SMXs do alone
//! may run at the same time, and the outcome is that of whole steps one after the other, as long as the
//! rests are done in that order.

use super::{Around, Smx};
use crate::exec::Fault;
use crate::mem::{GlobalMemory, MemorySystem};
use crate::ptx::{CallTarget, Op, Program, Space};
use crate::runtime::params::ParameterHeap;
use crate::runtime::DeviceRuntime;
use crate::smx::SmxEvents;

/// How far the step of a cycle has come.
#[derive(Clone, Debug, Default)]
pub(super) enum Progress {
    #[default]
    NotBegun,
    /// What comes next touches what the SMXs share.
    Parked(Place),
    Done,
    Failed(Box<Fault>),
}

/// A place in a step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    /// Schedulers that have had their turn; after all of them it is the fetch stage's.
    schedulers: usize,
    /// The warp it is about to issue from.
    picked: Option<Picked>,
    /// Fetches done.
    fetches: u32,
    issued: bool,
}

#[derive(Clone, Copy, Debug)]
struct Picked {
    warp: usize,
    /// It has issued an instruction in this cycle.
    again: bool,
}

/// What an SMX that steps alone has in the place of what it shares: instructions that it may execute alone
/// do not look at it.
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
    /// Does of the step of core cycle `now` what touches nothing that SMXs share. [`Smx::step`] has to follow in the
    /// same cycle; it reports the fault if there was one. True if nothing is left: then [`Smx::begin`] will do.
    pub fn step_alone(
        &mut self,
        now: u64,
        program: &Program,
        alone: &mut Alone,
        events: &mut SmxEvents,
    ) -> bool {
        let Alone { memory, runtime } = alone;
        let mut around = Around { program, memory, timing: None, runtime, events };
        self.progress = match self.advance(now, Place::default(), &mut around) {
            Ok(None) => Progress::Done,
            Ok(Some(place)) => Progress::Parked(place),
            Err(fault) => Progress::Failed(Box::new(fault)),
        };
        matches!(self.progress, Progress::Done)
    }

    /// Forgets a step that has been done alone: the next one begins.
    pub fn begin(&mut self) {
        self.progress = Progress::NotBegun;
    }

    /// Executes core cycle `now`, or what [`Smx::step_alone`] has left of it: each scheduler issues from one
    /// warp at most, then instructions are fetched.
    pub fn step(
        &mut self,
        now: u64,
        program: &Program,
        memory: &mut GlobalMemory,
        timing: &mut MemorySystem,
        runtime: &mut dyn DeviceRuntime,
        events: &mut SmxEvents,
    ) -> Result<(), Fault> {
        let place = match std::mem::take(&mut self.progress) {
            Progress::NotBegun => Place::default(),
            Progress::Parked(place) => place,
            Progress::Done => return Ok(()),
            Progress::Failed(fault) => return Err(*fault),
        };
        let mut around = Around { program, memory, timing: Some(timing), runtime, events };
        self.advance(now, place, &mut around).map(|_| ())
    }

    /// Goes on with the step from a place; returns the place where it has to wait, if it steps alone.
    fn advance(
        &mut self,
        now: u64,
        mut place: Place,
        around: &mut Around<'_>,
    ) -> Result<Option<Place>, Fault> {
        let count = self.schedulers.len();
        // Who comes first in a cycle finds units free: each in its turn, also where time is skipped.
        let first = (now % count as u64) as usize;
        while place.schedulers < count {
            let s = (first + place.schedulers) % count;
            if place.picked.is_none() && self.schedulers[s].next <= now {
                place.picked = self.pick(s, now).map(|warp| Picked { warp, again: false });
            }
            if let Some(Picked { warp, again }) = place.picked {
                if around.timing.is_none() && !self.issues_alone(warp, around.program) {
                    return Ok(Some(place));
                }
                let unit = self.needs[warp];
                self.issue(now, warp, around)?;
                place.issued = true;
                if !again && self.may_pair(now, warp, unit) {
                    place.picked = Some(Picked { warp, again: true });
                    continue;
                }
                place.picked = None;
            }
            place.schedulers += 1;
        }
        let timing = around.timing.as_deref_mut();
        if !self.fetch(now, around.program, timing, &mut place.fetches) {
            return Ok(Some(place));
        }
        self.stats.issue_cycles += u64::from(place.issued);
        Ok(None)
    }

    /// Whether the next instruction of a warp touches nothing but its SMX.
    fn issues_alone(&self, w: usize, program: &Program) -> bool {
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
