//! Records the stimuli of a specification from the model, with the Verilog into which they are
//! replayed.

use crate::report::fingerprint;
use heddle_gen::verilog::emit;
use heddle_hw::kit::spec::check;
use heddle_hw::kit::trial::Plan;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Pin, Pins, Spec, Trace};

/// Stimuli per unit; the specification's test plays as many, drawn from the same strategy.
pub const STIMULI: u32 = 48;

/// A unit at some sizes and the recordings of its specification.
#[derive(Clone, Debug)]
pub struct PinStimulus {
    /// Name of the unit.
    pub unit: &'static str,
    /// Name of the top module.
    pub top: String,
    /// All its Verilog without comments and empty lines, so that new comments do not change
    /// mutants.
    pub verilog: String,
    /// The input pins.
    pub inputs: &'static [Pin],
    /// The output pins.
    pub outputs: &'static [Pin],
    /// The values of the pins, one recording per stimulus.
    pub traces: Vec<Trace>,
}

impl PinStimulus {
    /// Returns the number of edges of all recordings.
    pub fn cycles(&self) -> usize {
        self.traces.iter().map(|trace| trace.inputs.len()).sum()
    }

    /// Returns the input words of the reset edge before a recording: a row from its middle, since
    /// reset has priority over all inputs.
    pub fn during_reset(&self, trace: &Trace) -> Vec<u32> {
        let none = vec![0; self.inputs.len()];
        trace.inputs.get(trace.inputs.len() / 2).cloned().unwrap_or(none)
    }

    /// Returns the fingerprint of the inputs of a measurement: the Verilog and every word of the
    /// recordings.
    pub fn fingerprint(&self) -> String {
        let mut text = self.verilog.clone();
        for trace in &self.traces {
            text += &format!("{:x?}{:x?}", trace.inputs, trace.outputs);
        }
        fingerprint(&text)
    }
}

/// Records the specification of a unit at `tiny`. The error names the unit and what does not hold.
pub struct Record;

impl UnitVisitor for Record {
    type Output = Result<PinStimulus, String>;

    fn visit<R: Spec>(self) -> Self::Output {
        RecordAt("tiny").visit::<R>()
    }
}

/// Does the same at another preset.
pub struct RecordAt<'a>(pub &'a str);

impl UnitVisitor for RecordAt<'_> {
    type Output = Result<PinStimulus, String>;

    fn visit<R: Spec>(self) -> Self::Output {
        let params = R::preset(self.0);
        let params = params.ok_or_else(|| format!("{} has no preset {}", R::NAME, self.0))?;
        let printed = emit::<R>(&params).map_err(|error| error.to_string())?;
        let stimuli = Plan { cases: STIMULI, seed: 1 }.stimuli::<R>(&params)?;
        let play = |stimulus| check::<R, _>(&mut R::model(&params), &params, stimulus);
        let traces: Result<Vec<Trace>, _> = stimuli.iter().map(play).collect();
        Ok(PinStimulus {
            unit: R::NAME,
            top: printed.top.clone(),
            verilog: without_comments(&printed.complete()),
            inputs: R::In::pins(R::class(&params)),
            outputs: R::Out::pins(R::class(&params)),
            traces: traces.map_err(|failure| failure.to_string())?,
        })
    }
}

/// Removes comments; the printer puts each on a separate line.
pub fn without_comments(verilog: &str) -> String {
    let code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    verilog.lines().filter(code).map(|line| format!("{line}\n")).collect()
}
