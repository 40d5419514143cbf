//! Extremes, comparisons, classes of floating-point numbers, and selections by them; of the group `float`.

use super::case::Case;
use super::inputs::{doubles, floats, halves, pairs};
use half::f16;
use heddle_sim::host::Arg;

fn case(name: &str) -> Case {
    Case::new("float", name)
}

/// Returns the lesser and the greater. A number takes precedence over NaN, and zero is above its negative.
macro_rules! extremes {
    ($x:expr, $y:expr) => {{
        let (x, y) = ($x, $y);
        let least = if x.is_nan() || y < x || y == x && y.is_sign_negative() { y } else { x };
        let greatest = if x.is_nan() || y > x || y == x && y.is_sign_positive() { y } else { x };
        [least, greatest, x.copysign(y), -x.abs()]
    }};
}

#[test]
fn extremes_and_comparisons_order_zeros_and_put_nan_aside() {
    let (a, b) = pairs!(f32, [1.5, 2.5]);
    let both = || a.iter().copied().zip(b.iter().copied());
    let single: Vec<f32> = both().flat_map(|(x, y)| extremes!(x, y)).collect();
    let wide: Vec<f64> = both().flat_map(|(x, y)| extremes!(f64::from(x), f64::from(y))).collect();
    let flags =
        |flags: &[bool]| flags.iter().rev().fold(0_u32, |set, flag| set << 1 | u32::from(*flag));
    let classes: Vec<u32> = a
        .iter()
        .map(|x| {
            let sorts = [x.is_finite(), x.is_infinite(), !x.is_nan(), x.is_nan()];
            flags(&[&sorts[..], &[x.is_normal() || *x == 0.0, x.is_subnormal()]].concat())
        })
        .collect();
    let compared = both().flat_map(|(x, y)| {
        let nan = x.is_nan() || y.is_nan();
        let ordered = [x == y, !nan && x != y, x < y, x <= y, x > y, x >= y];
        let unordered = ordered.map(|holds| holds || nan);
        let single = flags(&[&ordered[..], &unordered, &[!nan, nan]].concat());
        [single, flags(&[x < y, x <= y, x == y, nan || x >= y, nan || x < y, x != y])]
    });
    case("extremes")
        .shows(&[
            "min.f32",
            "max.f64",
            "testp.subnormal.f32",
            "setp.equ.f32",
            "setp.num.f32",
            "abs.f32",
            "neg.f64",
        ])
        .grid(a.len().div_ceil(64) as u32, 64)
        .input(&a)
        .input(&b)
        .scalar(Arg::U32(a.len() as u32))
        .output(&single)
        .output(&wide)
        .output(&classes)
        .output(&compared.collect::<Vec<_>>())
        .check();
}

#[test]
fn pieces_are_selected_by_comparison_and_by_sign() {
    let count = 64;
    let (mut single, mut wide) = (floats(68, count, 3), doubles(69, count, 4));
    single[..4].copy_from_slice(&[0.0, -0.0, 0.5, -0.5]);
    wide[..4].copy_from_slice(&[f64::NAN, f64::INFINITY, 0.5, 4.0]);
    let (mut out, mut wide_out, mut masks) = (vec![], vec![], vec![]);
    for (i, (&x, &y)) in single.iter().zip(&wide).enumerate() {
        let shaped = match x {
            _ if x > 1.0 => 1.0 - 0.25 / x,
            _ if x < -1.0 => 0.5 * x,
            _ => libm::fmaf(x * x, -x, x),
        };
        let step = |edge: f32| if x >= edge { 1.0_f32 } else { 0.0 };
        out.extend([
            shaped,
            if x >= 0.0 { shaped } else { 2.0_f32.copysign(-x) },
            step(0.5) - step(-0.5),
        ]);
        wide_out.push(if (0.0..4.0).contains(&y) { y * y } else { 16.0_f64.copysign(y) });
        wide_out.push(if i >= 20 { y } else { -y });
        let inside = x > -0.5 && x < 0.75;
        masks.push(if y.is_finite() && y != f64::from(x) { u32::MAX } else { 0 });
        masks.push(if inside { 1 } else { 2 });
    }
    case("piecewise")
        .shows(&[
            "copysign.f32",
            "copysign.f64",
            "slct.f32.f32",
            "slct.f64.s32",
            "set.ge.f32.f32",
            "mad.rn.f32",
        ])
        .shows(&["set.neu.and.u32.f64", "testp.finite.f64", "setp.lt.and.f32", "setp.geu.or.f32"])
        .grid(2, 32)
        .input(&single)
        .input(&wide)
        .scalar(Arg::U32(count as u32))
        .output(&out)
        .output(&wide_out)
        .output(&masks)
        .check();
}

#[test]
fn the_least_magnitude_carries_the_product_of_the_signs() {
    let (count, degree) = (50, 6);
    let singles = floats(84, count + degree, 6);
    let pairs = halves(85, 2 * (count + degree), 6);
    let combined = |values: &[f64], greatest: bool| {
        let negative = values.iter().filter(|value| value.is_sign_negative()).count() % 2 == 1;
        let magnitudes = values.iter().map(|value| value.abs());
        let found =
            if greatest { magnitudes.reduce(f64::max) } else { magnitudes.reduce(f64::min) };
        found.map_or(0.0, |found| if negative { -found } else { found })
    };
    let row = |i: usize| singles[i..i + degree].iter().map(|x| f64::from(*x)).collect::<Vec<_>>();
    let narrow = (0..count).flat_map(|i| {
        [0, 1].map(|half| {
            let values: Vec<f64> = (i..i + degree).map(|k| pairs[2 * k + half].into()).collect();
            f16::from_f64(combined(&values, false))
        })
    });
    case("sign_product")
        .shows(&["min.xorsign.abs.f32", "max.NaN.xorsign.abs.f32", "min.xorsign.abs.f16x2"])
        .grid(2, 32)
        .input(&singles)
        .input(&pairs)
        .scalar(Arg::U32(degree as u32))
        .scalar(Arg::U32(count as u32))
        .output(&(0..count).map(|i| combined(&row(i), false) as f32).collect::<Vec<_>>())
        .output(&(0..count).map(|i| combined(&row(i), true) as f32).collect::<Vec<_>>())
        .output(&narrow.collect::<Vec<_>>())
        .check();
}
