//! Pins of the XOR monitor. It has the three Bloom filters of the reuse monitor and its rules, with another hash of the
//! lines, which takes no cycle of its own.
//!
//! 1. A read that comes in cycle t is looked up in t+1. Its `result` is there in t+2, and is counted in t+3.
//! 2. The reads of children count for the parent-child and the sibling filter, and those of parents too if
//!    `cfg_parents_count` is high. For the own filter the reads of children count if `cfg_own_children` is high, those of
//!    parents if `cfg_own_parents` is. The straps are those of the cycle in which the read is looked up. A child may
//!    be a parent too.
//! 3. A line that a parent reads enters the parent-child filter, one that a child reads the sibling filter, and one whose
//!    read counts for the own filter enters that.
//! 4. A read hits in a filter if all four places of its line are set there by lines that entered at earlier reads. So a
//!    line that has entered is always found; another one is found if its places are set by others, which is a false
//!    positive.
//! 5. The places are those of two hashes of the line, a word of 32 bits. With `<<<` for a rotation to the left, they are
//!    made in five steps: a = line ^ line <<< 17 ^ line <<< 25, b = a ^ (a <<< 10 & ~(a <<< 3)), c = b ^ b <<< 6 ^ b <<< 16,
//!    d = c ^ (c <<< 21 & ~(c <<< 4)). The first hash is d ^ d <<< 11 ^ d <<< 12, the second d ^ d <<< 3 ^ d <<< 10. The
//!    lanes take a half of a hash each, low before high. The upper ten bits of a half choose one of the words,
//!    `bits * words / 1024`, and the lower six one of the 22 bits of a word, `bits * 22 / 64`.
//! 6. `clear` empties the filters and leaves the counts. `clearing` is high in the `words + 1` cycles after it. What is
//!    looked up meanwhile misses and does not enter. Another `clear` begins again. A reset clears too.
//! 7. A filter counts hits and misses up to the greatest number of `count_bits` bits. When one of the two has reached it,
//!    the filter counts no more, so that its hit rate stays what it was.
//! 8. `predicted` is of the counts of the cycle before: the filter whose hits are more than its misses, and whose hit
//!    rate is greater than those of the others, else none. A filter that has counted nothing has a hit rate of zero.
//!    `high_priority` is high if it is the parent-child or the sibling filter.

pub use crate::reuse_monitor::pins::{predicted, Params, LANES, WORD, WORDS};

crate::pins! { ($) xor_monitor_ports;
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
