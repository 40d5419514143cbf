//! Specifications: environments that drive a unit and check what it does, generic over the backend.

use super::clocked::Clocked;
use super::contract::Monitor;
use super::coverage::{Coverage, StreamCover};
use super::pins::Pins;
use super::unit::Synthesizable;
use proptest::strategy::BoxedStrategy;
use std::fmt::{self, Debug};

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The rule, by the number it has in `pins.rs`, and what happened instead.
    pub rule: String,
}

impl Violation {
    /// A violation of `rule`.
    pub fn new(rule: impl Into<String>) -> Self {
        Self { rule: rule.into() }
    }
}

/// An environment that plays the other side of a unit's pins, and a scoreboard that checks.
///
/// It is a function of the stimulus and of the outputs seen so far, so a run can be repeated.
pub trait Environment<I, O> {
    /// Sees this cycle's outputs and answers this cycle's inputs, or `None` when the stimulus has
    /// been played and everything owed has been received. Any broken rule is an error. Names the
    /// unit's coverage points before it answers inputs.
    fn cycle(&mut self, out: &O, coverage: &mut Coverage) -> Result<Option<I>, Violation>;
}

/// A unit with specification.
pub trait Spec: Synthesizable {
    /// What the environment will do; shrinks to something short.
    type Stimulus: Clone + Debug + 'static;
    /// Stimuli for hardware of these sizes; every stimulus keeps the protocol rules.
    fn stimuli(params: &Self::Params) -> BoxedStrategy<Self::Stimulus>;
    /// The environment that plays `stimulus`.
    fn environment(
        params: &Self::Params,
        stimulus: &Self::Stimulus,
    ) -> Box<dyn Environment<Self::In, Self::Out>>;
    /// What the rules exclude: names of points of streams, and why they are never reached.
    fn excluded(_params: &Self::Params) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }
}

/// What went over the pins, a row of input words and a row of output words per cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// `outputs[c]` are the output pins during cycle `c`.
    pub outputs: Vec<Vec<u32>>,
    /// `inputs[c]` are the input pins at the edge that ends cycle `c`.
    pub inputs: Vec<Vec<u32>>,
}

/// A specification that did not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The unit's name.
    pub unit: &'static str,
    /// Cycle at which it was noticed.
    pub cycle: u64,
    /// Which rule, and how it was broken.
    pub rule: String,
    /// Everything up to that cycle.
    pub trace: Trace,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: cycle {}: {}", self.unit, self.cycle, self.rule)
    }
}

impl std::error::Error for Failure {}

/// A environment that has not ended after this many cycles counts as a hang.
pub const MAX_CYCLES: u64 = 200_000;

/// Resets `unit` and plays `stimulus` against it; the trace of the run, or the specification it broke.
pub fn check<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
    unit: &mut U,
    params: &R::Params,
    stimulus: &R::Stimulus,
) -> Result<Trace, Box<Failure>> {
    cover::<R, U>(unit, params, stimulus).map(|(trace, _)| trace)
}

/// As [`check`], with what the run reached.
pub fn cover<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
    unit: &mut U,
    params: &R::Params,
    stimulus: &R::Stimulus,
) -> Result<(Trace, Coverage), Box<Failure>> {
    let mut trace = Trace::default();
    let mut coverage = Coverage::default();
    let mut stream_cover = StreamCover::new::<R::In, R::Out>();
    let mut monitor = Monitor::<R::In, R::Out>::default();
    let mut environment = R::environment(params, stimulus);
    unit.reset();
    for cycle in 0..MAX_CYCLES {
        let out = unit.out();
        let fail = |rule: String, trace: &Trace| {
            Box::new(Failure { unit: R::NAME, cycle, rule, trace: trace.clone() })
        };
        let outputs = out.words();
        let checked = monitor.outputs(&outputs);
        trace.outputs.push(outputs);
        checked.map_err(|rule| fail(rule, &trace))?;
        let input = match environment.cycle(&out, &mut coverage) {
            Ok(Some(input)) => input,
            Ok(None) => return Ok((trace, coverage)),
            Err(violation) => return Err(fail(violation.rule, &trace)),
        };
        let inputs = input.words();
        let outputs = &trace.outputs[cycle as usize];
        stream_cover.end_cycle(&inputs, outputs, &mut coverage);
        let checked = monitor.inputs(&inputs, outputs);
        trace.inputs.push(inputs);
        checked.map_err(|rule| fail(rule, &trace))?;
        let idle = unit.idle() && input.is_neutral();
        unit.step(&input);
        if let Some(fault) = unit.fault() {
            return Err(fail(fault, &trace));
        }
        if idle && unit.out() != out {
            return Err(fail("contract 4: an idle unit changed its outputs".into(), &trace));
        }
    }
    let rule = format!("the environment has not ended after {MAX_CYCLES} cycles");
    Err(Box::new(Failure { unit: R::NAME, cycle: MAX_CYCLES, rule, trace }))
}
