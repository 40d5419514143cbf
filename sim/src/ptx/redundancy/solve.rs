//! The fixed point over the blocks of a function.

use super::super::flow::{blocks, members, Block};
use super::super::program::Function;
use super::alignment::barriers;
use super::branches::{branches, Branch};
use super::classes::{loads, Classes, Found, Why};
use super::reasons::Reasons;
use super::value::{Cause, Value};
use super::{FunctionRedundancy, Redundancy, RedundancyClass, Rules};
use std::collections::BTreeSet;

/// Functions with more states, a register before a block each, are not analysed: every instruction is a vector one.
const MOST_STATES: usize = 1 << 26;

/// Runs the pass.
pub(super) fn solve(function: &Function, rules: &Rules) -> FunctionRedundancy {
    let blocks = blocks(function);
    let registers = function.num_slots as usize;
    if blocks.len().saturating_mul(registers.max(blocks.len())) > MOST_STATES {
        return too_large(function);
    }
    let mut flow = Flow {
        classes: Classes::new(function, rules),
        branches: branches(function, &blocks),
        blocks,
        before: Vec::new(),
        reached: Vec::new(),
        decisions: Vec::new(),
    };
    flow.run(registers);
    flow.report()
}

struct Flow<'a> {
    classes: Classes<'a>,
    blocks: Vec<Block>,
    branches: Vec<Branch>,
    /// The registers before each block.
    before: Vec<Vec<Value>>,
    /// Whether control may come to the block.
    reached: Vec<bool>,
    /// What each branch reads.
    decisions: Vec<Value>,
}

impl Flow<'_> {
    fn run(&mut self, registers: usize) {
        let count = self.blocks.len();
        self.before = vec![vec![Value::EQUAL; registers]; count];
        self.reached = vec![false; count];
        self.decisions = vec![Value::EQUAL; self.branches.len()];
        if count == 0 {
            return;
        }
        self.before[0].fill(Value::UNWRITTEN);
        self.reached[0] = true;
        let mut changed = BTreeSet::from([0]);
        while let Some(index) = changed.pop_first() {
            let (after, last) = self.pass(index);
            if let Some(branch) = self.branch_of(index) {
                self.decisions[branch] = last.operands;
                if let Some(meet) = self.part(branch).filter(|&meet| self.reached[meet]) {
                    changed.insert(meet);
                }
            }
            for &next in self.blocks[index].next.iter().filter(|&&next| next < count) {
                let mut weaker = !std::mem::replace(&mut self.reached[next], true);
                for (known, new) in self.before[next].iter_mut().zip(&after) {
                    weaker |= replace(known, known.meet(*new));
                }
                if weaker {
                    changed.insert(next);
                }
            }
        }
    }

    /// Returns the registers behind a block, and what its last instruction finds.
    fn pass(&self, index: usize) -> (Vec<Value>, Found) {
        let mut registers = self.before[index].clone();
        let Block { first, last, .. } = self.blocks[index];
        for instr in first..last {
            self.classes.step(&mut registers, instr);
        }
        let found = self.classes.step(&mut registers, last);
        (registers, found)
    }

    fn branch_of(&self, block: usize) -> Option<usize> {
        self.branches.binary_search_by_key(&block, |branch| branch.block).ok()
    }

    /// Weakens what warps that a branch parted have written when they meet. Returns the block where they do if anything
    /// changed there.
    fn part(&mut self, branch: usize) -> Option<usize> {
        let Branch { block, meet, written, .. } = &self.branches[branch];
        let meet = (*meet).filter(|_| self.classes.rules.joins)?;
        let cause = Cause::Branch(self.blocks[*block].last as u32);
        let decision = Value { cause, ..self.decisions[branch] };
        let mut weaker = false;
        for slot in members(written) {
            let known = &mut self.before[meet][usize::from(slot)];
            weaker |= replace(known, known.meet(decision));
        }
        weaker.then_some(meet)
    }

    fn report(&self) -> FunctionRedundancy {
        let function = self.classes.function;
        let mut found: Vec<Option<Found>> = vec![None; function.instrs.len()];
        for (index, block) in self.blocks.iter().enumerate().filter(|(at, _)| self.reached[*at]) {
            let mut registers = self.before[index].clone();
            let instrs = block.first..=block.last;
            for (found, instr) in found[instrs.clone()].iter_mut().zip(instrs) {
                *found = Some(self.classes.step(&mut registers, instr));
            }
        }
        let reasons = Reasons { function, found: &found };
        let instrs = found.iter().enumerate().map(|(index, found)| {
            let instr = &function.instrs[index];
            let (class, operands, from_memory) = match found {
                Some(found) => (found.result.class, found.operands.class, found.result.from_memory),
                None => (RedundancyClass::Vector, RedundancyClass::Vector, false),
            };
            // Nothing is to be said of the result of an instruction that has none.
            let from_memory =
                from_memory && !matches!(found, Some(Found { why: Why::NoResult, .. }));
            let (is_load, reason) = (loads(instr), reasons.of(index));
            Redundancy { class, operands, is_load, from_memory, reason }
        });
        let instrs = instrs.collect();
        let apart = self.classes.rules.barriers;
        let decisions: Vec<RedundancyClass> =
            self.decisions.iter().map(|value| value.class).collect();
        let guard = |at: usize| found[at].map_or(RedundancyClass::Vector, |it| it.operands.class);
        let barriers = barriers(function, &self.blocks, &self.branches, &decisions, &guard, apart);
        FunctionRedundancy { instrs, barriers }
    }
}

/// Replaces a value. Returns whether anything but the cause changed.
fn replace(known: &mut Value, new: Value) -> bool {
    let is_weaker = new.class != known.class || new.from_memory != known.from_memory;
    if is_weaker {
        *known = new;
    }
    is_weaker
}

fn too_large(function: &Function) -> FunctionRedundancy {
    let instrs = function.instrs.iter().map(|instr| Redundancy {
        class: RedundancyClass::Vector,
        operands: RedundancyClass::Vector,
        is_load: loads(instr),
        from_memory: false,
        reason: "is in a function that is too large to be analysed".into(),
    });
    FunctionRedundancy { instrs: instrs.collect(), barriers: Vec::new() }
}
