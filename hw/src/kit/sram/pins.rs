//! Pins of the SRAM block.
//!
//! Rule 1: addresses are below the number of entries. Rule 2: `read_data` is the word at the
//! `read_addr` of the previous cycle, as it was before that cycle's write, and zero if that cycle
//! had no `read_enable`. Rule 3: a word is not read before it has been written.

use serde::{Deserialize, Serialize};

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Number of 32-bit words, a power of two up to 65536.
    pub entries: u32,
}

crate::pins! { ($) sram_ports;
    in {
        "Write port" => {
            /// The memory writes at this edge.
            write_enable: bit,
            /// Address of the word to write.
            write_addr: [16],
            /// Value to write.
            write_data: [32],
        }
        "Read port" => {
            /// The memory reads at this edge.
            read_enable: bit,
            /// Address of the word to read; zero while `read_enable` is low.
            read_addr: [16],
        }
    }
    out {
        "Read port" => {
            /// A word has been read: `read_enable` was high in the previous cycle.
            read_valid: bit,
            /// Word that was read; zero while `read_valid` is low.
            read_data: [32],
        }
        "Status" => {
            /// High while no word that was read is on the pins.
            idle: bit,
        }
    }
}
