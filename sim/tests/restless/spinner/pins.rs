//! Pins of the spinner.
//!
//! 1. `turns` counts the cycles since its SMX had no room for the first time.

use serde::{Deserialize, Serialize};

/// There are no sizes to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {}

heddle_hw::pins! { ($) spinner_ports;
    in {
        "Residency" => {
            /// Its SMX has room for one more TB.
            room_smxs: bit level,
        }
    }
    out {
        "Status" => {
            /// Cycles since its SMX was full.
            turns: [32],
            /// Its SMX was never full.
            idle: bit,
        }
    }
}
