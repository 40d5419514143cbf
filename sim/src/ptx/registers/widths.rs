//! Which 64-bit values take one register only: those whose upper half is zero, or is not read.

use super::super::instr::{Half, Instr, Op, Operand, Space, Ty};

/// Returns which slots take a single register.
pub(super) fn narrow<'a, I>(instrs: I, types: &[Ty]) -> Vec<bool>
where
    I: Iterator<Item = &'a Instr> + Clone,
{
    let zero = zero_above(instrs.clone(), types);
    let needed = upper_needed(instrs, types);
    zero.into_iter().zip(needed).map(|(zero, needed)| zero || !needed).collect()
}

/// Returns which slots always hold zero in their upper half.
fn zero_above<'a>(instrs: impl Iterator<Item = &'a Instr>, types: &[Ty]) -> Vec<bool> {
    let mut zero = vec![true; types.len()];
    for instr in instrs {
        let extends = match instr.op {
            Op::Cvt => {
                instr.src_ty.bits() < 64
                    && !instr.src_ty.is_signed()
                    && !instr.src_ty.is_float()
                    && !instr.ty.is_float()
            }
            Op::Ld(_) | Op::FrameLd => instr.ty.bits() < 64 && !instr.ty.is_signed(),
            _ => false,
        };
        if !extends {
            instr.writes().iter().for_each(|&slot| zero[usize::from(slot)] = false);
        }
    }
    zero
}

/// Returns the slots of whose upper half something depends.
fn upper_needed<'a>(instrs: impl Iterator<Item = &'a Instr> + Clone, types: &[Ty]) -> Vec<bool> {
    let mut needed = vec![false; types.len()];
    loop {
        let mut changed = false;
        for instr in instrs.clone() {
            for (index, operand) in instr.sources().iter().enumerate() {
                let Operand::Slot(slot) = *operand else { continue };
                let known = &mut needed[usize::from(slot)];
                let below =
                    instr.writes().first().is_some_and(|&to| types[usize::from(to)].bits() < 64);
                if !*known && reads_upper(instr, index) {
                    let passes = passes_lower(instr, index);
                    let wanted = !passes
                        || !below && instr.writes().iter().any(|&to| needed_at(&needed, to));
                    if wanted {
                        needed[usize::from(slot)] = true;
                        changed = true;
                    }
                }
            }
        }
        if !changed {
            return needed;
        }
    }
}

fn needed_at(needed: &[bool], slot: u16) -> bool {
    needed[usize::from(slot)]
}

/// Returns whether an instruction reads the upper half of a 64-bit operand.
fn reads_upper(instr: &Instr, index: usize) -> bool {
    match instr.op {
        // Offsets in shared and local memory have 32 bits.
        Op::Ld(Space::Shared | Space::Local) | Op::Atom(Space::Shared | Space::Local, _)
            if index == 0 =>
        {
            false
        }
        Op::St(Space::Shared | Space::Local) if index == 0 => false,
        Op::Ld(_) | Op::Atom(..) | Op::St(_) if index == 0 => true,
        Op::St(_) | Op::FrameSt => instr.ty.bits() == 64,
        Op::Cvt => {
            let float = instr.ty.is_float() || instr.src_ty.is_float();
            instr.src_ty.bits() == 64 && (float || instr.saturate || instr.ty.bits() == 64)
        }
        Op::Shl | Op::Shr if index == 1 => false,
        Op::Mul(Half::Wide) => false,
        Op::Mad(Half::Wide) => index == 2,
        _ => true,
    }
}

/// Returns whether the lower half of the result depends on the lower half of the operand only.
fn passes_lower(instr: &Instr, index: usize) -> bool {
    let modular = !instr.ty.is_float() && !instr.saturate;
    match instr.op {
        Op::Add | Op::Sub | Op::Mul(Half::Lo) | Op::Mad(Half::Lo) | Op::Neg => modular,
        Op::And | Op::Or | Op::Xor | Op::Not | Op::Mov => true,
        Op::Cvt => !instr.ty.is_float() && !instr.src_ty.is_float() && !instr.saturate,
        Op::Selp => index < 2,
        Op::Shl => index == 0,
        Op::Mad(Half::Wide) => index == 2,
        _ => false,
    }
}
