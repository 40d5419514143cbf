//! Atomics: `atom`, which returns the old value, and `red`, which does not.

use super::super::super::error::Located;
use super::super::super::instr::{AtomOp, Op, Space, Ty};
use super::memory::{COMMON, SCOPES};
use super::Words;

/// An operation, the types for which it exists, and how a message lists them.
type Row = (&'static str, AtomOp, &'static [Ty], &'static str);

const OPERATIONS: &[Row] = &[
    ("and", AtomOp::And, &[Ty::B32, Ty::B64], ".b32, .b64"),
    ("or", AtomOp::Or, &[Ty::B32, Ty::B64], ".b32, .b64"),
    ("xor", AtomOp::Xor, &[Ty::B32, Ty::B64], ".b32, .b64"),
    ("cas", AtomOp::Cas, &[Ty::B16, Ty::B32, Ty::B64], ".b16, .b32, .b64"),
    ("exch", AtomOp::Exch, &[Ty::B32, Ty::B64], ".b32, .b64"),
    (
        "add",
        AtomOp::Add,
        &[
            Ty::U32,
            Ty::S32,
            Ty::U64,
            Ty::S64,
            Ty::F16,
            Ty::F16x2,
            Ty::Bf16,
            Ty::Bf16x2,
            Ty::F32,
            Ty::F64,
        ],
        ".u32, .s32, .u64, .s64, .f16, .f16x2, .bf16, .bf16x2, .f32, .f64",
    ),
    ("inc", AtomOp::Inc, &[Ty::U32], ".u32"),
    ("dec", AtomOp::Dec, &[Ty::U32], ".u32"),
    ("min", AtomOp::Min, &[Ty::U32, Ty::S32, Ty::U64, Ty::S64], ".u32, .s32, .u64, .s64"),
    ("max", AtomOp::Max, &[Ty::U32, Ty::S32, Ty::U64, Ty::S64], ".u32, .s32, .u64, .s64"),
];

/// The memory orders; `red` has the first two only.
const ORDERS: &[&str] = &["relaxed", "release", "acquire", "acq_rel"];

pub(super) fn decode(words: &mut Words) -> Result<Op, Located> {
    let space = words.pick(COMMON).unwrap_or(Space::Generic);
    let has_result = words.stem() == "atom";
    let orders = if has_result { ORDERS } else { &ORDERS[..2] };
    let _ordered = orders.iter().any(|order| words.take(order));
    words.pick(SCOPES);
    let row = OPERATIONS.iter().find(|(name, how, ..)| {
        // Without the old value, these would be a plain store, or an operation whose success is unknown.
        let exists = has_result || !matches!(how, AtomOp::Cas | AtomOp::Exch);
        exists && words.take(name)
    });
    let Some((name, how, types, listed)) = row else {
        return Err(words.refuse("expected an atomic operation such as `.add`"));
    };
    if ["v2", "v4", "v8"].iter().any(|vector| words.take(vector)) {
        return Err(words.refuse("atomics on vectors need sm_90 and are not supported"));
    }
    let ty = words.ty()?;
    if !types.contains(&ty) {
        return Err(words.refuse(&format!("`.{name}` exists for {listed} only")));
    }
    let is_half = matches!(ty.element(), Ty::F16 | Ty::Bf16);
    if is_half && !words.take("noftz") {
        return Err(words.refuse("the addition of half-precision numbers needs `.noftz`"));
    }
    words.hint = space != Space::Shared && words.take("L2::cache_hint");
    words.results = usize::from(has_result);
    Ok(Op::Atom(space, *how))
}
