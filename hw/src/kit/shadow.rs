//! Compares two backends cycle by cycle. Equal pins in every cycle are the promise of the project.

use super::clocked::Clocked;
use super::pins::{named, Pin, Pins};
use super::width::Class;
use itertools::Itertools;
use std::collections::VecDeque;
use std::fmt;

/// Cycles of history in a report.
const HISTORY: usize = 8;

/// The first cycle at which two backends differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Unit and preset, as the caller names them.
    pub unit: String,
    /// Cycle since construction, counted in steps.
    pub cycle: u64,
    /// Name of the output pin that differs.
    pub pin: &'static str,
    /// Value of the pin in the first backend.
    pub expected: u32,
    /// Value of the pin in the second backend.
    pub actual: u32,
    /// The input pins.
    pub inputs: &'static [Pin],
    /// Words of the input pins in the last cycles, oldest first.
    pub last_inputs: Vec<Vec<u32>>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: cycle {}: pin {}: expected {:#x}, actual {:#x}; inputs of the last cycles, zeros left out: {}",
            self.unit,
            self.cycle,
            self.pin,
            self.expected,
            self.actual,
            self.last_inputs.iter().map(|row| format!("[{}]", named(self.inputs, row))).join(" ")
        )
    }
}

/// Steps `A` (the reference, whose outputs count) and `B` together and remembers where they first
/// differ. After a difference only `A` is stepped.
pub struct Shadow<A: Clocked, B> {
    name: String,
    reference: A,
    subject: B,
    cycle: u64,
    history: VecDeque<A::In>,
    difference: Option<Box<Difference>>,
}

impl<A: Clocked, B: Clocked<In = A::In, Out = A::Out>> Shadow<A, B> {
    /// Compares two backends of the same unit; `name` says which unit and preset.
    pub fn new(name: impl Into<String>, reference: A, subject: B) -> Self {
        let history = VecDeque::with_capacity(HISTORY);
        let mut shadow =
            Self { name: name.into(), reference, subject, cycle: 0, history, difference: None };
        shadow.compare();
        shadow
    }

    /// Returns the first difference, if there was one.
    pub fn difference(&self) -> Option<&Difference> {
        self.difference.as_deref()
    }

    /// Returns the second backend. After a difference it is not stepped any further.
    pub fn subject(&self) -> &B {
        &self.subject
    }

    fn compare(&mut self) {
        if self.difference.is_some() {
            return;
        }
        let (expected, actual) = (self.reference.out(), self.subject.out());
        if expected == actual {
            return;
        }
        // A narrow machine has zeros in the words that only a wide one has.
        let class = Class::Wide;
        let (expected, actual) = (expected.words(class), actual.words(class));
        let pins = <A::Out as Pins>::pins(class);
        if let Some(i) = (0..pins.len()).find(|&i| expected[i] != actual[i]) {
            self.difference = Some(Box::new(Difference {
                unit: self.name.clone(),
                cycle: self.cycle,
                pin: pins[i].name,
                expected: expected[i],
                actual: actual[i],
                inputs: A::In::pins(class),
                last_inputs: self.history.iter().map(|input| input.words(class)).collect(),
            }));
        }
    }
}

impl<A: Clocked, B: Clocked<In = A::In, Out = A::Out>> Clocked for Shadow<A, B> {
    type In = A::In;
    type Out = A::Out;

    fn reset(&mut self) {
        self.reference.reset();
        self.subject.reset();
        self.history.clear();
        self.cycle = 0;
        self.difference = None;
        self.compare();
    }

    fn out(&self) -> A::Out {
        self.reference.out()
    }

    fn step(&mut self, input: &A::In) {
        if self.history.len() == HISTORY {
            self.history.pop_front();
        }
        self.history.push_back(input.clone());
        self.reference.step(input);
        self.cycle += 1;
        if self.difference.is_none() {
            self.subject.step(input);
            self.compare();
        }
    }

    fn idle(&self) -> bool {
        self.reference.idle()
    }

    fn fault(&self) -> Option<String> {
        let difference = self.difference.as_ref().map(ToString::to_string);
        difference.or_else(|| self.reference.fault()).or_else(|| self.subject.fault())
    }
}
