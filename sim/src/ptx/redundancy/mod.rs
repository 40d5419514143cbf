//! The compiler pass of DARSIE (thesis, chapter 4 and 7.2): which instructions do the same work in every warp of a TB.
//!
//! An instruction is *TB-redundant* if any two warps of the TB that execute the same dynamic instance of it with all
//! their lanes read equal vectors, and hence write equal ones. The dynamic instance is the instruction with the branches
//! that are *open*: those whose paths have not met yet, each with the way that the warp took. A loop stays open until it
//! is left, so that its iterations are different instances. Where paths have met, the way by which a warp came no longer
//! counts. What it has left in registers does, and this pass accounts for that; it does not rely on hardware that follows
//! one path of the warps only.
//!
//! The pass works on the registers that are executed, of which one holds several values of the text. So the state is
//! that of each register at each point, weakened step by step until nothing changes:
//!
//! - A result has the weakest class of the operands. A load has that of its address.
//! - A guarded write leaves the old value in some lanes. It also has the classes of the guard and of the old value.
//! - Where paths join, a register has the weakest of its classes on them.
//! - A branch has the class of its predicate. Warps with equal predicates take it in the same way, all the lanes alike,
//!   although it may split each of them. Otherwise they part, and a register that any path from the branch to their meeting
//!   point writes has at most the class of the predicate there.
//! - A register that is read before it is written is a vector.
//!
//! Between a branch that splits warps and the point where its lanes meet, lanes are inactive and no instruction is skipped.
//! What is written there goes to registers of the warp's own: hardware that has renamed such a register to a shared one
//! copies the shared one back first, since the inactive lanes keep its value. Afterwards the warps have equal values in
//! different registers. Reading either is the same, so the class holds for the values, not for where they are.
//!
//! What a load finds depends on what is stored meanwhile. Loads of global and shared memory, and all that is computed from
//! what they found, are therefore redundant only as long as hardware sees to it (thesis 7.4): once a store comes between
//! two warps' executions of a load, the second one's result is its own, and so is what it computes from it.
//! [`Redundancy::from_memory`] marks both.

mod alignment;
mod branches;
mod classes;
mod reasons;
mod rules;
mod solve;
#[cfg(test)]
mod tests;
mod value;

pub(crate) use rules::Rules;

use super::program::Function;
use crate::exec::WARP_SIZE;

/// How redundant an instruction is in a TB, weakest first (thesis 7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RedundancyClass {
    /// Warps may have different vectors.
    Vector,
    /// All warps have the same vector if [`promotes`] says so of the TB's shape.
    Conditional,
    /// All warps have the same vector.
    Definite,
}

impl RedundancyClass {
    /// Returns the class in a launch with TBs of this shape: [`RedundancyClass::Conditional`] becomes one of the others.
    pub fn promoted(self, block: [u32; 3]) -> Self {
        match self {
            Self::Conditional if promotes(block) => Self::Definite,
            Self::Conditional => Self::Vector,
            class => class,
        }
    }

    /// Returns the abbreviation of the thesis (Figure 7.2).
    pub fn short(self) -> &'static str {
        match self {
            Self::Vector => "V",
            Self::Conditional => "CR",
            Self::Definite => "DR",
        }
    }
}

/// Whether `%tid.x` is the same vector in all warps of a TB of this shape: it has several rows, whose length is a power
/// of two and at most a warp (thesis 7.2).
pub fn promotes(block: [u32; 3]) -> bool {
    let [x, y, z] = block;
    let rows = u64::from(y) * u64::from(z);
    rows > 1 && x.is_power_of_two() && x as usize <= WARP_SIZE
}

/// What the pass says of one instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundancy {
    /// Class of the results. An instruction that writes no register is a vector one: every warp executes it.
    pub class: RedundancyClass,
    /// Weakest class of what it reads, the guard included. It tells whether all warps that are together take a branch
    /// alike.
    pub operands: RedundancyClass,
    /// Whether it loads from memory that is written while a kernel runs: global or shared.
    pub is_load: bool,
    /// Whether the results depend on such a load, this one or an earlier one. The class holds unless a store intervened.
    pub from_memory: bool,
    /// Why it has the class, in a few words.
    pub reason: String,
}

/// The classes of a function's instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionRedundancy {
    instrs: Vec<Redundancy>,
    /// Instructions that are barriers, ascending, with the class of [`FunctionRedundancy::aligns`].
    barriers: Vec<(u32, RedundancyClass)>,
}

impl FunctionRedundancy {
    /// Runs the pass on a function. It takes about as long as parsing it.
    pub fn of(function: &Function) -> Self {
        Self::with(function, &Rules::SOUND)
    }

    /// Runs the pass with rules that may be wrong, to see that a check notices.
    pub(crate) fn with(function: &Function, rules: &Rules) -> Self {
        solve::solve(function, rules)
    }

    /// Returns what the pass says, by the index of the instruction in `Function::instrs`.
    pub fn instrs(&self) -> &[Redundancy] {
        &self.instrs
    }

    /// Says whether warps with all their lanes that wait together at this barrier instruction are at the same dynamic
    /// instance: [`RedundancyClass::Definite`] if always, [`RedundancyClass::Conditional`] if the TB's shape promotes, and
    /// [`RedundancyClass::Vector`] if not, or if the instruction is no barrier. Where it holds, warps that took different
    /// paths are together again.
    pub fn aligns(&self, instr: u32) -> RedundancyClass {
        let found = self.barriers.binary_search_by_key(&instr, |(at, _)| *at);
        found.map_or(RedundancyClass::Vector, |at| self.barriers[at].1)
    }
}
