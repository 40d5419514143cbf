//! The rules that could be wrong, each of which a test breaks to see that the check of [`crate::exec`] finds it.

use super::RedundancyClass;
use super::RedundancyClass::Vector;

/// Rules of the pass.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    /// Class of `%tid.y` and `%tid.z`. In a TB with `x * y` a power of two and at most a warp, `%tid.y` would be
    /// redundant too. That is another condition than that of `%tid.x`, and the thesis leaves it out (7.2).
    pub tid_y: RedundancyClass,
    /// Class of `%warpid`.
    pub warp_id: RedundancyClass,
    /// Class of `%clock` and the other counters of time.
    pub clock: RedundancyClass,
    /// Most that a load from the thread's own memory is.
    pub local: RedundancyClass,
    /// Most that a load by a generic address is where threads have memory of their own: the address may lead there.
    pub generic: RedundancyClass,
    /// Most that the result of an atomic is.
    pub atomic: RedundancyClass,
    /// Whether branches weaken what is written until their paths meet.
    pub joins: bool,
    /// Whether a guarded write has the class of the old value too.
    pub old_values: bool,
    /// Whether a guarded write has the class of its guard too.
    pub guards: bool,
    /// Whether barriers on a path of a branch that warps take differently are told apart.
    pub barriers: bool,
}

impl Rules {
    /// The rules of the pass.
    pub const SOUND: Self = Self {
        tid_y: Vector,
        warp_id: Vector,
        clock: Vector,
        local: Vector,
        generic: Vector,
        atomic: Vector,
        joins: true,
        old_values: true,
        guards: true,
        barriers: true,
    };
}
