//! Pins of the round-robin arbiter.
//!
//! Rule 1: `grant_valid` follows a cycle with a request, and only that. Rule 2: the winner is the
//! first requester above the last winner, wrapping at 32. Rule 3 (fairness): a requester that
//! keeps requesting wins within 32 grants.

use serde::{Deserialize, Serialize};

/// The arbiter has no sizes to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {}

crate::pins! { ($) arbiter_ports;
    in {
        "Requesters" => {
            /// One bit per requester: the requester asks for the grant.
            request: [32],
        }
    }
    out {
        "Requesters" => {
            /// A requester is granted: there was a request in the previous cycle.
            grant_valid: bit,
            /// Number of the winner; zero while `grant_valid` is low.
            grant: [5],
        }
        "Status" => {
            /// High while no grant is on the pins; stepping without requests changes nothing.
            idle: bit,
        }
    }
}
