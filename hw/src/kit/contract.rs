//! The contract, checked in every trial: what all units owe their neighbours whatever they are for,
//! and what neighbours owe them.

use super::clocked::Clocked;
use super::pins::{Pin, Pins};
use super::stream::{streams, Source, Stream};
use std::marker::PhantomData;

/// Watches the streams of a unit (contract 2).
pub struct Monitor<I, O> {
    streams: Vec<Stream>,
    /// What each stream offered in the last cycle and was not taken, as words of its source.
    waiting: Vec<Option<Vec<u32>>>,
    pins: PhantomData<fn(&I) -> O>,
}

impl<I: Pins, O: Pins> Default for Monitor<I, O> {
    fn default() -> Self {
        let streams = streams::<I, O>();
        Self { waiting: vec![None; streams.len()], streams, pins: PhantomData }
    }
}

impl<I: Pins, O: Pins> Monitor<I, O> {
    /// Judges the outputs of a cycle; the error says which pin breaks which rule.
    pub fn outputs(&self, outputs: &[u32]) -> Result<(), String> {
        self.check(Source::Unit, O::PINS, outputs)
    }

    /// Judges the inputs of a cycle, and follows the edge that ends it.
    pub fn inputs(&mut self, inputs: &[u32], outputs: &[u32]) -> Result<(), String> {
        let checked = self.check(Source::Neighbour, I::PINS, inputs);
        for (stream, waiting) in self.streams.iter().zip(&mut self.waiting) {
            let handshake = stream.handshake(inputs, outputs);
            *waiting = (handshake.valid && !handshake.ready)
                .then(|| stream.offered(inputs, outputs).to_vec());
        }
        checked.map_err(|broken| format!("the stimulus's side: {broken}"))
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

/// A unit whose every reset comes in the middle of something: it is driven `before` first. To whoever
/// looks after the reset there is no difference (contract 3).
pub struct Interrupted<U: Clocked> {
    unit: U,
    before: Vec<U::In>,
}

impl<U: Clocked> Interrupted<U> {
    /// `unit`, driven `before` ahead of every reset.
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

/// A unit that is left alone while it is idle and its inputs are neutral, as the simulator leaves it.
/// To whoever looks at its outputs there is no difference (contract 4).
pub struct Skipping<U> {
    unit: U,
}

impl<U: Clocked> Skipping<U> {
    /// `unit`, taken at its word.
    pub fn new(unit: U) -> Self {
        Self { unit }
    }
}

impl<U: Clocked> Clocked for Skipping<U> {
    type In = U::In;
    type Out = U::Out;

    fn reset(&mut self) {
        self.unit.reset();
    }
    fn out(&self) -> U::Out {
        self.unit.out()
    }
    fn step(&mut self, input: &U::In) {
        if !(self.unit.idle() && input.is_neutral()) {
            self.unit.step(input);
        }
    }
    fn idle(&self) -> bool {
        self.unit.idle()
    }
    fn fault(&self) -> Option<String> {
        self.unit.fault()
    }
}
