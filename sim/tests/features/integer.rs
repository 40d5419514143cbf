//! Integer arithmetic: widths beyond the machine's, divisions, saturation, dot products, comparisons.
//! What works on single bits and bytes is in `bits`.

use super::case::Case;
use super::inputs::{drawn, wide_words, words};
use heddle_sim::workloads::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("integer", name)
}

/// Little-endian words of a number.
fn limbs(value: u128, count: usize) -> impl Iterator<Item = u32> {
    (0..count).map(move |limb| (value >> (32 * limb)) as u32)
}

/// Both halves of a 256-bit product, low half first.
fn product(x: u128, y: u128) -> [u128; 2] {
    let low = |value: u128| value & u128::from(u64::MAX);
    let (x0, x1, y0, y1) = (low(x), x >> 64, low(y), y >> 64);
    let middle = (x0 * y0 >> 64) + low(x0 * y1) + low(x1 * y0);
    [x.wrapping_mul(y), x1 * y1 + (x0 * y1 >> 64) + (x1 * y0 >> 64) + (middle >> 64)]
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

#[test]
fn philox_makes_the_same_random_words_as_the_cpu() {
    let (key, first, count) = (0x0123_4567_89ab_cdef_u64, u64::from(u32::MAX) - 40, 100_u32);
    let block = |i: u32| -> [u32; 4] {
        let counter = first + u64::from(i);
        let mut c = [counter as u32, (counter >> 32) as u32, i * i, !i];
        let mut k = [key as u32, (key >> 32) as u32];
        for _ in 0..10 {
            let left = u64::from(c[0]) * 0xd251_1f53;
            let right = u64::from(c[2]) * 0xcd9e_8d57;
            c = [
                (right >> 32) as u32 ^ c[1] ^ k[0],
                right as u32,
                (left >> 32) as u32 ^ c[3] ^ k[1],
                left as u32,
            ];
            k = [k[0].wrapping_add(0x9e37_79b9), k[1].wrapping_add(0xbb67_ae85)];
        }
        c
    };
    case("philox")
        .shows(&["mul.hi.u32", "mul.lo.s32"])
        .grid(2, 64)
        .scalar(Arg::U64(key))
        .scalar(Arg::U64(first))
        .scalar(Arg::U32(count))
        .output(&(0..count).flat_map(block).collect::<Vec<_>>())
        .check();
}

/// Clamps to 32 bits.
fn saturated(value: i64) -> i32 {
    value.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

#[test]
fn a_filter_in_q31_saturates_instead_of_wrapping() {
    let (count, taps) = (100, 7);
    let signed = |words: Vec<u32>| words.into_iter().map(|word| word as i32).collect::<Vec<_>>();
    let signal = signed(words(20, count + taps));
    // Large weights, so that sums do saturate.
    let weights: Vec<i32> = drawn(21, taps, |generator| generator.random());
    let high = |a: i32, b: i32| i64::from(a) * i64::from(b) >> 32;
    let low24 = |value: i32| i64::from(value << 8 >> 8);
    let mut outputs: [Vec<i32>; 4] = Default::default();
    let mut distances = Vec::new();
    for i in 0..count {
        let (mut sum, mut fused, mut difference, mut distance) =
            (0_i64, 0_i64, i64::from(signal[i]), 0_u32);
        for (tap, weight) in weights.iter().enumerate() {
            let (sample, other) = (signal[i + tap], signal[tap]);
            let product = high(sample, *weight);
            sum = saturated(sum + i64::from(saturated(2 * product))).into();
            fused = saturated(fused + product).into();
            difference = saturated(difference - i64::from(sample)).into();
            distance += (sample >> 8).abs_diff(other >> 8);
            distance += (sample as u32 >> 9).abs_diff(other as u32 >> 9);
        }
        let unsigned = (signal[i] as u32 & 0xff_ffff).wrapping_mul(i as u32);
        let coordinate = (low24(signal[i]) * low24(signal[0])) as i32;
        let values =
            [sum as i32, fused as i32, difference as i32, coordinate.wrapping_add(unsigned as i32)];
        outputs.iter_mut().zip(values).for_each(|(output, value)| output.push(value));
        distances.push(distance);
    }
    let [filtered, fused, differences, coordinates] = outputs;
    case("fixed_point")
        .shows(&[
            "mul.hi.s32",
            "add.sat.s32",
            "sub.sat.s32",
            "mad.hi.sat.s32",
            "sad.s32",
            "sad.u32",
            "mul24.lo.s32",
        ])
        .grid(4, 32)
        .input(&signal)
        .input(&weights)
        .scalar(Arg::U32(taps as u32))
        .scalar(Arg::U32(count as u32))
        .output(&filtered)
        .output(&fused)
        .output(&differences)
        .output(&distances)
        .output(&coordinates)
        .check();
}

#[test]
fn division_by_newtons_iteration_gives_the_exact_quotient() {
    let count = 120;
    let (numerators, mut divisors) = (wide_words(22, count), wide_words(23, count));
    divisors.rotate_left(3);
    let quotient = |(n, d): (&u64, &u64)| n.checked_div(*d).unwrap_or(0);
    let quotients: Vec<u64> = numerators.iter().zip(&divisors).map(quotient).collect();
    case("newton_division")
        .shows(&["mul.hi.u64", "clz.b64"])
        .grid(4, 32)
        .input(&numerators)
        .input(&divisors)
        .scalar(Arg::U32(count as u32))
        .output(&quotients)
        .check();
}

/// Quotient and remainder in the type the kernel divides in; -1 is no divisor, 3 is.
macro_rules! divided {
    ($a:expr, $b:expr, $($ty:ty),*) => {{
        let (mut quotient, mut rest) = (0_u64, 0_u64);
        $(
            let (x, mut y) = ($a as $ty, ($b | 1) as $ty);
            if y == (0 as $ty).wrapping_sub(1) {
                y = 3;
            }
            quotient = quotient.wrapping_add((x / y) as u64);
            rest ^= (x % y) as u64;
        )*
        (quotient, rest)
    }};
}

#[test]
fn quotients_and_remainders_are_right_in_every_integer_type() {
    let count = 80;
    let (numerators, divisors) = (wide_words(24, count), wide_words(25, count));
    let both = numerators.iter().zip(divisors.iter().rev());
    let (quotients, rests): (Vec<u64>, Vec<u64>) =
        both.map(|(a, b)| divided!(*a, *b, u64, i64, u32, i32, u16, i16, i8)).unzip();
    let digits: String = numerators.iter().map(|number| format!("{number:020}")).collect();
    let divisors: Vec<u64> = divisors.into_iter().rev().collect();
    case("long_division")
        .shows(&["div.u64", "div.s64", "div.u32", "div.u16"])
        .grid(3, 32)
        .input(&numerators)
        .input(&divisors)
        .scalar(Arg::U32(count as u32))
        .output(&quotients)
        .output(&rests)
        .output(digits.as_bytes())
        .check();
}

#[test]
fn quantised_convolutions_take_four_products_a_step() {
    let (count, taps) = (90, 9);
    let pixels = words(26, count + taps);
    let weights: Vec<u32> = drawn(27, taps, |generator| generator.random());
    let dot = |signed: [bool; 2], i: usize| -> i32 {
        let value =
            |byte: u8, signed: bool| if signed { i32::from(byte as i8) } else { i32::from(byte) };
        let four = |(pixel, weight): (&u32, &u32)| -> i32 {
            let pairs = pixel.to_le_bytes().into_iter().zip(weight.to_le_bytes());
            pairs.map(|(pixel, weight)| value(pixel, signed[0]) * value(weight, signed[1])).sum()
        };
        pixels[i..].iter().zip(&weights).map(four).sum()
    };
    let halves = |i: usize| -> i32 {
        let four = |(pixel, weight): (&u32, &u32)| -> i32 {
            let weights = [i32::from(*weight as i16), i32::from((*weight >> 16) as i16)];
            let pixels = pixel.to_le_bytes().into_iter().map(|byte| i32::from(byte as i8));
            pixels.zip(weights.into_iter().cycle()).map(|(pixel, weight)| pixel * weight).sum()
        };
        pixels[i..].iter().zip(&weights).map(four).sum()
    };
    let each = |value: &dyn Fn(usize) -> i32| (0..count).map(value).collect::<Vec<_>>();
    case("dp4a_convolution")
        .shows(&[
            "dp4a.u32.s32",
            "dp4a.s32.s32",
            "dp4a.u32.u32",
            "dp2a.lo.s32.s32",
            "dp2a.hi.s32.s32",
        ])
        .grid(3, 32)
        .input(&pixels)
        .input(&weights)
        .scalar(Arg::U32(taps as u32))
        .scalar(Arg::U32(count as u32))
        .output(&each(&|i| dot([false, true], i)))
        .output(&each(&|i| dot([true, true], i)))
        .output(&each(&|i| dot([false, false], i)))
        .output(&each(&halves))
        .check();
}

#[test]
fn comparisons_of_every_kind_combine_with_predicates_and_select() {
    let count = 100;
    let numbers: Vec<i32> = words(28, count + 2).into_iter().map(|word| word as i32).collect();
    let mut wide = wide_words(29, count + 1);
    // The least signed number has no absolute value.
    wide.iter_mut().filter(|word| **word == 1 << 63).for_each(|word| *word += 1);
    let (mut medians, mut tests, mut chosen) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..count {
        let [a, b, c] = [numbers[i], numbers[i + 1], numbers[i + 2]];
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        medians.push(sorted[1]);
        let (first, second) = (a >= b, a <= c);
        let both = |combine: fn(bool, bool) -> bool| {
            u32::from(combine(second, first)) + 2 * u32::from(combine(!second, first))
        };
        let (x, y) = (a as u32, b as u32);
        let masks = if x > y { 0xff } else { 0 }
            | if x < y && x % 2 == 0 { 0xff00 } else { 0 }
            | if x <= y { 0x10000 } else { 0 };
        tests.extend([both(|x, y| x && y), both(|x, y| x || y), both(|x, y| x != y), masks]);
        tests.extend([if c >= 0 { a } else { b } as u32, u32::from(x & 7 == 0)]);
        let (x, y) = (wide[i], wide[i + 1]);
        let least = (x as i64).min(y as i64);
        chosen.push(if (x > y) != (x as i64 > y as i64) {
            x.max(y)
        } else if a < 0 && b >= 0 {
            least.wrapping_sub(c.into()) as u64
        } else {
            least.wrapping_sub(least.abs()) as u64
        });
    }
    case("comparisons")
        .shows(&[
            "setp.le.and.s32",
            "setp.le.xor.s32",
            "set.hi.u32.u32",
            "set.ls.f32.u32",
            "slct.s32.s32",
            "cnot.b32",
        ])
        .shows(&["min.s32", "max.s32", "max.u64", "min.s64", "abs.s64"])
        .grid(4, 32)
        .input(&numbers)
        .input(&wide)
        .scalar(Arg::U32(count as u32))
        .output(&medians)
        .output(&tests)
        .output(&chosen)
        .check();
}

#[test]
fn integers_of_8_and_16_bits_wrap_where_their_types_do() {
    let count = 128;
    let left: Vec<i16> = words(30, count).into_iter().map(|word| word as i16).collect();
    let right: Vec<i8> = drawn(31, count, |generator| generator.random());
    let companded = |sample: i16| -> u8 {
        let magnitude = u32::from(if sample < 0 { !sample } else { sample } as u16);
        let exponent = magnitude.checked_ilog2().unwrap_or(0).saturating_sub(7);
        let mantissa = magnitude >> if exponent == 0 { 4 } else { exponent + 3 } & 15;
        !(u8::from(sample < 0) << 7 | (exponent << 4 | mantissa) as u8)
    };
    let (mut mixed, mut compressed, mut products) = (Vec::new(), Vec::new(), Vec::new());
    for (i, (&sample, &small)) in left.iter().zip(&right).enumerate() {
        let scaled = i16::from_le_bytes([small as u8; 2]);
        mixed.push((i32::from(sample) + i32::from(scaled) >> 1) as i16);
        let product = i32::from(sample) * i32::from(scaled);
        mixed.push(((product >> 16) as i16).wrapping_sub(sample >> 3));
        compressed.extend([companded(sample), (small as u8).wrapping_add(sample as u8) / 3]);
        let unsigned = u32::from(sample as u16) * u32::from(scaled as u16);
        let mut sorted = [sample as u16, scaled as u16, 0x8000];
        sorted.sort_unstable();
        products.extend([product as u32, unsigned.wrapping_add(i as u32), sorted[1].into()]);
    }
    case("small_integers")
        .shows(&[
            "mul.wide.s16",
            "mad.wide.u16",
            "mul.hi.s16",
            "min.u16",
            "max.u16",
            "ld.global.s8",
        ])
        .grid(4, 32)
        .input(&left)
        .input(&right)
        .scalar(Arg::U32(count as u32))
        .output(&mixed)
        .output(&compressed)
        .output(&products)
        .check();
}

/// A number of 256 bits, low half first, less the prime as often as it fits.
fn reduced(mut value: [u128; 2]) -> [u128; 2] {
    let prime = [u128::MAX - 18, u128::MAX >> 1];
    while (value[1], value[0]) >= (prime[1], prime[0]) {
        let (low, borrow) = value[0].overflowing_sub(prime[0]);
        value = [low, value[1] - prime[1] - u128::from(borrow)];
    }
    value
}

/// The sum of two numbers below 2^255.
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
    // The greatest numbers there are, above the prime.
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
