//! Operands of barriers, of warp instructions with a member mask, and of `isspacep`.

use super::super::ast::{InstructionText, OperandText};
use super::super::error::Located;
use super::super::instr::{Instr, Op, Ty};
use super::super::sync::BarrierKind;
use super::function::Builder;
use super::operands::count_error;
use super::Lowered;

impl Builder<'_> {
    /// Lowers a barrier of the TB: `[d,] a [, b] [, {!}c]`. Its sources are the predicate (if it reduces), the
    /// number and, unless all threads take part, their count.
    pub(super) fn barrier(
        &mut self,
        text: &InstructionText,
        instr: &mut Instr,
        kind: BarrierKind,
    ) -> Lowered<()> {
        let reduces = !matches!(kind, BarrierKind::Sync | BarrierKind::Arrive);
        let (destination, numbers, predicate) = match &text.operands[..] {
            [first, middle @ .., last] if reduces => (Some(first), middle, Some(last)),
            operands if !reduces => (None, operands, None),
            _ => return Err(count_error(text)),
        };
        if let Some(destination) = destination {
            instr.ty = if kind == BarrierKind::Popc { Ty::U32 } else { Ty::Pred };
            self.register_destination(text, destination, instr)?;
            instr.ty = Ty::B32;
        }
        if let Some(predicate) = predicate {
            let operand = self.source(text, predicate, Ty::Pred)?;
            instr.push_src(operand);
        }
        match (kind, numbers.len()) {
            (_, 2)
            | (BarrierKind::Sync | BarrierKind::Popc | BarrierKind::And | BarrierKind::Or, 1) => {}
            (BarrierKind::Arrive, 1) => {
                let message = "an arrival needs the number of threads behind the barrier's number";
                return Err(Located::new(text.line, text.mnemonic(), message));
            }
            _ => return Err(count_error(text)),
        }
        for number in numbers {
            let operand = self.source(text, number, Ty::U32)?;
            instr.push_src(operand);
        }
        Ok(())
    }

    /// Lowers `match`, `redux`, `elect` and `bar.warp.sync`: a value, if there is one, and the member mask.
    pub(super) fn member_operation(
        &mut self,
        text: &InstructionText,
        instr: &mut Instr,
    ) -> Lowered<()> {
        let ty = instr.ty;
        let (destination, sources) = match (instr.op, &text.operands[..]) {
            (Op::WarpBarrier, [mask]) => (None, std::slice::from_ref(mask)),
            (Op::Elect, [destination, mask]) => (Some(destination), std::slice::from_ref(mask)),
            (Op::Match(_) | Op::Redux(_), [destination, sources @ ..]) if sources.len() == 2 => {
                (Some(destination), sources)
            }
            _ => return Err(count_error(text)),
        };
        if let Some(destination) = destination {
            instr.ty = Ty::B32;
            match destination {
                OperandText::Pair(first, second)
                    if matches!(instr.op, Op::Elect | Op::Match(true)) =>
                {
                    let first = match first.as_str() {
                        "_" => OperandText::Sink,
                        name => OperandText::Name { name: name.to_string(), addend: 0 },
                    };
                    self.register_destination(text, &first, instr)?;
                    let (slot, _) =
                        self.register(second, text, |ty| ty == Ty::Pred, "a predicate register")?;
                    instr.push_dst(slot);
                }
                _ => self.register_destination(text, destination, instr)?,
            }
            instr.ty = ty;
        }
        let last = sources.len() - 1;
        for (index, source) in sources.iter().enumerate() {
            let operand = self.source(text, source, if index == last { Ty::U32 } else { ty })?;
            instr.push_src(operand);
        }
        Ok(())
    }

    /// Lowers `nanosleep t`, `brkpt`, `griddepcontrol` and `pmevent n`.
    pub(super) fn nothing(&mut self, text: &InstructionText) -> Lowered<()> {
        match (text.stem.as_str(), &text.operands[..]) {
            ("nanosleep", [time]) => self.source(text, time, Ty::U32).map(|_| ()),
            ("brkpt" | "griddepcontrol", []) => Ok(()),
            ("pmevent", [OperandText::Integer(_)]) => Ok(()),
            _ => Err(count_error(text)),
        }
    }

    /// Lowers `isspacep.space p, address`.
    pub(super) fn is_space(&mut self, text: &InstructionText, instr: &mut Instr) -> Lowered<()> {
        let [destination, address] = &text.operands[..] else { return Err(count_error(text)) };
        instr.ty = Ty::Pred;
        self.register_destination(text, destination, instr)?;
        instr.ty = Ty::B64;
        let operand = self.source(text, address, Ty::U64)?;
        instr.push_src(operand);
        Ok(())
    }

    fn register_destination(
        &mut self,
        text: &InstructionText,
        operand: &OperandText,
        instr: &mut Instr,
    ) -> Lowered<()> {
        match operand {
            OperandText::Name { addend: 0, .. } | OperandText::Sink => {
                self.destination(text, operand, instr)
            }
            _ => {
                Err(Located::new(text.line, text.mnemonic(), "expected a register as destination"))
            }
        }
    }
}

/// Checks that `shfl` and `vote` have a member mask exactly if they are `.sync`.
pub(super) fn check_member_mask(text: &InstructionText, instr: &Instr) -> Lowered<()> {
    let with_mask = match instr.op {
        Op::Shfl(_) => 4,
        Op::Vote(_) => 2,
        _ => return Ok(()),
    };
    let is_sync = text.modifiers.iter().any(|word| word == "sync");
    if is_sync == (usize::from(instr.num_srcs) == with_mask) {
        return Ok(());
    }
    let message = if is_sync {
        "the member mask is missing behind the other operands"
    } else {
        "a member mask belongs to the `.sync` form of the instruction"
    };
    Err(Located::new(text.line, text.mnemonic(), message))
}
