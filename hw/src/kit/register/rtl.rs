//! The register cell that all circuits use, and the register unit made of one.

use super::pins::{register_ports, In, Out};
use rust_hdl::prelude::*;

/// A register of any synthesizable type with a synchronous reset to a value chosen when built.
///
/// In a circuit, `dff_setup!(self, clock, a, b)` from the kit wires clock and reset and makes the
/// registers keep their value; later assignments to `d` override.
#[derive(Clone, Debug, LogicBlock)]
pub struct Reg<T: Synth> {
    /// Next value.
    pub d: Signal<rust_hdl::prelude::In, T>,
    /// Stored value.
    pub q: Signal<rust_hdl::prelude::Out, T>,
    /// Clock of the register; it acts on the rising edge.
    pub clock: Signal<rust_hdl::prelude::In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<rust_hdl::prelude::In, bool>,
    _reset_value: Option<T>,
}

impl<T: Synth> Default for Reg<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Synth> Reg<T> {
    /// A register that resets to `reset_value`.
    pub fn new(reset_value: T) -> Self {
        Self::with(Some(reset_value))
    }

    /// A register without reset: it holds anything until it loads, and keeps its value during a reset. It saves the
    /// gates of the reset where another register says whether its value counts.
    pub fn without_reset() -> Self {
        Self::with(None)
    }

    fn with(reset_value: Option<T>) -> Self {
        Self {
            d: Signal::default(),
            q: Signal::default(),
            clock: Signal::default(),
            reset: Signal::default(),
            _reset_value: reset_value,
        }
    }

    /// `count` registers that reset to zero.
    pub fn bank(count: usize) -> Vec<Self> {
        (0..count).map(|_| Self::default()).collect()
    }

    /// `count` registers without reset.
    pub fn bank_without_reset(count: usize) -> Vec<Self> {
        (0..count).map(|_| Self::without_reset()).collect()
    }
}

impl<T: Synth> Logic for Reg<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = match self._reset_value {
                Some(value) if self.reset.val() => value,
                None if self.reset.val() => self.q.val(),
                _ => self.d.val(),
            };
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom(match &self._reset_value {
            Some(value) => {
                let value = value.verilog();
                format!("always @(posedge clock) q <= reset ? {value:x} : d;\n// heddle:register {value:x}\n")
            }
            None => {
                "always @(posedge clock) q <= reset ? q : d;\n// heddle:register none\n".to_string()
            }
        })
    }
}

/// Wires clock and reset of registers and makes them keep their value unless `d` is assigned.
#[macro_export]
macro_rules! dff_setup {
    ($self:ident, $clock:ident, $($dff:ident),+ $(,)?) => {
        $( $self.$dff.clock.next = $self.$clock.val();
           $self.$dff.reset.next = $self.reset.val();
           $self.$dff.d.next = $self.$dff.q.val(); )+
    };
}

register_ports! {
    /// One register with its enable.
    pub struct RegisterRtl {
        value: Reg<Bits<32>>,
    }
}

impl Logic for RegisterRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        if self.enable.val() {
            self.value.d.next = self.d.val();
        }
        self.q.next = self.value.q.val();
        self.idle.next = true;
    }
}
