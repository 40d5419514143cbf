//! Register allocation: which registers of the text share a register of the thread.
//!
//! Registers are 32 bits wide, and a 64-bit value takes an even one and the next; predicates are apart. Two
//! registers of the text may share one if their values are never needed at the same place. That is decided
//! per thread, so it holds for divergent lanes too: each lane has registers of its own. Of the registers
//! that are free, the one freed longest ago is taken: a late write of its last value disturbs nobody.

use super::flow::{blocks, live_out, members};
use super::instr::{Instr, Operand};
use super::program::Function;
use super::types::Ty;

/// Places of the text, from the first up to and without the second. Instruction i reads at 2 i and writes
/// at 2 i + 1.
type Range = (u32, u32);

/// For how long a result that nobody reads keeps its register: a later instruction that takes it has to wait
/// until the result is written. (A value that is read is written before its register is free.)
const UNREAD: u32 = 2 * 16;

/// Allocates the registers of a function and renames them in its code. Returns how many 32-bit registers it
/// takes, callees left out; the error says that they are too many.
pub(super) fn allocate(function: &mut Function) -> Result<u32, String> {
    let ranges = ranges(function);
    let mut order: Vec<u16> =
        (0..ranges.len() as u16).filter(|&slot| !ranges[usize::from(slot)].is_empty()).collect();
    order.sort_by_key(|&slot| (ranges[usize::from(slot)][0].0, slot));
    let (mut registers, mut predicates) = (File::default(), File::default());
    let mut places = vec![0; ranges.len()];
    for &slot in &order {
        let slot = usize::from(slot);
        let ty = function.slot_types[slot];
        let file = if ty == Ty::Pred { &mut predicates } else { &mut registers };
        places[slot] = file.take(&ranges[slot], if ty.bits() == 64 { 2 } else { 1 });
    }
    let (registers, predicates) = (registers.registers.len(), predicates.registers.len());
    let total = registers + predicates;
    if total > usize::from(u16::MAX) {
        return Err(format!(
            "the function needs {registers} registers at a time; at most 65535 are supported"
        ));
    }
    for &slot in order.iter().filter(|&&slot| function.slot_types[usize::from(slot)] == Ty::Pred) {
        places[usize::from(slot)] += registers;
    }
    for instr in &mut function.instrs {
        rename(instr, |slot| places[usize::from(slot)] as u16);
    }
    function.num_slots = total as u32;
    Ok(registers as u32)
}

/// Where each slot's value is needed.
fn ranges(function: &Function) -> Vec<Vec<Range>> {
    let blocks = blocks(function);
    let live_out = live_out(function, &blocks);
    let mut ranges: Vec<Vec<Range>> = vec![Vec::new(); function.slot_types.len()];
    // Where the value of a live slot is needed for the last time; 0 for one that is not live.
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
                    ranges[usize::from(slot)].push((at + 1, end.min(at + 1 + UNREAD)));
                } else if instr.guard.is_none() {
                    ranges[usize::from(slot)].push((at + 1, *until));
                    *until = 0;
                }
            }
            // Of several results, the first may be written before the last operand is read.
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

/// A register of the thread while registers of the text are given places.
#[derive(Default)]
struct Register {
    /// Where it is taken, as far as it matters to ranges that begin later than those before.
    taken: Vec<Range>,
    /// When it was last freed.
    freed: u32,
}

impl Register {
    /// Forgets what ends before `begin`.
    fn pass(&mut self, begin: u32) {
        let past = self.taken.iter().take_while(|range| range.1 <= begin).count();
        if let Some(last) = self.taken.drain(..past).next_back() {
            self.freed = last.1;
        }
    }

    fn is_free(&self, ranges: &[Range]) -> bool {
        let mut taken = self.taken.iter().peekable();
        ranges.iter().all(|&(begin, end)| {
            while taken.next_if(|range| range.1 <= begin).is_some() {}
            taken.peek().is_none_or(|range| range.0 >= end)
        })
    }

    fn take(&mut self, ranges: &[Range]) {
        self.taken.extend_from_slice(ranges);
        merge(&mut self.taken);
    }
}

/// Registers of one kind.
#[derive(Default)]
struct File {
    registers: Vec<Register>,
}

impl File {
    /// Registers beyond which none is looked for any more: no thread has as many, so what is needed is only
    /// a number to report.
    const SEARCHED: usize = 1024;

    /// Takes `width` registers side by side, the first at a multiple of `width`, for the ranges. The ranges
    /// of later calls begin no earlier.
    fn take(&mut self, ranges: &[Range], width: usize) -> usize {
        let begin = ranges.first().map_or(0, |range| range.0);
        let searched = self.registers.len().min(Self::SEARCHED);
        self.registers[..searched].iter_mut().for_each(|register| register.pass(begin));
        let mut best: Option<(u32, usize)> = None;
        for first in (0..searched).step_by(width) {
            // The last one may have a neighbour that nobody has used yet.
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

fn rename(instr: &mut Instr, place: impl Fn(u16) -> u16) {
    let (dsts, srcs) = (usize::from(instr.num_dsts), usize::from(instr.num_srcs));
    instr.dsts[..dsts].iter_mut().for_each(|slot| *slot = place(*slot));
    for operand in &mut instr.srcs[..srcs] {
        match operand {
            Operand::Slot(slot) | Operand::NotSlot(slot) => *slot = place(*slot),
            Operand::Constant(_) => {}
        }
    }
    if let Some(guard) = &mut instr.guard {
        guard.slot = place(guard.slot);
    }
    instr.finish();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::Program;

    /// Committed kernels, and what the allocation makes of them: slots before and after, registers.
    const KERNELS: &[(&str, &str)] = &[
        ("amr", include_str!("../../kernels/amr.ptx")),
        ("bfs", include_str!("../../kernels/bfs.ptx")),
        ("join", include_str!("../../kernels/join.ptx")),
        ("bht", include_str!("../../kernels/bht.ptx")),
        ("bfs_cooperative", include_str!("../../kernels/bfs_cooperative.ptx")),
        ("matmul", include_str!("../../kernels/matmul.ptx")),
        ("pre", include_str!("../../kernels/pre.ptx")),
        ("regx", include_str!("../../kernels/regx.ptx")),
        ("vector_add", include_str!("../../kernels/vector_add.ptx")),
        ("child", include_str!("samples/child.ptx")),
        ("lat", include_str!("samples/lat.ptx")),
        ("sample matmul", include_str!("samples/matmul.ptx")),
    ];

    fn functions(text: &str) -> impl Iterator<Item = (Function, Function)> {
        let before = Program::parse_unshared("k.ptx", text).unwrap();
        let after = Program::parse("k.ptx", text).unwrap();
        before.functions.into_iter().zip(after.functions)
    }

    /// Slots before the allocation of what the instruction names, and their registers.
    fn renamed(before: &Instr, after: &Instr) -> Vec<(u16, u16)> {
        let reads = before.reads().iter().zip(after.reads());
        let writes = before.writes().iter().zip(after.writes());
        reads.chain(writes).map(|(&from, &to)| (from, to)).collect()
    }

    #[test]
    fn values_needed_at_the_same_place_never_share_a_register() {
        for (name, text) in KERNELS {
            for (before, after) in functions(text) {
                let mut place = vec![u16::MAX; before.num_slots as usize];
                for (from, to) in before.instrs.iter().zip(&after.instrs) {
                    for (slot, register) in renamed(from, to) {
                        let known = &mut place[usize::from(slot)];
                        assert!(
                            *known == u16::MAX || *known == register,
                            "{name}: one place a register"
                        );
                        *known = register;
                    }
                }
                let registers = |slot: u16| {
                    let first = u32::from(place[usize::from(slot)]);
                    let ty = before.slot_types[usize::from(slot)];
                    if ty.bits() == 64 {
                        assert_eq!(first % 2, 0, "{name}: pairs are aligned");
                        vec![first, first + 1]
                    } else {
                        vec![first]
                    }
                };
                let blocks = blocks(&before);
                for (block, out) in blocks.iter().zip(live_out(&before, &blocks)) {
                    let mut live: std::collections::BTreeSet<u16> = members(&out).collect();
                    for instr in before.instrs[block.first..=block.last].iter().rev() {
                        live.extend(instr.writes());
                        let mut taken: Vec<u32> =
                            live.iter().flat_map(|&slot| registers(slot)).collect();
                        taken.sort_unstable();
                        assert!(
                            taken.windows(2).all(|pair| pair[0] != pair[1]),
                            "{name}:{}",
                            instr.line
                        );
                        for slot in instr.writes().iter().filter(|_| instr.guard.is_none()) {
                            live.remove(slot);
                        }
                        live.extend(instr.reads());
                    }
                }
            }
        }
    }

    #[test]
    fn the_frames_of_the_committed_kernels_shrink_to_what_is_needed() {
        let mut found = Vec::new();
        for (name, text) in KERNELS {
            for (before, after) in functions(text) {
                let what = format!("{name} {}", before.name);
                found.push((what, before.num_slots, after.num_slots, after.regs_per_thread));
            }
        }
        let found: Vec<(&str, u32, u32, u32)> =
            found.iter().map(|(name, a, b, c)| (name.as_str(), *a, *b, *c)).collect();
        // Slots before and after, and registers of a thread in steps of eight.
        let expected = [
            ("amr amr_flat", 259, 43, 48),
            ("amr amr_cdp", 294, 49, 56),
            ("amr amr_cdp_child", 285, 49, 56),
            ("amr amr_dtbl", 288, 49, 56),
            ("amr amr_dtbl_child", 279, 49, 56),
            ("amr amr_aggregate_warp", 360, 58, 56),
            ("amr amr_aggregate_warp_child", 386, 91, 88),
            ("amr amr_aggregate_block", 333, 57, 56),
            ("amr amr_aggregate_block_child", 360, 88, 88),
            ("amr amr_aggregate_grid", 280, 45, 48),
            ("amr amr_aggregate_grid_child", 307, 67, 72),
            ("bfs bfs_flat", 75, 20, 24),
            ("bfs bfs_cdp", 117, 31, 32),
            ("bfs bfs_cdp_child", 31, 9, 16),
            ("bfs bfs_dtbl", 111, 29, 32),
            ("bfs bfs_dtbl_child", 31, 9, 16),
            ("bfs bfs_aggregate_warp", 184, 44, 48),
            ("bfs bfs_aggregate_warp_child", 55, 17, 24),
            ("bfs bfs_aggregate_block", 159, 43, 48),
            ("bfs bfs_aggregate_block_child", 55, 17, 24),
            ("bfs bfs_aggregate_grid", 98, 22, 24),
            ("bfs bfs_aggregate_grid_child", 55, 17, 24),
            ("join join_count", 115, 23, 24),
            ("join join_offsets", 79, 36, 40),
            ("join join_flat", 73, 24, 32),
            ("join join_cdp", 115, 33, 40),
            ("join join_cdp_child", 27, 11, 16),
            ("join join_dtbl", 109, 29, 32),
            ("join join_dtbl_child", 27, 11, 16),
            ("join join_aggregate_warp", 182, 46, 48),
            ("join join_aggregate_warp_child", 53, 24, 32),
            ("join join_aggregate_block", 157, 45, 48),
            ("join join_aggregate_block_child", 53, 24, 32),
            ("join join_aggregate_grid", 96, 25, 32),
            ("join join_aggregate_grid_child", 53, 24, 32),
            ("bht bht_flat", 101, 24, 32),
            ("bht bht_cdp", 138, 33, 40),
            ("bht bht_cdp_child", 184, 35, 40),
            ("bht bht_dtbl", 132, 31, 32),
            ("bht bht_dtbl_child", 178, 35, 40),
            ("bht bht_aggregate_warp", 206, 48, 48),
            ("bht bht_aggregate_warp_child", 273, 66, 64),
            ("bht bht_aggregate_block", 179, 47, 48),
            ("bht bht_aggregate_block_child", 248, 64, 64),
            ("bht bht_aggregate_grid", 125, 26, 32),
            ("bht bht_aggregate_grid_child", 193, 37, 40),
            ("bfs_cooperative bfs_cooperative", 187, 22, 24),
            ("matmul matmul", 61, 32, 40),
            ("pre pre_flat", 47, 16, 24),
            ("pre pre_cdp", 88, 27, 32),
            ("pre pre_cdp_child", 29, 11, 16),
            ("pre pre_dtbl", 83, 24, 32),
            ("pre pre_dtbl_child", 29, 11, 16),
            ("pre pre_aggregate_warp", 156, 40, 40),
            ("pre pre_aggregate_warp_child", 57, 20, 24),
            ("pre pre_aggregate_block", 131, 39, 40),
            ("pre pre_aggregate_block_child", 57, 20, 24),
            ("pre pre_aggregate_grid", 70, 18, 24),
            ("pre pre_aggregate_grid_child", 57, 20, 24),
            ("regx regx_flat", 283, 60, 64),
            ("regx regx_cdp", 321, 74, 72),
            ("regx regx_cdp_child", 311, 53, 56),
            ("regx regx_dtbl", 315, 70, 72),
            ("regx regx_dtbl_child", 305, 53, 56),
            ("regx regx_aggregate_warp", 387, 86, 88),
            ("regx regx_aggregate_warp_child", 401, 79, 80),
            ("regx regx_aggregate_block", 362, 81, 80),
            ("regx regx_aggregate_block_child", 376, 74, 72),
            ("regx regx_aggregate_grid", 306, 62, 64),
            ("regx regx_aggregate_grid_child", 321, 54, 56),
            ("vector_add vector_add", 19, 9, 16),
            ("child child", 13, 7, 16),
            ("child parent", 62, 20, 24),
            ("child _Z6helperfi", 8, 6, 8),
            ("child misc", 109, 25, 32),
            ("lat lat", 81, 19, 24),
            ("sample matmul matmul", 90, 25, 32),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_register_freed_longest_ago_is_taken() {
        let mut file = File::default();
        let places: Vec<usize> = [(0, 2), (0, 4), (2, 6), (5, 9), (6, 7)]
            .iter()
            .map(|&range| file.take(&[range], 1))
            .collect();
        assert_eq!(places, [0, 1, 0, 1, 0]);
        assert_eq!(file.take(&[(10, 12)], 1), 0, "free since 7, the other since 9");
    }

    #[test]
    fn a_value_fits_into_the_hole_of_another() {
        let mut file = File::default();
        assert_eq!(file.take(&[(0, 3), (10, 12)], 1), 0);
        assert_eq!(file.take(&[(3, 10)], 1), 0);
        assert_eq!(file.take(&[(4, 11)], 1), 1);
    }

    #[test]
    fn wide_values_take_aligned_pairs() {
        let mut file = File::default();
        assert_eq!(file.take(&[(0, 9)], 1), 0);
        assert_eq!(file.take(&[(1, 9)], 2), 2);
        assert_eq!(file.take(&[(2, 9)], 1), 1, "the free one between");
        assert_eq!(file.registers.len(), 4);
    }
}
