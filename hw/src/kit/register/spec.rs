//! Specification of the register: it is the last enabled word.

use super::pins::{In, Out, Params};
use super::Register;
use crate::kit::{Coverage, Environment, Spec, Violation};
use proptest::prelude::*;

impl Spec for Register {
    type Stimulus = Vec<(bool, u32)>;

    fn stimuli(_: &Params) -> BoxedStrategy<Self::Stimulus> {
        let word = prop_oneof![4 => any::<u32>(), 1 => Just(0), 1 => Just(u32::MAX)];
        prop::collection::vec((any::<bool>(), word), 0..64).boxed()
    }

    fn constant(_: &Params) -> Vec<(&'static str, &'static str)> {
        vec![("idle", "a step without enable changes nothing (rule 2)")]
    }

    fn environment(_: &Params, stimulus: &Self::Stimulus) -> Box<dyn Environment<In, Out>> {
        Box::new(Env { stimulus: stimulus.clone().into_iter(), expected: 0 })
    }
}

struct Env {
    stimulus: std::vec::IntoIter<(bool, u32)>,
    expected: u32,
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        if out.q != self.expected {
            let rule = format!("rule 2: q is {:#x}, not {:#x}", out.q, self.expected);
            return Err(Violation::new(rule));
        }
        let Some((enable, d)) = self.stimulus.next() else { return Ok(None) };
        let q = self.expected;
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        point("keeps", "d differs and is not taken.", !enable && d != q);
        point("changes", "A different word is taken.", enable && d != q);
        point("takes the same", "The word it holds is taken again.", enable && d == q);
        point("all ones", "Every bit is set.", enable && d == u32::MAX && q != d);
        point("all zeros", "Every bit is cleared.", enable && d == 0 && q != 0);
        if enable {
            self.expected = d;
        }
        Ok(Some(In { enable, d }))
    }
}
