//! Specification of the round-robin arbiter, against a search over a list.

use super::pins::{In, Out, Params};
use super::Arbiter;
use crate::kit::{Coverage, Environment, Spec, Violation};
use proptest::prelude::*;

impl Spec for Arbiter {
    type Stimulus = Vec<u32>;

    fn stimuli(_: &Params) -> BoxedStrategy<Self::Stimulus> {
        // With few requesters the winner is often far from the last winner.
        let few = prop::collection::vec(0..32u32, 2..4);
        let few = few.prop_map(|bits| bits.into_iter().fold(0, |all, bit| all | 1 << bit));
        let request = prop_oneof![
            3 => any::<u32>(),
            3 => few,
            3 => (0..32u32).prop_map(|i| 1 << i),
            2 => Just(0),
            1 => Just(u32::MAX),
        ];
        // The same requests for long enough that every requester has won.
        let cycles = prop_oneof![8 => Just(1usize), 1 => 30..40usize];
        let segment = (request, cycles).prop_map(|(request, cycles)| vec![request; cycles]);
        prop::collection::vec(segment, 0..32).prop_map(|segments| segments.concat()).boxed()
    }

    fn environment(_: &Params, stimulus: &Self::Stimulus) -> Box<dyn Environment<In, Out>> {
        let requests = stimulus.clone().into_iter();
        Box::new(Env { requests, last: 0, expected: None, waited: [0; 32] })
    }
}

struct Env {
    requests: std::vec::IntoIter<u32>,
    last: u32,
    expected: Option<u32>,
    /// Grants to others since requester `i` began to request without interruption.
    waited: [u32; 32],
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        let granted = out.grant_valid.then_some(out.grant);
        if granted != self.expected || (granted.is_none() && out.grant != 0) {
            let rule = format!("rule 2: granted {granted:?}, not {:?}", self.expected);
            return Err(Violation::new(rule));
        }
        let Some(request) = self.requests.next() else { return Ok(None) };
        let before = self.last;
        let order = (1..=32).map(|distance| (self.last + distance) % 32);
        self.expected = order.into_iter().find(|&i| request >> i & 1 == 1);
        let (winner, waited_before) = (self.expected, self.waited);
        for i in 0..32 {
            let waits = request >> i & 1 == 1 && self.expected != Some(i);
            let waited = &mut self.waited[i as usize];
            *waited = if waits { *waited + 1 } else { 0 };
            if *waited > 32 {
                return Err(Violation::new(format!("rule 3: requester {i} starves")));
            }
        }
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let wins = |test: &dyn Fn(u32) -> bool| winner.is_some_and(test);
        let several = request.count_ones() > 1;
        point("nobody", "No requester requests.", request == 0);
        point("one", "A single requester wins.", request.count_ones() == 1);
        point("all", "Everyone requests.", request == u32::MAX);
        point("again", "The last winner is alone and wins again.", winner == Some(before));
        point("next", "The requester after the last winner wins.", wins(&|w| w == before + 1));
        let far = wins(&|w| w > before + 1);
        point("skips", "The next requesters do not request, and a later one wins.", far);
        let wraps = wins(&|w| w < before) && several;
        point("wraps", "The search passes 31, and a lower requester wins.", wraps);
        point("wraps from 31", "31 won last, and 0 wins now.", before == 31 && winner == Some(0));
        let longest = wins(&|w| waited_before[w as usize] == 31);
        point("longest wait", "A requester wins after 31 grants to others.", longest);
        let gave_up = (0..32).any(|i| waited_before[i] > 0 && request >> i & 1 == 0);
        point("gives up", "A requester that has waited stops requesting.", gave_up);
        let after_none = winner.is_some() && !out.grant_valid;
        point("after a pause", "A request comes in a cycle without grant.", after_none);
        self.last = self.expected.unwrap_or(self.last);
        Ok(Some(In { request }))
    }
}
