//! What is known of a register at a point.

use super::RedundancyClass;

/// Where a class below [`RedundancyClass::Definite`] comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// The class is not below.
    None,
    /// The register has not been written on some path.
    Unwritten,
    /// What this instruction does.
    Instr(u32),
    /// This branch: warps that it parted have written the register or not.
    Branch(u32),
}

/// The class of a register's value, with what is said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub class: RedundancyClass,
    pub from_memory: bool,
    pub cause: Cause,
}

impl Value {
    /// The same in all warps.
    pub const EQUAL: Self =
        Self { class: RedundancyClass::Definite, from_memory: false, cause: Cause::None };
    /// Never written.
    pub const UNWRITTEN: Self =
        Self { class: RedundancyClass::Vector, from_memory: false, cause: Cause::Unwritten };

    /// Returns the weaker of two values; its cause is that of the first to be so weak.
    pub fn meet(self, other: Self) -> Self {
        let weaker = if other.class < self.class { other } else { self };
        Self { from_memory: self.from_memory || other.from_memory, ..weaker }
    }

    /// Returns the value with `class` at most.
    pub fn at_most(self, class: RedundancyClass, cause: Cause) -> Self {
        self.meet(Self { class, from_memory: false, cause })
    }
}
