//! Operands of hints to the caches, cache policies, and copies from device to shared memory.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{Class, Instr, Op, Space, Ty};
use super::decode::Decoded;
use super::function::Builder;
use super::operands::count_error;
use super::Lowered;

/// Bytes on which `discard` and `applypriority` work.
const LINE_BYTES: u64 = 128;

impl Builder<'_> {
    /// Lowers a hint, which names an address and for some instructions the size of a line. A mark has no operands.
    pub(super) fn hint(&mut self, text: &InstructionText, instr: &mut Instr) -> Lowered<()> {
        let sized = matches!(text.stem.as_str(), "discard" | "applypriority");
        let address = match &text.operands[..] {
            [] if text.stem == "cp" => return Ok(()),
            [address] if !sized => address,
            [address, OperandText::Integer(LINE_BYTES)] if sized => address,
            [_, _] if sized => {
                let message = "the size must be the constant 128";
                return Err(Located::new(text.line, text.mnemonic(), message));
            }
            _ => return Err(count_error(text)),
        };
        let (base, _) = self.address(text, address)?;
        instr.push_src(base);
        Ok(())
    }

    /// Lowers `createpolicy`, which yields 0 because policies change nothing.
    pub(super) fn policy(&mut self, text: &InstructionText, instr: &mut Instr) -> Lowered<()> {
        let Some(result) = text.operands.first() else { return Err(count_error(text)) };
        self.destination(text, result, instr)?;
        let zero = self.constant(0, text.line)?;
        instr.push_src(zero);
        Ok(())
    }

    /// Lowers `cp.async [shared], [global], size, read`. `read` bytes are read from device memory, all if it is
    /// left out.
    pub(super) fn copy_async(
        &mut self,
        text: &InstructionText,
        decoded: &Decoded,
        instr: &mut Instr,
    ) -> Lowered<()> {
        let wrong = |message: &str| Located::new(text.line, text.mnemonic(), message);
        let operands = self.without_policy(text, decoded.hint)?;
        let (to, from, size, read) = match operands {
            [to, from, OperandText::Integer(size)] => (to, from, *size, None),
            [to, from, OperandText::Integer(size), read] => (to, from, *size, Some(read)),
            [_, _, _] | [_, _, _, _] => return Err(wrong("the size must be a constant")),
            _ => return Err(count_error(text)),
        };
        let past_l1 = text.modifiers.iter().any(|modifier| modifier == "cg");
        if !matches!((size, past_l1), (16, _) | (4 | 8, false)) {
            return Err(wrong("`.ca` copies 4, 8 or 16 bytes, `.cg` 16"));
        }
        instr.op = Op::CopyAsync(size as u8);
        instr.class = Class::Load(Space::Global);
        let (base, offset) = self.address(text, to)?;
        instr.offset = offset;
        instr.push_src(base);
        let (base, offset) = self.address(text, from)?;
        instr.push_src(base);
        let offset = self.constant(offset as u64, text.line)?;
        instr.push_src(offset);
        let read = match read {
            Some(read) => self.source(text, read, Ty::U32)?,
            None => self.constant(size, text.line)?,
        };
        instr.push_src(read);
        Ok(())
    }
}
