//! Pins of the counter.
//!
//! 1. `full` is high once `limit` pulses have come.
use serde::{Deserialize, Serialize};

/// Nothing to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {}

crate::pins! { ($) toy_counter_ports;
    in {
        "SMX" => {
            /// Counts one.
            pulse: bit,
        }
        "Sum" => {
            /// Pulses until it is full.
            limit: [8],
            /// It may count.
            enable: bit,
        }
    }
    out {
        "Sum" => {
            /// As many have come as were asked for.
            full: bit,
        }
        "Status" => {
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
