//! Slots of the executor: decides which registers of the text share one. How many registers a thread takes on the SMX
//! is counted in `registers`.
//!
//! Registers are 32 bits wide. A 64-bit value takes an even register and the next one; predicates are allocated
//! separately. Two registers of the text may share one if their values are never live at the same point. That is
//! decided per thread, so it also holds for divergent lanes, because each lane has its own registers. Of the free
//! registers, the one freed longest ago is taken, so that a late write of its last value delays no instruction.

use super::flow::{blocks, live_out, members};
use super::instr::{Instr, Operand};
use super::program::Function;
use super::types::Ty;

/// Points of the text, from the first up to and without the second. Instruction i reads at 2 i and writes at 2 i +
/// 1.
pub(super) type Range = (u32, u32);

/// For how many points a result that no instruction reads keeps its register. A later instruction that takes the
/// register has to wait until the result is written. (A value that is read is written before its register is
/// free.)
const UNREAD: u32 = 2 * 16;

/// Allocates the registers of a function and renames them in its code. The error says that they are too many.
pub(super) fn allocate(function: &mut Function) -> Result<(), String> {
    let ranges = ranges(function, UNREAD);
    let mut order: Vec<u16> =
        (0..ranges.len() as u16).filter(|&slot| !ranges[usize::from(slot)].is_empty()).collect();
    order.sort_by_key(|&slot| (ranges[usize::from(slot)][0].0, slot));
    let (mut registers, mut predicates) = (File::default(), File::default());
    let mut assigned = vec![0; ranges.len()];
    for &slot in &order {
        let slot = usize::from(slot);
        let ty = function.slot_types[slot];
        let file = if ty == Ty::Pred { &mut predicates } else { &mut registers };
        assigned[slot] = file.take(&ranges[slot], if ty.bits() == 64 { 2 } else { 1 });
    }
    let (registers, predicates) = (registers.registers.len(), predicates.registers.len());
    let total = registers + predicates;
    if total > usize::from(u16::MAX) {
        return Err(format!(
            "the function needs {registers} registers at a time; at most 65535 are supported"
        ));
    }
    for &slot in order.iter().filter(|&&slot| function.slot_types[usize::from(slot)] == Ty::Pred) {
        assigned[usize::from(slot)] += registers;
    }
    for instr in &mut function.instrs {
        rename(instr, |slot| assigned[usize::from(slot)] as u16);
    }
    function.num_slots = total as u32;
    Ok(())
}

/// Computes the live ranges of each slot. A result that no instruction reads is kept for `unread` points.
pub(super) fn ranges(function: &Function, unread: u32) -> Vec<Vec<Range>> {
    let blocks = blocks(function);
    let live_out = live_out(function, &blocks);
    let mut ranges: Vec<Vec<Range>> = vec![Vec::new(); function.slot_types.len()];
    // Point at which the value of a live slot is used last; 0 for a slot that is not live.
    let mut needed_until = vec![0; ranges.len()];
    for (block, out) in blocks.iter().zip(&live_out).rev() {
        let end = 2 * (block.last as u32 + 1);
        members(out).for_each(|slot| needed_until[usize::from(slot)] = end);
        let mut live: Vec<u16> = members(out).collect();
        for index in (block.first..=block.last).rev() {
            let instr = &function.instrs[index];
            let at = 2 * index as u32;
            for &slot in instr.writes() {
                let until = &mut needed_until[usize::from(slot)];
                if *until == 0 {
                    ranges[usize::from(slot)].push((at + 1, end.min(at + 1 + unread)));
                } else if instr.guard.is_none() {
                    ranges[usize::from(slot)].push((at + 1, *until));
                    *until = 0;
                }
            }
            // The first of several results may be written before the last operand is read.
            let read = if instr.writes().len() > 1 { at + 2 } else { at + 1 };
            for &slot in instr.reads() {
                if needed_until[usize::from(slot)] == 0 {
                    needed_until[usize::from(slot)] = read;
                    live.push(slot);
                }
            }
        }
        let begin = 2 * block.first as u32;
        for slot in live {
            let until = std::mem::take(&mut needed_until[usize::from(slot)]);
            if until > 0 {
                ranges[usize::from(slot)].push((begin, until));
            }
        }
    }
    ranges.iter_mut().for_each(|ranges| {
        ranges.reverse();
        merge(ranges);
    });
    ranges
}

/// Joins ranges that touch.
fn merge(ranges: &mut Vec<Range>) {
    ranges.sort_unstable();
    let mut merged: Vec<Range> = Vec::with_capacity(ranges.len());
    for &(begin, end) in ranges.iter() {
        match merged.last_mut() {
            Some(last) if last.1 >= begin => last.1 = last.1.max(end),
            _ => merged.push((begin, end)),
        }
    }
    *ranges = merged;
}

/// A register of the thread during the allocation.
#[derive(Clone, Default)]
pub(super) struct Register {
    /// Ranges in which it is taken, as far as they matter to ranges that begin later than the previous ones.
    taken: Vec<Range>,
    /// Point at which it was last freed.
    freed: u32,
}

impl Register {
    /// Drops the ranges that end before `begin`.
    pub(super) fn pass(&mut self, begin: u32) {
        let past = self.taken.iter().take_while(|range| range.1 <= begin).count();
        if let Some(last) = self.taken.drain(..past).next_back() {
            self.freed = last.1;
        }
    }

    pub(super) fn is_free(&self, ranges: &[Range]) -> bool {
        let mut taken = self.taken.iter().peekable();
        ranges.iter().all(|&(begin, end)| {
            while taken.next_if(|range| range.1 <= begin).is_some() {}
            taken.peek().is_none_or(|range| range.0 >= end)
        })
    }

    pub(super) fn take(&mut self, ranges: &[Range]) {
        self.taken.extend_from_slice(ranges);
        merge(&mut self.taken);
    }
}

/// The registers of one kind.
#[derive(Default)]
struct File {
    registers: Vec<Register>,
}

impl File {
    /// Number of registers that are searched for a free one. No thread has more, so a larger demand is only a
    /// number to report.
    const SEARCHED: usize = 1024;

    /// Takes `width` adjacent registers for the ranges, the first at a multiple of `width`. The ranges of later
    /// calls begin no earlier.
    fn take(&mut self, ranges: &[Range], width: usize) -> usize {
        let begin = ranges.first().map_or(0, |range| range.0);
        let searched = self.registers.len().min(Self::SEARCHED);
        self.registers[..searched].iter_mut().for_each(|register| register.pass(begin));
        let mut best: Option<(u32, usize)> = None;
        for first in (0..searched).step_by(width) {
            // The neighbour of the last register may not have been used yet.
            let group = &self.registers[first..(first + width).min(self.registers.len())];
            if group.iter().all(|register| register.is_free(ranges)) {
                let fresh = group.len() < width;
                let freed = group.iter().map(|register| register.freed).max().unwrap_or(0);
                let freed = if fresh { u32::MAX } else { freed };
                if best.is_none_or(|(best, _)| freed < best) {
                    best = Some((freed, first));
                }
            }
        }
        let first = best.map_or(self.registers.len().next_multiple_of(width), |(_, first)| first);
        while self.registers.len() < first + width {
            self.registers.push(Register::default());
        }
        self.registers[first..first + width].iter_mut().for_each(|register| register.take(ranges));
        first
    }
}

fn rename(instr: &mut Instr, assigned: impl Fn(u16) -> u16) {
    let (dsts, srcs) = (usize::from(instr.num_dsts), usize::from(instr.num_srcs));
    instr.dsts[..dsts].iter_mut().for_each(|slot| *slot = assigned(*slot));
    for operand in &mut instr.srcs[..srcs] {
        match operand {
            Operand::Slot(slot) | Operand::NotSlot(slot) => *slot = assigned(*slot),
            Operand::Constant(_) => {}
        }
    }
    if let Some(guard) = &mut instr.guard {
        guard.slot = assigned(guard.slot);
    }
    instr.finish();
}

#[cfg(test)]
mod tests;
