//! Register with synchronous reset and enable: the only flip-flop of the project.
//!
//! It has its reset value one edge after reset, from any power-up state, and needs no Verilog
//! `initial`. It does not register paths into `d`: these belong to the logic that drives `d`.
//!
//! | cycle | reset | enable | q in the next cycle |
//! |---|---|---|---|
//! | t | 1 | - | 0 |
//! | t | 0 | 1 | d |
//! | t | 0 | 0 | q |

pub mod model;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};

/// The unit.
pub struct Register;

impl Unit for Register {
    const NAME: &'static str = "register";
    const PURPOSE: &'static str = "32-bit register with synchronous reset and enable";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params {}
    }
    fn paper() -> pins::Params {
        pins::Params {}
    }
    fn model(_: &pins::Params) -> model::Model {
        model::Model::default()
    }
    fn storage(_: &pins::Params) -> Vec<Storage> {
        vec![Storage { field: "q", bits: 32, entries: 1, figure: None }]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for Register {
    type Circuit = rtl::RegisterRtl;

    fn circuit_in(_: &pins::Params, _class: crate::kit::Class) -> rtl::RegisterRtl {
        rtl::RegisterRtl::default()
    }
}
