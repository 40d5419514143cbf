//! What a buffer of a case holds. All arithmetic is on 32 bits and wraps.

use serde::Deserialize;

/// Bytes of a word.
const WORD: u64 = 4;

/// The contents of a buffer.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Filling {
    /// Zeros, of this number of bytes.
    Zeros(u64),
    /// A hash of each word's index.
    Mix(Mix),
    /// Such hashes as floats in [1, 2).
    Floats(Mix),
    /// The same in double precision.
    Doubles(Mix),
    /// Numbers made of each word's index.
    Count(Numbers),
    /// A permutation of the numbers below 65,536.
    Shuffle,
}

/// Hashes of indices.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mix {
    /// How many.
    words: u32,
    seed: u32,
    /// Bits by which each is shifted right.
    #[serde(default)]
    shift: u32,
    /// Then only the remainder by this is left.
    modulo: Option<u32>,
    /// Then the lowest bit is set.
    #[serde(default)]
    odd: bool,
}

/// `(index * times + plus) % modulo`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// How many.
    words: u32,
    #[serde(default = "one")]
    times: u32,
    #[serde(default)]
    plus: u32,
    modulo: Option<u32>,
    /// They are floats.
    #[serde(default)]
    float: bool,
}

fn one() -> u32 {
    1
}

impl Mix {
    fn of(&self, index: u32) -> u32 {
        let mut x = index.wrapping_mul(2_654_435_761).wrapping_add(self.seed);
        x = (x ^ x >> 15).wrapping_mul(0x2C1B_3C6D);
        x = (x ^ x >> 12).wrapping_mul(0x297A_2D39);
        x = (x ^ x >> 15) >> self.shift;
        self.modulo.map_or(x, |modulo| x % modulo) | u32::from(self.odd)
    }

    fn words(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.words).map(|index| self.of(index))
    }

    /// Exact: 24 bits after the point.
    fn floats(&self) -> impl Iterator<Item = f32> + '_ {
        self.words().map(|word| 1.0 + (word >> 8) as f32 * (-24f32).exp2())
    }
}

impl Numbers {
    fn of(&self, index: u32) -> u32 {
        let number = index.wrapping_mul(self.times).wrapping_add(self.plus);
        let number = self.modulo.map_or(number, |modulo| number % modulo);
        if self.float {
            (number as f32).to_bits()
        } else {
            number
        }
    }
}

fn shuffled(index: u32) -> u32 {
    let x = index.wrapping_mul(40_503) & 0xFFFF;
    let x = (x ^ x >> 7).wrapping_mul(30_011) & 0xFFFF;
    x ^ x >> 9
}

impl Filling {
    /// The buffer's size.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Zeros(bytes) => *bytes,
            Self::Mix(mix) | Self::Floats(mix) => WORD * u64::from(mix.words),
            Self::Doubles(mix) => 2 * WORD * u64::from(mix.words),
            Self::Count(numbers) => WORD * u64::from(numbers.words),
            Self::Shuffle => WORD << 16,
        }
    }

    /// Its words, in order.
    pub fn words(&self) -> Vec<u32> {
        match self {
            Self::Zeros(bytes) => vec![0; (bytes / WORD) as usize],
            Self::Mix(mix) => mix.words().collect(),
            Self::Floats(mix) => mix.floats().map(f32::to_bits).collect(),
            Self::Doubles(mix) => {
                let bits = mix.floats().map(|float| f64::from(float).to_bits());
                bits.flat_map(|bits| [bits as u32, (bits >> 32) as u32]).collect()
            }
            Self::Count(numbers) => (0..numbers.words).map(|index| numbers.of(index)).collect(),
            Self::Shuffle => (0..1 << 16).map(shuffled).collect(),
        }
    }
}
