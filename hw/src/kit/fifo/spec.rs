//! Specification of the FIFO, against a queue, with a producer and a consumer that stall.

use super::pins::{In, Out, Params};
use super::Fifo;
use crate::kit::{Coverage, Environment, Spec, Violation};
use proptest::prelude::*;
use std::collections::VecDeque;

/// Each cycle: an element to offer if the last was taken, and whether the consumer is ready.
type Op = (Option<u32>, bool);

impl Spec for Fifo {
    type Stimulus = Vec<Op>;

    fn stimuli(_: &Params) -> BoxedStrategy<Self::Stimulus> {
        // Each side in turn is faster than the other: elements fill the FIFO and drain at any
        // depth.
        let percent = || prop_oneof![Just(0u32), Just(100), Just(70), Just(30)];
        let dice = prop::collection::vec((0..100u32, 0..100u32, any::<u32>()), 0..64);
        let phase = (percent(), percent(), dice).prop_map(|(offers, takes, dice)| {
            let op = |(offer, take, data)| ((offer < offers).then_some(data), take < takes);
            dice.into_iter().map(op).collect::<Vec<Op>>()
        });
        prop::collection::vec(phase, 0..12).prop_map(|phases| phases.concat()).boxed()
    }

    fn environment(params: &Params, stimulus: &Self::Stimulus) -> Box<dyn Environment<In, Out>> {
        let ops = stimulus.clone().into_iter();
        let (depth, inside) = (params.depth as usize, VecDeque::new());
        Box::new(Env { depth, ops, offer: None, inside, pushed: 0, popped: 0 })
    }
}

struct Env {
    depth: usize,
    ops: std::vec::IntoIter<Op>,
    offer: Option<u32>,
    inside: VecDeque<u32>,
    /// Elements that have entered and left.
    pushed: usize,
    popped: usize,
}

impl Env {
    fn cover(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let (count, depth) = (self.inside.len(), self.depth);
        let push = input.in_valid && out.in_ready;
        let pop = input.out_ready && out.out_valid;
        point("empty", "There is no element.", count == 0);
        point("full", "There is no room.", count == depth);
        point("fills", "The last free slot is filled.", push && !pop && count == depth - 1);
        point("empties", "The last element leaves.", pop && !push && count == 1);
        point("through one", "One enters while the only one leaves.", push && pop && count == 1);
        let last_place = push && pop && count == depth - 1;
        point(
            "through the last place",
            "One enters the last free slot while one leaves.",
            last_place,
        );
        point("refused beside a pop", "One leaves the full FIFO, and one is offered.", {
            pop && count == depth && input.in_valid
        });
        point("ready and empty", "The consumer waits for the first element.", {
            push && input.out_ready && count == 0
        });
        point("write pointer wraps", "The last slot is written.", {
            push && self.pushed % depth == depth - 1
        });
        point("read pointer wraps", "The last slot is read.", {
            pop && self.popped % depth == depth - 1
        });
        point("apart by all", "The last slot is written while the first is the oldest.", {
            push && self.pushed % depth == depth - 1 && count == depth - 1
        });
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        let front = self.inside.front().copied();
        if (out.out_valid, out.out_data) != (front.is_some(), front.unwrap_or(0)) {
            let rule = format!("rule 5: out {:#x}, expected {front:x?}", out.out_data);
            return Err(Violation::new(rule));
        }
        if out.in_ready != (self.inside.len() < self.depth) {
            return Err(Violation::new("rule 4: ready does not say whether there is room"));
        }
        let (offer, out_ready) = match self.ops.next() {
            Some(op) => op,
            None if front.is_none() && self.offer.is_none() => return Ok(None),
            None => (None, true),
        };
        self.offer = self.offer.or(offer);
        let in_data = self.offer.unwrap_or(0);
        let input = In { in_valid: self.offer.is_some(), in_data, out_ready };
        self.cover(out, &input, coverage);
        if out_ready {
            self.popped += usize::from(self.inside.pop_front().is_some());
        }
        if out.in_ready {
            self.pushed += usize::from(self.offer.is_some());
            self.inside.extend(self.offer.take());
        }
        Ok(Some(input))
    }
}
