//! One value per warp slot, where a look must be cheap: a scheduler looks at its warps in every cycle.

use std::ops::{Index, IndexMut};

/// Most warp slots of an SMX, as masks of them have 64 bits.
pub(super) const MAX_WARPS: usize = 64;

/// A value for each of [`MAX_WARPS`] slots. The array has a place for every number below it, so that no look needs to
/// compare.
#[derive(Clone, Debug)]
pub(super) struct Slots<T>([T; MAX_WARPS]);

impl<T: Copy> Slots<T> {
    /// The same value in each slot.
    pub fn new(value: T) -> Self {
        Self([value; MAX_WARPS])
    }
}

impl<T> Index<usize> for Slots<T> {
    type Output = T;

    #[inline]
    fn index(&self, w: usize) -> &T {
        debug_assert!(w < MAX_WARPS, "no SMX has a warp slot {w}");
        &self.0[w % MAX_WARPS]
    }
}

impl<T> IndexMut<usize> for Slots<T> {
    #[inline]
    fn index_mut(&mut self, w: usize) -> &mut T {
        debug_assert!(w < MAX_WARPS, "no SMX has a warp slot {w}");
        &mut self.0[w % MAX_WARPS]
    }
}
