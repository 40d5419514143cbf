//! Endless loops told with certainty: a warp that is twice in exactly the same state, with no memory changed
//! in between by anyone and the clock not read, will be there again for ever, unless another warp changes
//! memory. If that holds of all warps that still run, nobody ever will.

use super::warp::{Frame, Lanes, SimtEntry};
use super::{Fault, TbContext, Warp};
use crate::ptx::{Op, Program, Special};

/// Instructions of a warp before its state is first remembered anew. The distance doubles each time, so that
/// a loop of any length is found, and what leads into a loop does not matter.
const FIRST_DISTANCE: u64 = 64;
/// Most warps that a report names.
const MAX_NAMED: usize = 8;

/// All that a warp's next steps depend on besides memory.
#[derive(Clone, Debug, PartialEq)]
struct State {
    simt: Vec<SimtEntry>,
    frames: Vec<Frame>,
    slots: Vec<Lanes>,
    local: Vec<u8>,
}

/// Looks for a state of a warp that comes again. To be forgotten as soon as memory changes.
#[derive(Clone, Debug, Default)]
pub struct Repetition {
    remembered: Option<State>,
    steps: u64,
    distance: u64,
    found: bool,
}

impl Repetition {
    /// Takes note of the warp after it has executed `op`.
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

    /// Whether the warp repeats itself.
    pub fn is_found(&self) -> bool {
        self.found
    }
}

/// Why warps that run are taken to run for ever; the text says for how long nothing has changed.
#[derive(Clone, Copy, Debug)]
pub enum Verdict<'a> {
    /// All repeat themselves or wait for those that do.
    Endless(&'a str),
    /// They go on without an effect anyone could see, longer than the configuration allows.
    NoProgress(&'a str),
}

/// The fault of warps on which this verdict falls; it names where each is and what it waits for.
pub fn endless<'w>(
    warps: impl IntoIterator<Item = (&'w Warp, &'w TbContext)>,
    program: &Program,
    verdict: Verdict,
) -> Option<Fault> {
    let mut fault: Option<Fault> = None;
    let mut places = Vec::new();
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
        if places.len() == MAX_NAMED {
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
        places.push(format!(
            "warp {} of block ({x}, {y}, {z}) {does} {}:{line}{lanes}",
            warp.index, program.file
        ));
    }
    if more > 0 {
        places.push(format!("{more} more warps"));
    }
    let mut fault = fault?;
    let places = places.join("; ");
    fault.message = match verdict {
        Verdict::Endless(seen) => format!(
            "the program loops for ever: for {seen} no memory has changed, no warp has ended or passed a barrier, \
            and each that runs has come back to exactly the same state: {places}"
        ),
        Verdict::NoProgress(seen) => format!(
            "no progress: for {seen} no memory has changed and no warp has ended or passed a barrier (if the program \
            computes for so long, raise smx.no_progress_cycles): {places}"
        ),
    };
    Some(fault)
}
