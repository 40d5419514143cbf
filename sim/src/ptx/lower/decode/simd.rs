//! SIMD instructions on bytes and half-words, which NVRTC makes of intrinsics such as `__vadd4`.

use super::super::super::error::Located;
use super::super::super::instr::{Op, Pairwise, Simd, Ty};
use super::super::words::COMPARISONS;
use super::Words;

const STEMS: &[(&str, Pairwise)] = &[
    ("vadd", Pairwise::Add),
    ("vsub", Pairwise::Sub),
    ("vavrg", Pairwise::Average),
    ("vabsdiff", Pairwise::Distance),
    ("vmin", Pairwise::Min),
    ("vmax", Pairwise::Max),
];

/// The operation, if the stem belongs to this family.
pub(super) fn decode(words: &mut Words) -> Result<Option<Op>, Located> {
    let stem = words.stem();
    let (name, parts) = match (stem.strip_suffix('2'), stem.strip_suffix('4')) {
        (Some(name), _) => (name, 2),
        (_, Some(name)) => (name, 4),
        _ => return Ok(None),
    };
    let what = match STEMS.iter().find(|(stem, _)| *stem == name) {
        Some((_, what)) => *what,
        None if name == "vset" => {
            // It names no type for its result, which is one or zero.
            words.types.insert(0, Ty::U32);
            let integers = &COMPARISONS[..6];
            let compare = words.pick(integers);
            let what = "`vset` compares by one of eq, ne, lt, le, gt, ge";
            Pairwise::Set(compare.ok_or_else(|| words.refuse(what))?)
        }
        None => return Ok(None),
    };
    let word = |ty: &Ty| matches!(ty, Ty::U32 | Ty::S32);
    let [_, a, b] = words.types[..] else {
        return Err(words.refuse("the types of result and operands are each .u32 or .s32"));
    };
    if !words.types.iter().all(word) {
        return Err(words.refuse("the types of result and operands are each .u32 or .s32"));
    }
    let accumulate = words.take("add");
    words.saturate = words.take("sat");
    if words.saturate && (accumulate || matches!(what, Pairwise::Set(_))) {
        return Err(words.refuse("`.sat` goes neither with `.add` nor with a comparison"));
    }
    let signed = [a.is_signed(), b.is_signed()];
    Ok(Some(Op::Simd(Simd { what, parts, signed, accumulate })))
}
