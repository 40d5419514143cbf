//! The code of CUDA's own headers for half precision and brain floats; of the group `half`.

use super::case::Case;
use super::inputs::{drawn, floats, halves, wide_words};
use super::rounding::narrow;
use super::rounding::Toward::{Down, Up, Zero};
use half::{bf16, f16};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("half", name)
}

#[test]
fn the_header_for_half_precision_has_functions_good_to_the_last_place_or_two() {
    let count = 96;
    let x: Vec<f16> =
        drawn(130, count, |generator| f16::from_f64(generator.random_range(0.1..3.0)));
    let unit = |value: f64| value.clamp(0.0, 1.0);
    let first = f64::from(x[0]);
    let out = x.iter().flat_map(|x| {
        let x = f64::from(*x);
        [
            libm::exp(x),
            libm::exp2(x),
            libm::log(x),
            libm::log2(x),
            x.sqrt(),
            1.0 / x.sqrt(),
            1.0 / x,
            libm::sin(x),
            libm::cos(x),
            unit(x * x - 1.0),
        ]
        .map(f16::from_f64)
    });
    let pairs = x.iter().flat_map(|x| {
        let x = f64::from(*x);
        let greater = |x: f64, y: f64| if x > y { 1.0 } else { 0.0 };
        let products = [unit(x * 0.25), unit(first * 0.25)];
        [
            &[libm::exp2(x), libm::exp2(first)][..],
            &products,
            &[greater(x, first), greater(first, x)],
        ]
        .concat()
        .into_iter()
        .map(f16::from_f64)
        .collect::<Vec<_>>()
    });
    case("half_library")
        .shows(&["ex2.approx.ftz.f32", "fma.rn.sat.f16", "mul.sat.f16x2", "set.gt.f16x2.f16x2"])
        .grid(3, 32)
        .input(&x)
        .scalar(Arg::U32(count as u32))
        .output_within(&out.collect::<Vec<_>>(), &[1, 1, 1, 1, 1, 1, 1, 2, 2, 0])
        .output_within(&pairs.collect::<Vec<_>>(), &[1, 1, 0, 0, 0, 0])
        .check();
}

#[test]
fn halves_and_integers_of_every_width_convert_in_every_rounding() {
    let count = 100;
    let mut halves = halves(131, count, 15);
    halves[..4].copy_from_slice(&[0.5, -1.5, 65_504.0, -65_504.0].map(f16::from_f64));
    let numbers: Vec<i64> = wide_words(132, count).into_iter().map(|word| word as i64).collect();
    let integers = halves.iter().flat_map(|x| {
        let x = f64::from(*x);
        let near = x.round_ties_even();
        [
            i64::from(near as i16),
            i64::from(x.floor() as i16),
            i64::from(x.ceil() as u16),
            x.ceil() as i64,
            i64::from(near as u32),
            x.floor() as i64,
            x.trunc() as u64 as i64,
            i64::from(x.floor() as u32),
            x.trunc() as i64 + x.ceil() as i64 + near as i64 * 4096,
        ]
    });
    let out = numbers.iter().flat_map(|&n| {
        let nearest = |value: f64| f16::from_f64(value);
        [
            nearest(f64::from(n as i16)),
            narrow::from(f64::from(n as u16), Down),
            narrow::from(f64::from(n as i32), Zero),
            narrow::from(f64::from(n as u32), Up),
            nearest(n as f64),
            narrow::from(n as u64 as f64, Zero),
            narrow::from(n as f64, Down),
            narrow::from(f64::from(n as i32 as f32), Up),
            narrow::from(f64::from(n as i16), Up),
        ]
    });
    case("half_integers")
        .shows(&[
            "cvt.rni.s16.f16",
            "cvt.rpi.u16.f16",
            "cvt.rmi.s64.f16",
            "cvt.rzi.u64.f16",
            "cvt.rpi.f16.f16",
        ])
        .shows(&[
            "cvt.rm.f16.u16",
            "cvt.rz.f16.s32",
            "cvt.rp.f16.u32",
            "cvt.rn.f16.s64",
            "cvt.rz.f16.u64",
        ])
        .grid(4, 32)
        .input(&halves)
        .input(&numbers)
        .scalar(Arg::U32(count as u32))
        .output(&integers.collect::<Vec<_>>())
        .output(&out.collect::<Vec<_>>())
        .check();
}

fn brains(seed: u64, count: usize) -> Vec<bf16> {
    floats(seed, count, 8).into_iter().map(bf16::from_f32).collect()
}

#[test]
fn the_header_for_brain_floats_adds_by_fusing_and_compares_by_singles() {
    let count = 64;
    let (a, b) = (brains(133, count), brains(134, count));
    let (mut out, mut pairs, mut whole) = (vec![], vec![], vec![]);
    for (i, (x, y)) in a.iter().zip(&b).enumerate() {
        let (x, y) = (f64::from(*x), f64::from(*y));
        let results =
            [x + y, x - y, x * y, x * y + x, x.max(y), x.min(y), -x.abs(), (x * y + y).max(0.0)];
        out.extend(results.map(bf16::from_f64));
        pairs.extend([x * x + x, y * y + y, x.max(y), x.max(y)].map(bf16::from_f64));
        let ordinal = bf16::from_f64(i as f64 * 77.0 - 3000.0);
        let tests = i32::from(x > y) | i32::from(x <= y) << 1 | 1 << 2;
        whole.extend([x.round_ties_even() as i32, f64::from(ordinal) as i32, tests]);
    }
    case("brain_library")
        .shows(&[
            "fma.rn.bf16",
            "fma.rn.bf16x2",
            "fma.rn.relu.bf16",
            "max.bf16x2",
            "min.bf16",
            "abs.bf16",
        ])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .output(&pairs)
        .output(&whole)
        .check();
}

#[test]
fn brain_floats_add_and_multiply_on_hardware_that_has_them() {
    let count = 64;
    let (a, b) = (brains(135, count), brains(136, count));
    let both = || a.iter().zip(&b).map(|(x, y)| (f64::from(*x), f64::from(*y)));
    let out = both().flat_map(|(x, y)| [x + y, x - y, x * y].map(bf16::from_f64));
    let pairs = both().flat_map(|(x, y)| [x + y, x + y, x * y, x * y].map(bf16::from_f64));
    case("brain_native")
        .shows(&["add.bf16", "sub.bf16", "mul.bf16", "add.bf16x2", "mul.bf16x2"])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        .output(&out.collect::<Vec<_>>())
        .output(&pairs.collect::<Vec<_>>())
        .check();
}

#[test]
fn brain_floats_have_functions_extremes_and_comparisons() {
    let count = 36;
    let (mut a, mut b) = (brains(137, 2 * count), brains(138, 2 * count));
    for x in &mut a {
        // In this range the functions are neither flat nor tiny.
        *x = bf16::from_f32(f32::from(*x).rem_euclid(2.0) + 0.25);
    }
    for (i, y) in b.iter_mut().enumerate() {
        match i % 5 {
            0 => *y = bf16::NAN,
            1 => *y = a[i],
            2 => *y = bf16::from_f32(f32::from(*y) / 64.0),
            _ => {}
        }
    }
    let wide = |x: bf16| f64::from(x);
    let (mut functions, mut exact, mut tests) = (vec![], vec![], vec![]);
    for i in 0..count {
        let pairs = [0, 1].map(|half| (wide(a[2 * i + half]), wide(b[2 * i + half])));
        let each = |operation: fn((f64, f64)) -> f64| pairs.map(operation).map(bf16::from_f64);
        functions.extend([each(|(x, _)| libm::exp2(x)), each(|(x, _)| libm::tanh(x))].concat());
        exact.extend(each(|(_, y)| y.abs()));
        exact.extend(each(|(x, y)| if y.is_nan() { y } else { x.min(y) }));
        // The result has the product of the operands' signs and the greater magnitude; x is a positive number.
        exact.extend(each(|(x, y)| match y.is_nan() {
            true => x.copysign(y),
            false => x.max(y.abs()).copysign(y),
        }));
        exact.extend(each(|(x, y)| if x > y { 1.0 } else { 0.0 }));
        let (x, y) = pairs[0];
        tests.push(if y.is_nan() || x < y { 1_u32 } else { 2 });
    }
    case("brain_functions")
        .shows(&[
            "ex2.approx.ftz.bf16x2",
            "tanh.approx.bf16x2",
            "min.NaN.bf16x2",
            "max.xorsign.abs.bf16x2",
        ])
        .shows(&["set.gt.bf16x2.bf16x2", "setp.ltu.bf16", "setp.num.and.bf16"])
        .grid(2, 32)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(count as u32))
        // The tolerance is a relative error of 2^-7.
        .output_within(&functions, &[2])
        .output(&exact)
        .output(&tests)
        .check();
}
