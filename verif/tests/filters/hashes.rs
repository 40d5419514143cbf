//! The hashes that are compared. Each gives a line two words, of which each lane takes a half.

use heddle_hw::{reuse_monitor, xor_monitor};

/// A hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hash {
    /// MurmurHash2 with two seeds, which the reuse monitor has.
    Murmur,
    /// Two layers of XOR and of AND, which the XOR monitor has.
    Mix,
    /// XORs of words chosen at random, one for each bit of a line: H3.
    Linear,
    /// Two of Marsaglia's xorshifts, which are linear too and have the fewest gates.
    Shifts,
}

/// All hashes, in the order of their numbers.
pub const HASHES: [Hash; 4] = [Hash::Murmur, Hash::Mix, Hash::Linear, Hash::Shifts];

impl Hash {
    /// As the page has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Murmur => "MurmurHash2",
            Self::Mix => "`xor_monitor`",
            Self::Linear => "H3",
            Self::Shifts => "xorshift",
        }
    }

    /// The two words of a line.
    pub fn of(self, line: u32) -> [u32; 2] {
        match self {
            Self::Murmur => reuse_monitor::model::hashes(line),
            Self::Mix => xor_monitor::model::hashes(line),
            Self::Linear => [0, 1].map(|word| {
                let chosen = (0..32).filter(|bit| line >> bit & 1 != 0);
                chosen.fold(0, |sum, bit| sum ^ ROWS[word][bit as usize])
            }),
            Self::Shifts => [[13, 17, 5], [7, 19, 11]].map(|[left, right, again]| {
                let x = line ^ line << left;
                let x = x ^ x >> right;
                x ^ x << again
            }),
        }
    }
}

/// The words of H3: of SplitMix64 from seed 1 on.
const ROWS: [[u32; 32]; 2] = rows();

const fn rows() -> [[u32; 32]; 2] {
    let mut state: u64 = 1;
    let mut rows = [[0; 32]; 2];
    let mut n = 0;
    while n < 64 {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ state >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        rows[n / 32][n % 32] = ((z ^ z >> 31) >> 16) as u32;
        n += 1;
    }
    rows
}
