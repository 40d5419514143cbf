//! FIFO: a stream buffer that also registers both directions of the handshake (depth 2 is a skid
//! buffer).
//!
//! It never drops, duplicates or reorders an element. It does not forward an element in the cycle
//! of its arrival.
//!
//! | cycle t | cycle t+1 |
//! |---|---|
//! | `in_valid & in_ready` on an empty FIFO | `out_valid`, `out_data` = the element |
//! | full, `out_valid & out_ready` | `in_ready` |

pub mod model;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};

/// The unit.
pub struct Fifo;

impl Unit for Fifo {
    const NAME: &'static str = "fifo";
    const PURPOSE: &'static str = "stream buffer of 32-bit words; depth 2 is a skid buffer";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[("depth", Allowed::PowersOfTwo(2, 32))];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { depth: 2 }
    }
    fn paper() -> pins::Params {
        pins::Params { depth: 32 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        vec![
            Storage { field: "elements", bits: 32, entries: params.depth.into(), figure: None },
            Storage {
                field: "pointers, count, full, occupied",
                bits: 18,
                entries: 1,
                figure: None,
            },
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for Fifo {
    type Circuit = rtl::FifoRtl;

    fn circuit_in(params: &pins::Params, _class: crate::kit::Class) -> rtl::FifoRtl {
        rtl::FifoRtl::new(params)
    }
}
