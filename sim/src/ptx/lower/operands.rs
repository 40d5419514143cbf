//! Operands of data instructions: registers, constants, addresses, vectors.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{Class, Instr, Op, Operand, Space, Ty, MAX_DSTS, MAX_SRCS};
use super::super::program::Symbol;
use super::decode::Decoded;
use super::function::Builder;
use super::scope::{special, Binding};
use super::Lowered;
use crate::exec::{LOCAL_WINDOW, SHARED_WINDOW};
use crate::ptx::Special;

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

    /// Fills in the operands of a data instruction; may emit helper instructions before it.
    pub(super) fn operands(
        &mut self,
        text: &InstructionText,
        decoded: &Decoded,
        instr: &mut Instr,
    ) -> Lowered<()> {
        match instr.op {
            Op::Ld(_) | Op::St(_) | Op::Atom(..) => self.memory(text, decoded, instr),
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

    fn destination(
        &mut self,
        text: &InstructionText,
        operand: &OperandText,
        instr: &mut Instr,
    ) -> Lowered<()> {
        let ty = match instr.op {
            Op::Setp(..) => Ty::Pred,
            Op::Mul(super::super::instr::Half::Wide) | Op::Mad(super::super::instr::Half::Wide)
                if !instr.ty.is_float() =>
            {
                if instr.ty.bits() == 16 {
                    Ty::B32
                } else {
                    Ty::B64
                }
            }
            Op::Popc | Op::Clz | Op::Bfind => Ty::B32,
            _ => instr.ty,
        };
        match operand {
            OperandText::Name { name, addend: 0 } => {
                let slot = self.writable(name, text, ty, instr)?;
                instr.push_dst(slot);
            }
            OperandText::Pair(first, second) if matches!(instr.op, Op::Setp(..) | Op::Shfl(_)) => {
                let slot = self.writable(first, text, ty, instr)?;
                instr.push_dst(slot);
                let (slot, _) =
                    self.register(second, text, |ty| ty == Ty::Pred, "a predicate register")?;
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
        let fits = |register: Ty| {
            (register == Ty::Pred) == (ty == Ty::Pred) && register.bits() >= ty.bits()
        };
        let what = if ty == Ty::Pred {
            "a predicate register".to_string()
        } else {
            format!("a register of at least {} bits", ty.bits())
        };
        let (slot, register) = self.register(name, text, fits, &what)?;
        instr.dst_bits = register.bits() as u8;
        Ok(slot)
    }

    /// A value operand of type `ty`.
    fn source(
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
            OperandText::Integer(value) => bits(*value),
            OperandText::Float32(value) => {
                if ty == Ty::F64 {
                    f64::from(f32::from_bits(*value)).to_bits()
                } else {
                    u64::from(*value)
                }
            }
            OperandText::Float64(value) => {
                if ty == Ty::F32 {
                    u64::from((f64::from_bits(*value) as f32).to_bits())
                } else {
                    *value
                }
            }
            OperandText::Decimal(value) => {
                if ty.bits() == 32 {
                    u64::from((*value as f32).to_bits())
                } else {
                    value.to_bits()
                }
            }
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

    fn named(
        &mut self,
        text: &InstructionText,
        name: &str,
        addend: i64,
        ty: Ty,
    ) -> Lowered<Operand> {
        let mut helper = Instr::new(Op::FrameAddress, Ty::B64, Class::Int, text.line);
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
            Some(Binding::Shared(Some(offset))) => {
                return self.constant(u64::from(offset).wrapping_add_signed(addend), text.line);
            }
            Some(Binding::Shared(None)) => helper.op = Op::Special(Special::DynamicSharedBase),
            None => {
                if let Some(register) = special(name) {
                    helper.op = Op::Special(register);
                } else if let Some(offset) = self.names.shared.get(name) {
                    match offset {
                        Some(offset) => {
                            return self.constant(
                                u64::from(*offset).wrapping_add_signed(addend),
                                text.line,
                            )
                        }
                        None => helper.op = Op::Special(Special::DynamicSharedBase),
                    }
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
        let known = self.relocations.iter().find(|known| known.1 == symbol && known.2 == addend);
        if let Some((constant, ..)) = known {
            return Ok(Operand::Constant(*constant));
        }
        let constant = self.new_constant(0, text.line)?;
        self.relocations.push((constant, symbol, addend));
        Ok(Operand::Constant(constant))
    }

    fn mov(&mut self, text: &InstructionText, instr: &mut Instr) -> Lowered<()> {
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

    fn convert_address(&mut self, text: &InstructionText, instr: &mut Instr) -> Lowered<()> {
        let has = |word: &str| text.modifiers.iter().any(|modifier| modifier == word);
        let window = if has("shared") {
            Some(SHARED_WINDOW)
        } else if has("local") {
            Some(LOCAL_WINDOW)
        } else {
            None
        };
        if has("param") || instr.ty.bits() != 64 {
            return Err(Located::new(
                text.line,
                text.mnemonic(),
                "only 64-bit addresses of global, const, shared and local \
                memory can be converted",
            ));
        }
        let [first, source] = &text.operands[..] else { return Err(count_error(text)) };
        self.destination(text, first, instr)?;
        let operand = self.source(text, source, instr.ty)?;
        instr.push_src(operand);
        if let Some(window) = window {
            instr.op = if has("to") { Op::Sub } else { Op::Add };
            let window = self.constant(window, text.line)?;
            instr.push_src(window);
        }
        Ok(())
    }

    fn memory(
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
            let wanted = if op == super::super::instr::AtomOp::Cas { 2 } else { 1 };
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
        frame: super::super::program::FrameVar,
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

fn count_error(text: &InstructionText) -> Located {
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
        (Op::Mad(super::super::instr::Half::Wide), 2) => {
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
