//! Single operands: destination registers, and sources that are registers, constants or names.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{Class, Half, Instr, Op, Operand, Ty};
use super::super::program::Symbol;
use super::function::Builder;
use super::operands::widens;
use super::scope::{special, Binding};
use super::Lowered;

impl Builder<'_> {
    /// Resolves a register of an accepted type.
    pub(super) fn register(
        &mut self,
        name: &str,
        text: &InstructionText,
        accepts: impl Fn(Ty) -> bool,
        what: &str,
    ) -> Lowered<(u16, Ty)> {
        match self.scopes.find(name) {
            Some(Binding::Register(slot, ty)) if accepts(ty) => Ok((slot, ty)),
            Some(Binding::Register(_, ty)) => Err(Located::new(
                text.line,
                name,
                format!(
                    "expected {what}, found a register of type {ty:?} (in `{}`)",
                    text.mnemonic()
                ),
            )),
            _ => Err(Located::new(
                text.line,
                name,
                format!("expected {what} (in `{}`)", text.mnemonic()),
            )),
        }
    }

    /// Adds the destination `operand` to `instr`.
    pub(super) fn destination(
        &mut self,
        text: &InstructionText,
        operand: &OperandText,
        instr: &mut Instr,
    ) -> Lowered<()> {
        let ty = match instr.op {
            Op::Setp(..) | Op::Testp(_) => Ty::Pred,
            Op::Mul(Half::Wide) | Op::Mad(Half::Wide) if !instr.ty.is_float() => {
                if instr.ty.bits() == 16 {
                    Ty::B32
                } else {
                    Ty::B64
                }
            }
            Op::Popc | Op::Clz | Op::Bfind(_) => Ty::B32,
            _ => instr.ty,
        };
        match operand {
            OperandText::Name { name, addend: 0 } => {
                let slot = self.writable(name, text, ty, instr)?;
                instr.push_dst(slot);
            }
            OperandText::Pair(first, second)
                if matches!(instr.op, Op::Setp(..) | Op::Shfl(_) | Op::Lop3(_, Some(_))) =>
            {
                let slot = match first.as_str() {
                    "_" => self.new_slot(ty, text.line)?,
                    _ => self.writable(first, text, ty, instr)?,
                };
                instr.push_dst(slot);
                let slot = match second.as_str() {
                    "_" => self.new_slot(Ty::Pred, text.line)?,
                    _ => self.writable(second, text, Ty::Pred, instr)?,
                };
                instr.push_dst(slot);
            }
            OperandText::Sink => {
                let slot = self.new_slot(ty, text.line)?;
                instr.push_dst(slot);
            }
            _ => {
                return Err(Located::new(
                    text.line,
                    text.mnemonic(),
                    "expected a register as destination",
                ))
            }
        }
        Ok(())
    }

    fn writable(
        &mut self,
        name: &str,
        text: &InstructionText,
        ty: Ty,
        instr: &mut Instr,
    ) -> Lowered<u16> {
        let wider = widens(instr.op);
        let fits = |register: Ty| {
            (register == Ty::Pred) == (ty == Ty::Pred)
                && (register.bits() == ty.bits() || wider && register.bits() > ty.bits())
        };
        let what = match (ty, wider) {
            (Ty::Pred, _) => "a predicate register".to_string(),
            (_, true) => format!("a register of at least {} bits", ty.bits()),
            (_, false) => format!("a register of {} bits", ty.bits()),
        };
        let (slot, register) = self.register(name, text, fits, &what)?;
        if register != Ty::Pred {
            instr.dst_bits = register.bits() as u8;
        }
        Ok(slot)
    }

    /// Resolves a value operand of type `ty`.
    pub(super) fn source(
        &mut self,
        text: &InstructionText,
        operand: &OperandText,
        ty: Ty,
    ) -> Lowered<Operand> {
        let bits =
            |value: u64| if ty.bits() >= 64 { value } else { value & ((1 << ty.bits()) - 1) };
        let value = match operand {
            OperandText::Integer(value) if ty == Ty::Pred => {
                if *value != 0 {
                    u64::MAX
                } else {
                    0
                }
            }
            OperandText::Integer(_) if matches!(ty, Ty::F32 | Ty::F64) => {
                return Err(Located::new(
                    text.line,
                    text.mnemonic(),
                    "an integer where a float is expected; write 1.0, 0f3F800000 or 0d3FF0000000000000",
                ))
            }
            OperandText::Integer(value) => bits(*value),
            OperandText::Float32(_) | OperandText::Float64(_) | OperandText::Decimal(_)
                if !matches!(ty, Ty::F32 | Ty::F64 | Ty::B32 | Ty::B64) =>
            {
                return Err(Located::new(
                    text.line,
                    text.mnemonic(),
                    "a floating-point constant stands for a 32-bit or 64-bit float only",
                ))
            }
            OperandText::Float32(value) => {
                if ty.bits() == 64 {
                    f64::from(f32::from_bits(*value)).to_bits()
                } else {
                    u64::from(*value)
                }
            }
            OperandText::Float64(value) => {
                if ty.bits() == 32 {
                    u64::from((f64::from_bits(*value) as f32).to_bits())
                } else {
                    *value
                }
            }
            OperandText::Decimal(value) if ty.bits() == 32 => {
                u64::from((*value as f32).to_bits())
            }
            OperandText::Decimal(value) => value.to_bits(),
            OperandText::NotName(name) if ty == Ty::Pred => {
                let (slot, _) =
                    self.register(name, text, |ty| ty == Ty::Pred, "a predicate register")?;
                return Ok(Operand::NotSlot(slot));
            }
            OperandText::Name { name, addend } => return self.named(text, name, *addend, ty),
            _ => {
                return Err(Located::new(
                    text.line,
                    text.mnemonic(),
                    "expected a register or a number here",
                ))
            }
        };
        self.constant(value, text.line)
    }

    /// Resolves a register, or the address or value of a name. May emit a helper instruction.
    pub(super) fn named(
        &mut self,
        text: &InstructionText,
        name: &str,
        addend: i64,
        ty: Ty,
    ) -> Lowered<Operand> {
        let mut helper = Instr::new(Op::FrameAddress, Ty::B64, Class::Move, text.line);
        match self.scopes.find(name) {
            Some(Binding::Register(..)) if addend == 0 => {
                let fits = |register: Ty| (register == Ty::Pred) == (ty == Ty::Pred);
                let what = if ty == Ty::Pred { "a predicate register" } else { "a data register" };
                return Ok(Operand::Slot(self.register(name, text, fits, what)?.0));
            }
            Some(Binding::Register(..)) => {
                return Err(Located::new(text.line, name, "a sum is not an operand"))
            }
            Some(Binding::EntryParam(offset)) => {
                return self.constant(u64::from(offset).wrapping_add_signed(addend), text.line);
            }
            Some(Binding::Frame(frame)) => helper.offset = i64::from(frame.offset) + addend,
            Some(Binding::Global(index)) => {
                return self.relocated(text, Symbol::Global(index), addend)
            }
            Some(Binding::Shared(Some(offset))) => {
                return self.constant(u64::from(offset).wrapping_add_signed(addend), text.line);
            }
            Some(Binding::Shared(None)) => {
                let offset = u64::from(self.dynamic_offset);
                return self.constant(offset.wrapping_add_signed(addend), text.line);
            }
            None => {
                if let Some(register) = special(name) {
                    helper.op = Op::Special(register);
                } else if let Some(offset) = self.names.shared.module.get(name) {
                    let offset = u64::from(offset.unwrap_or(self.dynamic_offset));
                    return self.constant(offset.wrapping_add_signed(addend), text.line);
                } else {
                    return self.symbol(text, name, addend);
                }
            }
        }
        let slot = self.new_slot(Ty::B64, text.line)?;
        helper.push_dst(slot);
        self.instrs.push(helper);
        Ok(Operand::Slot(slot))
    }

    fn symbol(&mut self, text: &InstructionText, name: &str, addend: i64) -> Lowered<Operand> {
        let symbol = self.names.globals.get(name).map(|index| Symbol::Global(*index))
            .or_else(|| self.names.functions.get(name).map(|(index, _)| Symbol::Function(*index)))
            .ok_or_else(|| Located::new(text.line, name,
                "the name is not declared: not a register, variable, function or supported special register"))?;
        self.relocated(text, symbol, addend)
    }

    /// Returns the constant for an address.
    fn relocated(
        &mut self,
        text: &InstructionText,
        symbol: Symbol,
        addend: i64,
    ) -> Lowered<Operand> {
        let known = self.relocations.iter().find(|known| known.1 == symbol && known.2 == addend);
        if let Some((constant, ..)) = known {
            return Ok(Operand::Constant(*constant));
        }
        let constant = self.new_constant(0, text.line)?;
        self.relocations.push((constant, symbol, addend));
        Ok(Operand::Constant(constant))
    }
}
