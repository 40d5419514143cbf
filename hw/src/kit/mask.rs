//! A bit for each SMX, queue or entry.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Words of a mask: enough for the widest pin.
const WORDS: usize = 5;

/// One bit per SMX, hardware work queue or Kernel Distributor entry, bit 0 for the first.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Mask([u32; WORDS]);

impl Mask {
    /// Bits that a mask has.
    pub const BITS: u32 = 32 * WORDS as u32;

    /// No bit.
    pub const NONE: Self = Self([0; WORDS]);

    /// Bit `n` alone; `n` is below [`Mask::BITS`].
    #[inline]
    pub fn bit(n: u32) -> Self {
        let mut words = [0; WORDS];
        words[(n / 32) as usize] = 1 << (n % 32);
        Self(words)
    }

    /// The lowest `count` bits.
    pub fn first(count: u32) -> Self {
        Self::from_words((0..WORDS as u32).map(|word| match count.saturating_sub(32 * word) {
            0 => 0,
            left => u32::MAX >> (32 - left.min(32)),
        }))
    }

    /// The mask of these words, the lowest first; those beyond the last are zero.
    #[inline]
    pub fn from_words(words: impl IntoIterator<Item = u32>) -> Self {
        let mut mask = Self::default();
        mask.0.iter_mut().zip(words).for_each(|(word, value)| *word = value);
        mask
    }

    /// Its words, the lowest first.
    #[inline]
    pub fn words(&self) -> &[u32; WORDS] {
        &self.0
    }

    /// Whether bit `n` is set.
    #[inline]
    pub fn has(&self, n: u32) -> bool {
        self.0[(n / 32) as usize] >> (n % 32) & 1 != 0
    }

    /// Sets bit `n` to `value`.
    #[inline]
    pub fn set(&mut self, n: u32, value: bool) {
        let word = &mut self.0[(n / 32) as usize];
        *word = *word & !(1 << (n % 32)) | u32::from(value) << (n % 32);
    }

    /// Whether any bit is set.
    #[inline]
    pub fn any(&self) -> bool {
        *self != Self::NONE
    }

    /// The lowest bit that is set.
    #[inline]
    pub fn lowest(&self) -> Option<u32> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(32 * word as u32 + self.0[word].trailing_zeros())
    }

    /// The lowest bit set above `n`, else the lowest of all: round robin.
    #[inline]
    pub fn lowest_after(&self, n: u32) -> Option<u32> {
        let mut above = *self;
        let word = (n / 32) as usize;
        above.0[..word].fill(0);
        // The double shift keeps bit 31 defined.
        above.0[word] &= u32::MAX << (n % 32) << 1;
        above.lowest().or_else(|| self.lowest())
    }

    /// How many bits are set.
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The bits that are set, the lowest first.
    pub fn iter(mut self) -> impl Iterator<Item = u32> {
        let mut word = 0;
        std::iter::from_fn(move || {
            while *self.0.get(word)? == 0 {
                word += 1;
            }
            let lowest = self.0[word].trailing_zeros();
            self.0[word] &= self.0[word] - 1;
            Some(32 * word as u32 + lowest)
        })
    }
}

/// The lowest 32 bits.
impl From<u32> for Mask {
    fn from(bits: u32) -> Self {
        Self::from_words([bits])
    }
}

/// Whether the lowest bits are these and all others zero.
impl PartialEq<u32> for Mask {
    #[inline]
    fn eq(&self, bits: &u32) -> bool {
        *self == Self::from(*bits)
    }
}

impl From<u128> for Mask {
    #[inline]
    fn from(bits: u128) -> Self {
        Self::from_words([0, 32, 64, 96].map(|shift| (bits >> shift) as u32))
    }
}

impl FromIterator<u32> for Mask {
    fn from_iter<I: IntoIterator<Item = u32>>(bits: I) -> Self {
        let mut mask = Self::default();
        bits.into_iter().for_each(|n| mask.set(n, true));
        mask
    }
}

impl BitAnd for Mask {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self &= other;
        self
    }
}

impl BitAndAssign for Mask {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
    }
}

impl BitOr for Mask {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for Mask {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }
}

impl Not for Mask {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

/// As a hexadecimal number.
impl fmt::Debug for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
}

impl fmt::LowerHex for Mask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let top = self.0.iter().rposition(|word| *word != 0).unwrap_or(0);
        fmt::LowerHex::fmt(&self.0[top], f)?;
        self.0[..top].iter().rev().try_for_each(|word| write!(f, "{word:08x}"))
    }
}

/// Any mask of `width` bits, for stimuli.
#[cfg(feature = "spec")]
pub fn any_mask(width: u32) -> proptest::strategy::BoxedStrategy<Mask> {
    use proptest::prelude::*;
    match width {
        ..=32 => any::<u32>().prop_map(Mask::from).boxed(),
        _ => {
            let words = any::<[u32; WORDS]>();
            words.prop_map(move |words| Mask::from_words(words) & Mask::first(width)).boxed()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_finds_bits_across_its_words() {
        let mask: Mask = [3, 31, 32, 143].into_iter().collect();
        assert_eq!(mask.iter().collect::<Vec<_>>(), [3, 31, 32, 143]);
        assert_eq!((mask.count(), mask.lowest()), (4, Some(3)));
        let after = [2, 3, 31, 32, 142, 143].map(|n| mask.lowest_after(n));
        assert_eq!(after, [3, 31, 32, 143, 143, 3].map(Some));
        assert_eq!(Mask::NONE.lowest_after(7), None);
    }

    #[test]
    fn the_lowest_bits_of_a_mask_end_anywhere() {
        for count in [0, 1, 31, 32, 33, 64, 144, 160] {
            assert!(Mask::first(count).iter().eq(0..count), "{count}");
        }
        assert_eq!(format!("{:?}", Mask::first(36)), "0xfffffffff");
        assert_eq!(format!("{:?}", Mask::bit(64)), "0x10000000000000000");
        assert_eq!(!Mask::first(32) & Mask::first(33), Mask::bit(32));
    }
}
