//! Video instructions: the operation, and the parts of words on which it works.

use super::types::Compare;

/// The operation on two parts of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum VideoOp {
    Add,
    Sub,
    AbsDiff,
    Min,
    Max,
    Average,
    /// Shifts left. The amount is clamped to 32 if the flag is set, and taken modulo 32 otherwise.
    Shl(bool),
    Shr(bool),
    Set(Compare),
}

/// How a video instruction combines its parts with the third operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoThen {
    /// The parts are inserted into the third operand, if there is one.
    Insert,
    /// The parts are added to the third operand.
    Add,
    /// The result is the lesser of the part and the third operand.
    Min,
    /// The result is the greater of the part and the third operand.
    Max,
}

/// The parts on which a video instruction works. Widths and positions are in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Video {
    /// Operation on each pair of parts.
    pub op: VideoOp,
    /// Number of pairs per instruction: 1, 2 or 4.
    pub parts: u8,
    /// Widths of a part of the first operand, of the second, and of the result.
    pub bits: [u8; 3],
    /// Positions of each operand's parts in the two words, the second above the first.
    pub shifts: [[u8; 4]; 2],
    /// Position of a single result. Several results are adjacent, from 0 on.
    pub at: u8,
    /// Mask of the parts that are computed; the others come from the third operand.
    pub mask: u8,
    /// Signedness of the first operand, of the second, and of the result.
    pub signed: [bool; 3],
    /// How the parts are combined with the third operand.
    pub then: VideoThen,
}
