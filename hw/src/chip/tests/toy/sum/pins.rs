//! Pins of the sum.
//!
//! 1. `enable` names the counters that may count; `all` is high while more than one is full.
use serde::{Deserialize, Serialize};

/// Nothing to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {}

crate::pins! { ($) toy_sum_ports;
    in {
        "Counters" => {
            /// One bit per counter that is full.
            full: [32],
        }
    }
    out {
        "Counters" => {
            /// The limit of all.
            limit: [8],
            /// One bit per counter that may count.
            enable: [32],
        }
        "Status" => {
            /// Two or more counters are full.
            two: bit,
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
