//! Round-robin arbiter: one grant per cycle among up to 32 requesters. The search begins behind the
//! last winner.
//!
//! The grant is registered, since the contract forbids a path from request to grant. Units that
//! need the choice in the same cycle use the combinational cell [`rtl::RoundRobin`] inside.
//!
//! | cycle t | cycle t+1 |
//! |---|---|
//! | `request = r`, `r != 0` | `grant_valid`, `grant` = first requester after the last winner |

pub mod model;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};

/// The unit.
pub struct Arbiter;

impl Unit for Arbiter {
    const NAME: &'static str = "arbiter";
    const PURPOSE: &'static str = "round-robin arbiter over 32 requesters";
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
        vec![
            Storage { field: "last winner", bits: 5, entries: 1, figure: None },
            Storage { field: "grant", bits: 1, entries: 1, figure: None },
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for Arbiter {
    type Circuit = rtl::ArbiterRtl;

    fn circuit_in(_: &pins::Params, _class: crate::kit::Class) -> rtl::ArbiterRtl {
        rtl::ArbiterRtl::default()
    }
}
