//! Operands of `mov`, with its vector forms, and of `cvta`.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{Class, Instr, Op, Operand, Special, Ty, MAX_DSTS};
use super::function::Builder;
use super::operands::count_error;
use super::scope::special;
use super::Lowered;
use crate::exec::{LOCAL_WINDOW, SHARED_WINDOW};

impl Builder<'_> {
    /// Lowers a move. Moves from and to vectors become packs and unpacks.
    pub(super) fn mov(&mut self, text: &InstructionText, instr: &mut Instr) -> Lowered<()> {
        let element = |count: usize| match instr.ty.bits() as usize / count {
            32 => Ok(Ty::B32),
            16 => Ok(Ty::B16),
            8 => Ok(Ty::B8),
            _ => Err(Located::new(
                text.line,
                text.mnemonic(),
                "the elements must be 8, 16 or 32 bits wide",
            )),
        };
        match &text.operands[..] {
            [OperandText::Vector(elements), source] if (2..=MAX_DSTS).contains(&elements.len()) => {
                instr.op = Op::Unpack;
                instr.src_ty = element(elements.len())?;
                let operand = self.source(text, source, instr.ty)?;
                instr.push_src(operand);
                let whole = instr.ty;
                instr.ty = instr.src_ty;
                elements.iter().try_for_each(|element| self.destination(text, element, instr))?;
                instr.ty = whole;
                Ok(())
            }
            [first, OperandText::Vector(elements)] if (2..=MAX_DSTS).contains(&elements.len()) => {
                instr.op = Op::Pack;
                instr.src_ty = element(elements.len())?;
                self.destination(text, first, instr)?;
                for element in elements {
                    let operand = self.source(text, element, instr.src_ty)?;
                    instr.push_src(operand);
                }
                Ok(())
            }
            [first, source] => {
                self.destination(text, first, instr)?;
                // Reading a special register is one instruction, not a helper and a move.
                if let OperandText::Name { name, addend: 0 } = source {
                    if let (None, Some(register)) = (self.scopes.find(name), special(name)) {
                        instr.op = Op::Special(register);
                        return Ok(());
                    }
                }
                let operand = self.source(text, source, instr.ty)?;
                instr.push_src(operand);
                Ok(())
            }
            _ => Err(count_error(text)),
        }
    }

    /// Returns the device address of the kernel's parameter block.
    fn param_base(&mut self, text: &InstructionText) -> Lowered<Operand> {
        let base = Op::Special(Special::ParamBase);
        let mut helper = Instr::new(base, Ty::B64, Class::Move, text.line);
        let slot = self.new_slot(Ty::B64, text.line)?;
        helper.push_dst(slot);
        self.instrs.push(helper);
        Ok(Operand::Slot(slot))
    }

    /// Converts between generic and window addresses by adding or subtracting the window.
    pub(super) fn convert_address(
        &mut self,
        text: &InstructionText,
        instr: &mut Instr,
    ) -> Lowered<()> {
        let has = |word: &str| text.modifiers.iter().any(|modifier| modifier == word);
        let window = if has("shared") || has("shared::cta") {
            Some(SHARED_WINDOW)
        } else if has("local") {
            Some(LOCAL_WINDOW)
        } else {
            None
        };
        if instr.ty.bits() != 64 {
            return Err(Located::new(
                text.line,
                text.mnemonic(),
                "only 64-bit addresses can be converted",
            ));
        }
        let [first, source] = &text.operands[..] else { return Err(count_error(text)) };
        self.destination(text, first, instr)?;
        let operand = self.source(text, source, instr.ty)?;
        instr.push_src(operand);
        let window = match window {
            Some(window) => Some(self.constant(window, text.line)?),
            // Parameters have a block of their own in device memory.
            None if has("param") || has("param::entry") => Some(self.param_base(text)?),
            None => None,
        };
        if let Some(window) = window {
            instr.op = if has("to") { Op::Sub } else { Op::Add };
            instr.push_src(window);
        }
        Ok(())
    }
}
