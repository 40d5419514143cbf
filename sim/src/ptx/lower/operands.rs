//! Operands of data instructions: which form an instruction takes, how many operands and of what types.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{Half, Instr, Op, Ty};
use super::decode::Decoded;
use super::function::Builder;
use super::Lowered;

impl Builder<'_> {
    /// Fills in the operands of a data instruction; may emit helper instructions before it.
    pub(super) fn operands(
        &mut self,
        text: &InstructionText,
        decoded: &Decoded,
        instr: &mut Instr,
    ) -> Lowered<()> {
        match instr.op {
            Op::Ld(_) | Op::St(_) | Op::Atom(..) => self.memory(text, decoded, instr),
            Op::Hint => self.hint(text, instr),
            Op::CopyAsync(_) => self.copy_async(text, decoded, instr),
            Op::Mov if text.stem == "createpolicy" => self.policy(text, instr),
            Op::Mov if text.stem == "cvta" => self.convert_address(text, instr),
            Op::Mov => self.mov(text, instr),
            _ => self.plain(text, decoded, instr),
        }
    }

    fn plain(
        &mut self,
        text: &InstructionText,
        decoded: &Decoded,
        instr: &mut Instr,
    ) -> Lowered<()> {
        let mut operands = &text.operands[..];
        if decoded.results > 0 {
            let [first, rest @ ..] = operands else { return Err(count_error(text)) };
            self.destination(text, first, instr)?;
            operands = rest;
        }
        if let Op::Lop3(_) = instr.op {
            let [rest @ .., OperandText::Integer(table)] = operands else {
                return Err(Located::new(
                    text.line,
                    text.mnemonic(),
                    "the last operand of `lop3` must be a constant",
                ));
            };
            instr.op = Op::Lop3(*table as u8);
            operands = rest;
        }
        let (least, most) = arity(instr.op);
        if operands.len() < least || operands.len() > most {
            return Err(count_error(text));
        }
        for (index, operand) in operands.iter().enumerate() {
            let ty = source_type(instr, index);
            let operand = self.source(text, operand, ty)?;
            instr.push_src(operand);
        }
        Ok(())
    }
}

/// The complaint about an instruction with too few or too many operands.
pub(super) fn count_error(text: &InstructionText) -> Located {
    Located::new(
        text.line,
        text.mnemonic(),
        format!("wrong number of operands: {}", text.operands.len()),
    )
}

/// Least and most value operands of an operation.
fn arity(op: Op) -> (usize, usize) {
    match op {
        Op::ActiveMask => (0, 0),
        Op::Abs
        | Op::Neg
        | Op::Not
        | Op::Cnot
        | Op::Cvt(_)
        | Op::RoundIntegral(_)
        | Op::Rcp
        | Op::Sqrt
        | Op::Rsqrt
        | Op::Sin
        | Op::Cos
        | Op::Ex2
        | Op::Lg2
        | Op::Popc
        | Op::Clz
        | Op::Bfind
        | Op::Brev => (1, 1),
        Op::Vote(_) | Op::Bar => (1, 2),
        Op::Setp(_, Some(_))
        | Op::Mad(_)
        | Op::Fma
        | Op::Sad
        | Op::Selp
        | Op::Slct
        | Op::Bfe
        | Op::Prmt
        | Op::Lop3(_)
        | Op::Shf(..) => (3, 3),
        Op::Bfi => (4, 4),
        Op::Shfl(_) => (3, 4),
        _ => (2, 2),
    }
}

/// Type of value operand `index`.
fn source_type(instr: &Instr, index: usize) -> Ty {
    match (instr.op, index) {
        (Op::Setp(..), 2) | (Op::Selp, 2) | (Op::Vote(_), 0) => Ty::Pred,
        (Op::Slct, 2) | (Op::Cvt(_) | Op::RoundIntegral(_) | Op::Set(_), _) => instr.src_ty,
        (Op::Mad(Half::Wide), 2) => {
            if instr.ty.bits() == 16 {
                Ty::B32
            } else {
                Ty::B64
            }
        }
        (Op::Shl | Op::Shr, 1)
        | (Op::Bfe, 1 | 2)
        | (Op::Bfi, 2 | 3)
        | (Op::Shfl(_) | Op::Vote(_), 1..) => Ty::U32,
        _ => instr.ty,
    }
}
