//! Draws inputs from explicit seeds, including the boundary values of each type.

use half::f16;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Creates a generator. The seed appears in the output of a test that fails.
pub fn generator(seed: u64) -> ChaCha8Rng {
    println!("inputs are drawn from seed {seed}");
    ChaCha8Rng::seed_from_u64(seed)
}

/// Returns `count` numbers made by `draw`.
pub fn drawn<T>(seed: u64, count: usize, mut draw: impl FnMut(&mut ChaCha8Rng) -> T) -> Vec<T> {
    let mut generator = generator(seed);
    (0..count).map(|_| draw(&mut generator)).collect()
}

/// Returns words: those at the ends of the ranges first, then random ones of every magnitude.
pub fn words(seed: u64, count: usize) -> Vec<u32> {
    wide_words(seed, count).into_iter().map(|word| (word >> 32) as u32 ^ word as u32).collect()
}

/// Returns 64-bit words: those at the ends of the ranges first, then random ones of every magnitude.
pub fn wide_words(seed: u64, count: usize) -> Vec<u64> {
    let edges = [
        0,
        1,
        u64::MAX,
        1 << 63,
        (1 << 63) - 1,
        1 << 31,
        (1 << 31) - 1,
        u64::from(u32::MAX),
        1 << 32,
    ];
    let mut drawn = drawn(seed, count, |generator| {
        let shift = generator.random_range(0..64);
        generator.random::<u64>() >> shift
    });
    for (word, edge) in drawn.iter_mut().zip(edges) {
        *word = edge;
    }
    drawn
}

/// Returns doubles of all signs and of exponents within `exponents` of 1, evenly spread over the exponents.
pub fn doubles(seed: u64, count: usize, exponents: i32) -> Vec<f64> {
    drawn(seed, count, |generator| {
        let exponent = generator.random_range(-exponents..=exponents);
        let sign = if generator.random() { 1.0 } else { -1.0 };
        libm::ldexp(sign * generator.random_range(1.0..2.0), exponent)
    })
}

/// Returns floats of all signs and of exponents within `exponents` of 1, evenly spread over the exponents.
pub fn floats(seed: u64, count: usize, exponents: i32) -> Vec<f32> {
    doubles(seed, count, exponents).into_iter().map(|value| value as f32).collect()
}

/// Returns halves of all signs and of exponents within `exponents` of 1, evenly spread over the exponents.
pub fn halves(seed: u64, count: usize, exponents: i32) -> Vec<f16> {
    doubles(seed, count, exponents).into_iter().map(f16::from_f64).collect()
}

/// Pairs numbers and values at the edges of the format, each with each.
macro_rules! pairs {
    ($ty:ident, $numbers:expr) => {{
        let mut values = vec![0.0, 1.0, $ty::MAX, $ty::MIN_POSITIVE, $ty::INFINITY, $ty::NAN];
        values.push($ty::MIN_POSITIVE / 3.0);
        values.push($ty::from_bits(1));
        values.extend($numbers);
        values.extend(values.clone().iter().map(|value| -value));
        let pairs = values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b)));
        pairs.unzip::<$ty, $ty, Vec<$ty>, Vec<$ty>>()
    }};
}
pub(crate) use pairs;
