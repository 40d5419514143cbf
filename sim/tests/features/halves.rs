//! Half precision and brain floats; of the group `half`.

use super::case::Case;
use super::inputs::{drawn, floats, halves};
use super::rounding::narrow;
use super::rounding::Toward::{Down, Up, Zero};
use half::{bf16, f16};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("half", name)
}

/// Rounds one operation in half precision: exact in double precision, rounded once.
fn rounded(value: f64) -> f16 {
    f16::from_f64(value)
}

fn wide(value: f16) -> f64 {
    value.into()
}

#[test]
fn native_halves_and_cudas_header_compute_the_same_layer() {
    let count = 100;
    let (x, y, pairs) = (halves(90, count, 6), halves(91, count, 6), halves(92, 2 * count, 6));
    let (mut out, mut pairs_out, mut wides, mut whole) = (vec![], vec![], vec![], vec![]);
    for i in 0..count {
        let (a, b) = (wide(x[i]), wide(y[i]));
        let leaky = if a < 0.0 { a * 0.125 } else { a };
        let results = [a + b, a - b, a * b, a / b, -a, a.max(b), leaky, a * 1.0009765625];
        out.extend(results.map(rounded));
        let first = [wide(pairs[2 * i]), wide(pairs[2 * i + 1])];
        let second = [a, b];
        pairs_out.extend([0, 1].map(|k| rounded(first[k] + second[k])));
        pairs_out.extend([0, 1].map(|k| rounded(wide(rounded(first[k] * second[k])) - first[k])));
        wides.extend([(a * b) as f32, (first[0] - first[1]) as f32]);
        let ordinal = rounded(i as f64 * 1001.0 - 30_000.0);
        let tests = [a == b, a != b, a <= b, a >= b];
        let flags = tests.iter().rev().fold(0, |flags, test| 2 * flags + i32::from(*test));
        whole.extend([a as i32, i32::from(a.max(b) as u16), wide(ordinal) as i32, flags]);
    }
    case("half_arithmetic")
        .shows(&[
            "add.rn.f16",
            "add.f16",
            "mul.rn.f16x2",
            "setp.lt.f16",
            "cvt.rzi.s32.f16",
            "cvt.rn.f16.s32",
        ])
        .grid(4, 32)
        .input(&x)
        .input(&y)
        .input(&pairs)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .output(&pairs_out)
        .output(&wides)
        .output(&whole)
        .check();
}

#[test]
fn an_image_is_rounded_to_halves_in_every_direction() {
    let count = 120;
    let mut values = floats(93, count, 18);
    values[..4].copy_from_slice(&[0.0, -0.0, 65_520.0, -1e-9]);
    let alphas: Vec<f32> = drawn(94, count, |generator| generator.random_range(0.0..1.0));
    let (mut out, mut singles, mut doubles, mut integers) = (vec![], vec![], vec![], vec![]);
    for (i, (x, alpha)) in values.iter().zip(&alphas).enumerate() {
        let value = f64::from(*x);
        let nearest = f16::from_f32(*x);
        out.extend([
            nearest,
            narrow::from(value, Zero),
            narrow::from(value, Down),
            narrow::from(value, Up),
        ]);
        let unit = x * alpha;
        out.push(f16::from_f32(if unit > 0.0 { unit.min(1.0) } else { 0.0 }));
        out.push(f16::from_f64(value * 1.000_488_281_25));
        out.push(f16::from_f64(wide(nearest).round_ties_even()));
        out.push(narrow::from((i * i * 7) as f64 - 40_000.0, Zero));
        singles.push(f32::from(nearest) * alpha);
        doubles.push(wide(narrow::from(value, Zero)));
        integers.push(wide(nearest).round_ties_even() as i32);
    }
    case("half_image")
        .shows(&[
            "cvt.rn.f16.f32",
            "cvt.rz.f16.f32",
            "cvt.rm.f16.f32",
            "cvt.rp.f16.f32",
            "cvt.rn.sat.f16.f32",
        ])
        .shows(&[
            "cvt.f32.f16",
            "cvt.f64.f16",
            "cvt.rn.f16.f64",
            "cvt.rni.f16.f16",
            "cvt.rz.f16.s32",
        ])
        .grid(4, 32)
        .input(&values)
        .input(&alphas)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .output(&singles)
        .output(&doubles)
        .output(&integers)
        .check();
}

#[test]
fn pairs_of_halves_are_fused_multiplied_and_added_with_one_rounding() {
    let (count, length) = (60, 24);
    let (a, b) = (halves(95, 2 * (count + length), 4), halves(96, 2 * length, 4));
    let (mut sums, mut totals, mut mixed) = (vec![], vec![], vec![]);
    for i in 0..count {
        let mut sum = [f16::ZERO; 2];
        for k in 0..length {
            for (half, sum) in sum.iter_mut().enumerate() {
                let product = wide(a[2 * (i + k) + half]) * wide(b[2 * k + half]);
                *sum = rounded(product + wide(*sum));
            }
        }
        sums.extend(sum);
        totals.push(rounded(wide(sum[0]) + wide(sum[1])));
        let each = |operation: &dyn Fn(f64, f64) -> f64| {
            [0, 1].map(|half| rounded(operation(wide(a[2 * i + half]), wide(b[half]))))
        };
        mixed.extend([each(&|x, y| x + y), each(&|x, y| x - y), each(&|x, y| x * y)].concat());
        // The least subnormal is flushed before it is multiplied.
        mixed.extend(each(&|x, _| 0.0_f64.copysign(x)));
        mixed.extend(each(&|x, y| (x + y).clamp(0.0, 1.0)));
        mixed.extend(each(&|x, _| -x));
    }
    case("half_dot")
        .shows(&[
            "fma.rn.f16x2",
            "fma.rn.f16",
            "add.f16x2",
            "sub.rn.f16x2",
            "mul.ftz.f16x2",
            "add.sat.f16x2",
            "neg.f16x2",
        ])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(length as u32))
        .scalar(Arg::U32(count as u32))
        .output(&sums)
        .output(&totals)
        .output(&mixed)
        .check();
}

/// Returns numbers of a few magnitudes, equal ones, zeros of both signs, infinities and NaN, each with each.
fn pairs(seed: u64) -> (Vec<f16>, Vec<f16>) {
    let mut values = halves(seed, 3, 5);
    values.extend([0.0, -0.0, 1.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN].map(f16::from_f32));
    // The number of values is odd, so that a pair's low half meets other values than its high half.
    let pairs = values.iter().flat_map(|a| values.iter().map(move |b| (*a, *b)));
    pairs.chain([(f16::ONE, f16::ONE)]).unzip()
}

#[test]
fn comparisons_of_halves_give_predicates_masks_and_ones() {
    let (a, b) = pairs(97);
    let count = a.len() / 2;
    let (mut tests, mut ones, mut pooled) = (vec![], vec![], vec![]);
    for i in 0..count {
        let [low, high] = [0, 1].map(|half| (wide(a[2 * i + half]), wide(b[2 * i + half])));
        let nan = low.0.is_nan() || low.1.is_nan();
        let flags = [low.0 < low.1, high.0 < high.1, nan || low.0 >= low.1, nan];
        tests.push(flags.iter().rev().fold(0_u32, |set, flag| 2 * set + u32::from(*flag)));
        for (x, y) in [low, high] {
            ones.push(f16::from_f32(if x > y { 1.0 } else { 0.0 }));
            pooled.push(rounded(if x <= y { y } else { x }));
        }
    }
    case("half_compare")
        .shows(&[
            "setp.lt.f16x2",
            "setp.geu.f16",
            "setp.nan.f16",
            "set.gt.f16x2.f16x2",
            "set.le.u32.f16",
        ])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output(&tests)
        .output(&ones)
        .output(&pooled)
        .check();
}

/// Returns the extreme by the comparison; zero is above its negative.
fn extreme(x: f64, y: f64, greatest: bool, keep_nan: bool) -> f64 {
    match (x.is_nan(), y.is_nan()) {
        (false, false) if greatest == (x.total_cmp(&y).is_gt()) => x,
        (false, false) => y,
        _ if keep_nan => f64::NAN,
        (true, _) => y,
        _ => x,
    }
}

#[test]
fn extremes_of_halves_keep_or_pass_over_nan() {
    let (a, b) = pairs(98);
    let count = a.len() / 2;
    let mut singles = floats(99, count + 1, 20);
    singles[..5].copy_from_slice(&[f32::NAN, 1.0, -0.0, 0.0, f32::INFINITY]);
    let mut out = vec![];
    for i in 0..count {
        let [low, high] = [0, 1].map(|half| (wide(a[2 * i + half]), wide(b[2 * i + half])));
        for (greatest, keep_nan) in [(false, false), (true, false), (false, true), (true, true)] {
            out.extend([low, high].map(|(x, y)| rounded(extreme(x, y, greatest, keep_nan))));
        }
        out.extend([rounded(extreme(low.0, low.1, false, false)), f16::ZERO]);
        out.extend([low, high].map(|(x, y)| {
            let value = x * y + 1.0;
            rounded(if value < 0.0 { 0.0 } else { value })
        }));
        out.extend([low, high].map(|(x, _)| rounded(x.abs())));
        out.extend([f16::from_f32(singles[i + 1]), f16::from_f32(singles[i])]);
    }
    let least = |pair: &[f32]| extreme(pair[0].into(), pair[1].into(), false, true) as f32;
    let least: Vec<f32> = singles.windows(2).map(least).collect();
    case("half_extremes")
        .shows(&[
            "min.f16x2",
            "max.f16x2",
            "min.NaN.f16x2",
            "min.f16",
            "fma.rn.relu.f16x2",
            "abs.f16x2",
        ])
        .shows(&["min.NaN.f32", "cvt.rn.f16x2.f32"])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .input(&singles)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .output(&least)
        .check();
}

#[test]
fn brain_floats_are_rounded_packed_and_fused() {
    let count = 64;
    let (a, b) = (floats(100, count, 8), floats(101, count, 8));
    let fused =
        |x: bf16, y: bf16, z: bf16| bf16::from_f64(f64::from(x) * f64::from(y) + f64::from(z));
    let (mut rounded, mut pairs, mut products) = (vec![], vec![], vec![]);
    for (x, y) in a.iter().zip(&b) {
        let (near_x, near_y) = (bf16::from_f32(*x), bf16::from_f32(*y));
        let cut = bf16::from_bits((x.to_bits() >> 16) as u16);
        rounded.extend([near_x, cut, bf16::from_f32(x.max(0.0)), fused(near_x, near_y, bf16::ONE)]);
        let greatest = if near_x > near_y { near_x } else { near_y };
        pairs.extend([
            near_y,
            near_x,
            fused(near_y, near_x, near_y),
            fused(near_x, near_y, near_x),
        ]);
        pairs.extend([greatest, greatest, -near_y, -near_x]);
        products.push(f32::from(near_x) * f32::from(near_y));
    }
    case("bfloat16")
        .shows(&["cvt.rn.bf16.f32", "cvt.rz.bf16.f32", "cvt.rn.relu.bf16.f32", "cvt.rn.bf16x2.f32"])
        .shows(&["fma.rn.bf16", "fma.rn.bf16x2", "max.bf16x2", "neg.bf16x2"])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output(&rounded)
        .output(&pairs)
        .output(&products)
        .check();
}

#[test]
fn activation_functions_are_as_good_as_documented() {
    let count = 64;
    let halves: Vec<f16> =
        drawn(102, count, |generator| f16::from_f64(generator.random_range(0.6..3.0)));
    let singles: Vec<f32> = drawn(103, count, |generator| generator.random_range(-3.0..3.0));
    let tangent = |x: &f16| rounded(libm::tanh(wide(*x)));
    let out = halves
        .iter()
        .flat_map(|x| [rounded(libm::exp2(wide(*x))), tangent(x), tangent(&halves[0]), tangent(x)]);
    let single_out: Vec<f32> = singles.iter().map(|x| libm::tanh(f64::from(*x)) as f32).collect();
    case("half_functions")
        .shows(&["ex2.approx.f16", "tanh.approx.f16", "tanh.approx.f16x2", "tanh.approx.f32"])
        .grid(2, 32)
        .input(&halves)
        .input(&singles)
        .scalar(Arg::U32(count as u32))
        .output_within(&out.collect::<Vec<_>>(), &[2])
        // The tolerance is a relative error of 2^-11.
        .output_within(&single_out, &[1 << 13])
        .check();
}
