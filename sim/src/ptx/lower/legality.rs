//! Checks for which types a memory or warp operation exists, and which memory it may write. Arithmetic has its own
//! table.

use super::super::ast::InstructionText;
use super::super::error::Located;
use super::super::instr::{Op, Space, Ty, VoteMode};

/// Checks an operation against its type `ty`, the first of all `types` that the mnemonic names.
pub(super) fn check(text: &InstructionText, op: Op, ty: Ty, types: &[Ty]) -> Result<(), Located> {
    let unsupported = |what: &str| Located::new(text.line, text.mnemonic(), what);
    let takes_predicates =
        matches!(op, Op::Mov | Op::And | Op::Or | Op::Xor | Op::Not | Op::Vote(_));
    if ty == Ty::Pred && !takes_predicates {
        return Err(unsupported("the instruction does not exist for predicates"));
    }
    let vote_type = match op {
        Op::Vote(VoteMode::Ballot) => ty == Ty::B32,
        Op::Vote(_) => ty == Ty::Pred,
        _ => true,
    };
    if !vote_type || types.contains(&Ty::Pred) && ty != Ty::Pred {
        return Err(unsupported("the instruction does not exist for this type"));
    }
    // A store to parameter space writes an argument of a call, which is legal.
    if matches!(op, Op::St(Space::Const) | Op::Atom(Space::Param | Space::Const, _)) {
        return Err(unsupported("this memory cannot be written"));
    }
    Ok(())
}
