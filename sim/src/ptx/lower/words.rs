//! The vocabulary of mnemonics: the meaning of single words, and the class of an operation.

use super::super::instr::{Chain, Class, Compare, Op, Ty};

/// Comparisons of `setp` and `set`; `lo`, `ls`, `hi`, `hs` are the unsigned ones' old names.
pub(super) const COMPARISONS: &[(&str, Compare)] = &[
    ("eq", Compare::Eq),
    ("ne", Compare::Ne),
    ("lt", Compare::Lt),
    ("le", Compare::Le),
    ("gt", Compare::Gt),
    ("ge", Compare::Ge),
    ("lo", Compare::Lt),
    ("ls", Compare::Le),
    ("hi", Compare::Gt),
    ("hs", Compare::Ge),
    ("equ", Compare::Equ),
    ("neu", Compare::Neu),
    ("ltu", Compare::Ltu),
    ("leu", Compare::Leu),
    ("gtu", Compare::Gtu),
    ("geu", Compare::Geu),
    ("num", Compare::Num),
    ("nan", Compare::Nan),
];

/// Returns the execution class of an operation, which decides its unit and latency.
pub(super) fn class(op: Op, ty: Ty, other: Option<Ty>) -> Class {
    let double = ty == Ty::F64 || other == Some(Ty::F64);
    // Half precision runs on the single-precision units.
    let single = ty.is_float() || other.is_some_and(Ty::is_float);
    let by_type = |int, fp32, fp64| match (double, single) {
        (true, _) => fp64,
        (false, true) => fp32,
        (false, false) => int,
    };
    match op {
        Op::Ld(space) => Class::Load(space),
        Op::St(space) => Class::Store(space),
        Op::Atom(space, _) => Class::Atomic(space),
        Op::Bra | Op::Brx(_) => Class::Branch,
        Op::Call(_) | Op::Ret => Class::Call,
        Op::Exit | Op::Trap => Class::Exit,
        Op::Bar(_) => Class::Barrier,
        Op::Membar => Class::Fence,
        Op::Add | Op::Sub => by_type(Class::Int, Class::Fp32Add, Class::Fp64Add),
        Op::Min(_) | Op::Max(_) => by_type(Class::IntMax, Class::Fp32Max, Class::Fp64Max),
        Op::Mul(_) => by_type(Class::IntMul, Class::Fp32Add, Class::Fp64),
        Op::Mul24(_) => Class::IntMul,
        Op::Mad(_) | Op::Fma => by_type(Class::IntMad, Class::Fp32, Class::Fp64),
        Op::Mad24(_) | Op::Dot(_) | Op::Chain(Chain::MadLo | Chain::MadHi, _) => Class::IntMad,
        Op::Chain(..) => Class::Int,
        Op::Div => by_type(Class::IntDiv, Class::Fp32Div, Class::Fp64Div),
        Op::Rem => Class::IntRem,
        Op::Shfl(_) => Class::Shuffle,
        Op::Rcp | Op::Sqrt | Op::Rsqrt => Class::Sfu,
        Op::Sin | Op::Cos | Op::Ex2 | Op::Lg2 | Op::Tanh => Class::Sfu,
        _ => Class::Move,
    }
}

/// Returns the type that a word names.
pub(super) fn type_of(word: &str) -> Option<Ty> {
    Some(match word {
        "pred" => Ty::Pred,
        "b8" => Ty::B8,
        "b16" => Ty::B16,
        "b32" => Ty::B32,
        "b64" => Ty::B64,
        "u8" => Ty::U8,
        "u16" => Ty::U16,
        "u32" => Ty::U32,
        "u64" => Ty::U64,
        "s8" => Ty::S8,
        "s16" => Ty::S16,
        "s32" => Ty::S32,
        "s64" => Ty::S64,
        "f16" => Ty::F16,
        "bf16" => Ty::Bf16,
        "f16x2" => Ty::F16x2,
        "bf16x2" => Ty::Bf16x2,
        "u16x2" => Ty::U16x2,
        "s16x2" => Ty::S16x2,
        "f32" => Ty::F32,
        "f64" => Ty::F64,
        _ => return None,
    })
}
