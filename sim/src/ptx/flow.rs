//! Control flow of a function: where divergent branches meet again, and how many registers are live.

use super::instr::{Op, NO_PC};
use super::program::Function;

/// Whether control may go elsewhere than to the next instruction.
fn leaves(op: Op) -> bool {
    matches!(op, Op::Bra | Op::Brx(_) | Op::Ret | Op::Exit | Op::Trap)
}

/// Where a branch may go, the next instruction left out.
fn targets(function: &Function, index: usize) -> impl Iterator<Item = usize> + '_ {
    let instr = &function.instrs[index];
    let table: &[u32] = match instr.op {
        Op::Brx(table) => &function.branch_tables[usize::from(table)],
        Op::Bra => std::slice::from_ref(&instr.target),
        _ => &[],
    };
    table.iter().map(|&target| target as usize)
}

/// Successors of instruction `index`.
fn successors(function: &Function, index: usize) -> impl Iterator<Item = usize> + '_ {
    let instr = &function.instrs[index];
    let ends = leaves(instr.op) && instr.guard.is_none();
    let next = (!ends && index + 1 < function.instrs.len()).then_some(index + 1);
    targets(function, index).chain(next)
}

/// A maximal straight run of instructions.
struct Block {
    first: usize,
    last: usize,
    next: Vec<usize>,
}

/// Blocks in text order; the index past the last one stands for the function's exit.
fn blocks(function: &Function) -> Vec<Block> {
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
    // Post-order of the reversed graph, from the exit; blocks that never reach it stay without a post-dominator.
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

/// Most 32-bit registers live at one instruction; predicates are not counted.
pub(super) fn max_live_registers(function: &Function) -> u32 {
    let instrs = &function.instrs;
    let blocks = blocks(function);
    let words = function.slot_types.len().div_ceil(64);
    let mut live_in: Vec<Vec<u64>> = vec![vec![0; words]; blocks.len()];
    let mut most = 0;
    let mut changed = true;
    while changed {
        changed = false;
        most = 0;
        for (index, block) in blocks.iter().enumerate().rev() {
            let mut live = vec![0u64; words];
            for &next in block.next.iter().filter(|&&next| next < blocks.len()) {
                live.iter_mut().zip(&live_in[next]).for_each(|(word, other)| *word |= other);
            }
            let mut count: u32 = live_slots(&live).map(|slot| width(function, slot)).sum();
            most = most.max(count);
            for instr in instrs[block.first..=block.last].iter().rev() {
                for &slot in instr.writes() {
                    let bit = 1 << (slot % 64);
                    if live[usize::from(slot / 64)] & bit == 0 {
                        // A result nobody reads still occupies a register when it is written.
                        most = most.max(count + width(function, slot));
                    } else if instr.guard.is_none() {
                        // A guarded write leaves the old value to the other lanes.
                        live[usize::from(slot / 64)] &= !bit;
                        count -= width(function, slot);
                    }
                }
                for &slot in instr.reads() {
                    let bit = 1 << (slot % 64);
                    if live[usize::from(slot / 64)] & bit == 0 {
                        live[usize::from(slot / 64)] |= bit;
                        count += width(function, slot);
                    }
                }
                most = most.max(count);
            }
            if live_in[index] != live {
                live_in[index] = live;
                changed = true;
            }
        }
    }
    most
}

fn live_slots(live: &[u64]) -> impl Iterator<Item = u16> + '_ {
    (0..live.len() * 64)
        .filter(|slot| live[slot / 64] >> (slot % 64) & 1 != 0)
        .map(|slot| slot as u16)
}

/// 32-bit registers a slot stands for.
fn width(function: &Function, slot: u16) -> u32 {
    match function.slot_types[usize::from(slot)].bits() {
        1 => 0,
        64 => 2,
        _ => 1,
    }
}
