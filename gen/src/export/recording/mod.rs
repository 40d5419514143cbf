//! What a testbench replays: runs of a unit's model, each from a reset, one after the other.
//!
//! The runs are stimuli of the unit's specification, of several seeds, up to a cycle in which they have shown
//! what they were chosen for ([`select`]). Then comes a reset, with requests on the pins. A recording that leaves a
//! stream or a pin untried is refused ([`goals`]).

mod goals;
mod select;
#[cfg(test)]
mod tests;

use super::ExportError;
use heddle_hw::kit::{Pins, Spec, Trace};

/// One cycle.
#[derive(PartialEq, Eq)]
pub struct Cycle {
    /// Whether the edge that ends the cycle resets the unit.
    pub reset: bool,
    /// Input words at that edge.
    pub inputs: Vec<u32>,
    /// Output words before it.
    pub outputs: Vec<u32>,
}

/// The values of the pins from the first reset on.
#[derive(Default)]
pub struct Recording {
    /// The cycles.
    pub cycles: Vec<Cycle>,
    /// Cycles in which a run begins, each with what it plays.
    pub runs: Vec<(usize, String)>,
}

impl From<&Trace> for Recording {
    /// A single run, without a reset in it.
    fn from(trace: &Trace) -> Self {
        Self { cycles: cycles(trace).collect(), runs: vec![] }
    }
}

/// Returns the cycles of a run, none of which ends with a reset.
fn cycles(trace: &Trace) -> impl Iterator<Item = Cycle> + '_ {
    let cycles = trace.inputs.iter().zip(&trace.outputs);
    cycles.map(|(inputs, outputs)| Cycle {
        reset: false,
        inputs: inputs.clone(),
        outputs: outputs.clone(),
    })
}

impl Recording {
    /// Adds the cycles of `trace` before cycle `end`, which it ends by a reset.
    fn add(&mut self, what: String, trace: &Trace, end: usize) {
        self.runs.push((self.cycles.len(), what));
        self.cycles.extend(cycles(trace).take(end));
        // Reset has priority over all inputs, so it comes with some.
        let busy = trace.inputs.get(end.min(trace.inputs.len() / 2));
        if let (Some(inputs), Some(outputs)) = (busy, trace.outputs.get(end)) {
            self.cycles.push(Cycle {
                reset: true,
                inputs: inputs.clone(),
                outputs: outputs.clone(),
            });
        }
    }
}

/// Records unit `R` at these sizes. The error says what no stimulus does.
pub fn record<R: Spec>(params: &R::Params) -> Result<Recording, ExportError> {
    let chosen = select::choose::<R>(params)?;
    let mut recording = Recording::default();
    for run in chosen {
        let trace = select::play::<R>(params, &run.stimulus)?.0;
        recording.add(run.to_string(), &trace, run.cycles);
    }
    let class = R::class(params);
    goals::require::<R>(params, &recording, R::In::pins(class), R::Out::pins(class))?;
    Ok(recording)
}
