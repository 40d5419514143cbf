//! Operands that are read while later instructions issue.

use super::super::allocate::Range;
use super::super::instr::Op;
use super::super::program::Function;
use super::Isa;

/// For how many instructions the operands of an access to memory keep their registers. Since Maxwell the hardware
/// does not watch them; the assembler puts a barrier in front of an instruction that overwrites one too early, or
/// takes another register. How long it takes another is not documented; this number was chosen because with it the
/// counts come close to those of ptxas 11.8.
const HELD: u32 = 4;

/// Extends the ranges of operands of accesses to memory.
pub(super) fn hold(function: &Function, ranges: &mut [Vec<Range>], isa: Isa) {
    if isa == Isa::Sm35 {
        return;
    }
    let end = 2 * function.instrs.len() as u32;
    for (index, instr) in function.instrs.iter().enumerate() {
        if !matches!(instr.op, Op::Ld(_) | Op::St(_) | Op::Atom(..)) {
            continue;
        }
        let read = 2 * index as u32 + 1;
        for slot in instr.reads().iter().filter(|slot| !instr.writes().contains(slot)) {
            let ranges = &mut ranges[usize::from(*slot)];
            let later = ranges.iter().map(|range| range.0).filter(|&begin| begin > read);
            let until = later.min().unwrap_or(end).min(end).min(read + 2 * HELD);
            let ended = ranges.iter_mut().filter(|range| range.1 == read);
            ended.for_each(|range| range.1 = until);
        }
    }
}
