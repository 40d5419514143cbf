//! Pins of the round-robin arbiter.
//!
//! Rule 1: `grant_valid` follows a cycle with a request, and only that. Rule 2: the winner is the
//! first requester above the last winner, wrapping at 32. Rule 3 (fairness): a requester that
//! keeps requesting wins within 32 grants.

use serde::Serialize;

/// The arbiter has no sizes to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Params {}

crate::pins! { ($) arbiter_ports;
    in {
        "Requesters" => {
            /// One bit a requester.
            request: [32],
        }
    }
    out {
        "Requesters" => {
            /// There was a request in the previous cycle.
            grant_valid: bit,
            /// The winner; zero without `grant_valid`.
            grant: [5],
        }
        "Status" => {
            /// No grant is on its way out.
            idle: bit,
        }
    }
}
