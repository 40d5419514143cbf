//! Instructions in which the lanes of a warp see each other.

use super::super::super::error::Located;
use super::super::super::instr::{Op, ShflMode, VoteMode};
use super::Words;

const VOTES: &[(&str, VoteMode)] = &[
    ("all", VoteMode::All),
    ("any", VoteMode::Any),
    ("ballot", VoteMode::Ballot),
    ("uni", VoteMode::Uni),
];

const SHUFFLES: &[(&str, ShflMode)] = &[
    ("up", ShflMode::Up),
    ("down", ShflMode::Down),
    ("bfly", ShflMode::Bfly),
    ("idx", ShflMode::Idx),
];

/// The operation, if the stem belongs to this family.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    let op = match words.stem() {
        "vote" => Op::Vote(
            words
                .pick(VOTES)
                .ok_or_else(|| words.refuse("`vote` needs `.all`, `.any`, `.uni` or `.ballot`"))?,
        ),
        "shfl" => Op::Shfl(
            words
                .pick(SHUFFLES)
                .ok_or_else(|| words.refuse("`shfl` needs `.up`, `.down`, `.bfly` or `.idx`"))?,
        ),
        "activemask" => Op::ActiveMask,
        _ => return Ok(None),
    };
    words.take("sync");
    Ok(Some(op))
}
