//! Residency: which SMXs have room for one more TB, exactly, and who is resident where.
//!
//! It counts free slots, threads, registers and shared memory of every SMX. A TB source asks a
//! demand, and one bit per SMX answers in every cycle whether one more such TB fits. A grant takes the
//! lowest free slot. The Thread Block Control Registers (TBCR; thesis, section 4.3) keep what a TB
//! belongs to, so that its end can be told to the Kernel Distributor and to the receivers that the source chose.
//!
//! It does not choose SMXs (placement does) or TBs (the source does), and never says no to a grant: a
//! grant is the AND of want, room and turn, so it has room. It does not check its inputs: a grant
//! without room, an end of a slot without a TB, or a TB that does not come is the caller's error. There
//! is one demand for all SMXs.
//!
//! ```text
//!                      +--------------------------------+
//! TB source   ask ====>|           Residency            |===> room       Placement, grant
//!              tb ---->|  per SMX: free slots, threads, |---> start      SMXs
//!     Grant  grant ===>|  registers, shared memory      |---> kd_end     Kernel Distributor
//!      SMXs   end ---->|  TBCR: smxs x slots            |---> told_agt   AGT
//!                      |  two ends on their way         |---> told_dats  DATS
//!                      +--------------------------------+---> resident, idle
//! ```
//!
//! `ask`, `tb`, `start` and `kd_end` are pulses, `end` and the two `told` are streams, `room` is a
//! level. `idle` is high while nothing moves, also with ends that wait to be told.
//!
//! | cycle t | then |
//! |---|---|
//! | `ask_valid` | `room` is that of the new demand from t+1 |
//! | `grant` | `start_valid` in t+1, with `tb_valid`; `room` counts the TB from t+1 |
//! | `start_valid` | the TB's `end` may be offered from t+1 |
//! | `end` taken, none waits | `kd_end_valid` in t+1; `told_agt_valid` and `told_dats_valid` from t+1, as the TB's `tell` bits say |
//! | `kd_end_valid` | `room` counts the release from t+1: two cycles after the end was taken |
//! | `end` taken, all told in t+1 | the next may be taken in t+1, and is told in t+2: one per cycle |
//! | `told` not taken in t, the next end taken in t | `end_ready` low from t+1 until all of the first end's `told` have been taken |
//! | last `told` of an end taken, another end waits | `kd_end_valid` and `told` of that in t+1; `end_ready` in t+1 |
//!
//! From an end taken in t to the next TB in its slot there are four cycles with round robin: TBCR in
//! t+1, room in t+2, turn and grant in t+3, TB in t+4.

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

/// The unit.
pub struct Residency;

impl Unit for Residency {
    const NAME: &'static str = "residency";
    const PURPOSE: &'static str =
        "counts which SMXs have room for a TB, and tells the ends of resident TBs";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[
        ("smxs", pins::SMXS),
        ("slots", pins::SLOTS),
        ("threads", Allowed::Range(1, 4095)),
        ("registers", pins::UNITS),
        ("shared", pins::UNITS),
    ];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { smxs: 2, slots: 2, threads: 256, registers: 64, shared: 32 }
    }
    fn paper() -> pins::Params {
        pins::Params { smxs: 13, slots: 16, threads: 2048, registers: 256, shared: 192 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn class(params: &pins::Params) -> Class {
        Class::of(&[(params.smxs, width::SMXS), (params.slots, width::SLOTS)])
    }
    #[cfg(feature = "spec")]
    fn neighbours(_: &pins::Params, _: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::default())
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let class = Self::class(params);
        // A TBCR is addressed by SMX and slot side by side.
        let tbcrs = u64::from(params.smxs * params.slots.next_power_of_two());
        let smxs = u64::from(params.smxs);
        let widths = [width::KDEI, width::SMX, width::SLOT, width::RESIDENT];
        let [kdei, smx, slot, resident] = widths.map(|w| u64::from(w.of(class)));
        let (dtbl, laser) = (Some("dtbl.registers"), Some("laser.sst"));
        let field = |field, bits, entries, figure| Storage { field, bits, entries, figure };
        vec![
            // LASER's Schedule Status Table: kernel and TB of all that run, with four bytes for each of the two.
            field("TBCR KDEI", kdei, tbcrs, laser),
            field(Storage::PADDING, 32 - kdei, tbcrs, laser),
            field("TBCR AGEI", 32, tbcrs, dtbl),
            field("TBCR item", 32, tbcrs, laser),
            field("TBCR demand and whom to tell", 30 + 2, tbcrs, None),
            field("demand asked", 30, 1, None),
            field("SMXs asked for, and those with room", 2, smxs, None),
            field("free slots", params.slots.into(), smxs, None),
            field("free threads, registers, shared memory", 12 + 9 + 9, smxs, None),
            field("resident TBs", resident, 1, None),
            field("starting TB: valid, SMX, slot", 1 + smx + slot, 1, None),
            field("ended TB read: valid, SMX, slot", 1 + smx + slot, 1, None),
            field("ended TB held: group, item, for whom", 2 * 32 + 2, 1, None),
        ]
    }
}

#[cfg(feature = "rtl")]
crate::kit::rtl::circuit_by_class!(Residency, ResidencyRtl<SMXS, SMX, SLOTS, SLOT, KDEI, RESIDENT>);
