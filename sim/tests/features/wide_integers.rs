//! Integers beyond the machine's width, by chains of carries or as the compilers expand them; of the group `integer`.

use super::case::Case;
use super::inputs::{drawn, wide_words};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("integer", name)
}

/// Returns the little-endian words of a number.
fn limbs(value: u128, count: usize) -> impl Iterator<Item = u32> {
    (0..count).map(move |limb| (value >> (32 * limb)) as u32)
}

/// Returns both halves of a 256-bit product, low half first.
fn product(x: u128, y: u128) -> [u128; 2] {
    let low = |value: u128| value & u128::from(u64::MAX);
    let (x0, x1, y0, y1) = (low(x), x >> 64, low(y), y >> 64);
    let middle = ((x0 * y0) >> 64) + low(x0 * y1) + low(x1 * y0);
    [x.wrapping_mul(y), x1 * y1 + ((x0 * y1) >> 64) + ((x1 * y0) >> 64) + (middle >> 64)]
}

#[test]
fn carry_chains_add_subtract_and_multiply_numbers_of_128_bits() {
    let count = 90;
    let pairs = |seed| -> Vec<u128> {
        let (low, high) = (wide_words(seed, count), wide_words(seed + 1, count));
        let pairs = low.iter().zip(high.iter().rev());
        pairs.map(|(low, high)| u128::from(*high) << 64 | u128::from(*low)).collect()
    };
    let (a, b) = (pairs(10), pairs(12));
    let both = || a.iter().zip(&b);
    let flat = |values: &[u128]| -> Vec<u32> { values.iter().flat_map(|v| limbs(*v, 4)).collect() };
    let products: Vec<u32> =
        both().flat_map(|(x, y)| product(*x, *y)).flat_map(|half| limbs(half, 4)).collect();
    let sums: Vec<u32> = both()
        .flat_map(|(x, y)| {
            let (sum, carry) = x.overflowing_add(*y);
            limbs(sum, 4).chain([u32::from(carry)])
        })
        .collect();
    let differences: Vec<u32> = both()
        .flat_map(|(x, y)| {
            let (difference, borrow) = x.overflowing_sub(*y);
            limbs(difference, 4).chain([if borrow { u32::MAX } else { 0 }])
        })
        .collect();
    let chained: Vec<u64> = both()
        .flat_map(|(x, y)| {
            let sum = x.wrapping_add(u128::from(*y as u64));
            [sum as u64, (sum >> 64) as u64]
        })
        .collect();
    case("wide_multiply")
        .shows(&[
            "add.cc.u32",
            "addc.cc.u32",
            "sub.cc",
            "subc.cc",
            "mad.lo.cc",
            "madc.hi.cc",
            "add.cc.u64",
        ])
        .grid(3, 32)
        .input(&flat(&a))
        .input(&flat(&b))
        .scalar(Arg::U32(count as u32))
        .output(&products)
        .output(&sums)
        .output(&differences)
        .output(&chained)
        .check();
}

#[test]
fn integers_of_128_bits_are_what_the_compilers_expand_them_to() {
    let count = 60;
    let (bases, exponents) = (wide_words(14, count), wide_words(15, count));
    let shifts: Vec<u32> = drawn(16, count, |generator| generator.random_range(0..100));
    let prime = (1_u128 << 61) - 1;
    let power = |base: u64, exponent: u64| -> u64 {
        let bits = (0..64).rev().map(|bit| exponent >> bit & 1 == 1);
        let reduced = |value: u128| value % prime;
        bits.fold(1, |power, bit| {
            let square = reduced(power * power);
            if bit {
                reduced(square * (u128::from(base) % prime))
            } else {
                square
            }
        }) as u64
    };
    let mixed = |base: u64, exponent: u64, shift: u32| -> u128 {
        let wide = (u128::from(exponent) << 64 | u128::from(base)).wrapping_add(exponent.into());
        let wide = wide.wrapping_sub(u128::from(base) << shift);
        let shifted = wide as i128 >> shift;
        if shifted < i128::from(base) {
            shifted as u128
        } else {
            wide ^ (shifted as u128).wrapping_mul(3)
        }
    };
    let powers: Vec<u64> = bases.iter().zip(&exponents).map(|(b, e)| power(*b, *e)).collect();
    let mixed: Vec<u64> = (0..count)
        .map(|i| mixed(bases[i], exponents[i], shifts[i]))
        .flat_map(|value| [value as u64, (value >> 64) as u64])
        .collect();
    case("int128")
        .shows(&["mul.hi.u64", "mul.lo.s64"])
        .grid(2, 32)
        .input(&bases)
        .input(&exponents)
        .input(&shifts)
        .scalar(Arg::U32(count as u32))
        .output(&powers)
        .output(&mixed)
        .check();
}

/// Reduces a number of 256 bits, low half first, modulo the prime.
fn reduced(mut value: [u128; 2]) -> [u128; 2] {
    let prime = [u128::MAX - 18, u128::MAX >> 1];
    while (value[1], value[0]) >= (prime[1], prime[0]) {
        let (low, borrow) = value[0].overflowing_sub(prime[0]);
        value = [low, value[1] - prime[1] - u128::from(borrow)];
    }
    value
}

/// Returns the sum of two numbers below 2^255.
fn sum(x: [u128; 2], y: [u128; 2]) -> [u128; 2] {
    let (low, carry) = x[0].overflowing_add(y[0]);
    reduced([low, x[1] + y[1] + u128::from(carry)])
}

#[test]
fn field_elements_multiply_through_chains_of_64_bit_carries() {
    let count = 40;
    let element =
        |words: &[u64]| [0, 2].map(|at| u128::from(words[at + 1]) << 64 | u128::from(words[at]));
    let (mut a, b) =
        (wide_words(32, 4 * count), drawn(33, 4 * count, |generator| generator.random()));
    // The operands are the greatest numbers, above the prime.
    a[4..8].fill(u64::MAX);
    let products = a.chunks(4).zip(b.chunks(4)).flat_map(|(x, y): (&[u64], &[u64])| {
        let (x, y) = (reduced(element(x)), element(y));
        let product = (0..256).rev().fold([0, 0], |product, bit| {
            let double = sum(product, product);
            if y[bit / 128] >> (bit % 128) & 1 == 1 {
                sum(double, x)
            } else {
                double
            }
        });
        [product[0] as u64, (product[0] >> 64) as u64, product[1] as u64, (product[1] >> 64) as u64]
    });
    case("field_multiply")
        .shows(&["mad.lo.cc.u64", "madc.hi.cc.u64", "madc.lo.cc.u64", "addc.u64", "subc.cc.u64"])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output(&products.collect::<Vec<_>>())
        .check();
}
