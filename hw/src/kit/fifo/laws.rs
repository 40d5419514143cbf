//! Laws of the FIFO, against a queue, with a producer and a consumer that come and go.

use super::pins::{In, Out, Params};
use super::Fifo;
use crate::kit::{Laws, Scenario, Violation};
use proptest::prelude::*;
use std::collections::VecDeque;

/// Each cycle: an element to offer if the last was taken, and whether the consumer is ready.
type Op = (Option<u32>, bool);

impl Laws for Fifo {
    type Script = Vec<Op>;

    fn scripts(_: &Params) -> BoxedStrategy<Self::Script> {
        let op = (prop::option::weighted(0.7, any::<u32>()), prop::bool::weighted(0.6));
        prop::collection::vec(op, 0..128).boxed()
    }

    fn scenario(params: &Params, script: &Self::Script) -> Box<dyn Scenario<In, Out>> {
        let ops = script.clone().into_iter();
        Box::new(Env { depth: params.depth as usize, ops, offer: None, inside: VecDeque::new() })
    }
}

struct Env {
    depth: usize,
    ops: std::vec::IntoIter<Op>,
    offer: Option<u32>,
    inside: VecDeque<u32>,
}

impl Scenario<In, Out> for Env {
    fn cycle(&mut self, out: &Out) -> Result<Option<In>, Violation> {
        let front = self.inside.front().copied();
        if (out.out_valid, out.out_data) != (front.is_some(), front.unwrap_or(0)) {
            let rule = format!("rule 5: out {:#x}, expected {front:x?}", out.out_data);
            return Err(Violation::new(rule));
        }
        if out.in_ready != (self.inside.len() < self.depth) {
            return Err(Violation::new("rule 4: ready does not tell whether there is room"));
        }
        let (offer, out_ready) = match self.ops.next() {
            Some(op) => op,
            None if front.is_none() && self.offer.is_none() => return Ok(None),
            None => (None, true),
        };
        self.offer = self.offer.or(offer);
        let in_data = self.offer.unwrap_or(0);
        let input = In { in_valid: self.offer.is_some(), in_data, out_ready };
        if out_ready {
            self.inside.pop_front();
        }
        if out.in_ready {
            self.inside.extend(self.offer.take());
        }
        Ok(Some(input))
    }
}
