//! Laws of the round-robin arbiter, against a search over a list.

use super::pins::{In, Out, Params};
use super::Arbiter;
use crate::kit::{Laws, Scenario, Violation};
use proptest::prelude::*;

impl Laws for Arbiter {
    type Script = Vec<u32>;

    fn scripts(_: &Params) -> BoxedStrategy<Self::Script> {
        // With few requesters the winner is often far from the last one.
        let few = prop::collection::vec(0..32u32, 1..4);
        let few = few.prop_map(|bits| bits.into_iter().fold(0, |all, bit| all | 1 << bit));
        let request = prop_oneof![2 => any::<u32>(), 4 => few, 1 => Just(0)];
        prop::collection::vec(request, 0..64).boxed()
    }

    fn scenario(_: &Params, script: &Self::Script) -> Box<dyn Scenario<In, Out>> {
        let requests = script.clone().into_iter();
        Box::new(Env { requests, last: 0, expected: None, waited: [0; 32] })
    }
}

struct Env {
    requests: std::vec::IntoIter<u32>,
    last: u32,
    expected: Option<u32>,
    /// Grants to others since requester `i` began to request without a break.
    waited: [u32; 32],
}

impl Scenario<In, Out> for Env {
    fn cycle(&mut self, out: &Out) -> Result<Option<In>, Violation> {
        let granted = out.grant_valid.then_some(out.grant);
        if granted != self.expected || (granted.is_none() && out.grant != 0) {
            let rule = format!("rule 2: granted {granted:?}, not {:?}", self.expected);
            return Err(Violation::new(rule));
        }
        let Some(request) = self.requests.next() else { return Ok(None) };
        let order = (1..=32).map(|distance| (self.last + distance) % 32);
        self.expected = order.into_iter().find(|&i| request >> i & 1 == 1);
        for i in 0..32 {
            let waits = request >> i & 1 == 1 && self.expected != Some(i);
            let waited = &mut self.waited[i as usize];
            *waited = if waits { *waited + 1 } else { 0 };
            if *waited > 32 {
                return Err(Violation::new(format!("rule 3: requester {i} starves")));
            }
        }
        self.last = self.expected.unwrap_or(self.last);
        Ok(Some(In { request }))
    }
}
