//! Operands of data instructions: which form an instruction has, how many operands and of which types.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{Chain, Half, Instr, Op, Operand, Ty};
use super::decode::Decoded;
use super::function::Builder;
use super::scope::Binding;
use super::Lowered;

impl Builder<'_> {
    /// Fills in the operands of a data instruction. May emit helper instructions before it.
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
            Op::Video(video) => self.video(text, instr, video),
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
        let mut combined = None;
        if let Op::Lop3(_, combine) = instr.op {
            let (table, rest) = match (operands, combine) {
                ([a, b, c, OperandText::Integer(table)], None) => (*table, [a, b, c]),
                ([a, b, c, OperandText::Integer(table), predicate], Some(_)) => {
                    combined = Some(predicate);
                    (*table, [a, b, c])
                }
                _ => return Err(Located::new(
                    text.line,
                    text.mnemonic(),
                    "`lop3` takes three values, a constant, and with `.and` or `.or` a predicate",
                )),
            };
            instr.op = Op::Lop3(table as u8, combine);
            operands = &operands[..rest.len()];
        }
        let (least, most) = arity(instr);
        if operands.len() < least || operands.len() > most {
            return Err(count_error(text));
        }
        for (index, operand) in operands.iter().chain(combined).enumerate() {
            let ty = source_type(instr, index);
            self.check_width(text, operand, ty, instr.op)?;
            let operand = self.source(text, operand, ty)?;
            instr.push_src(operand);
        }
        if matches!(instr.op, Op::Chain(_, true)) {
            let carry = self.carry_slot(text.line)?;
            instr.push_src(Operand::Slot(carry));
        }
        if decoded.sets_carry {
            let carry = self.carry_slot(text.line)?;
            instr.push_dst(carry);
        }
        Ok(())
    }

    /// Checks that registers are as wide as the instruction reads them. A conversion may read the low part.
    pub(super) fn check_width(
        &mut self,
        text: &InstructionText,
        operand: &OperandText,
        ty: Ty,
        op: Op,
    ) -> Lowered<()> {
        let OperandText::Name { name, addend: 0 } = operand else { return Ok(()) };
        let Some(Binding::Register(_, register)) = self.scopes.find(name) else { return Ok(()) };
        let (found, wanted) = (register.bits(), ty.bits());
        if found == wanted || found > wanted && widens(op) || register == Ty::Pred {
            return Ok(());
        }
        Err(Located::new(
            text.line,
            name,
            format!(
                "expected a register of {wanted} bits, found one of {found} (in `{}`)",
                text.mnemonic()
            ),
        ))
    }

    /// Returns the slot of the carry flag. Every thread has one in every function.
    fn carry_slot(&mut self, line: u32) -> Lowered<u16> {
        if let Some(slot) = self.carry {
            return Ok(slot);
        }
        let slot = self.new_slot(Ty::Pred, line)?;
        self.carry = Some(slot);
        Ok(slot)
    }
}

/// Builds the error of an instruction with too few or too many operands.
pub(super) fn count_error(text: &InstructionText) -> Located {
    Located::new(
        text.line,
        text.mnemonic(),
        format!("wrong number of operands: {}", text.operands.len()),
    )
}

/// Returns whether an instruction may read or write registers wider than its type.
pub(super) fn widens(op: Op) -> bool {
    matches!(
        op,
        Op::Cvt
            | Op::RoundIntegral
            | Op::Ld(_)
            | Op::St(_)
            | Op::FrameLd
            | Op::FrameSt
            | Op::Atom(..)
    )
}

/// Returns the least and most value operands of an operation.
fn arity(instr: &Instr) -> (usize, usize) {
    match instr.op {
        Op::ActiveMask => (0, 0),
        Op::Abs
        | Op::Neg
        | Op::Not
        | Op::Cnot
        | Op::Cvt
        | Op::CvtTensor
        | Op::RoundIntegral
        | Op::Rcp
        | Op::Sqrt
        | Op::Rsqrt
        | Op::Sin
        | Op::Cos
        | Op::Ex2
        | Op::Lg2
        | Op::Tanh
        | Op::Testp(_)
        | Op::Popc
        | Op::Clz
        | Op::Bfind(_)
        | Op::Brev => (1, 1),
        Op::Vote(_) => (1, 2),
        Op::Setp(_, Some(_))
        | Op::Set(_, Some(_))
        | Op::Mad(_)
        | Op::Mad24(_)
        | Op::Chain(Chain::MadLo | Chain::MadHi, _)
        | Op::Dot(_)
        | Op::Fma
        | Op::Sad
        | Op::Selp
        | Op::Slct
        | Op::Bfe
        | Op::Fns
        | Op::Prmt(_)
        | Op::Lop3(..)
        | Op::Shf(..) => (3, 3),
        // The third operand holds what was packed before, which only bytes leave space for.
        Op::CvtPack if instr.src_ty.bits() == 8 => (3, 3),
        Op::Bfi => (4, 4),
        Op::Shfl(_) => (3, 4),
        _ => (2, 2),
    }
}

/// Returns the type of value operand `index`.
fn source_type(instr: &Instr, index: usize) -> Ty {
    match (instr.op, index) {
        (Op::Setp(..) | Op::Set(..) | Op::Selp, 2) | (Op::Vote(_), 0) | (Op::Lop3(..), 3) => {
            Ty::Pred
        }
        (Op::Slct, 2) | (Op::Cvt | Op::CvtPair | Op::RoundIntegral | Op::Set(..), _) => {
            instr.src_ty
        }
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
