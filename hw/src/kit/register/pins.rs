//! Pins of the register.
//!
//! Rule 1: `q` is zero after reset. Rule 2: `q` takes `d` at an edge with `enable`, else keeps.

use serde::Serialize;

/// The register has no sizes to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Params {}

crate::pins! { ($) register_ports;
    in {
        "Data" => {
            /// Take `d` at this edge.
            enable: bit,
            /// Next value.
            d: [32],
        }
    }
    out {
        "Data" => {
            /// Stored value.
            q: [32],
        }
        "Status" => {
            /// Always high: a register moves only when told to.
            idle: bit,
        }
    }
}
