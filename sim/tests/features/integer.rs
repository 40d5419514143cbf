//! Integer arithmetic: divisions, saturation, dot products, comparisons.

use super::case::Case;
use super::inputs::{drawn, wide_words, words};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("integer", name)
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
    // The weights are large, so that sums do saturate.
    let weights: Vec<i32> = drawn(21, taps, |generator| generator.random());
    let high = |a: i32, b: i32| (i64::from(a) * i64::from(b)) >> 32;
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

/// Divides in the kernel's type. -1 is not used as a divisor; 3 is used instead.
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
fn quantised_convolutions_take_four_products_per_step() {
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
fn euclids_algorithm_ends_with_the_same_divisor_in_every_type() {
    let count = 60;
    let (a, mut b) = (wide_words(34, count), wide_words(35, count));
    b.rotate_left(5);
    let gcd = |mut a: i128, mut b: i128| -> i128 {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a.abs()
    };
    let both = || a.iter().copied().zip(b.iter().copied());
    let divisors = both().flat_map(|(x, y)| {
        let half = |x: i128, y: i128| gcd(x >> 1, y >> 1) as u64;
        [
            gcd(x.into(), y.into()) as u64,
            half((x as i64).into(), (y as i64).into()),
            gcd((x as u32).into(), (y as u32).into()) as u64,
            half((x as i32).into(), (y as i32).into()),
            gcd((x as u16).into(), (y as u16).into()) as u64,
            half((x as i16).into(), (y as i16).into()),
        ]
    });
    // Dates are counted from 1 January 1970, one year at a time and then one month at a time.
    let dates = a.iter().flat_map(|x| {
        let mut days = (x % 4_000_000) as i32 - 2_000_000;
        let leap = |year: i32| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = |year: i32| if leap(year) { 366 } else { 365 };
        let mut year = 1970;
        while days < 0 {
            year -= 1;
            days += length(year);
        }
        while days >= length(year) {
            days -= length(year);
            year += 1;
        }
        let months = [31, if leap(year) { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut month = 0;
        while days >= months[month] {
            days -= months[month];
            month += 1;
        }
        [year, month as i32 + 1, days + 1]
    });
    case("gcd")
        .shows(&["rem.u64", "rem.s64", "rem.u32", "rem.s32", "rem.u16"])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output(&divisors.collect::<Vec<_>>())
        .output(&dates.collect::<Vec<_>>())
        .check();
}
