//! XOR monitor: the [reuse monitor](reuse_monitor.md) with a hash that does not multiply. It is a rival of that unit, to
//! compare what a hash costs and how often filters are wrong with it, and no part of the machine.
//!
//! MurmurHash2 multiplies three times, one after another, and is published. This hash spreads each bit of a line over three,
//! combines neighbours by AND, and does both again. So it has 384 gates and no adder, and is done in the cycle in which the
//! read comes. A hash of XORs alone would be linear: the lines of a row would then have places that depend on each other.
//!
//! ```text
//!              +-------------------------------------------+
//!  L1   read ->| hash: no step -> four lanes of three      |-> result
//! KMU  clear ->|  Bloom filters -> hits and misses of each |-> counts
//!   straps --->|  -> differences of hit rates, in pairs    |-> predicted, high_priority
//!              +-------------------------------------------+-> clearing, idle
//! ```
//!
//! All pins but `read`, `result` and `clear`, a pulse, are levels.
//!
//! | cycle t | then |
//! |---|---|
//! | `read_valid` | hashed in t; looked up in t+1 and, if it enters, found by all reads from t+1 on |
//! | | `result` in t+2, counts in t+3, `predicted` in t+4 |
//! | `clear` | `clearing` from t+1 to t+words+1; a read in t to t+words misses and does not enter |

pub mod model;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};
use crate::reuse_monitor::ReuseMonitor;

/// The unit.
pub struct XorMonitor;

impl Unit for XorMonitor {
    const NAME: &'static str = "xor_monitor";
    const PURPOSE: &'static str =
        "predicts what data a child kernel reuses, with a hash of lines that does not multiply";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] = ReuseMonitor::LIMITS;
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        ReuseMonitor::tiny()
    }
    fn paper() -> pins::Params {
        ReuseMonitor::paper()
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let of = |field, bits, entries| Storage { field, bits, entries, figure: None };
        let (lanes, count) = (pins::LANES as u64, u64::from(params.count_bits));
        let word = u64::from(pins::WORD);
        vec![
            of("three filters", word, 3 * lanes * u64::from(params.words)),
            of("hits and misses", count, 6),
            of("differences of hit rates, and of what they change by", 3 * count + 3, 3),
            of("whether hits are more than misses, and whether there are any", 2, 3),
            of("who reads, and what the lookup counts", 2 + 6 + 1, 1),
            of("word and bit of the line looked up", 6 + word, lanes),
            of("words last written, of which filters, and where", 6, lanes),
            of("word last written, and whether", word + 1, 3 * lanes),
            of("place that is cleared", 7, 1),
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for XorMonitor {
    type Circuit = rtl::XorMonitorRtl;

    fn circuit_in(params: &pins::Params, _class: crate::kit::Class) -> rtl::XorMonitorRtl {
        rtl::XorMonitorRtl::new(params)
    }
}
