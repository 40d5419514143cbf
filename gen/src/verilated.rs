//! Runs a unit that Verilator compiled from its printed Verilog, as a `Clocked` unit.
//!
//! There is one generic implementation over the pin table, and no code for single units.

use crate::verilog::{emit_in, EmitError, Verilog};
use heddle_hw::kit::{Class, Clocked, Pin, Pins, Synthesizable};
use std::marker::PhantomData;
use verilator_sys::{Library, Model, Source};

pub use verilator_sys::target_dir;

/// Why a unit did not become a Verilated library.
#[derive(Debug, thiserror::Error)]
pub enum VerilatedError {
    /// Its circuit has no Verilog.
    #[error(transparent)]
    Emit(#[from] EmitError),
    /// Verilator or the compiler is missing or refused.
    #[error(transparent)]
    Build(#[from] verilator_sys::Error),
}

impl VerilatedError {
    /// Returns whether the only problem is that Verilator is not installed.
    pub fn is_missing_tool(&self) -> bool {
        matches!(self, Self::Build(verilator_sys::Error::Missing))
    }
}

/// Checks that units can be compiled. The error is one sentence that says what to install.
pub fn verilator_available() -> Result<(), VerilatedError> {
    verilator_sys::find()?;
    Ok(())
}

/// Returns the names of pins for a source of Verilator. Ports have up to 32 bits, or more than 64.
pub fn names(pins: &[Pin]) -> Vec<String> {
    let name = |pin: &Pin| match pin.port_width {
        ..=32 => pin.name.to_string(),
        // Verilator's class for wide ports is indexed by words.
        _ => format!("{}[{}]", pin.name, pin.offset / 32),
    };
    pins.iter().map(name).collect()
}

/// The library of a unit, from which instances are made.
#[derive(Clone)]
pub struct Compiled<I, O> {
    library: Library,
    class: Class,
    pins: PhantomData<fn(&I) -> O>,
}

impl<I: Pins, O: Pins> Compiled<I, O> {
    /// Prints and compiles unit `R` of a machine of some class; a library already in the cache is used.
    pub fn new<R: Synthesizable<In = I, Out = O>>(
        params: &R::Params,
        class: Class,
    ) -> Result<Self, VerilatedError> {
        Self::from_verilog(&emit_in::<R>(params, class)?, class)
    }

    /// Compiles a printed design whose ports are those of `I` and `O`.
    pub fn from_verilog(verilog: &Verilog, class: Class) -> Result<Self, VerilatedError> {
        let tool = verilator_sys::find()?;
        let source = Source {
            top: verilog.top.clone(),
            verilog: verilog.complete(),
            inputs: names(I::pins(class)),
            outputs: names(O::pins(class)),
            coverage: false,
        };
        Ok(Self { library: verilator_sys::build(&tool, &source)?, class, pins: PhantomData })
    }

    /// Makes an instance that powers up in a state derived from `seed` and is then reset.
    pub fn unit(&self, seed: u32) -> Verilated<I, O> {
        let (inputs, outputs) = (I::pins(self.class), O::pins(self.class));
        let model = self.library.model(seed, inputs.len(), outputs.len());
        let idle = outputs.iter().position(|pin| pin.name == "idle");
        let words = vec![0; inputs.len()];
        let mut unit = Verilated { model, words, idle, pins: PhantomData };
        unit.reset();
        unit
    }
}

/// An instance of a Verilated unit.
pub struct Verilated<I, O> {
    model: Model,
    words: Vec<u32>,
    idle: Option<usize>,
    pins: PhantomData<fn(&I) -> O>,
}

impl<I: Pins, O: Pins> Verilated<I, O> {
    /// Makes an instance of unit `R`, powered up in a state derived from `seed` and reset.
    pub fn new<R: Synthesizable<In = I, Out = O>>(
        params: &R::Params,
        class: Class,
        seed: u32,
    ) -> Result<Self, VerilatedError> {
        Ok(Compiled::new::<R>(params, class)?.unit(seed))
    }
}

impl<I: Pins, O: Pins> Clocked for Verilated<I, O> {
    type In = I;
    type Out = O;

    fn reset(&mut self) {
        self.words.fill(0);
        self.model.step(&self.words, true);
    }

    fn out(&self) -> O {
        O::load(self.model.out())
    }

    fn step(&mut self, input: &I) {
        input.store(&mut self.words);
        self.model.step(&self.words, false);
    }

    fn idle(&self) -> bool {
        self.idle.is_some_and(|pin| self.model.out()[pin] != 0)
    }
}
