//! Pins of the rename unit. A *version* is one value of a named register that the warps of a TB share. It is in one vector
//! register of the TB's bank, its *physical register*, or in two if the value has 64 bits: the low and the high half. A
//! warp is *to come* for a version until it has passed the instruction that makes it. It *reads* a version from then on
//! until it has another value of that register.
//!
//! 1. In each cycle there may be one change, of one TB, and a look at four registers of one warp. Both are always taken and
//!    answered in the next cycle, once. A look sees the changes of earlier cycles, and so does a change.
//! 2. `clear` (0) is for a TB that starts or has completed: it has no versions. So has a TB after a reset.
//! 3. `alloc` (1) is a leader's. The register gets a new version in the lowest physical register that is free, and with
//!    `wide` in the two lowest, the low half first. The warps, of which the leader is one, are to come for it. It
//!    is refused if fewer are free. A physical register is free if no warp reads what is in it or is to come for it.
//! 4. `overwrite` (2) is in place of `alloc` where none is free and all warps of the mask have arrived at the instruction.
//!    What one of them reads as this register becomes the new version, in the same place, for which they are to come. It is
//!    refused if there is no such version, or if another warp reads it, which has left the mask and not copied it yet.
//! 5. `take` (3) is of warps that skip, or of the leader as it executes. Of the versions of the register for which they
//!    are to come, the oldest is the one that they read from now on, in place of any other.
//! 6. `pass` (4) is of warps that execute the instruction for themselves: they are no longer to come for the oldest, and
//!    read no version of the register. `write` (5) is of warps that execute an instruction that makes no version: they read
//!    no version of the register either, and nothing else changes.
//! 7. `leave` (6) is of warps that leave the mask: they are not to come for any version. What they read they copy.
//! 8. `copy` (7) is of one warp, and for one vector register in a cycle: it no longer reads the lowest of those physical
//!    registers that it reads, and is told which register and half to copy it to.
//! 9. Whoever changes versions keeps order. `alloc` and `overwrite` name all warps of the mask, and so all that are to come
//!    for any version of the TB. Those of an `overwrite` are to come for no version of the register, and all that read one
//!    read the same, both halves if it is wide: a warp that has left copies all before it is in the mask again. The warps of
//!    a `take` or `pass` are to come for the same version next. A change is made when the instructions before it have
//!    read their operands, since what it frees may be written.

use crate::kit::unit::Allowed;
use serde::{Deserialize, Serialize};

/// How many TB slots there may be.
pub const TBS: Allowed = Allowed::Range(2, 32);
/// How many physical registers the bank of a TB may have.
pub const REGISTERS: Allowed = Allowed::Range(2, 32);
/// How many warps a TB may have.
pub const WARPS: Allowed = Allowed::Range(2, 32);

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// TB slots of the SMX, 2 to 32.
    pub tbs: u32,
    /// Vector registers of each TB for versions, 2 to 32.
    pub registers: u32,
    /// Warps of a TB, 2 to 32.
    pub warps: u32,
}

/// Registers that a look is at.
pub const LOOKS: usize = 4;

/// What changes.
pub mod change {
    /// A TB has no versions.
    pub const CLEAR: u32 = 0;
    /// A leader makes a version in a free place.
    pub const ALLOC: u32 = 1;
    /// A leader makes a version in the place of another.
    pub const OVERWRITE: u32 = 2;
    /// Warps read a version.
    pub const TAKE: u32 = 3;
    /// Warps do without a version.
    pub const PASS: u32 = 4;
    /// Warps have their own value.
    pub const WRITE: u32 = 5;
    /// Warps leave the mask.
    pub const LEAVE: u32 = 6;
    /// A warp copies a physical register.
    pub const COPY: u32 = 7;
}

crate::pins! { ($) rename_ports;
    in {
        "Renaming" => {
            /// Versions of a TB change (rule 1).
            change_valid: bit,
            /// How: 0 clear, 1 alloc, 2 overwrite, 3 take, 4 pass, 5 write, 6 leave, 7 copy (rules 2 to 8).
            change_what: [3],
            /// TB slot of the change.
            change_tb: [5],
            /// Named register of the change; not for `clear`, `leave` and `copy`.
            change_register: [8],
            /// The new version has 64 bits and takes two physical registers (rule 3).
            change_wide: bit,
            /// Warps of the change, a bit for each by its number in the TB; not for `clear`.
            change_warps: [32],
        }
        "Operands" => {
            /// A warp looks where its registers are (rule 1).
            look_valid: bit,
            /// TB slot of the warp that looks.
            look_tb: [5],
            /// Number of the warp that looks in its TB.
            look_warp: [5],
            /// First register looked at.
            look_register0: [8],
            /// Second register looked at.
            look_register1: [8],
            /// Third register looked at.
            look_register2: [8],
            /// Fourth register looked at.
            look_register3: [8],
        }
    }
    out {
        "Renaming" => {
            /// The change of the last cycle is made or refused.
            result_valid: bit,
            /// It is made: not refused, and there was a version to take, to pass or to copy.
            result_done: bit,
            /// Physical register of the version that is made or taken, or that is to be copied; of a wide one, its low half.
            result_low: [5],
            /// Physical register of the high half of a wide version that is made or taken; else zero.
            result_high: [5],
            /// Named register that is to be copied; else zero.
            result_register: [8],
            /// The high half of it is to be copied.
            result_half: bit,
            /// Physical registers of the TB that are free after the change.
            result_free: [6],
        }
        "Operands" => {
            /// The look of the last cycle is answered.
            place_valid: bit,
            /// Registers that the warp reads from a version, a bit for each.
            place_shared: [4],
            /// Registers of which a warp of the TB reads a version.
            place_read: [4],
            /// Physical register of the first register or of its low half, if that is shared; else zero.
            place_low0: [5],
            /// Physical register of the high half of the first register, if it is wide; else zero.
            place_high0: [5],
            /// Physical register of the second register or of its low half.
            place_low1: [5],
            /// Physical register of the high half of the second register.
            place_high1: [5],
            /// Physical register of the third register or of its low half.
            place_low2: [5],
            /// Physical register of the high half of the third register.
            place_high2: [5],
            /// Physical register of the fourth register or of its low half.
            place_low3: [5],
            /// Physical register of the high half of the fourth register.
            place_high3: [5],
        }
        "Status" => {
            /// High while neither a change nor a look is answered.
            idle: bit,
        }
    }
}
