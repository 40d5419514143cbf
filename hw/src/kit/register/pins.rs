//! Pins of the register.
//!
//! Rule 1: `q` is zero after reset. Rule 2: `q` takes `d` at an edge with `enable` high, and keeps
//! its value otherwise.

use serde::{Deserialize, Serialize};

/// The register has no sizes to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {}

crate::pins! { ($) register_ports;
    in {
        "Data" => {
            /// The register takes `d` at this edge.
            enable: bit,
            /// Next value of the register.
            d: [32],
        }
    }
    out {
        "Data" => {
            /// Stored value of the register.
            q: [32],
        }
        "Status" => {
            /// Always high: a register changes only when `enable` is high.
            idle: bit,
        }
    }
}
