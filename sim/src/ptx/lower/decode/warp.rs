//! Instructions that exchange values between the lanes of a warp, and the test where an address points.

use super::super::super::error::Located;
use super::super::super::instr::{Op, ShflMode, Space, VoteMode};
use super::super::super::sync::WarpReduction;
use super::super::super::types::Ty;
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

const REDUCTIONS: &[(&str, WarpReduction)] = &[
    ("add", WarpReduction::Add),
    ("min", WarpReduction::Min),
    ("max", WarpReduction::Max),
    ("and", WarpReduction::And),
    ("or", WarpReduction::Or),
    ("xor", WarpReduction::Xor),
];

const SPACES: &[(&str, Space)] = &[
    ("global", Space::Global),
    ("shared", Space::Shared),
    ("local", Space::Local),
    ("const", Space::Const),
    ("param", Space::Param),
];

/// Returns the operation, if the stem belongs to this family.
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
        "match" => Op::Match(
            words
                .pick(&[("any", false), ("all", true)])
                .ok_or_else(|| words.refuse("`match` needs `.any` or `.all`"))?,
        ),
        "redux" => reduction(words)?,
        "elect" => Op::Elect,
        "isspacep" => {
            words.typeless = true;
            let spelled_out = [("shared::cta", Space::Shared), ("param::entry", Space::Param)];
            return match words.pick(&spelled_out).or_else(|| words.pick(SPACES)) {
                Some(space) => Ok(Some(Op::IsSpace(space))),
                None => Err(words.refuse(
                    "`isspacep` needs `.global`, `.shared`, `.local`, `.const` or `.param`",
                )),
            };
        }
        _ => return Ok(None),
    };
    let is_sync = words.stem() != "activemask" && words.take("sync");
    if matches!(op, Op::Match(_) | Op::Redux(_) | Op::Elect) && !is_sync {
        return Err(words.refuse("the instruction exists as `.sync` only"));
    }
    match op {
        Op::Elect => words.typeless = true,
        Op::Match(_) if !matches!(words.types[..], [Ty::B32 | Ty::B64]) => {
            return Err(words.refuse("`match` compares `.b32` or `.b64`"));
        }
        Op::Shfl(_) | Op::ActiveMask if !matches!(words.types[..], [Ty::B32]) => {
            return Err(words.refuse("the instruction exists for `.b32` only"));
        }
        _ => {}
    }
    Ok(Some(op))
}

fn reduction(words: &mut Words) -> Result<Op, Located> {
    let how = words.pick(REDUCTIONS).ok_or_else(|| {
        words.refuse("`redux` needs `.add`, `.min`, `.max`, `.and`, `.or` or `.xor`")
    })?;
    let fits = match how {
        WarpReduction::Add | WarpReduction::Min | WarpReduction::Max => {
            matches!(words.types[..], [Ty::U32 | Ty::S32])
        }
        _ => matches!(words.types[..], [Ty::B32]),
    };
    if !fits {
        return Err(words
            .refuse("`redux` adds and compares `.u32` and `.s32`, and joins the bits of `.b32`"));
    }
    Ok(Op::Redux(how))
}
