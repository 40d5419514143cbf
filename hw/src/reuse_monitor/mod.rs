//! Reuse monitor: which data the kernels of an SMX reuse, and so whether a child that is launched deserves priority (LASER,
//! section 6).
//!
//! It sees the reads of the L1 of its SMX, one in each cycle, and never slows one. Three Bloom filters hold lines: of
//! parents, of children, and of the kernel itself. Each counts how often a read finds its line. The filter with the
//! highest hit rate above one half is the reuse that the next child is predicted to have.
//!
//! It does not know kernels or TBs: a read says whether a child or a parent reads. It does not launch, and chooses no
//! queue: whoever launches a child reads the prediction. The filters forget when a parent ends, the counts never.
//!
//! ```text
//!              +-------------------------------------------+
//!  L1   read ->| hash: four steps -> four lanes of three   |-> result
//! KMU  clear ->|  Bloom filters -> hits and misses of each |-> counts
//!   straps --->|  -> differences of hit rates, in pairs    |-> predicted, high_priority
//!              +-------------------------------------------+-> clearing, idle
//! ```
//!
//! Rates are compared without dividing: hits_1 / (hits_1 + misses_1) is greater than hits_2 / (hits_2 + misses_2) if
//! hits_1 misses_2 - hits_2 misses_1 is positive. With each read one of the counts of each filter grows by one, so the
//! difference of the products changes by counts and is kept by adding, without a multiplier.
//!
//! All pins but `read`, `result` and `clear`, a pulse, are levels.
//!
//! | cycle t | then |
//! |---|---|
//! | `read_valid` | multiplied in t, t+1 and t+2; looked up in t+4 and, if it enters, found by all reads from t+1 on |
//! | | `result` in t+5, counts in t+6, `predicted` in t+7 |
//! | `clear` | `clearing` from t+1 to t+words+1; a read in t-3 to t+words-3 misses and does not enter |

pub mod model;
pub mod pins;
#[cfg(feature = "rtl")]
pub mod rtl;
#[cfg(feature = "spec")]
pub mod spec;

use crate::kit::unit::{Allowed, Storage, Unit};

/// The unit.
pub struct ReuseMonitor;

impl Unit for ReuseMonitor {
    const NAME: &'static str = "reuse_monitor";
    const PURPOSE: &'static str =
        "predicts by three Bloom filters of lines what data a child kernel reuses";
    type Params = pins::Params;
    const LIMITS: &'static [(&'static str, Allowed)] =
        &[("words", pins::WORDS), ("count_bits", Allowed::Range(2, 30))];
    type In = pins::In;
    type Out = pins::Out;
    type Model = model::Model;

    fn tiny() -> pins::Params {
        pins::Params { words: 2, count_bits: 3 }
    }
    /// 605 bytes are 4840 bits. With four hashes they have a tenth of false positives at 1000 lines.
    fn paper() -> pins::Params {
        pins::Params { words: 55, count_bits: 30 }
    }
    fn model(params: &pins::Params) -> model::Model {
        model::Model::new(params)
    }
    fn storage(params: &pins::Params) -> Vec<Storage> {
        let of = |field, bits: u32, entries, figure| {
            let bits = u64::from(bits);
            Storage { field, bits, entries, figure }
        };
        let lanes = pins::LANES as u32;
        let (filter, beyond) = (Some("laser.filter"), Some("laser.filter.beyond"));
        let count = params.count_bits;
        vec![
            of("parent-child filter", pins::WORD, (lanes * params.words).into(), filter),
            of("sibling and own filters", pins::WORD, (2 * lanes * params.words).into(), beyond),
            of("hits and misses", count, 6, beyond),
            of("differences of hit rates, and of what they change by", 3 * count + 3, 3, beyond),
            of("whether hits are more than misses, and whether there are any", 2, 3, beyond),
            of("hashes on their way", 32, 4, beyond),
            of("who reads, in four steps, and what its lookup counts", 4 * 2 + 6 + 1, 1, beyond),
            of("word and bit of the line looked up", 6 + pins::WORD, lanes.into(), beyond),
            of("words last written, of which filters, and where", 6, lanes.into(), beyond),
            of("word last written, and whether", pins::WORD + 1, (3 * lanes).into(), beyond),
            of("place that is cleared", 7, 1, beyond),
        ]
    }
}

#[cfg(feature = "rtl")]
impl crate::kit::Synthesizable for ReuseMonitor {
    type Circuit = rtl::ReuseMonitorRtl;

    fn circuit_in(params: &pins::Params, _class: crate::kit::Class) -> rtl::ReuseMonitorRtl {
        rtl::ReuseMonitorRtl::new(params)
    }
}
