//! A copy of a function's code as blocks, in which instructions can be added, moved and removed.

use super::super::flow::{blocks, find_reconvergence, leaves};
use super::super::instr::{Instr, Op, Operand, Ty};
use super::super::program::Function;

/// A function as blocks of instructions. Branch targets are numbers of blocks.
#[derive(Clone)]
pub(super) struct Code {
    /// The function without its instructions. Its `slot_types` grow with the slots that are added.
    pub function: Function,
    pub blocks: Vec<Vec<Instr>>,
    /// Number of loops around each block. A loop spans from the target of a backward branch to the branch.
    pub depths: Vec<u32>,
    /// Slots whose value is a part of the instruction behind, which reads it and is the only one. One machine
    /// instruction does both.
    pub is_fused: Vec<bool>,
}

impl Code {
    pub fn new(function: &Function) -> Self {
        let mut function = function.clone();
        let found = blocks(&function);
        let block_at =
            |index: u32| found.partition_point(|block| block.first as u32 <= index) as u32 - 1;
        let mut instrs = std::mem::take(&mut function.instrs);
        instrs
            .iter_mut()
            .filter(|instr| instr.op == Op::Bra)
            .for_each(|instr| instr.target = block_at(instr.target));
        let targets = function.branch_tables.iter_mut().flatten();
        targets.for_each(|target| *target = block_at(*target));
        let mut depths = vec![0; found.len()];
        for (index, block) in found.iter().enumerate() {
            for &next in block.next.iter().filter(|&&next| next <= index) {
                depths[next..=index].iter_mut().for_each(|depth| *depth += 1);
            }
        }
        let mut instrs = instrs.into_iter();
        let blocks = found
            .iter()
            .map(|block| instrs.by_ref().take(block.last + 1 - block.first).collect())
            .collect();
        Self { function, blocks, depths, is_fused: Vec::new() }
    }

    /// Returns the function with the blocks as its instructions.
    pub fn into_function(self) -> Function {
        let Self { mut function, blocks, .. } = self;
        let mut firsts = Vec::with_capacity(blocks.len());
        let mut next = 0;
        for block in &blocks {
            firsts.push(next);
            next += block.len() as u32;
        }
        function.instrs = blocks.into_iter().flatten().collect();
        let branches = function.instrs.iter_mut().filter(|instr| instr.op == Op::Bra);
        branches.for_each(|branch| branch.target = firsts[branch.target as usize]);
        let targets = function.branch_tables.iter_mut().flatten();
        targets.for_each(|target| *target = firsts[*target as usize]);
        function.num_slots = function.slot_types.len() as u32;
        find_reconvergence(&mut function);
        function
    }

    /// Returns the blocks to which control may go from a block.
    pub fn next(&self, block: usize) -> Vec<usize> {
        let last = self.blocks[block].last();
        let mut next = match last {
            Some(instr) if instr.op == Op::Bra => vec![instr.target as usize],
            Some(Instr { op: Op::Brx(table), .. }) => {
                let table = &self.function.branch_tables[usize::from(*table)];
                table.iter().map(|&target| target as usize).collect()
            }
            _ => Vec::new(),
        };
        let ends = last.is_some_and(|instr| leaves(instr.op) && instr.guard.is_none());
        if !ends && block + 1 < self.blocks.len() {
            next.push(block + 1);
        }
        next
    }

    /// Adds a slot. Returns `None` if there are too many.
    pub fn new_slot(&mut self, ty: Ty) -> Option<u16> {
        let slot = u16::try_from(self.function.slot_types.len()).ok()?;
        self.function.slot_types.push(ty);
        Some(slot)
    }

    /// Returns how each slot is written.
    pub fn definitions(&self) -> Vec<Definition> {
        let mut found = vec![Definition::None; self.function.slot_types.len()];
        for instr in self.blocks.iter().flatten() {
            for &slot in instr.writes() {
                let known = &mut found[usize::from(slot)];
                *known = match known {
                    Definition::None if instr.guard.is_none() => Definition::One,
                    _ => Definition::Several,
                };
            }
        }
        found
    }

    /// Returns the value of a constant operand, unless it is an address that is known when the program is loaded.
    pub fn constant(&self, operand: Operand) -> Option<u64> {
        let Operand::Constant(index) = operand else { return None };
        let relocated = self.function.relocations.iter().any(|&(at, ..)| at == index);
        (!relocated).then(|| self.function.constants[usize::from(index)][0])
    }
}

/// Where a slot is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Definition {
    None,
    /// By one instruction, in all active lanes.
    One,
    Several,
}

/// Returns whether an instruction does nothing but write its results.
pub(super) fn is_pure(instr: &Instr) -> bool {
    !matches!(
        instr.op,
        Op::Bra
            | Op::Brx(_)
            | Op::Call(_)
            | Op::Ret
            | Op::Exit
            | Op::Trap
            | Op::Nop
            | Op::Bar(_)
            | Op::Membar
            | Op::St(_)
            | Op::FrameSt
            | Op::Atom(..)
            | Op::CopyAsync(_)
            | Op::Hint
            | Op::WarpBarrier
            | Op::Shfl(_)
            | Op::Vote(_)
            | Op::ActiveMask
            | Op::Match(_)
            | Op::Redux(_)
            | Op::Elect
    )
}
