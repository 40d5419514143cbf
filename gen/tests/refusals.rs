//! Tests that a circuit that Verilog would compute differently is refused, and that the message
//! says where.

use heddle_gen::verilog::emit;
use heddle_hw::kit::arbiter::rtl::RoundRobin;
use heddle_hw::kit::register::pins::{In, Out, Params};
use heddle_hw::kit::unit::Storage;
use heddle_hw::kit::{dff_setup, register, Circuit, Class, Param, Reg, Synthesizable, Unit};
use rust_hdl::prelude::*;

/// Declares a unit with the pins and the model of the register, and a circuit that is only printed.
/// Its parts are declared here, its logic below.
macro_rules! unit {
    (@built $circuit:ident) => {
        $circuit::default()
    };
    (@built $circuit:ident $built:expr) => {
        $built
    };
    ($(#[$doc:meta])* $unit:ident, $name:literal, $circuit:ident { $($inside:tt)* } $($built:expr)?) => {
        $(#[$doc])*
        #[derive(LogicBlock, Default)]
        struct $circuit {
            pub clock: Signal<rust_hdl::prelude::In, Clock>,
            pub reset: Signal<rust_hdl::prelude::In, bool>,
            pub enable: Signal<rust_hdl::prelude::In, bool>,
            pub d: Signal<rust_hdl::prelude::In, Bits<32>>,
            pub q: Signal<rust_hdl::prelude::Out, Bits<32>>,
            pub idle: Signal<rust_hdl::prelude::Out, bool>,
            $($inside)*
        }

        impl Circuit for $circuit {
            type In = In;
            type Out = Out;
            fn connect_inputs(&mut self) {}
            fn set_clock(&mut self, _: bool) {}
            fn set_reset(&mut self, _: bool) {}
            fn drive(&mut self, _: &In) {}
            fn sample(&self) -> Out {
                Out::default()
            }
            fn idle(&self) -> bool {
                true
            }
        }

        struct $unit;

        impl Unit for $unit {
            const NAME: &'static str = $name;
            const PURPOSE: &'static str = "a register that is refused";
            type Params = Params;
            const LIMITS: &'static [(&'static str, heddle_hw::kit::unit::Allowed)] = &[];
            type In = In;
            type Out = Out;
            type Model = register::model::Model;

            fn tiny() -> Params {
                Params {}
            }
            fn paper() -> Params {
                Params {}
            }
            fn model(_: &Params) -> Self::Model {
                Self::Model::default()
            }
            fn storage(_: &Params) -> Vec<Storage> {
                Vec::new()
            }
        }

        impl Synthesizable for $unit {
            type Circuit = $circuit;
            fn circuit_in(_: &Params, _: Class) -> $circuit {
                unit!(@built $circuit $($built)?)
            }
        }
    };
}

unit! {
    /// A register whose reset is wired to something else.
    WrongUnit, "wrong", Wrong {
        value: Reg<Bits<32>>,
    }
}

impl Logic for Wrong {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        self.value.reset.next = self.enable.val();
        self.value.d.next = self.d.val();
        self.q.next = self.value.q.val();
        self.idle.next = true;
    }
}

unit! {
    /// Passes an input to an output in the same cycle, through a wire and a condition.
    ThroughUnit, "through", Through {
        value: Reg<Bits<32>>,
        shown: Signal<Local, Bits<32>>,
    }
}

impl Logic for Through {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, value);
        self.value.d.next = self.d.val();
        self.shown.next = self.value.q.val();
        if self.enable.val() {
            self.shown.next = bits::<32>(0);
        }
        self.q.next = self.shown.val();
        self.idle.next = true;
    }
}

unit! {
    /// A path that begins and ends in a block inside.
    InsideUnit, "inside", Inside {
        choice: RoundRobin<32, 5>,
    }
}

impl Logic for Inside {
    #[hdl_gen]
    fn update(&mut self) {
        self.choice.request.next = self.d.val();
        self.choice.last.next = bits::<5>(0);
        self.q.next = bits::<32>(0);
        self.idle.next = self.choice.any.val();
    }
}

/// A block that adds a constant of its own.
#[derive(LogicBlock, Default)]
struct Adds {
    pub to: Signal<rust_hdl::prelude::In, Bits<32>>,
    pub sum: Signal<rust_hdl::prelude::Out, Bits<32>>,
    addend: Param<Bits<32>>,
}

impl Logic for Adds {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.to.val() + self.addend.val();
    }
}

unit! {
    /// A bank whose blocks differ in a constant, of which Verilog would have the first everywhere.
    BankUnit, "bank", Bank {
        parts: Vec<Adds>,
    }
    Bank { parts: [1, 2].map(Adds::of).into(), ..Bank::default() }
}

impl Adds {
    fn of(addend: u64) -> Self {
        Self { addend: Param::new(bits(addend)), ..Self::default() }
    }
}

impl Logic for Bank {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..2 {
            self.parts[i].to.next = bits::<32>(0);
        }
        self.q.next = self.parts[0].sum.val() + self.parts[1].sum.val();
        self.idle.next = true;
    }
}

fn refusal<R: Synthesizable<Params = Params>>() -> String {
    emit::<R>(&Params {}).expect_err("refused").to_string()
}

#[test]
fn a_register_with_a_reset_of_its_own_is_refused() {
    let expected = "printing unit wrong as Verilog: module heddle_wrong, assignment to \
                    value.reset.next: a cell's reset must be the block's own reset";
    assert_eq!(refusal::<WrongUnit>(), expected);
}

#[test]
fn an_output_that_depends_on_an_input_of_the_same_cycle_is_refused_with_the_path() {
    let expected = "printing unit through as Verilog: module heddle_through, output q: it depends \
                    on an input of the same cycle (enable -> shown -> q): put a register in between";
    assert_eq!(refusal::<ThroughUnit>(), expected);
    let expected =
        "printing unit inside as Verilog: module heddle_inside, output idle: it depends \
                    on an input of the same cycle (d -> choice.request -> choice.any -> idle): put \
                    a register in between";
    assert_eq!(refusal::<InsideUnit>(), expected);
}

#[test]
fn a_bank_whose_blocks_differ_in_a_constant_is_refused() {
    let expected =
        "printing unit bank as Verilog: module heddle_bank, bank parts: its blocks differ \
                    in more than what registers reset to: give the difference as an input";
    assert_eq!(refusal::<BankUnit>(), expected);
}
