//! Computes cheap values where they are read.

use super::super::instr::{Half, Instr, Op, Operand};
use super::code::{Code, Definition};
use std::collections::HashMap;

/// A value that can be computed where it is read.
struct Candidate {
    block: usize,
    instr: Instr,
    /// Whether it is computed anew for each instruction that reads it, not only for the one that does.
    is_cheap: bool,
}

/// Computes cheap values anew for each instruction that reads them, and products and shifts in front of the addition
/// that takes them in. What was computed outside a loop is not moved into it. Returns `None` if there are too many
/// values.
pub(super) fn sink(code: &mut Code) -> Option<()> {
    let definitions = code.definitions();
    let reads = reads(code);
    let mut candidates: HashMap<u16, Candidate> = HashMap::new();
    for (block, instrs) in code.blocks.iter().enumerate() {
        for instr in instrs.iter().filter(|instr| instr.guard.is_none()) {
            let [slot] = *instr.writes() else { continue };
            let is_cheap = is_cheap(instr);
            let is_part = is_product(instr) && reads[usize::from(slot)] == 1;
            if definitions[usize::from(slot)] == Definition::One && (is_cheap || is_part) {
                candidates.insert(slot, Candidate { block, instr: instr.clone(), is_cheap });
            }
        }
    }
    for block in 0..code.blocks.len() {
        let instrs = std::mem::take(&mut code.blocks[block]);
        let length = instrs.len();
        let mut place = Place {
            code,
            definitions: &definitions,
            candidates: &candidates,
            block,
            written: HashMap::new(),
            sunk: Vec::with_capacity(length),
        };
        for (number, instr) in instrs.into_iter().enumerate() {
            let writes = instr.writes().to_vec();
            place.add(instr, 0)?;
            place.written.extend(writes.into_iter().map(|slot| (slot, number)));
        }
        let sunk = place.sunk;
        code.blocks[block] = sunk;
    }
    Some(())
}

/// Longest chain of candidates in front of an instruction.
const MOST_DEPTH: u32 = 4;

/// The block that is written anew.
struct Place<'a> {
    code: &'a mut Code,
    definitions: &'a [Definition],
    candidates: &'a HashMap<u16, Candidate>,
    block: usize,
    /// Number of the last instruction of the block so far that writes a slot.
    written: HashMap<u16, usize>,
    sunk: Vec<Instr>,
}

impl Place<'_> {
    /// Appends an instruction, behind the candidates that it reads.
    fn add(&mut self, mut instr: Instr, depth: u32) -> Option<()> {
        for slot in instr.reads().to_vec() {
            let Some(found) = self.candidates.get(&slot) else { continue };
            let steady = found.instr.reads().iter().all(|read| {
                let several = self.definitions[usize::from(*read)] != Definition::One;
                // The value may be another one since.
                let since = self.written.get(&slot).copied();
                let last = self.written.get(read);
                !several || since.is_some_and(|at| last.is_none_or(|&last| last < at))
            });
            let depths = &self.code.depths;
            let inside = found.is_cheap && depths[self.block] <= depths[found.block];
            let reachable = inside || found.block == self.block;
            if depth == MOST_DEPTH || !reachable || !steady || !takes(&instr, &found.instr, slot) {
                continue;
            }
            let mut copy = found.instr.clone();
            copy.dsts[0] = self.code.new_slot(self.code.function.slot_types[usize::from(slot)])?;
            replace(&mut instr, slot, copy.dsts[0]);
            self.add(copy, depth + 1)?;
        }
        self.sunk.push(instr);
        Some(())
    }
}

/// Returns which values are a part of the next instruction, which is the only one that reads them.
pub(super) fn fused(code: &Code) -> Vec<bool> {
    let reads = reads(code);
    let definitions = code.definitions();
    let mut found = vec![false; reads.len()];
    for block in &code.blocks {
        for pair in block.windows(2) {
            let [slot] = *pair[0].writes() else { continue };
            let only = definitions[usize::from(slot)] == Definition::One
                && reads[usize::from(slot)] == 1
                && pair[0].guard.is_none()
                && pair[1].reads().contains(&slot);
            let is_part = is_cheap(&pair[0]) || is_product(&pair[0]);
            found[usize::from(slot)] = only && is_part && takes(&pair[1], &pair[0], slot);
        }
    }
    found
}

/// Returns how many operands read each slot.
fn reads(code: &Code) -> Vec<u32> {
    let mut reads = vec![0_u32; code.function.slot_types.len()];
    for instr in code.blocks.iter().flatten() {
        instr.reads().iter().for_each(|&slot| reads[usize::from(slot)] += 1);
    }
    reads
}

/// Returns whether an instruction costs as much as the register that keeps its result.
fn is_cheap(instr: &Instr) -> bool {
    let constant = |index: usize| matches!(instr.sources().get(index), Some(Operand::Constant(_)));
    match instr.op {
        Op::Cvt => !instr.ty.is_float() && !instr.src_ty.is_float() && !instr.saturate,
        Op::Mul(Half::Wide) => constant(1),
        Op::Shl => instr.ty.bits() == 64 && constant(1),
        _ => false,
    }
}

/// Returns whether an instruction is a product, or a shift by a constant, that a sum can take in.
fn is_product(instr: &Instr) -> bool {
    let constant = |index: usize| matches!(instr.sources().get(index), Some(Operand::Constant(_)));
    match instr.op {
        Op::Mul(Half::Wide) => true,
        Op::Mul(Half::Lo) => !instr.ty.is_float() && instr.ty.bits() == 32,
        Op::Shl => constant(1),
        _ => false,
    }
}

/// Returns whether an instruction costs no more if it computes its operand `slot` of its own.
fn takes(user: &Instr, found: &Instr, slot: u16) -> bool {
    // A multiply-add or a shifted add.
    let adds = user.op == Op::Add
        && user.ty.bits() == u32::from(found.dst_bits)
        && !user.ty.is_float()
        && !user.saturate
        && user.reads().iter().filter(|&&read| read == slot).count() == 1;
    found.op == Op::Cvt || adds
}

fn replace(user: &mut Instr, from: u16, to: u16) {
    let count = usize::from(user.num_srcs);
    let operands = user.srcs[..count].iter_mut();
    operands
        .filter(|operand| **operand == Operand::Slot(from))
        .for_each(|operand| *operand = Operand::Slot(to));
    user.finish();
}
