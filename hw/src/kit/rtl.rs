//! A rust-hdl circuit as a `Clocked` unit.

pub(crate) mod highest;

use super::clocked::Clocked;
use super::mask::Mask;
use super::pins::Pins;
use rust_hdl::core::ast::Verilog;
use rust_hdl::prelude::{bits, simulate, Bits, Block, Logic, Probe};

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

/// A mask as a rust-hdl word of `N` bits.
pub fn bits_of_mask<const N: usize>(mask: Mask) -> Bits<N> {
    if N <= 32 {
        return bits(mask.words()[0].into());
    }
    let set = |word: Bits<N>, n: u32| word.replace_bit(n as usize, true);
    mask.iter().take_while(|&n| n < N as u32).fold(Bits::default(), set)
}

/// A rust-hdl word as a mask.
pub fn mask_of_bits<const N: usize>(word: Bits<N>) -> Mask {
    if N <= 32 {
        return Mask::from_words([word.to_u32()]);
    }
    (0..N as u32).filter(|&n| word.get_bit(n as usize)).collect()
}

/// A circuit that is built for one of the two classes of machines.
pub enum ByClass<N, W> {
    /// For narrow machines.
    Narrow(N),
    /// For wide machines.
    Wide(W),
}

/// Makes a unit synthesizable whose circuit `rtl::$circuit` has these widths of [`width`](super::width) as const
/// parameters.
macro_rules! circuit_by_class {
    ($unit:ty, $circuit:ident<$($width:ident),*>) => {
        impl $crate::kit::Synthesizable for $unit {
            type Circuit = $crate::kit::ByClass<
                rtl::$circuit<$({ $crate::kit::width::$width.narrow as usize }),*>,
                rtl::$circuit<$({ $crate::kit::width::$width.wide as usize }),*>,
            >;

            fn circuit_in(params: &pins::Params, class: $crate::kit::Class) -> Self::Circuit {
                match class {
                    $crate::kit::Class::Narrow => {
                        $crate::kit::ByClass::Narrow(rtl::$circuit::new(params))
                    }
                    $crate::kit::Class::Wide => $crate::kit::ByClass::Wide(rtl::$circuit::new(params)),
                }
            }
        }
    };
}
pub(crate) use circuit_by_class;

/// Does the same with the circuit of either class.
macro_rules! either {
    ($self:ident, $circuit:ident => $code:expr) => {
        match $self {
            ByClass::Narrow($circuit) => $code,
            ByClass::Wide($circuit) => $code,
        }
    };
}

impl<N: Logic, W: Logic> Logic for ByClass<N, W> {
    fn update(&mut self) {
        either!(self, circuit => circuit.update());
    }
    fn connect(&mut self) {
        either!(self, circuit => circuit.connect());
    }
    fn hdl(&self) -> Verilog {
        either!(self, circuit => circuit.hdl())
    }
}

impl<N: Block, W: Block> Block for ByClass<N, W> {
    fn connect_all(&mut self) {
        either!(self, circuit => circuit.connect_all());
    }
    fn update_all(&mut self) {
        either!(self, circuit => circuit.update_all());
    }
    fn has_changed(&self) -> bool {
        either!(self, circuit => circuit.has_changed())
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        either!(self, circuit => circuit.accept(name, probe));
    }
}

impl<N: Circuit, W: Circuit<In = N::In, Out = N::Out>> Circuit for ByClass<N, W> {
    type In = N::In;
    type Out = N::Out;

    fn connect_inputs(&mut self) {
        either!(self, circuit => circuit.connect_inputs());
    }
    fn set_clock(&mut self, level: bool) {
        either!(self, circuit => circuit.set_clock(level));
    }
    fn set_reset(&mut self, level: bool) {
        either!(self, circuit => circuit.set_reset(level));
    }
    fn drive(&mut self, input: &N::In) {
        either!(self, circuit => circuit.drive(input));
    }
    fn sample(&self) -> N::Out {
        either!(self, circuit => circuit.sample())
    }
    fn idle(&self) -> bool {
        either!(self, circuit => circuit.idle())
    }
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
