//! Pins of the FIFO, and the stream rules of every unit.
//!
//! Stream rules: (1) a transfer happens at an edge with valid and ready both high; (2) valid and
//! payload stay until the transfer; (3) payload is zero while valid is low; (4) ready may rise and
//! fall freely and never waits for valid, nor valid for ready.
//! Rule 5: elements leave in the order of their arrival, each once.

use serde::{Deserialize, Serialize};

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Number of elements that the FIFO holds: a power of two, 2 to 32.
    pub depth: u32,
}

crate::pins! { ($) fifo_ports;
    in {
        "Producer" => {
            /// An element is offered to the FIFO.
            in_valid: bit,
            /// Element offered to the FIFO.
            in_data: [32],
        }
        "Consumer" => {
            /// The consumer takes the oldest element.
            out_ready: bit,
        }
    }
    out {
        "Producer" => {
            /// The FIFO has room for an element.
            in_ready: bit,
        }
        "Consumer" => {
            /// The FIFO offers its oldest element.
            out_valid: bit,
            /// Oldest element of the FIFO; zero while `out_valid` is low.
            out_data: [32],
        }
        "Status" => {
            /// High while the FIFO is empty.
            idle: bit,
        }
    }
}
