//! Barriers at which warps that took different paths are together again.
//!
//! A barrier releases warps that wait at the same instruction, whatever way they came. They are at the same dynamic
//! instance of it unless a branch that took them different ways is still open. So for every branch that warps may take
//! differently and that is open at the barrier, only one of its targets may lead to the barrier, now or ever. The others
//! then lead to the end of the thread, as an early return does, or out of the loop that the barrier is in. The barrier
//! must be one for all threads of the TB: with a count, it may release a warp twice before another comes once.

use super::super::flow::Block;
use super::super::instr::{Instr, Op, Operand};
use super::super::program::Function;
use super::super::sync::BarrierKind;
use super::branches::Branch;
use super::RedundancyClass;

/// Returns the barriers of a function, ascending, each with the class of the branches that may tell warps apart there.
/// `decisions` are the classes of the branches, `guard` that of what an instruction reads. If `apart` is false, no branch
/// counts.
pub(super) fn barriers(
    function: &Function,
    blocks: &[Block],
    branches: &[Branch],
    decisions: &[RedundancyClass],
    guard: &dyn Fn(usize) -> RedundancyClass,
    apart: bool,
) -> Vec<(u32, RedundancyClass)> {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); blocks.len()];
    for (index, block) in blocks.iter().enumerate() {
        let inside = block.next.iter().filter(|&&next| next < blocks.len());
        inside.for_each(|&next| before[next].push(index));
    }
    let mut found = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let instrs = &function.instrs[block.first..=block.last];
        let is_barrier = |at: &usize| matches!(instrs[*at].op, Op::Bar(_));
        let at: Vec<usize> = (0..instrs.len()).filter(is_barrier).collect();
        if at.is_empty() {
            continue;
        }
        let leads_here = leading_to(&before, index);
        let parts = |(branch, _): &(&Branch, _)| {
            let ways = branch
                .targets
                .iter()
                .filter(|&&target| leads_here.get(target).copied().unwrap_or(false));
            branch.region[index] && ways.count() > 1
        };
        let weakest = branches.iter().zip(decisions).filter(parts).map(|(_, class)| *class).min();
        let weakest = weakest.filter(|_| apart).unwrap_or(RedundancyClass::Definite);
        for at in at.into_iter().map(|at| block.first + at) {
            let instr = &function.instrs[at];
            // Who called a function, and where, is not known in it.
            let holds = function.is_entry && is_for_all(instr);
            let guard = instr.guard.map_or(RedundancyClass::Definite, |_| guard(at));
            let class = if holds { weakest.min(guard) } else { RedundancyClass::Vector };
            found.push((at as u32, class));
        }
    }
    found
}

/// Returns the blocks from which a block can be reached.
fn leading_to(before: &[Vec<usize>], block: usize) -> Vec<bool> {
    let mut found = vec![false; before.len()];
    let mut stack = vec![block];
    while let Some(block) = stack.pop() {
        if !std::mem::replace(&mut found[block], true) {
            stack.extend(&before[block]);
        }
    }
    found
}

/// Whether a barrier waits for all threads of the TB.
fn is_for_all(barrier: &Instr) -> bool {
    let numbers = match (barrier.op, barrier.sources()) {
        (Op::Bar(BarrierKind::Sync), numbers) => numbers,
        (Op::Bar(BarrierKind::Popc | BarrierKind::And | BarrierKind::Or), [_, rest @ ..]) => rest,
        _ => return false,
    };
    matches!(numbers, [] | [Operand::Constant(_)])
}
