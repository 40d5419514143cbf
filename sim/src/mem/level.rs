//! The levels of memory that serve loads.

/// A level of memory, by its distance from the SMX.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The SMX's own cache: the L1, or the constant cache.
    #[default]
    Cache,
    /// The L2.
    L2,
    /// DRAM.
    Dram,
}
