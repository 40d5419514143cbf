//! Which of the things of a chip, such as its units and pins, have something to be looked at.

/// A mark for each of some things, which are numbered. Going through the marked ones costs nothing for the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks(Vec<u64>);

impl Marks {
    /// Marks for `count` things, all of which are marked.
    pub fn all(count: usize) -> Self {
        let mut marks = Self(vec![0; count.div_ceil(64)]);
        (0..count).for_each(|n| marks.set(n));
        marks
    }

    /// Marks thing `n`.
    #[inline]
    pub fn set(&mut self, n: usize) {
        self.0[n / 64] |= 1 << (n % 64);
    }

    /// Marks those of the things from `n` on whose bit is set.
    #[inline]
    pub fn set_those(&mut self, n: usize, bits: u64) {
        self.0[n / 64] |= bits << (n % 64);
        // The double shift keeps all bits below where the first is the lowest of a word.
        let above = bits >> 1 >> (63 - n % 64);
        if above != 0 {
            self.0[n / 64 + 1] |= above;
        }
    }

    /// Takes the mark from thing `n`.
    #[inline]
    pub fn clear(&mut self, n: usize) {
        self.0[n / 64] &= !(1 << (n % 64));
    }

    /// Takes all marks, and tells `each` the things that had one, in their order.
    #[inline]
    pub fn take_each(&mut self, mut each: impl FnMut(usize)) {
        for (n, word) in self.0.iter_mut().enumerate() {
            let mut bits = std::mem::take(word);
            while bits != 0 {
                each(64 * n + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
        }
    }

    /// The first marked thing from `n` on.
    #[inline]
    pub fn first_from(&self, n: usize) -> Option<usize> {
        let mut word = n / 64;
        let mut bits = self.0.get(word)? & (u64::MAX << (n % 64));
        while bits == 0 {
            word += 1;
            bits = *self.0.get(word)?;
        }
        Some(64 * word + bits.trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_things_are_found_in_their_order_across_words() {
        let mut marks = Marks::all(130);
        (0..130).filter(|n| ![0, 63, 64, 129].contains(n)).for_each(|n| marks.clear(n));
        let after = [0, 1, 63, 64, 65, 129, 130, 192, 500].map(|n| marks.first_from(n));
        let last = Some(129);
        assert_eq!(after, [Some(0), Some(63), Some(63), Some(64), last, last, None, None, None]);
        marks.set(65);
        assert_eq!(marks.first_from(65), Some(65));
        let mut taken = Vec::new();
        marks.take_each(|n| taken.push(n));
        assert_eq!((taken, marks.first_from(0)), (vec![0, 63, 64, 65, 129], None));
        for (n, bits) in [(0, 1), (64, 1 << 63 | 1), (65, 1 << 63), (62, 0b111), (129, 1)] {
            marks.set_those(n, bits);
            let mut taken = Vec::new();
            marks.take_each(|n| taken.push(n));
            let expected: Vec<_> = (0..64).filter(|k| bits >> k & 1 != 0).map(|k| n + k).collect();
            assert_eq!(taken, expected);
        }
    }
}
