//! How barriers and warp reductions join what the threads bring.

/// What a barrier instruction does besides arriving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarrierKind {
    /// Waits.
    Sync,
    /// Does not wait.
    Arrive,
    /// Waits, and counts the threads whose predicate holds.
    Popc,
    /// Waits; whether the predicate of every thread holds.
    And,
    /// Waits; whether the predicate of any thread holds.
    Or,
}

/// How `redux.sync` joins the lanes' values.
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
