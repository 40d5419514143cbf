//! Pins of the SRAM block.
//!
//! Rule 1: addresses are below the number of entries. Rule 2: `read_data` is the word at the
//! `read_addr` of the previous cycle, as it was before that cycle's write, and zero if that cycle
//! had no `read_enable`. Rule 3: a word is not read before it has been written.

use serde::Serialize;

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Params {
    /// Number of 32-bit words, a power of two up to 65536.
    pub entries: u32,
}

crate::pins! { ($) sram_ports;
    in {
        "Write port" => {
            /// Write at this edge.
            write_enable: bit,
            /// Word to write.
            write_addr: [16],
            /// Value to write.
            write_data: [32],
        }
        "Read port" => {
            /// Read at this edge.
            read_enable: bit,
            /// Word to read; zero without `read_enable`.
            read_addr: [16],
        }
    }
    out {
        "Read port" => {
            /// There was a `read_enable` in the previous cycle.
            read_valid: bit,
            /// The word read; zero without `read_valid`.
            read_data: [32],
        }
        "Status" => {
            /// No read is on its way out.
            idle: bit,
        }
    }
}
