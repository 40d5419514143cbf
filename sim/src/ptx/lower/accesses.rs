//! Operands of loads, stores and atomics: the address, and the values or results of a vector.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{AtomOp, Class, Instr, Op, Space, Ty, MAX_SRCS};
use super::super::program::FrameVar;
use super::decode::Decoded;
use super::function::Builder;
use super::operands::count_error;
use super::scope::Binding;
use super::Lowered;

impl Builder<'_> {
    /// An access to memory; arguments of calls live in the frame.
    pub(super) fn memory(
        &mut self,
        text: &InstructionText,
        decoded: &Decoded,
        instr: &mut Instr,
    ) -> Lowered<()> {
        let (address, values, results): (_, &[OperandText], &[OperandText]) =
            match (instr.op, &text.operands[..]) {
                (Op::Ld(_), [result, address]) => (address, &[], std::slice::from_ref(result)),
                (Op::St(_), [address, value]) => (address, std::slice::from_ref(value), &[]),
                (Op::Atom(..), [result, address, values @ ..]) if decoded.results > 0 => {
                    (address, values, std::slice::from_ref(result))
                }
                (Op::Atom(..), [address, values @ ..]) => (address, values, &[]),
                _ => return Err(count_error(text)),
            };
        let elements = |operands: &[OperandText]| -> Lowered<Vec<OperandText>> {
            let flat: Vec<OperandText> = match operands {
                [OperandText::Vector(elements)] => elements.clone(),
                operands => operands.to_vec(),
            };
            let fits = matches!(instr.op, Op::Atom(..))
                || flat.is_empty()
                || flat.len() == decoded.elements;
            if fits && flat.len() < MAX_SRCS {
                Ok(flat)
            } else {
                Err(count_error(text))
            }
        };
        let (values, results) = (elements(values)?, elements(results)?);
        if let Op::Atom(_, op) = instr.op {
            let wanted = if op == AtomOp::Cas { 2 } else { 1 };
            if values.len() != wanted || instr.ty.bits() < 32 {
                return Err(Located::new(
                    text.line,
                    text.mnemonic(),
                    format!("expected {wanted} value operands of 32 or 64 bits"),
                ));
            }
        }
        let OperandText::Address { base, offset } = address else {
            return Err(Located::new(
                text.line,
                text.mnemonic(),
                "expected an address in brackets",
            ));
        };
        instr.offset = *offset;
        let base = match base {
            Some(name) => match (self.scopes.find(name), instr.op) {
                (Some(Binding::Frame(frame)), Op::Ld(Space::Param) | Op::St(Space::Param)) => {
                    return self.frame_access(text, instr, frame, &values, &results);
                }
                // A register that holds the address of an argument: arguments live in the frame.
                (Some(Binding::EntryParam(_)), Op::St(_)) => {
                    return Err(Located::new(
                        text.line,
                        name,
                        "a kernel parameter cannot be written",
                    ))
                }
                _ => self.named(text, name, 0, Ty::B64)?,
            },
            None => self.constant(0, text.line)?,
        };
        instr.push_src(base);
        self.values(text, instr, &values, &results)
    }

    fn frame_access(
        &mut self,
        text: &InstructionText,
        instr: &mut Instr,
        frame: FrameVar,
        values: &[OperandText],
        results: &[OperandText],
    ) -> Lowered<()> {
        let count = values.len().max(results.len()) as i64;
        let end = instr.offset.saturating_add(count * i64::from(instr.ty.bytes()));
        if instr.offset < 0 || end > i64::from(frame.bytes) {
            return Err(Located::new(
                text.line,
                text.mnemonic(),
                format!("the access ends at byte {end} of a parameter of {} bytes", frame.bytes),
            ));
        }
        instr.op = if results.is_empty() { Op::FrameSt } else { Op::FrameLd };
        instr.class = Class::Int;
        instr.offset += i64::from(frame.offset);
        let unused = self.constant(0, text.line)?;
        instr.push_src(unused);
        self.values(text, instr, values, results)
    }

    fn values(
        &mut self,
        text: &InstructionText,
        instr: &mut Instr,
        values: &[OperandText],
        results: &[OperandText],
    ) -> Lowered<()> {
        for value in values {
            let operand = self.source(text, value, instr.ty)?;
            instr.push_src(operand);
        }
        results.iter().try_for_each(|result| self.destination(text, result, instr))
    }
}
