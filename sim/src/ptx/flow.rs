//! Control flow of a function: computes where divergent branches reconverge, and which registers are live.

use super::instr::{Instr, Op, NO_PC};
use super::program::Function;
use crate::bits::set_bits;

/// Returns whether control may go anywhere but to the next instruction.
pub(super) fn leaves(op: Op) -> bool {
    matches!(op, Op::Bra | Op::Brx(_) | Op::Ret | Op::Exit | Op::Trap)
}

/// Returns the targets of a branch, without the next instruction.
fn targets(function: &Function, index: usize) -> impl Iterator<Item = usize> + '_ {
    let instr = &function.instrs[index];
    let table: &[u32] = match instr.op {
        Op::Brx(table) => &function.branch_tables[usize::from(table)],
        Op::Bra => std::slice::from_ref(&instr.target),
        _ => &[],
    };
    table.iter().map(|&target| target as usize)
}

/// Returns the successors of instruction `index`.
fn successors(function: &Function, index: usize) -> impl Iterator<Item = usize> + '_ {
    let instr = &function.instrs[index];
    let ends = leaves(instr.op) && instr.guard.is_none();
    let next = (!ends && index + 1 < function.instrs.len()).then_some(index + 1);
    targets(function, index).chain(next)
}

/// A basic block: a maximal straight run of instructions.
pub(super) struct Block {
    pub first: usize,
    pub last: usize,
    pub next: Vec<usize>,
}

/// Returns the blocks in text order. The index past the last one denotes the function's exit.
pub(super) fn blocks(function: &Function) -> Vec<Block> {
    let instrs = &function.instrs;
    let mut leader = vec![false; instrs.len() + 1];
    leader[0] = true;
    for (index, instr) in instrs.iter().enumerate() {
        if leaves(instr.op) {
            leader[index + 1] = true;
            targets(function, index).for_each(|target| leader[target] = true);
        }
    }
    let firsts: Vec<usize> = (0..instrs.len()).filter(|&index| leader[index]).collect();
    let ends = firsts.iter().skip(1).copied().chain([instrs.len()]);
    let mut blocks: Vec<Block> = firsts
        .iter()
        .zip(ends)
        .map(|(&first, end)| Block { first, last: end - 1, next: Vec::new() })
        .collect();
    for block in &mut blocks {
        let last = block.last;
        let next = successors(function, last)
            .map(|target| firsts.partition_point(|&first| first <= target) - 1);
        block.next = next.collect();
        if matches!(instrs[last].op, Op::Ret | Op::Exit | Op::Trap) {
            block.next.push(firsts.len());
        }
    }
    blocks
}

/// Sets every branch's reconvergence point to the immediate post-dominator of its block.
pub(super) fn find_reconvergence(function: &mut Function) {
    let blocks = blocks(function);
    let exit = blocks.len();
    let mut order = Vec::with_capacity(exit + 1);
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); exit + 1];
    for (index, block) in blocks.iter().enumerate() {
        block.next.iter().for_each(|&next| before[next].push(index));
    }
    // The order is the post-order of the reversed graph from the exit. Blocks that never reach the exit get no
    // post-dominator.
    let mut number = vec![usize::MAX; exit + 1];
    let mut seen = vec![false; exit + 1];
    let mut stack = vec![(exit, 0)];
    seen[exit] = true;
    while let Some((block, child)) = stack.pop() {
        match before[block].get(child) {
            Some(&previous) => {
                stack.push((block, child + 1));
                if !seen[previous] {
                    seen[previous] = true;
                    stack.push((previous, 0));
                }
            }
            None => {
                number[block] = order.len();
                order.push(block);
            }
        }
    }
    let mut dominator = vec![usize::MAX; exit + 1];
    dominator[exit] = exit;
    let mut changed = true;
    while changed {
        changed = false;
        for &block in order.iter().rev().filter(|&&block| block != exit) {
            let mut meet = usize::MAX;
            for &next in &blocks[block].next {
                if dominator[next] == usize::MAX {
                    continue;
                }
                if meet == usize::MAX {
                    meet = next;
                    continue;
                }
                let mut other = next;
                while meet != other {
                    while number[meet] < number[other] {
                        meet = dominator[meet];
                    }
                    while number[other] < number[meet] {
                        other = dominator[other];
                    }
                }
            }
            if dominator[block] != meet {
                dominator[block] = meet;
                changed = true;
            }
        }
    }
    for (index, block) in blocks.iter().enumerate() {
        let meet = blocks.get(dominator[index]).map_or(NO_PC, |block| block.first as u32);
        let instr = &mut function.instrs[block.last];
        if matches!(instr.op, Op::Bra | Op::Brx(_)) {
            instr.reconvergence = meet;
        }
    }
}

/// A set of slots.
pub(super) type Slots = Vec<u64>;

/// Returns the slots that may still be read behind each block, in the order of the blocks.
pub(super) fn live_out(function: &Function, blocks: &[Block]) -> Vec<Slots> {
    let code: Vec<_> = blocks
        .iter()
        .map(|block| (&function.instrs[block.first..=block.last], block.next.as_slice()))
        .collect();
    liveness(function.slot_types.len(), &code).1
}

/// Returns the slots that may still be read at the start and behind the end of each block. A block is its instructions
/// and the numbers of those that may follow; one beyond the last is the end of the function.
pub(super) fn liveness(slots: usize, blocks: &[(&[Instr], &[usize])]) -> (Vec<Slots>, Vec<Slots>) {
    let mut live_in: Vec<Slots> = vec![vec![0; slots.div_ceil(64)]; blocks.len()];
    let mut live_out = live_in.clone();
    let mut changed = true;
    while changed {
        changed = false;
        for (index, &(instrs, next)) in blocks.iter().enumerate().rev() {
            let out = &mut live_out[index];
            for &next in next.iter().filter(|&&next| next < blocks.len()) {
                out.iter_mut().zip(&live_in[next]).for_each(|(word, other)| *word |= other);
            }
            let mut live = out.clone();
            for instr in instrs.iter().rev() {
                // A guarded write keeps the old value in the other lanes.
                for &slot in instr.writes().iter().filter(|_| instr.guard.is_none()) {
                    live[usize::from(slot / 64)] &= !(1 << (slot % 64));
                }
                for &slot in instr.reads() {
                    live[usize::from(slot / 64)] |= 1 << (slot % 64);
                }
            }
            if live_in[index] != live {
                live_in[index] = live;
                changed = true;
            }
        }
    }
    (live_in, live_out)
}

/// Returns the slots of a set in ascending order.
pub(super) fn members(slots: &[u64]) -> impl Iterator<Item = u16> + '_ {
    slots
        .iter()
        .enumerate()
        .flat_map(|(word, &bits)| set_bits(bits).map(move |bit| (64 * word + bit) as u16))
}
