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

#[cfg(test)]
mod tests {
    use super::*;

    fn filling(text: &str) -> Filling {
        #[derive(Deserialize)]
        struct Only {
            filling: Filling,
        }
        toml::from_str::<Only>(&format!("filling = {text}")).unwrap().filling
    }

    #[test]
    fn every_filling_has_as_many_bytes_as_its_words() {
        for (text, words) in [
            ("{ zeros = 40 }", 10),
            ("{ mix = { words = 9, seed = 3 } }", 9),
            ("{ floats = { words = 9, seed = 3 } }", 9),
            ("{ doubles = { words = 9, seed = 3 } }", 18),
            ("{ count = { words = 9 } }", 9),
            ("\"shuffle\"", 1 << 16),
        ] {
            let filling = filling(text);
            assert_eq!(filling.words().len(), words, "{text}");
            assert_eq!(filling.bytes(), 4 * words as u64, "{text}");
        }
    }

    #[test]
    fn numbers_are_counted_and_hashes_are_cut_as_is_asked() {
        let words = |text: &str| filling(text).words();
        assert_eq!(words("{ count = { words = 4 } }"), [0, 1, 2, 3]);
        assert_eq!(
            words("{ count = { words = 4, times = 5, plus = 2, modulo = 9 } }"),
            [2, 7, 3, 8]
        );
        let floats = words("{ count = { words = 2, plus = 1, float = true } }");
        assert_eq!(floats, [1.0_f32, 2.0].map(f32::to_bits));
        let plain = words("{ mix = { words = 8, seed = 7 } }");
        // Computed apart: 7 hashed, and 2654435761 + 7.
        assert_eq!(plain[..2], [hashed(7), hashed(2_654_435_768)]);
        let cut = |x: &u32| ((x >> 4) % 10) | 1;
        let asked = words("{ mix = { words = 8, seed = 7, shift = 4, modulo = 10, odd = true } }");
        assert_eq!(asked, plain.iter().map(cut).collect::<Vec<_>>());
        let unit = words("{ floats = { words = 100, seed = 7 } }");
        assert!(unit.iter().all(|&bits| (1.0..2.0).contains(&f32::from_bits(bits))));
    }

    /// The hash by its steps in 64 bits.
    fn hashed(number: u64) -> u32 {
        let word = |x: u64| x % (1 << 32);
        let mut x = word(number);
        x = word((x ^ (x / (1 << 15))) * 0x2C1B_3C6D);
        x = word((x ^ (x / (1 << 12))) * 0x297A_2D39);
        (x ^ (x / (1 << 15))) as u32
    }

    #[test]
    fn a_shuffle_has_every_number_once() {
        let mut words = filling("\"shuffle\"").words();
        // Computed apart.
        assert_eq!([1, 2, 3, 0xFFFF].map(|index| words[index]), [44766, 59233, 52438, 61241]);
        words.sort_unstable();
        assert!(words.into_iter().eq(0..1 << 16));
    }
}
