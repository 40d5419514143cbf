//! Video instructions: arithmetic on parts of words, alone or several at once.

use super::super::super::error::Located;
use super::super::super::instr::{Compare, Op, Ty};
use super::super::super::video::{Video, VideoOp, VideoThen};
use super::super::words::COMPARISONS;
use super::Words;

/// The signed and unsigned comparisons, which `words.rs` lists first.
const COMPARES: &[(&str, Compare)] = COMPARISONS.split_at(6).0;
const THENS: &[(&str, VideoThen)] =
    &[("add", VideoThen::Add), ("min", VideoThen::Min), ("max", VideoThen::Max)];

/// Returns the operation, if the stem belongs to this family. The selected parts come with the operands.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    let stem = words.stem();
    let (name, parts) = match stem.strip_suffix(['2', '4']) {
        Some(name) => (name, if stem.ends_with('2') { 2 } else { 4 }),
        None => (stem, 1),
    };
    let shift = matches!(name, "vshl" | "vshr");
    let op = match name {
        "vadd" => VideoOp::Add,
        "vsub" => VideoOp::Sub,
        "vabsdiff" => VideoOp::AbsDiff,
        "vmin" => VideoOp::Min,
        "vmax" => VideoOp::Max,
        "vavrg" if parts > 1 => VideoOp::Average,
        "vset" => {
            let compare = words.pick(COMPARES);
            let compare =
                compare.ok_or_else(|| words.refuse("`vset` needs a comparison such as `.lt`"))?;
            // The result of a comparison is unsigned.
            words.types.insert(0, Ty::U32);
            VideoOp::Set(compare)
        }
        "vshl" | "vshr" if parts == 1 => {
            let clamp = words.pick(&[("clamp", true), ("wrap", false)]);
            let clamp = clamp.ok_or_else(|| words.refuse("the shift needs `.clamp` or `.wrap`"))?;
            match name {
                "vshl" => VideoOp::Shl(clamp),
                _ => VideoOp::Shr(clamp),
            }
        }
        "vmad" => return Err(words.refuse("`vmad` is not supported; use `mad` on extracted parts")),
        _ => return Ok(None),
    };
    let signed = match words.types[..] {
        [d @ (Ty::U32 | Ty::S32), a @ (Ty::U32 | Ty::S32), b @ (Ty::U32 | Ty::S32)]
            if !shift || b == Ty::U32 =>
        {
            [a, b, d].map(Ty::is_signed)
        }
        _ => {
            return Err(words.refuse("video instructions work on .u32 and .s32, and shift by .u32"))
        }
    };
    if !matches!(op, VideoOp::Set(_)) {
        words.saturate = words.take("sat");
    }
    let then = words.pick(THENS).unwrap_or(VideoThen::Insert);
    if parts > 1 && (then != VideoThen::Insert && (then != VideoThen::Add || words.saturate)) {
        return Err(
            words.refuse("several parts at once can be added up with `.add`, without `.sat`")
        );
    }
    let bits = 32 / parts;
    Ok(Some(Op::Video(Video {
        op,
        parts,
        bits: [bits; 3],
        shifts: [[0; 4]; 2],
        at: 0,
        mask: (1 << parts) - 1,
        signed,
        then,
    })))
}
