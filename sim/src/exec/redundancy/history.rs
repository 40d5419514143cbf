//! Which dynamic instance of an instruction a warp executes.

use crate::ptx::NO_PC;
use std::hash::Hasher;

/// A branch whose paths have not met yet, or a call that has not returned.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// Depth of the call stack.
    depth: usize,
    /// Instruction at which its paths meet, or `NO_PC`.
    meet: u32,
    /// The history where it began.
    before: u64,
}

/// The way that a warp has taken at the branches that are open: an index of its execution, which is the same for two
/// warps at the same instance. Branches with the same meeting point, such as those of the iterations of a loop, are kept
/// as one.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// Hash of the ways taken.
    now: u64,
    open: Vec<Open>,
}

impl History {
    /// Returns the history at an instruction that the warp is about to execute.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Forgets what is not open any more where all lanes are at an instruction.
    pub fn meet(&mut self, depth: usize, pc: u32) {
        let over = |open: &Open| open.depth > depth || open.depth == depth && open.meet == pc;
        while let Some(open) = self.open.pop_if(|open| over(open)) {
            self.now = open.before;
        }
    }

    /// Adds a way that all lanes decide about. It is open until `meet` at this depth of calls.
    pub fn decide(&mut self, depth: usize, meet: u32, way: &[u64]) {
        let same = |open: &Open| open.depth == depth && open.meet == meet;
        if !self.open.last().is_some_and(same) {
            self.open.push(Open { depth, meet, before: self.now });
        }
        self.note(way);
    }

    /// Adds the call of a function, which is open until it returns to this depth.
    pub fn call(&mut self, depth: usize, way: &[u64]) {
        self.open.push(Open { depth: depth + 1, meet: NO_PC, before: self.now });
        self.note(way);
    }

    /// Adds a way that some lanes decide about, while others wait. It is forgotten when all lanes meet.
    pub fn note(&mut self, way: &[u64]) {
        self.now = digest(std::iter::once(self.now).chain(way.iter().copied()));
    }
}

/// Returns a hash of some values.
pub(super) fn digest(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    values.into_iter().for_each(|value| hasher.write_u64(value));
    hasher.finish()
}
