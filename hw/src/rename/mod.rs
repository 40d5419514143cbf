//! Rename unit: where the warps of a TB find the registers that they share (DARSIE; thesis, section 7.3.1).
//! It is the register rename table, the version table and the physical register freelist of one SMX.
//!
//! A warp that executes an instruction for the others makes a *version* of a register, in vector registers that the TB has
//! for this. Warps that skip the instruction take that version: they read their operands there from then on. A version
//! is needed as long as a warp reads it or is to come for it. Then its registers are free.
//!
//! It does not say who leads and who skips: the unit `skip_table` does. It does not move values: a warp that
//! leaves the majority path is told where each of them is, and copies it. It does not know what fits into a TB's share: it
//! tells how many registers are free after each change, so that a leader is named only if there are enough.
//!
//! ```text
//!               +------------------------------------------------+
//! SMX  change =>| 32 entries, one for each physical register:    |=> result: done, where,
//!               |   named register, half, version,               |   registers that are free
//!               |   warps that read it,  warps that are to come  |
//! SMX    look =>|   the same again for looks: register, readers  |=> places of four registers
//!               +------------------------------------------------+
//! ```
//!
//! All inputs are pulses, which are always taken.
//!
//! | cycle t | then |
//! |---|---|
//! | `change` | its `result` in t+1, and nothing later: a leader has its register, or is refused, in one cycle |
//! | `look` | its `place` in t+1, after the changes of up to t-1 |
//! | either | `idle` is low in t+1 |
//!
//! **How versions are told apart.** The thesis counts the writes of each register and lets a follower go to the next number. Here
//! the number of a version is how many newer ones there are of its register: 0 is the newest, and a leader's change
//! raises the others. A follower takes the one with the greatest number of those for which it is still to come. So numbers do not
//! wrap. Whoever is to come for a version is to come for all newer ones, so there are never more numbers than entries.
//!
//! **Why warps are bits and not entries.** The thesis has a table from each warp and register to a version, and counts 32
//! entries of 21 bits per TB for it and the version table together. A table with an entry for each shared register of each warp would take 32
//! times 32 entries per TB. A bit for each warp that reads a version, and one for each that is to come, say the same in less
//! than a quarter of that, the copy for looks included. All warps that skip together move in one change, and a version that nobody needs is one without bits.
//!
//! **Why no value is lost.** An entry is given to a new version only if no bit of it is set. A warp's bit is set from the
//! cycle in which the version is made until it takes it, passes it or leaves; and from when it takes it until it takes
//! another, writes the register itself or has copied it. What is read is overwritten only if all who read it have arrived.
//!
//! **Storage.** The thesis counts 21 bits: 8 for the named register, 8 for the tag of the physical register, 5 for the
//! version. Here the place of an entry is its tag. Beyond that are the bits of warps, a bit for the half of a
//! 64-bit value, and a copy of what looks need, since a memory with one port for reading serves a change or a look.

pub mod model;
#[cfg(feature = "spec")]
mod neighbours;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};
#[cfg(feature = "spec")]
use crate::kit::Class;

/// The unit.
pub struct Rename;

impl Unit for Rename {
    const NAME: &'static str = "rename";
    const PURPOSE: &'static str =
        "maps the registers of a TB's warps to the versions that they share";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] =
        &[("tbs", pins::TBS), ("registers", pins::REGISTERS), ("warps", pins::WARPS)];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { tbs: 2, registers: 4, warps: 4 }
    }
    fn paper() -> pins::Params {
        pins::Params { tbs: 32, registers: 32, warps: 32 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    #[cfg(feature = "spec")]
    fn neighbours(params: &pins::Params, _: Class) -> crate::kit::neighbours::Of<Self> {
        Box::new(neighbours::Promises::new(params))
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let of = |field, bits: u32, entries: u32, figure| {
            let (bits, entries) = (u64::from(bits), u64::from(entries));
            Storage { field, bits, entries, figure }
        };
        let (table, beyond) = (Some("darsie.rename"), Some("darsie.rename.beyond"));
        let entries = params.tbs * params.registers;
        vec![
            of("named register", 8, entries, table),
            of("version", 5, entries, table),
            // The thesis has tags of 8 bits for physical registers.
            of(Storage::PADDING, 8, entries, table),
            of("half", 1, entries, beyond),
            of("warps that read it", 32, entries, beyond),
            of("warps that are to come for it", 32, entries, beyond),
            of("named register and half, for looks", 9, entries, beyond),
            of("warps that read it, for looks", 32, entries, beyond),
            of("TB slots that have had a change", 1, params.tbs, beyond),
            of("change that is made", 1 + 3 + 5 + 8 + 1 + 32 + 2, 1, beyond),
            of("register and warps of the change before", 8 + 32, 1, beyond),
            of("what it did", 7, params.registers, beyond),
            of("look that is answered", 1 + 5 + 2 + 4 * 8, 1, beyond),
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for Rename {
    type Circuit = rtl::RenameRtl;

    fn circuit_in(params: &pins::Params, _class: crate::kit::Class) -> rtl::RenameRtl {
        rtl::RenameRtl::new(params)
    }
}
