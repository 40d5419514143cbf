//! Specifications: environments that drive a unit and check it, generic over the backend.

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
    /// Number of the rule in `pins.rs`, and what happened instead.
    pub rule: String,
}

impl Violation {
    /// A violation of `rule`.
    pub fn new(rule: impl Into<String>) -> Self {
        Self { rule: rule.into() }
    }
}

/// Fails with the rule that is broken.
pub(crate) fn broken<T>(rule: String) -> Result<T, Violation> {
    Err(Violation::new(rule))
}

/// Fails with the rule unless it holds.
pub(crate) fn ensure(holds: bool, rule: impl FnOnce() -> String) -> Result<(), Violation> {
    holds.then_some(()).ok_or_else(|| Violation::new(rule()))
}

/// An environment that models the other side of a unit's pins, with a scoreboard that checks them.
///
/// It is a function of the stimulus and of the outputs seen before, so a run can be repeated.
pub trait Environment<I, O> {
    /// Checks this cycle's outputs and returns this cycle's inputs, or `None` when the stimulus
    /// has been played and every expected answer has been received. A broken rule is an error.
    /// Names the unit's coverage points before it returns inputs.
    fn cycle(&mut self, out: &O, coverage: &mut Coverage) -> Result<Option<I>, Violation>;
}

/// A unit with a specification.
pub trait Spec: Synthesizable {
    /// What the environment will do; it shrinks to a short stimulus.
    type Stimulus: Clone + Debug + 'static;
    /// Stimuli for hardware of these sizes; every stimulus keeps the protocol rules.
    fn stimuli(params: &Self::Params) -> BoxedStrategy<Self::Stimulus>;
    /// The environment that plays `stimulus`.
    fn environment(
        params: &Self::Params,
        stimulus: &Self::Stimulus,
    ) -> Box<dyn Environment<Self::In, Self::Out>>;
    /// Returns what the rules exclude: names of points of streams, and why they are never reached.
    fn excluded(_params: &Self::Params) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }
    /// Returns the pins that never change at these sizes, and why. Every other pin rises and falls in a
    /// recording of the stimuli.
    fn constant(_params: &Self::Params) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }
}

/// The values of the pins: a row of input words and a row of output words per cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// `outputs[c]` are the output pins during cycle `c`.
    pub outputs: Vec<Vec<u32>>,
    /// `inputs[c]` are the input pins at the edge that ends cycle `c`.
    pub inputs: Vec<Vec<u32>>,
}

/// A unit's failure to meet its specification.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Name of the unit.
    pub unit: &'static str,
    /// Cycle in which the check failed.
    pub cycle: u64,
    /// Which rule was broken, and how.
    pub rule: String,
    /// All pins up to that cycle.
    pub trace: Trace,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: cycle {}: {}", self.unit, self.cycle, self.rule)
    }
}

impl std::error::Error for Failure {}

/// An environment that has not finished after this many cycles counts as a hang.
pub const MAX_CYCLES: u64 = 200_000;

/// Resets `unit` and plays `stimulus` against it. Returns the trace of the run, or the failure.
pub fn check<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
    unit: &mut U,
    params: &R::Params,
    stimulus: &R::Stimulus,
) -> Result<Trace, Box<Failure>> {
    cover::<R, U>(unit, params, stimulus).map(|(trace, _)| trace)
}

/// Does the same as [`check`], and also returns the coverage of the run.
pub fn cover<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
    unit: &mut U,
    params: &R::Params,
    stimulus: &R::Stimulus,
) -> Result<(Trace, Coverage), Box<Failure>> {
    let class = R::class(params);
    let mut trace = Trace::default();
    let mut coverage = Coverage::default();
    let mut stream_cover = StreamCover::new::<R::In, R::Out>(class);
    let mut monitor = Monitor::<R::In, R::Out>::new(class);
    let mut neighbours = R::neighbours(params, class);
    let mut environment = R::environment(params, stimulus);
    let mut last = R::In::default();
    unit.reset();
    for cycle in 0..MAX_CYCLES {
        let out = unit.out();
        let fail = |rule: String, trace: &Trace| {
            Box::new(Failure { unit: R::NAME, cycle, rule, trace: trace.clone() })
        };
        let outputs = out.words(class);
        let checked = monitor.outputs(&outputs);
        trace.outputs.push(outputs);
        checked.map_err(|rule| fail(rule, &trace))?;
        let input = match environment.cycle(&out, &mut coverage) {
            Ok(Some(input)) => input,
            Ok(None) => return Ok((trace, coverage)),
            Err(violation) => return Err(fail(violation.rule, &trace)),
        };
        let inputs = input.words(class);
        let outputs = &trace.outputs[cycle as usize];
        stream_cover.end_cycle(&inputs, outputs, &mut coverage);
        let checked = monitor.inputs(&inputs, outputs);
        trace.inputs.push(inputs);
        checked.map_err(|rule| fail(rule, &trace))?;
        let promised = neighbours.cycle(&input, &out);
        promised.map_err(|rule| fail(format!("the environment's side: {rule}"), &trace))?;
        let idle = unit.idle() && input.is_quiet(&last);
        last = input.clone();
        unit.step(&input);
        if let Some(fault) = unit.fault() {
            return Err(fail(fault, &trace));
        }
        if idle && unit.out() != out {
            return Err(fail("contract 4: an idle unit changed its outputs".into(), &trace));
        }
    }
    let rule = format!("the environment has not finished after {MAX_CYCLES} cycles");
    Err(Box::new(Failure { unit: R::NAME, cycle: MAX_CYCLES, rule, trace }))
}
