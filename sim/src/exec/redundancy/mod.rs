//! Checks what the pass of DARSIE ([`crate::ptx::FunctionRedundancy`]) claims, by running kernels for their values.
//!
//! In every TB, whenever a warp executes an instruction that is definitely redundant in TBs of that shape, with all its
//! lanes, what it writes is compared with what the first warp wrote that executed the same dynamic instance. Which
//! instances are the same is decided here from the branches that warps take, not by the pass (`history`). Also compared
//! are the ways that warps take at branches on redundant predicates, and the instances at which warps wait together
//! at a barrier that is said to align them.
//!
//! A load is compared by its addresses. Its values are compared too, but may differ if anybody stored anything since the
//! first warp loaded. Then the result is the warp's own, as hardware has to treat it (thesis 7.4), and so is what the warp
//! computes from it; after a branch on such a value the warp is no longer compared. Loads are compared even where lanes
//! are inactive, so that a difference is known wherever it enters.

mod census;
mod history;
mod path;
mod tb;
#[cfg(test)]
mod tests;

pub use census::{RedundancyCounts, TbCensus};
pub(super) use tb::TbCheck;

use super::functional::run_checking;
use super::{Fault, Launch, TbContext};
use crate::mem::GlobalMemory;
use crate::ptx::{FunctionRedundancy, Program, Rules};
use crate::runtime::DeviceRuntime;
use std::fmt;
use std::sync::Arc;

/// Most contradictions that are kept.
const KEPT: usize = 10;

/// Two warps that contradict the pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// Name of the function, which may be one that the kernel calls.
    pub function: String,
    /// Line of the instruction in the PTX text.
    pub line: u32,
    /// Index of the TB.
    pub block: [u32; 3],
    /// Numbers of the warps in the TB.
    pub warps: [u32; 2],
    /// What differs.
    pub what: &'static str,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { function, line, block: [x, y, z], warps: [first, second], what } = self;
        write!(
            f,
            "{function}, line {line}, block ({x}, {y}, {z}): warps {first} and {second} differ in {what}"
        )
    }
}

/// A check of the runs of one program.
pub struct RedundancyCheck {
    rules: Rules,
    /// By function, of those that have run.
    found: Vec<Option<Arc<FunctionRedundancy>>>,
    /// Stores and atomics so far, of all TBs.
    stores: u64,
    /// Comparisons of two warps.
    compared: u64,
    /// Loads that found something else after a store.
    excused: u64,
    contradictions: Vec<Contradiction>,
}

impl RedundancyCheck {
    /// Begins a check of `program`.
    pub fn new(program: &Program) -> Self {
        Self::of(program, Rules::SOUND)
    }

    fn of(program: &Program, rules: Rules) -> Self {
        let found = vec![None; program.functions.len()];
        Self { rules, found, stores: 0, compared: 0, excused: 0, contradictions: Vec::new() }
    }

    /// Runs like [`super::run_functional`], and compares. `program` is that for which the check began.
    pub fn run(
        &mut self,
        program: &Program,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
        launch: Launch,
    ) -> Result<u64, Fault> {
        run_checking(program, memory, runtime, launch, self)
    }

    /// Returns how many times two warps have been compared.
    pub fn compared(&self) -> u64 {
        self.compared
    }

    /// Returns how many loads found something else than another warp's, after a store.
    pub fn excused(&self) -> u64 {
        self.excused
    }

    /// Returns the first contradictions, at most one for an instruction. There are none if the pass is right.
    pub fn contradictions(&self) -> &[Contradiction] {
        &self.contradictions
    }

    fn classes(&mut self, program: &Program, function: u32) -> Arc<FunctionRedundancy> {
        let Self { rules, found, .. } = self;
        let function = function as usize;
        let new = || Arc::new(FunctionRedundancy::with(&program.functions[function], rules));
        found[function].get_or_insert_with(new).clone()
    }

    fn contradict(
        &mut self,
        program: &Program,
        tb: &TbContext,
        (function, pc): (u32, u32),
        warps: [u32; 2],
        what: &'static str,
    ) {
        let function = &program.functions[function as usize];
        let line = function.instrs[pc as usize].line;
        let known = |other: &Contradiction| other.line == line && other.function == function.name;
        if self.contradictions.len() < KEPT && !self.contradictions.iter().any(known) {
            let (function, block) = (function.name.clone(), tb.block_idx);
            self.contradictions.push(Contradiction { function, line, block, warps, what });
        }
    }
}
