//! Placement by round robin: which SMX gets the next TB (thesis, section 2.2: TBs are distributed to
//! the SMXs in round-robin order).
//!
//! In every cycle at most one SMX has the turn, for one TB, or for `consecutive` of them, so that neighbours of a kernel
//! share an L1. (Block CTA scheduling gives an SMX two TBs in a row, and waits until it has room for both: Lee and
//! others, HPCA 2014. This unit does not wait.) A TB is committed where turn, the source's want and residency's room
//! meet. It looks at room only and not at want: a source that wants some of the SMXs needs another policy.
//!
//! It does not know demands, slots or TBs, and does not guard against overbooking: a turn may be stale,
//! and residency's room is part of every grant.
//!
//! ```text
//!                        +-------------------------+
//! Residency   room ====> |      Round robin        | ====> turn      Grant
//!     Grant  grant ====> |  SMX last in turn,      |
//!      Mask   mask ====> |  whether it is in turn, | ----> idle
//!                        |  TBs of its row         |
//!                        +-------------------------+
//! ```
//!
//! The pins are levels but for `grant`, a pulse. While room and mask stay and nothing is granted, the
//! turn stays too.
//!
//! | cycle t | then |
//! |---|---|
//! | room for some SMX, no SMX in turn | the next one after the SMX last in turn has the turn in t+1 |
//! | `grant`, the last of a row, other candidates | the next of them has the turn in t+1 |
//! | `grant`, the last of a row, no other candidate | the same SMX has the turn in t+1, as it had room in t |
//! | another `grant` | the same SMX has the turn in t+1, if it is a candidate in t |
//! | the SMX in turn has no room, or is masked | the next candidate, or none, has the turn in t+1 |
//! | the last of these, and a TB on its way | it is granted in t+1 at the earliest: one cycle is lost |
//!
//! `idle` is always high: while levels stand there is nothing to do in any cycle without a grant (contract 4).

pub mod model;
#[cfg(feature = "spec")]
mod neighbours;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};
use crate::kit::{width, Class};
use crate::residency;

/// The unit.
pub struct RoundRobin;

impl Unit for RoundRobin {
    const NAME: &'static str = "placement_rr";
    const PURPOSE: &'static str = "gives the SMXs with room their turns, round robin";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] =
        &[("smxs", residency::pins::SMXS), ("consecutive", pins::CONSECUTIVE)];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { smxs: 2, consecutive: 2 }
    }
    fn paper() -> pins::Params {
        pins::Params { smxs: 13, consecutive: 1 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn class(params: &pins::Params) -> Class {
        Class::of(&[(params.smxs, width::SMXS)])
    }
    #[cfg(feature = "spec")]
    fn neighbours(_: &pins::Params, _: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises)
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let field = |field, entries| Storage { field, bits: 1, entries, figure: None };
        vec![
            field("SMX last in turn", params.smxs.into()),
            field("whether it is in turn", 1),
            field("TBs of its row", 5),
        ]
    }
}

#[cfg(feature = "rtl")]
crate::kit::rtl::circuit_by_class!(RoundRobin, RoundRobinRtl<SMXS>);
