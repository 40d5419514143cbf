//! How barriers and warp reductions combine the values of the threads.

/// The action of a barrier instruction besides arriving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierKind {
    /// Waits.
    Sync,
    /// Does not wait.
    Arrive,
    /// Waits, and counts the threads whose predicate holds.
    Popc,
    /// Waits, and tests whether the predicate of every thread holds.
    And,
    /// Waits, and tests whether the predicate of any thread holds.
    Or,
}

/// How `redux.sync` combines the lanes' values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum WarpReduction {
    Add,
    Min,
    Max,
    And,
    Or,
    Xor,
}
