//! Pins of the meter.
//!
//! 1. `full_cycles` counts the cycles in which its SMX had no room, up to 499 in a row.

use serde::{Deserialize, Serialize};

/// There are no sizes to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {}

heddle_hw::pins! { ($) meter_ports;
    in {
        "Residency" => {
            /// Its SMX has room for one more TB.
            room_smxs: bit level,
        }
    }
    out {
        "Status" => {
            /// Cycles in which it had none.
            full_cycles: [32],
            /// It does not count.
            idle: bit,
        }
    }
}
