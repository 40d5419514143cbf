//! Checks the contract in every trial: what every unit promises its neighbours, and what the
//! neighbours promise the unit.

use super::clocked::Clocked;
use super::pins::{Pin, Pins};
use super::stream::{streams, Source, Stream};
use super::width::Class;
use std::marker::PhantomData;

/// Monitors the streams of a unit (contract 2).
pub struct Monitor<I, O> {
    class: Class,
    streams: Vec<Stream>,
    /// Words that each stream offered in the last cycle without a transfer, from its source.
    waiting: Vec<Option<Vec<u32>>>,
    pins: PhantomData<fn(&I) -> O>,
}

impl<I: Pins, O: Pins> Monitor<I, O> {
    /// Watches a unit in a machine of some class.
    pub fn new(class: Class) -> Self {
        let streams = streams::<I, O>(class);
        Self { class, waiting: vec![None; streams.len()], streams, pins: PhantomData }
    }

    /// Checks the outputs of a cycle. The error says which pin breaks which rule.
    pub fn outputs(&self, outputs: &[u32]) -> Result<(), String> {
        self.check(Source::Unit, O::pins(self.class), outputs)
    }

    /// Checks the inputs of a cycle, and follows the edge that ends it.
    pub fn inputs(&mut self, inputs: &[u32], outputs: &[u32]) -> Result<(), String> {
        let checked = self.check(Source::Neighbour, I::pins(self.class), inputs);
        for (stream, waiting) in self.streams.iter().zip(&mut self.waiting) {
            let handshake = stream.handshake(inputs, outputs);
            *waiting = (handshake.valid && !handshake.ready)
                .then(|| stream.offered(inputs, outputs).to_vec());
        }
        checked.map_err(|broken| format!("the environment's side: {broken}"))
    }

    fn check(&self, source: Source, pins: &[Pin], words: &[u32]) -> Result<(), String> {
        let streams = self.streams.iter().zip(&self.waiting);
        for (stream, waiting) in streams.filter(|(stream, _)| stream.source == source) {
            let name = stream.name;
            let valid = words[stream.valid] != 0;
            let payload = stream.payload.iter().map(|&pin| (pins[pin].name, pin));
            match waiting {
                Some(_) if !valid => {
                    return Err(format!("contract 2: {name}_valid fell before a transfer"));
                }
                Some(before) => {
                    for (pin, index) in payload {
                        let (was, is) = (before[index], words[index]);
                        if was != is {
                            return Err(format!(
                                "contract 2: {pin} went from {was:#x} to {is:#x} before a transfer"
                            ));
                        }
                    }
                }
                None if !valid => {
                    if let Some((pin, index)) = payload.into_iter().find(|&(_, i)| words[i] != 0) {
                        let is = words[index];
                        return Err(format!(
                            "contract 2: {pin} is {is:#x} while {name}_valid is low"
                        ));
                    }
                }
                None => {}
            }
        }
        Ok(())
    }
}

/// Resets a unit in the middle of a run: it drives the unit with `before` ahead of every reset.
/// After the reset nothing on the pins may differ (contract 3).
pub struct Interrupted<U: Clocked> {
    unit: U,
    before: Vec<U::In>,
}

impl<U: Clocked> Interrupted<U> {
    /// Wraps `unit`; `before` are the inputs driven ahead of every reset.
    pub fn new(unit: U, before: Vec<U::In>) -> Self {
        Self { unit, before }
    }
}

impl<U: Clocked> Clocked for Interrupted<U> {
    type In = U::In;
    type Out = U::Out;

    fn reset(&mut self) {
        self.unit.reset();
        for input in &self.before {
            self.unit.step(input);
        }
        self.unit.reset();
    }
    fn out(&self) -> U::Out {
        self.unit.out()
    }
    fn step(&mut self, input: &U::In) {
        self.unit.step(input);
    }
    fn idle(&self) -> bool {
        self.unit.idle()
    }
    fn fault(&self) -> Option<String> {
        self.unit.fault()
    }
}

/// Skips the steps of a unit while it is idle and its inputs are quiet, as the simulator does.
/// Its outputs may not differ (contract 4).
pub struct Skipping<U: Clocked> {
    unit: U,
    /// Inputs at the last edge.
    last: U::In,
}

impl<U: Clocked> Skipping<U> {
    /// Wraps `unit` and trusts its `idle`.
    pub fn new(unit: U) -> Self {
        Self { unit, last: U::In::default() }
    }
}

impl<U: Clocked> Clocked for Skipping<U> {
    type In = U::In;
    type Out = U::Out;

    fn reset(&mut self) {
        self.unit.reset();
        self.last = U::In::default();
    }
    fn out(&self) -> U::Out {
        self.unit.out()
    }
    fn step(&mut self, input: &U::In) {
        if !(self.unit.idle() && input.is_quiet(&self.last)) {
            self.unit.step(input);
        }
        self.last = input.clone();
    }
    fn idle(&self) -> bool {
        self.unit.idle()
    }
    fn fault(&self) -> Option<String> {
        self.unit.fault()
    }
}
