//! Pins of the FIFO, and the stream rules every unit keeps.
//!
//! Stream rules: (1) a transfer happens at an edge with valid and ready both high; (2) valid and
//! payload stay until the transfer; (3) payload is zero while valid is low; (4) ready may come and
//! go freely and never waits for valid, nor valid for ready.
//! Rule 5: elements leave in the order they came, each once.

use serde::Serialize;

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Params {
    /// Elements held: a power of two, 2 to 32.
    pub depth: u32,
}

crate::pins! { ($) fifo_ports;
    in {
        "Producer" => {
            /// An element is offered.
            in_valid: bit,
            /// The element.
            in_data: [32],
        }
        "Consumer" => {
            /// The oldest element is taken.
            out_ready: bit,
        }
    }
    out {
        "Producer" => {
            /// There is room.
            in_ready: bit,
        }
        "Consumer" => {
            /// There is an element.
            out_valid: bit,
            /// The oldest element.
            out_data: [32],
        }
        "Status" => {
            /// Empty.
            idle: bit,
        }
    }
}
