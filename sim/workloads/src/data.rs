//! Random operands, and the comparison of floats.

use std::fmt::Debug;

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::inputs::below;

/// Returns `count` floats in -1 .. 1; the same seed always gives the same floats.
pub(super) fn random_floats(count: usize, seed: u64) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| (rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0).collect()
}

/// Returns `count` numbers below `most`, which is at least 1; the same seed always gives the same numbers.
pub(super) fn random_below(most: u32, count: usize, seed: u64) -> Vec<u32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| below(most, &mut rng)).collect()
}

/// Returns the bits of `values` as stored in device memory.
pub(super) fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|value| value.to_bits()).collect()
}

/// Compares floats exactly. The error names the first difference, by `name_of` its element.
pub(super) fn compare_floats(
    app: &str,
    actual: &[u32],
    expected: &[f32],
    name_of: impl Fn(usize) -> String,
) -> Result<(), String> {
    compare_values(app, |i| f32::from_bits(actual[i]), expected, name_of)
}

/// Compares each element, as `actual` returns it. The error names the first difference, by `name_of` its element.
pub(super) fn compare_values<T: PartialEq + Debug>(
    app: &str,
    actual: impl Fn(usize) -> T,
    expected: &[T],
    name_of: impl Fn(usize) -> String,
) -> Result<(), String> {
    let mut differences = (0..expected.len()).filter(|&i| actual(i) != expected[i]);
    match differences.next() {
        None => Ok(()),
        Some(first) => Err(format!(
            "{app}: {} is {:?}, the CPU reference says {:?} ({} of {} elements differ)",
            name_of(first),
            actual(first),
            expected[first],
            1 + differences.count(),
            expected.len()
        )),
    }
}
