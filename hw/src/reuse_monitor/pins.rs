//! Pins of the reuse monitor. It has three Bloom filters of lines: *parent-child*, of what parents read, *sibling*, of
//! what children read, and *own* (the paper's self). A line has one place in each of a filter's four lanes.
//!
//! 1. A read that comes in cycle t is looked up in t+4. Its `result` is there in t+5, and is counted in t+6.
//! 2. The reads of children count for the parent-child and the sibling filter, and those of parents too if
//!    `cfg_parents_count` is high. For the own filter the reads of children count if `cfg_own_children` is high, those of
//!    parents if `cfg_own_parents` is. The straps are those of the cycle in which the read is looked up. A child may
//!    be a parent too.
//! 3. A line that a parent reads enters the parent-child filter, one that a child reads the sibling filter, and one whose
//!    read counts for the own filter enters that.
//! 4. A read hits in a filter if all four places of its line are set there by lines that entered at earlier reads. So a
//!    line that has entered is always found; another one is found if its places are set by others, which is a false
//!    positive.
//! 5. The places are those of MurmurHash2 of the line, a word of 32 bits, once with seed 0 and once with seed 1. The
//!    lanes take a half of a hash each, low before high. The upper ten bits of a half choose one of the words,
//!    `bits * words / 1024`, and the lower six one of the 22 bits of a word, `bits * 22 / 64`.
//! 6. `clear` empties the filters and leaves the counts. `clearing` is high in the `words + 1` cycles after it. What is
//!    looked up meanwhile misses and does not enter. Another `clear` begins again. A reset clears too.
//! 7. A filter counts hits and misses up to the greatest number of `count_bits` bits. When one of the two has reached it,
//!    the filter counts no more, so that its hit rate stays what it was.
//! 8. `predicted` is of the counts of the cycle before: the filter whose hits are more than its misses, and whose hit
//!    rate is greater than those of the others, else none. A filter that has counted nothing has a hit rate of zero.
//!    `high_priority` is high if it is the parent-child or the sibling filter.

use crate::kit::unit::Allowed;
use serde::{Deserialize, Serialize};

/// How many words a lane may have.
pub const WORDS: Allowed = Allowed::Range(2, 64);

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Words of 22 bits in each of the four lanes of a filter, 2 to 64.
    pub words: u32,
    /// Bits of a count of hits or misses, 2 to 30.
    pub count_bits: u32,
}

/// Lanes of a filter, and so places of a line.
pub const LANES: usize = 4;

/// Bits of a word.
pub const WORD: u32 = 22;

/// What `predicted` says.
pub mod predicted {
    /// No reuse.
    pub const NONE: u32 = 0;
    /// Of lines of parents.
    pub const PARENT_CHILD: u32 = 1;
    /// Of lines of siblings.
    pub const SIBLING: u32 = 2;
    /// Of its own lines.
    pub const OWN: u32 = 3;
}

crate::pins! { ($) reuse_monitor_ports;
    in {
        "Configuration" => {
            /// The reads of parents count for the parent-child and the sibling filter too (rule 2).
            cfg_parents_count: bit,
            /// The reads of parents count for the own filter.
            cfg_own_parents: bit,
            /// The reads of children count for the own filter.
            cfg_own_children: bit,
        }
        "Read" => {
            /// A line is read (rule 1).
            read_valid: bit,
            /// Number of the line: its address without the bits inside a line.
            read_line: [32],
            /// A child reads.
            read_child: bit,
            /// A parent reads.
            read_parent: bit,
        }
        "Clear" => {
            /// Empties the filters (rule 6).
            clear: bit,
        }
    }
    out {
        "Result" => {
            /// A read counts for some filter (rule 2).
            result_valid: bit,
            /// It hits in the parent-child filter, and counts for it.
            result_parent_child: bit,
            /// It hits in the sibling filter, and counts for it.
            result_sibling: bit,
            /// It hits in the own filter, and counts for it.
            result_own: bit,
        }
        "Counts" => {
            /// Hits in the parent-child filter.
            parent_child_hits: [32],
            /// Misses in the parent-child filter.
            parent_child_misses: [32],
            /// Hits in the sibling filter.
            sibling_hits: [32],
            /// Misses in the sibling filter.
            sibling_misses: [32],
            /// Hits in the own filter.
            own_hits: [32],
            /// Misses in the own filter.
            own_misses: [32],
        }
        "Prediction" => {
            /// Reuse of a child: 0 none, 1 parent-child, 2 sibling, 3 own (rule 8).
            predicted: [2],
            /// A child has priority.
            high_priority: bit,
        }
        "Status" => {
            /// The filters are cleared (rule 6).
            clearing: bit,
            /// High while no read is on its way, counts and prediction agree, and nothing is cleared.
            idle: bit,
        }
    }
}
