//! Which instructions of a program are marked, as the compiler pass says.

use crate::ptx::{promotes, FunctionRedundancy, Op, Program, RedundancyClass};
use std::collections::BTreeSet;

/// What the SMX knows of a marked instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// It loads from memory that is written while a kernel runs.
    pub load: bool,
    /// Its result depends on such a load.
    pub from_memory: bool,
}

/// The marks of all kernels of a program.
#[derive(Debug)]
pub struct Marks {
    /// By function; none of those that are no kernels.
    functions: Vec<Option<FunctionRedundancy>>,
    /// By function: instructions that could be marked at all.
    markable: Vec<Vec<bool>>,
    /// Lines of the text that are marked by hand.
    by_hand: BTreeSet<u32>,
    lines: Vec<Vec<u32>>,
}

impl Marks {
    /// Runs the pass on all kernels. Lines `by_hand` are marked whatever it says of them.
    pub fn new(program: &Program, by_hand: &[u32]) -> Self {
        let functions = program.functions.iter();
        let is_markable = |op| !matches!(op, Op::Call(_) | Op::Bar(_) | Op::Atom(..));
        Self {
            functions: functions
                .clone()
                .map(|function| function.is_entry.then(|| FunctionRedundancy::of(function)))
                .collect(),
            markable: functions
                .clone()
                .map(|function| {
                    let instrs = function.instrs.iter();
                    instrs.map(|i| !i.writes().is_empty() && is_markable(i.op)).collect()
                })
                .collect(),
            by_hand: by_hand.iter().copied().collect(),
            lines: match by_hand.is_empty() {
                true => Vec::new(),
                false => functions.map(|f| f.instrs.iter().map(|i| i.line).collect()).collect(),
            },
        }
    }

    /// The mark of an instruction in a TB whose shape promotes what is conditionally redundant, or does not.
    pub(super) fn of(&self, (function, index): (u32, u32), promoted: bool) -> Option<Mark> {
        let (function, index) = (function as usize, index as usize);
        let found = self.functions.get(function)?.as_ref()?.instrs().get(index)?;
        let by_pass = is_definite(found.class, promoted);
        let by_hand = !by_pass && {
            let line = self.lines.get(function).and_then(|lines| lines.get(index));
            line.is_some_and(|line| self.by_hand.contains(line))
        };
        let mark = Mark { load: found.is_load, from_memory: found.from_memory };
        ((by_pass || by_hand) && self.markable[function][index]).then_some(mark)
    }

    /// Whether an instruction is marked in TBs of this shape.
    pub fn has(&self, at: (u32, u32), block: [u32; 3]) -> bool {
        self.of(at, promotes(block)).is_some()
    }

    /// Whether warps that wait together at this barrier are at the same instance.
    pub(super) fn aligns(&self, (function, index): (u32, u32), promoted: bool) -> bool {
        let found = self.functions.get(function as usize).and_then(Option::as_ref);
        found.is_some_and(|found| is_definite(found.aligns(index), promoted))
    }

    /// Whether anything of a kernel is marked in TBs of this shape.
    pub(super) fn has_any(&self, function: u32, block: [u32; 3]) -> bool {
        let count = self.markable.get(function as usize).map_or(0, Vec::len) as u32;
        (0..count).any(|index| self.has((function, index), block))
    }
}

fn is_definite(class: RedundancyClass, promoted: bool) -> bool {
    match class {
        RedundancyClass::Definite => true,
        RedundancyClass::Conditional => promoted,
        RedundancyClass::Vector => false,
    }
}
