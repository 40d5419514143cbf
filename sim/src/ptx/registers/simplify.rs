//! What an assembler does to PTX before it allocates registers, as far as it changes how many it needs: values are
//! not copied, unused ones not computed, and cheap ones are computed where they are read.

use super::super::instr::{Op, Operand, Ty};
use super::code::{is_pure, Code, Definition};

/// Replaces what a move has copied by its source. The move is then unused.
pub(super) fn forward_copies(code: &mut Code) {
    let definitions = code.definitions();
    let is_single = |slot: u16| definitions[usize::from(slot)] == Definition::One;
    let mut source: Vec<Option<Operand>> = vec![None; definitions.len()];
    for instr in code.blocks.iter().flatten() {
        let ([to], [from]) = (instr.writes(), instr.sources()) else { continue };
        let ty = |slot: u16| code.function.slot_types[usize::from(slot)];
        let is_copy = instr.op == Op::Mov
            && instr.guard.is_none()
            && is_single(*to)
            && match *from {
                Operand::Slot(from) => is_single(from) && ty(from).bits() == ty(*to).bits(),
                Operand::Constant(_) => ty(*to) != Ty::Pred,
                Operand::NotSlot(_) => false,
            };
        if is_copy {
            source[usize::from(*to)] = Some(*from);
        }
    }
    for instr in code.blocks.iter_mut().flatten() {
        let count = usize::from(instr.num_srcs);
        for operand in &mut instr.srcs[..count] {
            while let Operand::Slot(slot) = *operand {
                let Some(from) = source[usize::from(slot)] else { break };
                *operand = from;
            }
        }
        instr.finish();
    }
}

/// Adds constants to the offsets of addresses, and to each other.
pub(super) fn fold_addresses(code: &mut Code) -> Option<()> {
    let definitions = code.definitions();
    let is_single = |slot: u16| definitions[usize::from(slot)] == Definition::One;
    // Base and addend of sums with a constant.
    let mut sums: Vec<Option<(Operand, i64)>> = vec![None; definitions.len()];
    for instr in code.blocks.iter().flatten() {
        let ([to], &[left, right]) = (instr.writes(), instr.sources()) else { continue };
        let (base, addend) = match (instr.op, code.constant(left), code.constant(right)) {
            (Op::Add, _, Some(addend)) => (left, addend as i64),
            (Op::Add, Some(addend), None) => (right, addend as i64),
            (Op::Sub, _, Some(addend)) => (left, (addend as i64).wrapping_neg()),
            _ => continue,
        };
        let steady = match base {
            Operand::Slot(slot) => is_single(slot),
            _ => true,
        };
        if instr.ty.bits() == 64
            && !instr.ty.is_float()
            && instr.guard.is_none()
            && is_single(*to)
            && steady
        {
            sums[usize::from(*to)] = Some((base, addend));
        }
    }
    for instr in code.blocks.iter_mut().flatten() {
        if !matches!(instr.op, Op::Ld(_) | Op::St(_) | Op::Atom(..)) {
            continue;
        }
        while let Operand::Slot(slot) = instr.srcs[0] {
            let Some((base, addend)) = sums[usize::from(slot)] else { break };
            // The hardware's offset has 24 bits and a sign.
            let Some(offset) = instr.offset.checked_add(addend).filter(|sum| sum.abs() < 1 << 23)
            else {
                break;
            };
            instr.srcs[0] = base;
            instr.offset = offset;
        }
        instr.finish();
    }
    Some(())
}

/// Removes what computes only values that no instruction reads.
pub(super) fn remove_unused(code: &mut Code) {
    let mut reads = vec![0_u32; code.function.slot_types.len()];
    let all = |code: &Code, reads: &mut Vec<u32>| {
        reads.fill(0);
        for instr in code.blocks.iter().flatten() {
            // A result that only computes itself anew, as a counter in a loop, is not read by that.
            let own = instr.writes();
            let others =
                instr.reads().iter().filter(|slot| !(is_pure(instr) && own.contains(slot)));
            others.for_each(|&slot| reads[usize::from(slot)] += 1);
        }
    };
    loop {
        all(code, &mut reads);
        let mut changed = false;
        for block in &mut code.blocks {
            let before = block.len();
            block.retain(|instr| {
                !is_pure(instr) || instr.writes().iter().any(|&slot| reads[usize::from(slot)] > 0)
            });
            changed |= block.len() < before;
        }
        if !changed {
            return;
        }
    }
}
