//! A rust-hdl circuit as a `Clocked` unit.

use super::clocked::Clocked;
use super::pins::Pins;
use rust_hdl::prelude::{simulate, Block};

/// Evaluation passes after which a circuit counts as oscillating.
const MAX_SETTLE: usize = 64;

/// A rust-hdl block with the ports of a unit. Implemented by the `ports!` macros that
/// [`pins!`](crate::pins) makes, never by hand.
pub trait Circuit: Block {
    /// Input pins.
    type In: Pins;
    /// Output pins.
    type Out: Pins;
    /// Marks every input as driven from outside.
    fn connect_inputs(&mut self);
    /// Sets the clock level.
    fn set_clock(&mut self, level: bool);
    /// Sets the reset pin.
    fn set_reset(&mut self, level: bool);
    /// Sets every input pin.
    fn drive(&mut self, input: &Self::In);
    /// Reads every output pin.
    fn sample(&self) -> Self::Out;
    /// Reads the `idle` pin, which every unit has.
    fn idle(&self) -> bool;
}

/// A circuit, simulated in process.
pub struct Rtl<C> {
    circuit: C,
    settled: bool,
}

impl<C: Circuit> Rtl<C> {
    /// Powers the circuit up and resets it.
    pub fn new(mut circuit: C) -> Self {
        circuit.connect_inputs();
        circuit.connect_all();
        let mut rtl = Self { circuit, settled: true };
        rtl.reset();
        rtl
    }

    /// The circuit, for export.
    pub fn circuit(&self) -> &C {
        &self.circuit
    }

    fn settle(&mut self) {
        self.settled &= simulate(&mut self.circuit, MAX_SETTLE);
    }

    fn edge(&mut self) {
        self.circuit.set_clock(false);
        self.settle();
        self.circuit.set_clock(true);
        self.settle();
    }
}

impl<C: Circuit> Clocked for Rtl<C> {
    type In = C::In;
    type Out = C::Out;

    fn reset(&mut self) {
        self.circuit.drive(&C::In::default());
        self.circuit.set_reset(true);
        self.edge();
        self.circuit.set_reset(false);
    }

    fn out(&self) -> C::Out {
        self.circuit.sample()
    }

    fn step(&mut self, input: &C::In) {
        self.circuit.drive(input);
        self.edge();
    }

    fn idle(&self) -> bool {
        self.circuit.idle()
    }

    fn fault(&self) -> Option<String> {
        (!self.settled).then(|| format!("the circuit did not settle within {MAX_SETTLE} passes"))
    }
}
