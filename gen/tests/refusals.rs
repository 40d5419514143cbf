//! A circuit that Verilog would compute differently is refused, and the message says where.

use heddle_gen::verilog::emit;
use heddle_hw::kit::register::pins::{In, Out, Params};
use heddle_hw::kit::room::Storage;
use heddle_hw::kit::{dff_setup, register, Circuit, Reg, Room};
use rust_hdl::prelude::*;

/// A register whose reset is wired to something else.
#[derive(LogicBlock, Default)]
struct Wrong {
    pub clock: Signal<rust_hdl::prelude::In, Clock>,
    pub reset: Signal<rust_hdl::prelude::In, bool>,
    pub enable: Signal<rust_hdl::prelude::In, bool>,
    pub d: Signal<rust_hdl::prelude::In, Bits<32>>,
    pub q: Signal<rust_hdl::prelude::Out, Bits<32>>,
    pub idle: Signal<rust_hdl::prelude::Out, bool>,
    value: Reg<Bits<32>>,
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

impl Circuit for Wrong {
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

struct WrongRoom;

impl Room for WrongRoom {
    const NAME: &'static str = "wrong";
    const PURPOSE: &'static str = "a register with a reset of its own";
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = register::model::Model;
    type Circuit = Wrong;

    fn tiny() -> Params {
        Params {}
    }
    fn paper() -> Params {
        Params {}
    }
    fn model(_: &Params) -> Self::Model {
        Self::Model::default()
    }
    fn circuit(_: &Params) -> Wrong {
        Wrong::default()
    }
    fn storage(_: &Params) -> Vec<Storage> {
        Vec::new()
    }
}

#[test]
fn a_register_with_a_reset_of_its_own_is_refused() {
    let error = emit::<WrongRoom>(&Params {}).expect_err("refused").to_string();
    let expected = "printing room wrong as Verilog: module heddle_wrong, assignment to \
                    value.reset.next: a cell's reset must be the block's own reset";
    assert_eq!(error, expected);
}
