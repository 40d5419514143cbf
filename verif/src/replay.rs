//! Replays recorded pins: drives a failing stimulus, stored as input words, into any backend again.

use crate::backends::{verilated, Backend};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Class, Clocked, Difference, Pins, Rtl, Shadow, Spec, Trace, Unit};
use serde::{Deserialize, Serialize};
use std::marker::PhantomData;
use std::panic::{catch_unwind, AssertUnwindSafe};

/// A recorded stimulus for one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// Name of the unit.
    pub unit: String,
    /// Preset its sizes came from.
    pub preset: String,
    /// Seed of the Verilated power-up state.
    pub seed: u32,
    /// Input words, one row per cycle.
    pub inputs: Vec<Vec<u32>>,
}

/// Result of a replay.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The first difference between model and backend, if any.
    pub difference: Option<Difference>,
    /// Pins of the model, cycle by cycle.
    pub model: Trace,
    /// Pins of the backend, cycle by cycle.
    pub trace: Trace,
}

/// Replays a recording on a backend beside the model.
pub struct Replay<'a> {
    /// The recorded stimulus.
    pub recording: &'a Recording,
    /// The backend into which the stimulus is driven.
    pub backend: Backend,
}

impl UnitVisitor for Replay<'_> {
    type Output = Result<Replayed, String>;

    fn visit<R: Spec>(self) -> Self::Output {
        let params = self.recording.params::<R>()?;
        match self.backend {
            Backend::Model => self.recording.replay::<R, _>(R::model(&params)),
            Backend::Rtl => self.recording.replay::<R, _>(Rtl::new(R::circuit(&params))),
            Backend::Verilated => {
                let subject = verilated::<R>(&params, R::class(&params), self.recording.seed)?;
                self.recording.replay::<R, _>(subject)
            }
        }
    }
}

impl Recording {
    /// Returns the sizes of unit `R` at the recording's preset.
    pub fn params<R: Unit>(&self) -> Result<R::Params, String> {
        let preset = &self.preset;
        R::preset(preset).ok_or_else(|| format!("unit {} has no preset `{preset}`", R::NAME))
    }

    /// Drives the recording into a backend of unit `R` and into its model, both reset first. The
    /// error is a recording that does not fit the unit, or that breaks its protocol so that a
    /// backend panics.
    pub fn replay<R: Unit, U: Clocked<In = R::In, Out = R::Out>>(
        &self,
        mut subject: U,
    ) -> Result<Replayed, String> {
        let params = self.params::<R>()?;
        self.check_words::<R>(&params)?;
        let class = R::class(&params);
        let played = catch_unwind(AssertUnwindSafe(|| {
            let trace = run(&mut subject, class, &self.inputs);
            let model = run(&mut R::model(&params), class, &self.inputs);
            let played = Playback::<R::In, R::Out> { trace: &trace, cycle: 0, pins: PhantomData };
            let mut shadow = Shadow::new(R::NAME, R::model(&params), played);
            run(&mut shadow, class, &self.inputs);
            Replayed { difference: shadow.difference().cloned(), model, trace }
        }));
        played.map_err(|panic| {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
            format!("the recording breaks the protocol of unit {}: {text}", R::NAME)
        })
    }

    /// Checks that every row has a word for every input pin, no wider than the pin.
    fn check_words<R: Unit>(&self, params: &R::Params) -> Result<(), String> {
        let pins = R::In::pins(R::class(params));
        for (number, row) in self.inputs.iter().enumerate() {
            if row.len() != pins.len() {
                let (found, wanted) = (row.len(), pins.len());
                return Err(format!(
                    "row {number} of the recording has {found} words, the unit {wanted} input pins"
                ));
            }
            for (pin, word) in pins.iter().zip(row) {
                if u64::from(*word) >> pin.width != 0 {
                    return Err(format!(
                        "row {number} of the recording: {word} is wider than the {} bits of pin {}",
                        pin.width, pin
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Plays the recorded outputs of a unit. The unit itself must not be driven twice: a reset keeps
/// the contents of its memories, so the second run would read what the first one wrote.
struct Playback<'a, I, O> {
    trace: &'a Trace,
    cycle: usize,
    pins: PhantomData<(I, O)>,
}

impl<I: Pins, O: Pins> Clocked for Playback<'_, I, O> {
    type In = I;
    type Out = O;

    fn reset(&mut self) {
        self.cycle = 0;
    }
    fn out(&self) -> O {
        O::load(&self.trace.outputs[self.cycle])
    }
    fn step(&mut self, _: &I) {
        self.cycle += 1;
    }
    fn idle(&self) -> bool {
        false
    }
}

/// Resets a unit and drives `inputs` into it. The outputs after the last edge are an extra row
/// without inputs.
fn run<U: Clocked>(unit: &mut U, class: Class, inputs: &[Vec<u32>]) -> Trace {
    let mut trace = Trace::default();
    unit.reset();
    for row in inputs {
        trace.outputs.push(unit.out().words(class));
        trace.inputs.push(row.clone());
        unit.step(&U::In::load(row));
    }
    trace.outputs.push(unit.out().words(class));
    trace
}
