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
    _reset_value: T,
}

impl<T: Synth> Default for Reg<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Synth> Reg<T> {
    /// A register that resets to `reset_value`.
    pub fn new(reset_value: T) -> Self {
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
}

impl<T: Synth> Logic for Reg<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = if self.reset.val() { self._reset_value } else { self.d.val() };
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        let reset_value = self._reset_value.verilog();
        Verilog::Custom(format!(
            "always @(posedge clock) q <= reset ? {reset_value:x} : d;\n// heddle:register {reset_value:x}\n"
        ))
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
