//! Two relations of random keys, uniformly or normally distributed.
//!
//! They represent the synthetic arrays of the published join benchmarks. Only the distributions of those are
//! known, not their numbers of tuples or of different keys. The value of a tuple is its number, as drawn. Both
//! relations have the same distribution.
//!
//! With LEFT and RIGHT tuples and K keys, a left tuple has RIGHT / K matches in the mean if keys are uniform. It
//! has 2.26 RIGHT / K if they are normal, since its own key is likely to be a frequent one. No floating-point
//! number is involved, so the same parameters give the same relations on every machine.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::draw::below;
use super::table::MAX_ROWS;
use super::{Relation, Relations};

/// Standard deviations from one end of the keys to the other.
const DEVIATIONS: i64 = 8;

/// Uniform numbers whose sum approximates a normal one; twelve have a variance of one.
const SUMMANDS: usize = 12;

/// How keys are distributed over 0 .. keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyDistribution {
    /// All keys are equally likely.
    Uniform,
    /// Normal around the middle key. The ends are four standard deviations away, and keys beyond them are drawn
    /// again.
    Gaussian,
}

/// Parameters of two relations, within the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyGenerator {
    distribution: KeyDistribution,
    tuples: [u32; 2],
    keys: u32,
    seed: u64,
}

impl KeyGenerator {
    /// Describes `left` and `right` tuples with at most `keys` different keys. The error says which limit is
    /// broken.
    pub fn new(
        distribution: KeyDistribution,
        left: u32,
        right: u32,
        keys: u32,
        seed: u64,
    ) -> Result<Self, String> {
        for (name, value) in [("left tuples", left), ("right tuples", right), ("keys", keys)] {
            if !(1..=MAX_ROWS as u32).contains(&value) {
                return Err(format!("{name} {value} is not in 1..={MAX_ROWS}"));
            }
        }
        Ok(Self { distribution, tuples: [left, right], keys, seed })
    }

    /// Generates the relations.
    pub fn relations(&self) -> Relations {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let [left, right] = self.tuples.map(|tuples| Relation {
            keys: (0..tuples).map(|_| self.distribution.draw(self.keys, &mut rng)).collect(),
            values: (0..tuples).collect(),
        });
        Relations::new(left, right)
    }
}

impl KeyDistribution {
    /// Draws one of `keys` keys.
    pub(super) fn draw(self, keys: u32, rng: &mut ChaCha8Rng) -> u32 {
        let keys = i64::from(keys);
        match self {
            Self::Uniform => below(keys as u64, rng) as u32,
            Self::Gaussian => loop {
                let sum: i64 = (0..SUMMANDS).map(|_| i64::from(rng.next_u32())).sum();
                // The unit is 2^-32 of a standard deviation.
                let deviation = sum - ((SUMMANDS as i64) << 31);
                // The key is rounded down, so that every key has a range of the same width.
                let key = ((keys << 31) + keys * deviation / DEVIATIONS) >> 32;
                if (0..keys).contains(&key) {
                    break key as u32;
                }
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relations(distribution: KeyDistribution, keys: u32, seed: u64) -> Relations {
        KeyGenerator::new(distribution, 4096, 4096, keys, seed).unwrap().relations()
    }

    /// Counts the tuples of the left relation by key.
    fn histogram(distribution: KeyDistribution, keys: u32) -> Vec<u32> {
        let mut counts = vec![0; keys as usize];
        let left = relations(distribution, keys, 1).left;
        left.keys.iter().for_each(|&key| counts[key as usize] += 1);
        counts
    }

    #[test]
    fn the_same_parameters_give_the_same_relations_and_another_seed_others() {
        for distribution in [KeyDistribution::Uniform, KeyDistribution::Gaussian] {
            assert_eq!(relations(distribution, 100, 1), relations(distribution, 100, 1));
            assert_ne!(relations(distribution, 100, 1), relations(distribution, 100, 2));
        }
    }

    #[test]
    fn the_relations_of_seed_1_are_pinned() {
        let pinned = |distribution| {
            let relations = KeyGenerator::new(distribution, 8, 4, 64, 1).unwrap().relations();
            assert_eq!(relations.left.values, [0, 1, 2, 3, 4, 5, 6, 7]);
            (relations.left.keys, relations.right.keys, relations.right.values)
        };
        let left = vec![25, 5, 38, 14, 18, 45, 29, 9];
        let right = vec![30, 36, 45, 55];
        assert_eq!(pinned(KeyDistribution::Uniform), (left, right, vec![2, 3, 1, 0]));
        let left = vec![33, 29, 35, 21, 18, 24, 36, 35];
        let right = vec![27, 33, 35, 52];
        assert_eq!(pinned(KeyDistribution::Gaussian), (left, right, vec![3, 0, 2, 1]));
    }

    #[test]
    fn uniform_keys_are_all_about_as_frequent() {
        // 256 tuples per key are expected; six standard deviations are 93.
        let counts = histogram(KeyDistribution::Uniform, 16);
        assert!(counts.iter().all(|count| (163..349).contains(count)), "{counts:?}");
    }

    #[test]
    fn gaussian_keys_gather_in_the_middle() {
        // One key spans one standard deviation, so 34.1, 13.6, 2.1 and 0.1 percent of 4096 are expected on each
        // side.
        let counts = histogram(KeyDistribution::Gaussian, 8);
        for (key, expected) in [5, 88, 557, 1398, 1398, 557, 88, 5].into_iter().enumerate() {
            let deviation = 6.0 * f64::from(expected).sqrt();
            assert!(f64::from(counts[key].abs_diff(expected)) < deviation, "{counts:?}");
        }
    }

    #[test]
    fn parameters_beyond_the_limits_are_refused() {
        let error = |left, right, keys| {
            KeyGenerator::new(KeyDistribution::Uniform, left, right, keys, 1).unwrap_err()
        };
        assert_eq!(error(0, 1, 1), "left tuples 0 is not in 1..=67108864");
        assert_eq!(error(1, 67108865, 1), "right tuples 67108865 is not in 1..=67108864");
        assert_eq!(error(1, 1, 0), "keys 0 is not in 1..=67108864");
    }
}
