//! Specification of the XOR monitor: the environment of the reuse monitor, which looks lines up after one cycle and by
//! hashes that are computed bit by bit.

#[cfg(test)]
mod tests;

use super::pins::{In, Out, Params};
use super::XorMonitor;
use crate::kit::{Coverage, Environment, Spec, Violation};
use crate::reuse_monitor::spec::{excluded, strategy, Env, Stimulus};
use proptest::prelude::*;

/// Rule 5: the two hashes of a line.
fn hashes(line: u32) -> [u32; 2] {
    type Bits = [bool; 32];
    // The bit that a rotation by so many places brings to place `i`.
    let from = |x: &Bits, i: usize, places: usize| x[(i + 32 - places) % 32];
    let sum = |x: Bits, one, two| -> Bits {
        std::array::from_fn(|i| x[i] ^ from(&x, i, one) ^ from(&x, i, two))
    };
    let only = |x: Bits, one, without| -> Bits {
        std::array::from_fn(|i| x[i] != (from(&x, i, one) && !from(&x, i, without)))
    };
    let line: Bits = std::array::from_fn(|i| line >> i & 1 != 0);
    let a = sum(line, 17, 25);
    let b = only(a, 10, 3);
    let c = sum(b, 6, 16);
    let d = only(c, 21, 4);
    let word = |x: Bits| (0..32).map(|i| u32::from(x[i]) << i).sum();
    [word(sum(d, 11, 12)), word(sum(d, 3, 10))]
}

impl Spec for XorMonitor {
    type Stimulus = Stimulus;

    fn stimuli(_: &Params) -> BoxedStrategy<Self::Stimulus> {
        strategy().boxed()
    }

    fn excluded(params: &Params) -> Vec<(&'static str, &'static str)> {
        excluded(params)
    }

    fn environment(params: &Params, stimulus: &Self::Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Beside(Env::new(params, stimulus, 1, hashes)))
    }
}

/// The environment at this unit's pins, which have the same names.
struct Beside(Env);

impl Environment<In, Out> for Beside {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        Ok(self.0.cycle(&(*out).into(), coverage)?.map(In::from))
    }
}
