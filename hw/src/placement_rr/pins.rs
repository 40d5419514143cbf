//! Pins of placement by round robin.
//!
//! 1. `turn_smxs` is one-hot or zero, and follows `room_smxs`, `mask_smxs` and `grant_smxs` one cycle
//!    later. An SMX is a *candidate* in a cycle in which it has room and is not masked.
//! 2. The turn stays with its SMX while that is a candidate, until it is granted.
//! 3. When it has been granted `consecutive` times, or is not a candidate any more, the turn goes to the first
//!    candidate after it, the SMXs in circular order; it comes last itself. Without a candidate no SMX has the
//!    turn, and the next one is sought after the SMX that had it last. After reset SMX 0 comes first.
//! 4. So each SMX that stays a candidate has its turn within N turns, N being the number of SMXs.
//! 5. `grant_smxs` is zero or the SMX of `turn_smxs`.
//! 6. A turn is a hint: it may name an SMX that has no room any more, which then is not granted.
//! 7. `mask_smxs` may change in any cycle. If nothing drives it, it is tied to ones.

use crate::kit::unit::Allowed;
use serde::{Deserialize, Serialize};

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// SMXs, 1 to 144.
    pub smxs: u32,
    /// TBs in a row that an SMX gets in its turn, 1 to 32.
    pub consecutive: u32,
}

/// How many TBs in a row.
pub const CONSECUTIVE: Allowed = Allowed::Range(1, 32);

crate::pins! { ($) placement_rr_ports;
    in {
        "Residency" => {
            /// SMXs with room for one more TB.
            room_smxs: {SMXS} level,
        }
        "Grant" => {
            /// SMX on which a TB is committed, one-hot or zero (rule 5).
            grant_smxs: {SMXS},
        }
        "Mask" => {
            /// SMXs that may be used (rule 7).
            mask_smxs: {SMXS} level,
        }
    }
    out {
        "Grant" => {
            /// SMX that is next, one-hot or zero (rules 2 and 3).
            turn_smxs: {SMXS},
        }
        "Status" => {
            /// Nothing to do until an input comes or changes: always.
            idle: bit,
        }
    }
}
