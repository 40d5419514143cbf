//! Pins of packed placement.
//!
//! 1. `turn_smxs` is the lowest SMX that had room in the last cycle and was not granted, or zero.

use serde::{Deserialize, Serialize};

/// There are no sizes to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {}

heddle_hw::pins! { ($) packed_ports;
    in {
        "Residency" => {
            /// SMXs with room for one more TB.
            room_smxs: [32] level,
        }
        "Grant" => {
            /// SMX on which a TB is committed, one-hot or zero.
            grant_smxs: [32],
        }
    }
    out {
        "Grant" => {
            /// SMX that is next, one-hot or zero.
            turn_smxs: [32],
        }
        "Status" => {
            /// Nothing to do until an input comes or changes.
            idle: bit,
        }
    }
}
