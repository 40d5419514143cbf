//! Laws of the register: it is the last enabled word.

use super::pins::{In, Out, Params};
use super::Register;
use crate::kit::{Laws, Scenario, Violation};
use proptest::prelude::*;

impl Laws for Register {
    type Script = Vec<(bool, u32)>;

    fn scripts(_: &Params) -> BoxedStrategy<Self::Script> {
        prop::collection::vec(any::<(bool, u32)>(), 0..64).boxed()
    }

    fn scenario(_: &Params, script: &Self::Script) -> Box<dyn Scenario<In, Out>> {
        Box::new(Env { script: script.clone().into_iter(), expected: 0 })
    }
}

struct Env {
    script: std::vec::IntoIter<(bool, u32)>,
    expected: u32,
}

impl Scenario<In, Out> for Env {
    fn cycle(&mut self, out: &Out) -> Result<Option<In>, Violation> {
        if out.q != self.expected {
            let rule = format!("rule 2: q is {:#x}, not {:#x}", out.q, self.expected);
            return Err(Violation::new(rule));
        }
        Ok(self.script.next().map(|(enable, d)| {
            if enable {
                self.expected = d;
            }
            In { enable, d }
        }))
    }
}
