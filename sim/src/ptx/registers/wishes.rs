//! What the values of a function ask of their registers.

use super::super::allocate::Range;
use super::super::instr::{Half, Op, Operand, Ty};
use super::super::program::Function;
use super::assign::Wish;
use super::calls::{Calls, SAVED};

/// Returns the wishes of all slots but those `outside` the register file, and the groups of slots that are to be in consecutive registers.
pub(super) fn wishes(
    function: &Function,
    ranges: &[Vec<Range>],
    outside: &[bool],
    narrow: &[bool],
    calls: &Calls,
) -> (Vec<Wish>, Vec<Vec<u16>>) {
    let mut wishes: Vec<Wish> = (0..ranges.len())
        .map(|slot| Wish {
            width: width(function.slot_types[slot], outside[slot], narrow[slot]),
            least: if crosses(&ranges[slot], &calls.called) { SAVED } else { 0 },
            ..Wish::default()
        })
        .collect();
    let mut groups: Vec<Vec<u16>> = Vec::new();
    for instr in &function.instrs {
        let in_file = |operand: &Operand| match *operand {
            Operand::Slot(slot) if wishes[usize::from(slot)].width > 0 => Some(slot),
            _ => None,
        };
        let mut sources: Vec<u16> = instr.sources().iter().filter_map(in_file).collect();
        let vector = match instr.op {
            Op::Ld(_) => instr.writes().to_vec(),
            Op::St(_) if sources.len() == instr.sources().len() => sources[1..].to_vec(),
            _ => Vec::new(),
        };
        let group = groups.len();
        let is_free = |&slot: &u16| wishes[usize::from(slot)].group.is_none();
        let is_set = (1..vector.len()).all(|at| !vector[..at].contains(&vector[at]));
        if vector.len() > 1 && is_set && vector.iter().all(is_free) {
            vector.iter().for_each(|&slot| wishes[usize::from(slot)].group = Some(group));
            groups.push(vector);
        }
        sources.sort_unstable();
        sources.dedup();
        for &slot in &sources {
            let partners = sources.iter().filter(|&&other| other != slot);
            wishes[usize::from(slot)].partners.extend(partners);
        }
    }
    (wishes, groups)
}

/// Returns how many registers a value takes.
pub(super) fn width(ty: Ty, outside: bool, narrow: bool) -> usize {
    match ty {
        Ty::Pred => 0,
        _ if outside => 0,
        ty if ty.bits() == 64 && !narrow => 2,
        _ => 1,
    }
}

/// Returns whether a value is live across one of the calls.
fn crosses(ranges: &[Range], called: &[u32]) -> bool {
    ranges.iter().any(|&(begin, end)| {
        let next = called.partition_point(|&at| at <= begin);
        called.get(next).is_some_and(|&at| at + 1 < end)
    })
}

/// Keeps the factors of 64-bit sums from the lower half of the sum. Before Volta the lower half is computed first,
/// and the upper one from the same factors.
pub(super) fn separate_factors(function: &Function, is_fused: &[bool], wishes: &mut [Wish]) {
    for pair in function.instrs.windows(2) {
        let fused = pair[0].writes().iter().any(|&slot| is_fused[usize::from(slot)]);
        let ([sum], Op::Mul(Half::Wide), true) = (pair[1].writes(), pair[0].op, fused) else {
            continue;
        };
        for &slot in pair[0].reads() {
            wishes[usize::from(slot)].is_factor = true;
            wishes[usize::from(*sum)].factors.push(slot);
        }
    }
}
