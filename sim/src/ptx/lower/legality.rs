//! Which types an operation exists for, and which memory it may write.

use super::super::ast::InstructionText;
use super::super::error::Located;
use super::super::instr::{Half, Op, Space, Ty, VoteMode};

/// Checks an operation against its type `ty`, the first of all `types` the mnemonic names.
pub(super) fn check(
    text: &InstructionText,
    op: Op,
    ty: Ty,
    types: &[Ty],
    saturate: bool,
) -> Result<(), Located> {
    let unsupported = |what: &str| Located::new(text.line, text.mnemonic(), what);
    let integer_only = matches!(
        op,
        Op::Mad(_)
            | Op::Rem
            | Op::Sad
            | Op::Shl
            | Op::Shr
            | Op::Bfe
            | Op::Bfi
            | Op::Popc
            | Op::Clz
            | Op::Bfind
            | Op::Brev
            | Op::Prmt
            | Op::Lop3(_)
            | Op::Shf(..)
            | Op::Cnot
    );
    let float_only = matches!(
        op,
        Op::Fma
            | Op::Rcp
            | Op::Sqrt
            | Op::Rsqrt
            | Op::Sin
            | Op::Cos
            | Op::Ex2
            | Op::Lg2
            | Op::CopySign
    );
    if integer_only && (ty.is_float() || ty == Ty::Pred) || float_only && !ty.is_float() {
        return Err(unsupported("the instruction does not exist for this type"));
    }
    if ty == Ty::Pred && !matches!(op, Op::Mov | Op::And | Op::Or | Op::Xor | Op::Not | Op::Vote(_))
    {
        return Err(unsupported("the instruction does not exist for predicates"));
    }
    let words_only = matches!(op, Op::Prmt | Op::Lop3(_) | Op::Shf(..)) && ty.bits() != 32;
    let vote_type = match op {
        Op::Vote(VoteMode::Ballot) => ty == Ty::B32,
        Op::Vote(_) => ty == Ty::Pred,
        _ => true,
    };
    let wide =
        matches!(op, Op::Mul(Half::Wide) | Op::Mad(Half::Wide)) && !matches!(ty.bits(), 16 | 32);
    if words_only
        || !vote_type
        || wide
        || types.contains(&Ty::Pred) && ty != Ty::Pred
    {
        return Err(unsupported("the instruction does not exist for this type"));
    }
    if matches!(text.stem.as_str(), "mul24" | "mad24") {
        return Err(unsupported("24-bit products are not supported; use `mul.lo` or `mad.lo`"));
    }
    if saturate
        && !ty.is_float()
        && !matches!((op, ty), (Op::Add | Op::Sub, Ty::S32) | (Op::Cvt(_), _))
    {
        return Err(unsupported(
            "of integer operations, `.sat` is supported for `add.s32`, `sub.s32` and `cvt` only",
        ));
    }
    // A store to parameter space writes an argument of a call and is fine.
    if matches!(op, Op::St(Space::Const) | Op::Atom(Space::Param | Space::Const, _)) {
        return Err(unsupported("this memory cannot be written"));
    }
    Ok(())
}
