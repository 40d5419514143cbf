//! Operands of loads, stores and atomics: the address, and the values or results of a vector.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{AtomOp, Class, Instr, Op, Operand, Space, Ty};
use super::super::program::FrameVar;
use super::decode::Decoded;
use super::function::Builder;
use super::operands::count_error;
use super::scope::Binding;
use super::Lowered;

impl Builder<'_> {
    /// Lowers an access to memory. Arguments of calls are in the frame.
    pub(super) fn memory(
        &mut self,
        text: &InstructionText,
        decoded: &Decoded,
        instr: &mut Instr,
    ) -> Lowered<()> {
        let operands = self.without_policy(text, decoded.hint)?;
        let (address, values, results): (_, &[OperandText], &[OperandText]) =
            match (instr.op, operands) {
                (Op::Ld(_), [result, address]) => (address, &[], std::slice::from_ref(result)),
                (Op::St(_), [address, value]) => (address, std::slice::from_ref(value), &[]),
                (Op::Atom(..), [result, address, values @ ..]) if decoded.results > 0 => {
                    (address, values, std::slice::from_ref(result))
                }
                (Op::Atom(..), [address, values @ ..]) => (address, values, &[]),
                _ => return Err(count_error(text)),
            };
        let wanted = match instr.op {
            Op::Atom(_, AtomOp::Cas) => 2,
            Op::Atom(..) => 1,
            _ => decoded.elements,
        };
        let elements = |operands: &[OperandText], wanted: usize| -> Lowered<Vec<OperandText>> {
            let flat: Vec<OperandText> = match operands {
                [OperandText::Vector(elements)] => elements.clone(),
                operands => operands.to_vec(),
            };
            let fits = operands.is_empty() || flat.len() == wanted;
            fits.then_some(flat).ok_or_else(|| count_error(text))
        };
        let results = elements(results, decoded.elements)?;
        let values = elements(values, wanted)?;
        if values.is_empty() && !matches!(instr.op, Op::Ld(_)) {
            return Err(count_error(text));
        }
        if let (OperandText::Address { base: Some(name), offset }, true) =
            (address, matches!(instr.op, Op::Ld(Space::Param) | Op::St(Space::Param)))
        {
            let refuse = |message: &str| Err(Located::new(text.line, name, message));
            match (self.scopes.find(name), instr.op) {
                (Some(Binding::Frame(frame)), _) => {
                    instr.offset = *offset;
                    return self.frame_access(text, instr, frame, &values, &results);
                }
                (Some(Binding::EntryParam(_)), Op::St(_)) => {
                    return refuse("a kernel parameter cannot be written")
                }
                (_, Op::St(_)) => {
                    return refuse("expected the name of an argument declared in this function")
                }
                // The register holds the address of an argument, and arguments are in the frame.
                (Some(Binding::Register(..)), _) if self.is_argument_address(text) => {
                    instr.op = Op::Ld(Space::Local);
                    instr.class = Class::Load(Space::Local);
                }
                _ => {}
            }
        }
        let (base, offset) = self.address(text, address)?;
        instr.offset = offset;
        instr.push_src(base);
        self.values(text, instr, &values, &results)
    }

    /// Returns whether a load from parameter space through a register reads a device function's argument.
    fn is_argument_address(&self, text: &InstructionText) -> bool {
        let says = |word: &str| text.modifiers.iter().any(|modifier| modifier == word);
        says("param::func") || !self.is_entry && !says("param::entry")
    }

    /// Returns the operands without a final cache policy, which changes nothing.
    pub(super) fn without_policy<'t>(
        &mut self,
        text: &'t InstructionText,
        hint: bool,
    ) -> Lowered<&'t [OperandText]> {
        match &text.operands[..] {
            [operands @ .., policy] if hint => {
                self.source(text, policy, Ty::B64)?;
                Ok(operands)
            }
            operands => Ok(operands),
        }
    }

    /// Returns base and offset of an operand in brackets.
    pub(super) fn address(
        &mut self,
        text: &InstructionText,
        operand: &OperandText,
    ) -> Lowered<(Operand, i64)> {
        let OperandText::Address { base, offset } = operand else {
            let message = "expected an address in brackets";
            return Err(Located::new(text.line, text.mnemonic(), message));
        };
        let base = match base {
            Some(name) => self.named(text, name, 0, Ty::B64)?,
            None => self.constant(0, text.line)?,
        };
        Ok((base, *offset))
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
        instr.class = Class::Move;
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
            self.check_width(text, value, instr.ty, instr.op)?;
            let operand = self.source(text, value, instr.ty)?;
            instr.push_src(operand);
        }
        let mut width = None;
        for result in results {
            self.destination(text, result, instr)?;
            if !matches!(result, OperandText::Sink)
                && width.replace(instr.dst_bits).is_some_and(|other| other != instr.dst_bits)
            {
                let message = "the registers of a vector must be equally wide";
                return Err(Located::new(text.line, text.mnemonic(), message));
            }
        }
        Ok(())
    }
}
