//! Trials: many stimuli against one backend, and the shortest one it fails.

use super::clocked::Clocked;
use super::coverage::Coverage;
use super::shadow::{Difference, Shadow};
use super::spec::{cover, Failure, Spec};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::RefCell;

/// The number of stimuli and their seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Number of stimuli.
    pub cases: u32,
    /// Seed of the stimuli.
    pub seed: u32,
}

impl Plan {
    /// A plan of `cases` stimuli from seed 1. The environment variables `HEDDLE_CASES` and
    /// `HEDDLE_SEED` override both. The error names the variable that is not a number.
    pub fn from_env(cases: u32) -> Result<Self, String> {
        let number = |name: &str, default| match std::env::var(name) {
            Err(_) => Ok(default),
            Ok(text) => text.parse().map_err(|_| format!("{name}={text} is not a number")),
        };
        Ok(Self { cases: number("HEDDLE_CASES", cases)?, seed: number("HEDDLE_SEED", 1)? })
    }

    /// Returns a generator of stimuli; equal plans make equal stimuli.
    pub fn runner(&self) -> TestRunner {
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&self.seed.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let config = Config { cases: self.cases, failure_persistence: None, ..Config::default() };
        TestRunner::new_with_rng(config, rng)
    }

    /// Returns the stimuli. The error says why one could not be made.
    pub fn stimuli<R: Spec>(&self, params: &R::Params) -> Result<Vec<R::Stimulus>, String> {
        let (strategy, mut runner) = (R::stimuli(params), self.runner());
        let stimulus = |_| Ok(strategy.new_tree(&mut runner).map_err(|e| e.to_string())?.current());
        (0..self.cases).map(stimulus).collect()
    }
}

/// What a backend is checked against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checker {
    /// The unit's specification alone; no model is involved.
    Spec,
    /// The unit's model, stepped in lockstep with the backend.
    Model,
}

/// The shortest stimulus found for which a backend fails.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The stimulus, as Rust prints it.
    pub stimulus: String,
    /// The broken rule, and the pins up to that cycle.
    pub failure: Failure,
    /// The first difference from the model, if the model is the checker.
    pub difference: Option<Difference>,
}

struct Broken {
    failure: Box<Failure>,
    difference: Option<Difference>,
}

/// Searches for a stimulus for which the model or a unit from `make` breaks the specification, or for
/// which they differ.
///
/// One run answers all three questions: the specification checks the model's outputs, and those of the
/// unit are the same. Only after a failure each is played alone, since a broken rule says more than a
/// difference.
pub fn search_both<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
    params: &R::Params,
    plan: Plan,
    make: impl Fn() -> U,
) -> Result<(), Box<Counterexample>> {
    let Err(found) = search::<R, _>(params, plan, Checker::Model, &make) else { return Ok(()) };
    search::<R, _>(params, plan, Checker::Spec, || R::model(params))?;
    search::<R, _>(params, plan, Checker::Spec, make)?;
    Err(found)
}

/// Plays the planned stimuli on units from `make`. Returns what they reached, or a shrunk
/// counterexample.
pub fn search<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
    params: &R::Params,
    plan: Plan,
    check: Checker,
    make: impl Fn() -> U,
) -> Result<Coverage, Box<Counterexample>> {
    let play = |stimulus: &R::Stimulus| -> Result<Coverage, Broken> {
        match check {
            Checker::Spec => cover::<R, _>(&mut make(), params, stimulus)
                .map(|(_, coverage)| coverage)
                .map_err(|failure| Broken { failure, difference: None }),
            Checker::Model => {
                let mut shadow = Shadow::new(R::NAME, R::model(params), make());
                let outcome = cover::<R, _>(&mut shadow, params, stimulus);
                let difference = shadow.difference().cloned();
                let outcome = outcome.map(|(_, coverage)| coverage);
                outcome.map_err(|failure| Broken { failure, difference })
            }
        }
    };
    let reached = RefCell::new(Coverage::default());
    let outcome = plan.runner().run(&R::stimuli(params), |stimulus| {
        let played = play(&stimulus).map(|coverage| reached.borrow_mut().add(&coverage));
        played.map_err(|broken| TestCaseError::fail(broken.failure.rule))
    });
    let (stimulus, reason) = match outcome {
        Ok(()) => return Ok(reached.into_inner()),
        Err(TestError::Fail(reason, stimulus)) => (Some(stimulus), reason),
        Err(TestError::Abort(reason)) => (None, reason),
    };
    // Units and environments are deterministic, so the shrunk stimulus fails again when it is
    // played.
    let broken = stimulus.as_ref().and_then(|stimulus| play(stimulus).err());
    let (failure, difference) = match broken {
        Some(Broken { failure, difference }) => (*failure, difference),
        None => {
            let rule = format!("not repeatable, or no stimulus could be made: {reason}");
            (Failure { unit: R::NAME, cycle: 0, rule, trace: Default::default() }, None)
        }
    };
    let stimulus = stimulus.map(|stimulus| format!("{stimulus:?}")).unwrap_or_default();
    Err(Box::new(Counterexample { stimulus, failure, difference }))
}
