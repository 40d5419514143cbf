//! Instructions of PTX that are sequences of machine instructions, with registers of their own in between.

use super::super::allocate::Range;
use super::super::instr::{AtomOp, Instr, Op, Operand, Space, Ty};
use super::super::program::Function;
use super::Isa;

/// Returns the scratch registers of all instructions: number, and when.
pub(super) fn all(function: &Function, isa: Isa, is_constant: &[bool]) -> Vec<(usize, Range)> {
    let mut uniform = vec![false; function.slot_types.len()];
    for instr in function.instrs.iter().filter(|instr| instr.op == Op::Mov) {
        let constant = match instr.sources() {
            [Operand::Slot(slot)] => is_constant[usize::from(*slot)],
            [operand] => matches!(operand, Operand::Constant(_)),
            _ => false,
        };
        instr.writes().iter().for_each(|&slot| uniform[usize::from(slot)] |= constant);
    }
    let needs = function.instrs.iter().enumerate().map(|(index, instr)| {
        let at = 2 * index as u32;
        (sequence(instr, isa) + aggregation(instr, isa, &uniform), (at, at + 2))
    });
    needs.filter(|&(count, _)| count > 0).collect()
}

/// Returns how many registers an instruction needs besides its operands and results. Measured with ptxas 11.8: one
/// such instruction between loads and stores of values that stay live, against an addition in its place.
fn sequence(instr: &Instr, isa: Isa) -> usize {
    let exact = !instr.approximate;
    match (instr.op, instr.ty) {
        (Op::Div, Ty::F64) => 13,
        (Op::Sqrt, Ty::F64) if exact => 15,
        (Op::Rcp, Ty::F64) if exact => 10,
        (Op::Div, Ty::F32) if exact => 9,
        (Op::Sqrt | Op::Rcp, Ty::F32) if exact => 5,
        (Op::Div | Op::Rem, ty) if !ty.is_float() => match (ty.bits(), isa) {
            (64, _) => 11,
            (_, Isa::Sm35) => 3,
            (_, Isa::Sm61) => 8,
            (_, Isa::Sm70) => 4,
        },
        // Products are sums of 16-bit ones.
        (Op::Mul(_) | Op::Mad(_), ty) if ty.bits() == 64 && !ty.is_float() => match isa {
            Isa::Sm61 => 8,
            Isa::Sm35 | Isa::Sm70 => 0,
        },
        _ => 0,
    }
}

/// Returns the registers with which the lanes of a warp add up what they add to one address: who takes part, who is
/// first, and the sum before a lane. Until Volta that is done for constants only.
fn aggregation(instr: &Instr, isa: Isa, uniform: &[bool]) -> usize {
    let adds = matches!(instr.op, Op::Atom(Space::Global | Space::Generic, AtomOp::Add));
    let is_uniform = |operand: &Operand| match operand {
        Operand::Slot(slot) => uniform[usize::from(*slot)],
        Operand::Constant(_) => true,
        Operand::NotSlot(_) => false,
    };
    let operands = if isa == Isa::Sm70 { 1 } else { 2 };
    let aggregates = instr.sources().iter().take(operands).all(is_uniform);
    if adds && aggregates && !instr.ty.is_float() {
        4
    } else {
        0
    }
}
