//! Units with one fault each.

use heddle_hw::kit::fifo::{self, Fifo};
use heddle_hw::kit::{arbiter, register, Clocked, Unit};

/// The fault of a [`Flawed`] FIFO.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// In cycle 3 nothing is offered.
    WithdrawsValid,
    /// In cycle 3 the lowest bit of the offered element is inverted.
    ChangesPayload,
    /// There is a payload also without valid.
    KeepsPayload,
    /// In cycle 3 nothing is taken, though there is room.
    DropsReady,
}

/// A FIFO with a flaw.
pub struct Flawed {
    fifo: fifo::model::Model,
    flaw: Flaw,
    cycle: u64,
}

impl Flawed {
    /// A tiny FIFO with this flaw.
    pub fn new(flaw: Flaw) -> Self {
        Self { fifo: Fifo::model(&Fifo::tiny()), flaw, cycle: 0 }
    }
}

impl Clocked for Flawed {
    type In = fifo::pins::In;
    type Out = fifo::pins::Out;

    fn reset(&mut self) {
        self.fifo.reset();
        self.cycle = 0;
    }
    fn out(&self) -> Self::Out {
        let mut out = self.fifo.out();
        let now = self.cycle == 3;
        match self.flaw {
            Flaw::WithdrawsValid if now => (out.out_valid, out.out_data) = (false, 0),
            Flaw::ChangesPayload if now => out.out_data ^= 1,
            Flaw::KeepsPayload if !out.out_valid => out.out_data = 0xDEAD,
            Flaw::DropsReady if now => out.in_ready = false,
            _ => {}
        }
        out
    }
    fn step(&mut self, input: &Self::In) {
        let out = self.out();
        let mut input = *input;
        input.in_valid &= out.in_ready;
        input.out_ready &= out.out_valid;
        self.fifo.step(&input);
        self.cycle += 1;
    }
    fn idle(&self) -> bool {
        self.fifo.idle()
    }
}

/// A unit that shows everything a cycle late.
pub struct Late<U: Clocked> {
    unit: U,
    shown: U::Out,
}

impl<U: Clocked> Late<U> {
    /// `unit`, a cycle late.
    pub fn new(unit: U) -> Self {
        Self { shown: unit.out(), unit }
    }
}

impl<U: Clocked> Clocked for Late<U> {
    type In = U::In;
    type Out = U::Out;

    fn reset(&mut self) {
        self.unit.reset();
        self.shown = self.unit.out();
    }
    fn out(&self) -> U::Out {
        self.shown.clone()
    }
    fn step(&mut self, input: &U::In) {
        self.shown = self.unit.out();
        self.unit.step(input);
    }
    fn idle(&self) -> bool {
        false
    }
}

/// A register that counts down by itself.
#[derive(Default)]
pub struct Restless(register::model::Model);

impl Clocked for Restless {
    type In = register::pins::In;
    type Out = register::pins::Out;

    fn reset(&mut self) {
        self.0.reset();
    }
    fn out(&self) -> Self::Out {
        self.0.out()
    }
    fn step(&mut self, input: &Self::In) {
        let d = if input.enable { input.d } else { self.out().q.saturating_sub(1) };
        self.0.step(&register::pins::In { enable: true, d });
    }
    fn idle(&self) -> bool {
        self.0.idle()
    }
}

/// A register without reset.
#[derive(Default)]
pub struct Forgetful(register::model::Model);

impl Clocked for Forgetful {
    type In = register::pins::In;
    type Out = register::pins::Out;

    fn reset(&mut self) {}
    fn out(&self) -> Self::Out {
        self.0.out()
    }
    fn step(&mut self, input: &Self::In) {
        self.0.step(input);
    }
    fn idle(&self) -> bool {
        self.0.idle()
    }
}

/// An arbiter whose turn goes round also without requests, by ten a cycle.
#[derive(Default)]
pub struct Drifting {
    last: u32,
    granted: bool,
}

impl Clocked for Drifting {
    type In = arbiter::pins::In;
    type Out = arbiter::pins::Out;

    fn reset(&mut self) {
        *self = Self::default();
    }
    fn out(&self) -> Self::Out {
        let grant = if self.granted { self.last } else { 0 };
        arbiter::pins::Out { grant_valid: self.granted, grant, idle: self.idle() }
    }
    fn step(&mut self, input: &Self::In) {
        let winner = arbiter::model::round_robin(input.request, self.last);
        self.granted = winner.is_some();
        self.last = winner.unwrap_or((self.last + 10) % 32);
    }
    fn idle(&self) -> bool {
        !self.granted
    }
}
