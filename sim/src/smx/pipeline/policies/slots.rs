//! Sets of warp slots.

/// A set of warp slots, which iterates over them in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarpSlots(u64);

impl WarpSlots {
    /// The slots whose bits are set.
    #[inline]
    pub fn of_mask(mask: u64) -> Self {
        Self(mask)
    }

    /// The set as a mask: bit w is slot w.
    #[inline]
    pub fn mask(self) -> u64 {
        self.0
    }

    /// Whether a slot is among them.
    #[inline]
    pub fn contains(self, w: usize) -> bool {
        w < 64 && self.0 >> w & 1 == 1
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first slot behind `w`, or from the lowest on again; so `w` itself comes last.
    #[inline]
    pub fn next_after(self, w: usize) -> Option<usize> {
        // In two steps: a shift by 64 is none.
        let behind = if w < 64 { self.0 >> w >> 1 << 1 << w } else { 0 };
        Self(if behind == 0 { self.0 } else { behind }).next()
    }
}

impl Iterator for WarpSlots {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let slot = (self.0 != 0).then(|| self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        slot
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_come_in_order_and_in_turn() {
        let slots = WarpSlots::of_mask(1 | 1 << 5 | 1 << 63);
        assert_eq!(slots.collect::<Vec<_>>(), [0, 5, 63]);
        let next = [0, 4, 5, 62, 63, 64].map(|w| slots.next_after(w).unwrap());
        assert_eq!(next, [5, 5, 63, 63, 0, 0]);
        assert_eq!(WarpSlots::of_mask(1 << 7).next_after(7), Some(7), "itself comes last");
        assert_eq!(WarpSlots::default().next_after(3), None);
        assert_eq!([5, 6, 64, 69].map(|w| slots.contains(w)), [true, false, false, false]);
    }
}
