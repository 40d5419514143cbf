//! What a video instruction is made of: the operation, and the parts of words it works on.

use super::types::Compare;

/// What a video instruction does with two parts of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum VideoOp {
    Add,
    Sub,
    AbsDiff,
    Min,
    Max,
    Average,
    /// The flag asks for the amount to be clamped to 32 instead of taken modulo 32.
    Shl(bool),
    Shr(bool),
    Set(Compare),
}

/// How a video instruction's parts become its result, with the third operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VideoThen {
    /// Put into the third operand, if there is one.
    Insert,
    /// Added to it.
    Add,
    /// The lesser of the two.
    Min,
    /// The greater of the two.
    Max,
}

/// A video instruction: which parts it works on. Widths and positions are in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Video {
    /// What happens to each pair of parts.
    pub op: VideoOp,
    /// Pairs at once: 1, 2 or 4.
    pub parts: u8,
    /// Widths of a part of the first operand, of the second, and of the result.
    pub bits: [u8; 3],
    /// Positions of each operand's parts in the two words, the second above the first.
    pub shifts: [[u8; 4]; 2],
    /// Position of a single result; several are side by side from 0 on.
    pub at: u8,
    /// Parts that are computed; the others are the third operand's.
    pub mask: u8,
    /// Signedness of the first operand, of the second, and of the result.
    pub signed: [bool; 3],
    /// How the result comes about.
    pub then: VideoThen,
}
