//! Detects endless loops with certainty. A warp repeats if it comes to the same state twice while memory has not
//! changed. It will then reach that state again forever, unless another warp changes memory. If all warps that
//! still run repeat, none of them ever will.
//!
//! Registers may differ between the two states if they decide nothing, such as the count of the turns. This is
//! shown by following the difference through one more turn: it must reach no branch, no address, nothing that is
//! stored, and no register that was the same. Then the next turn is like this one whatever these registers hold,
//! and so is every turn after it. What the clock says is such a difference too.

use super::influence::{Influence, Step};
use super::warp::{Frame, Lanes, SimtEntry};
use super::{Fault, TbContext, Warp};
use crate::ptx::Program;

/// Instructions of a warp before its reference state is replaced. The distance doubles each time, so that a loop
/// of any length is found, whatever leads into it.
const FIRST_DISTANCE: u64 = 64;
/// Sets of different registers that are tried for one reference state.
const MAX_TRIED: usize = 16;
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

impl State {
    fn of(warp: &Warp) -> Self {
        Self {
            simt: warp.simt.clone(),
            frames: warp.frames.clone(),
            slots: warp.slots.clone(),
            local: warp.local.clone(),
        }
    }

    /// Returns whether the warp is in this state, but perhaps for its registers.
    fn is_place_of(&self, warp: &Warp) -> bool {
        self.simt == warp.simt
            && self.frames == warp.frames
            && self.slots.len() == warp.slots.len()
            && self.local == warp.local
    }
}

/// A set of registers that are different at each turn, and what they have reached.
#[derive(Clone, Debug)]
struct Trial {
    different: Vec<usize>,
    influence: Influence,
}

impl Trial {
    /// Returns whether the warp is in the reference state, and nothing but the set is or could be different.
    fn holds(&self, state: &State, warp: &Warp) -> bool {
        let is_same = |slot| state.slots[slot] == warp.slots[slot] && !self.influence.reaches(slot);
        state.is_place_of(warp)
            && (0..warp.slots.len())
                .all(|slot| self.different.binary_search(&slot).is_ok() || is_same(slot))
    }
}

/// Searches for a repeated state of a warp. It must be reset as soon as memory changes.
#[derive(Clone, Debug, Default)]
pub struct Repetition {
    remembered: Option<State>,
    steps: u64,
    distance: u64,
    found: bool,
    /// Whether the clock was read since the reference state.
    timed: bool,
    trial: Option<Trial>,
    /// The sets of registers that decide something, for this reference state.
    tried: Vec<Vec<usize>>,
}

impl Repetition {
    /// Observes the warp after it has executed `step`.
    pub fn observe(&mut self, warp: &Warp, step: &Step) {
        if self.found {
            return;
        }
        self.steps += 1;
        self.timed |= step.reads_clock();
        let Some(state) = self.remembered.as_ref().filter(|_| self.steps <= self.distance) else {
            let distance = (2 * self.distance).max(FIRST_DISTANCE);
            *self = Self { remembered: Some(State::of(warp)), distance, ..Self::default() };
            return;
        };
        if let Some(trial) = &mut self.trial {
            if trial.influence.follow(step, warp.executed) {
                self.found = trial.holds(state, warp);
            } else {
                self.tried.extend(self.trial.take().map(|trial| trial.different));
            }
            return;
        }
        if self.tried.len() == MAX_TRIED || !state.is_place_of(warp) {
            return;
        }
        let differs = |slot: &usize| state.slots[*slot] != warp.slots[*slot];
        if self.tried.iter().any(|tried| tried.iter().all(differs)) {
            return;
        }
        let different: Vec<usize> = (0..warp.slots.len()).filter(differs).collect();
        if different.is_empty() && !self.timed {
            self.found = true;
            return;
        }
        let influence = Influence::of(&different, warp.slots.len());
        self.trial = Some(Trial { different, influence });
    }

    /// Returns whether the warp has executed anything since the search began.
    pub fn has_seen(&self) -> bool {
        self.remembered.is_some()
    }

    /// Returns whether the warp repeats itself.
    pub fn is_found(&self) -> bool {
        self.found
    }
}

/// Builds the fault of warps that repeat themselves or wait for warps that do. It names where each warp is and what
/// it waits for. `seen` says for how long nothing has changed.
pub fn endless<'w>(
    warps: impl IntoIterator<Item = (&'w Warp, &'w TbContext)>,
    program: &Program,
    seen: &str,
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
                origin: program.source(line),
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
    fault.message = format!(
        "the program loops forever: for {seen} no memory has changed, no warp has ended or passed a barrier, and \
        each that runs has come back to the same state in all that decides what it does: {positions}"
    );
    Some(fault)
}
