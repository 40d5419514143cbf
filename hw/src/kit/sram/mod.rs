//! SRAM block: one read port, one write port, read latency 1.
//!
//! A read and a write of one address at the same edge return the *old* word. Contents are unknown
//! at power-up and are not reset: a word must be written before it is read, or swept after reset.
//!
//! | cycle t | cycle t+1 |
//! |---|---|
//! | `read_addr = a` | `read_data` = word a as it was before the edge |
//! | `write_enable`, `write_addr = a` | word a has the new value |

pub mod model;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};

/// The unit.
pub struct SramBlock;

impl Unit for SramBlock {
    const NAME: &'static str = "sram";
    const PURPOSE: &'static str = "memory block, one read and one write port, read latency 1";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] =
        &[("entries", Allowed::PowersOfTwo(2, 65536))];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { entries: 4 }
    }
    fn paper() -> pins::Params {
        pins::Params { entries: 1024 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        vec![Storage { field: "words", bits: 32, entries: params.entries.into(), figure: None }]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for SramBlock {
    type Circuit = rtl::SramRtl;

    fn circuit_in(params: &pins::Params, _class: crate::kit::Class) -> rtl::SramRtl {
        rtl::SramRtl::new(params)
    }
}
