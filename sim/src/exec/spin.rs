//! Detects endless loops with certainty. A warp repeats if it reaches the same state twice while memory has not
//! changed and the warp has not read the clock. It will then reach that state again forever, unless another warp
//! changes memory. If all warps that still run repeat, none of them ever will.

use super::warp::{Frame, Lanes, SimtEntry};
use super::{Fault, TbContext, Warp};
use crate::ptx::{Op, Program, Special};

/// Instructions of a warp before its reference state is replaced. The distance doubles each time, so that a loop
/// of any length is found, whatever leads into it.
const FIRST_DISTANCE: u64 = 64;
/// Most warps that a report names.
const MAX_NAMED: usize = 8;

/// The state that determines a warp's next steps, besides memory.
#[derive(Clone, Debug, PartialEq)]
struct State {
    simt: Vec<SimtEntry>,
    frames: Vec<Frame>,
    slots: Vec<Lanes>,
    local: Vec<u8>,
}

/// Searches for a repeated state of a warp. It must be reset as soon as memory changes.
#[derive(Clone, Debug, Default)]
pub struct Repetition {
    remembered: Option<State>,
    steps: u64,
    distance: u64,
    found: bool,
}

impl Repetition {
    /// Observes the warp after it has executed `op`.
    pub fn observe(&mut self, warp: &Warp, op: Op) {
        if matches!(op, Op::Special(Special::Clock | Special::ClockHigh)) {
            *self = Self::default();
            return;
        }
        if self.found {
            return;
        }
        self.steps += 1;
        match &self.remembered {
            Some(state) if self.steps <= self.distance => {
                self.found = state.simt == warp.simt
                    && state.frames == warp.frames
                    && state.slots == warp.slots
                    && state.local == warp.local;
            }
            _ => {
                self.remembered = Some(State {
                    simt: warp.simt.clone(),
                    frames: warp.frames.clone(),
                    slots: warp.slots.clone(),
                    local: warp.local.clone(),
                });
                self.distance = (2 * self.distance).max(FIRST_DISTANCE);
                self.steps = 0;
            }
        }
    }

    /// Returns whether the warp repeats itself.
    pub fn is_found(&self) -> bool {
        self.found
    }
}

/// Why running warps are considered endless. The text says for how long nothing has changed.
#[derive(Clone, Copy, Debug)]
pub enum Verdict<'a> {
    /// All warps repeat themselves or wait for warps that do.
    Endless(&'a str),
    /// The warps run without a visible effect for longer than the configuration allows.
    NoProgress(&'a str),
}

/// Builds the fault of warps with this verdict. It names where each warp is and what it waits for.
pub fn endless<'w>(
    warps: impl IntoIterator<Item = (&'w Warp, &'w TbContext)>,
    program: &Program,
    verdict: Verdict,
) -> Option<Fault> {
    let mut fault: Option<Fault> = None;
    let mut positions = Vec::new();
    let mut more = 0;
    for (warp, tb) in warps {
        let Some((function, index)) = warp.position() else { continue };
        let function = &program.functions[function as usize];
        let line = function.instrs.get(index as usize).map_or(0, |instr| instr.line);
        let waits = warp.is_at_barrier();
        if fault.is_none() && !waits {
            let lane = warp.active_mask().trailing_zeros().min(31) as usize;
            fault = Some(Fault {
                kernel: function.name.clone(),
                file: program.file.clone(),
                line,
                block: tb.block_idx,
                thread: warp.tid.map(|axis| axis[lane]),
                message: String::new(),
            });
        }
        if positions.len() == MAX_NAMED {
            more += 1;
            continue;
        }
        let does = if waits { "waits at a barrier before" } else { "spins around" };
        let [x, y, z] = tb.block_idx;
        let (lanes, live) = (warp.active_mask(), warp.live_mask());
        let lanes = if lanes == live {
            String::new()
        } else {
            format!(" with lanes {lanes:#010x} of {live:#010x}")
        };
        positions.push(format!(
            "warp {} of block ({x}, {y}, {z}) {does} {}:{line}{lanes}",
            warp.index, program.file
        ));
    }
    if more > 0 {
        positions.push(format!("{more} more warps"));
    }
    let mut fault = fault?;
    let positions = positions.join("; ");
    fault.message = match verdict {
        Verdict::Endless(seen) => format!(
            "the program loops forever: for {seen} no memory has changed, no warp has ended or passed a barrier, \
            and each that runs has come back to exactly the same state: {positions}"
        ),
        Verdict::NoProgress(seen) => format!(
            "no progress: for {seen} no memory has changed and no warp has ended or passed a barrier (if the program \
            computes for so long, raise smx.no_progress_cycles): {positions}"
        ),
    };
    Some(fault)
}
