//! Trials: many scripts against one backend, and the shortest one it fails.

use super::clocked::Clocked;
use super::cover::Coverage;
use super::law::{cover, Failure, Laws};
use super::shadow::{Difference, Shadow};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use std::cell::RefCell;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Number of scripts.
    pub cases: u32,
    /// Seed of the scripts.
    pub seed: u32,
}

impl Plan {
    /// `cases` scripts from seed 1, unless the environment says otherwise by `HEDDLE_CASES` or
    /// `HEDDLE_SEED`. The error names the variable that is not a number.
    pub fn from_env(cases: u32) -> Result<Self, String> {
        let number = |name: &str, default| match std::env::var(name) {
            Err(_) => Ok(default),
            Ok(text) => text.parse().map_err(|_| format!("{name}={text} is not a number")),
        };
        Ok(Self { cases: number("HEDDLE_CASES", cases)?, seed: number("HEDDLE_SEED", 1)? })
    }

    /// A source of scripts; equal plans make equal scripts.
    pub fn runner(&self) -> TestRunner {
        let mut seed = [0; 32];
        seed[..4].copy_from_slice(&self.seed.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let config = Config { cases: self.cases, failure_persistence: None, ..Config::default() };
        TestRunner::new_with_rng(config, rng)
    }

    /// The scripts themselves. The error says why one could not be made.
    pub fn scripts<R: Laws>(&self, params: &R::Params) -> Result<Vec<R::Script>, String> {
        let (strategy, mut runner) = (R::scripts(params), self.runner());
        let script = |_| Ok(strategy.new_tree(&mut runner).map_err(|e| e.to_string())?.current());
        (0..self.cases).map(script).collect()
    }
}

/// Who judges a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    /// The unit's laws alone; no model is involved.
    Laws,
    /// The unit's model, stepped beside the backend.
    Model,
}

/// The shortest script found that a backend fails.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The script, as Rust prints it.
    pub script: String,
    /// What was noticed, and the pins up to there.
    pub failure: Failure,
    /// The first difference from the model, when the model was the judge.
    pub difference: Option<Difference>,
}

struct Broken {
    failure: Box<Failure>,
    difference: Option<Difference>,
}

/// Tries the planned scripts on units from `make`: what they reached, or a shrunk counterexample.
pub fn search<R: Laws, U: Clocked<In = R::In, Out = R::Out>>(
    params: &R::Params,
    plan: Plan,
    judge: Judge,
    make: impl Fn() -> U,
) -> Result<Coverage, Box<Counterexample>> {
    let play = |script: &R::Script| -> Result<Coverage, Broken> {
        match judge {
            Judge::Laws => cover::<R, _>(&mut make(), params, script)
                .map(|(_, coverage)| coverage)
                .map_err(|failure| Broken { failure, difference: None }),
            Judge::Model => {
                let mut shadow = Shadow::new(R::NAME, R::model(params), make());
                let outcome = cover::<R, _>(&mut shadow, params, script);
                let difference = shadow.difference().cloned();
                let outcome = outcome.map(|(_, coverage)| coverage);
                outcome.map_err(|failure| Broken { failure, difference })
            }
        }
    };
    let reached = RefCell::new(Coverage::default());
    let outcome = plan.runner().run(&R::scripts(params), |script| {
        let played = play(&script).map(|coverage| reached.borrow_mut().add(&coverage));
        played.map_err(|broken| TestCaseError::fail(broken.failure.rule))
    });
    let (script, reason) = match outcome {
        Ok(()) => return Ok(reached.into_inner()),
        Err(TestError::Fail(reason, script)) => (Some(script), reason),
        Err(TestError::Abort(reason)) => (None, reason),
    };
    // Units and scenarios repeat themselves, so playing the shrunk script again tells all of it.
    let broken = script.as_ref().and_then(|script| play(script).err());
    let (failure, difference) = match broken {
        Some(Broken { failure, difference }) => (*failure, difference),
        None => {
            let rule = format!("not repeatable, or no script could be made: {reason}");
            (Failure { unit: R::NAME, cycle: 0, rule, trace: Default::default() }, None)
        }
    };
    let script = script.map(|script| format!("{script:?}")).unwrap_or_default();
    Err(Box::new(Counterexample { script, failure, difference }))
}
