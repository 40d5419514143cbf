//! Arithmetic rounded to nearest by the host's instructions, in loops that the compiler vectorizes.

use super::format::{DOUBLE, SINGLE};
use super::Form;
use crate::exec::lanes::{bits_of, f32_of, map1, map2, map3};
use crate::exec::warp::Lanes;
use crate::ptx::Op;

/// Replaces any NaN by the canonical one, because hosts differ in the NaN they produce.
#[inline(always)]
fn canonical(value: f32) -> u64 {
    if value.is_nan() {
        SINGLE.nan()
    } else {
        bits_of(value)
    }
}

/// Computes in single precision.
pub(super) fn single(form: Form, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    if form.is_plain() {
        return operate_single(form.op, a, b, c);
    }
    let input = |lanes: &Lanes| map1(lanes, |bits| form.input(bits));
    let result = operate_single(form.op, &input(a), &input(b), &input(c));
    map1(&result, |bits| form.output(bits))
}

fn operate_single(op: Op, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    match op {
        Op::Add => map2(a, b, |a, b| canonical(f32_of(a) + f32_of(b))),
        Op::Sub => map2(a, b, |a, b| canonical(f32_of(a) - f32_of(b))),
        Op::Mul(_) => map2(a, b, |a, b| canonical(f32_of(a) * f32_of(b))),
        Op::Fma => map3(a, b, c, |a, b, c| canonical(f32_of(a).mul_add(f32_of(b), f32_of(c)))),
        Op::Div => map2(a, b, |a, b| canonical(f32_of(a) / f32_of(b))),
        Op::Rcp => map1(a, |a| canonical(1.0 / f32_of(a))),
        Op::Sqrt => map1(a, |a| canonical(f32_of(a).sqrt())),
        _ => *a,
    }
}

/// Computes in double precision, whose only modifier is its rounding.
pub(super) fn double(form: Form, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    let one = |a: &Lanes, f: fn(f64) -> f64| {
        map1(a, |a| {
            let result = f(f64::from_bits(a));
            if result.is_nan() {
                DOUBLE.nan_of(&[a])
            } else {
                result.to_bits()
            }
        })
    };
    match form.op {
        Op::Add => two(a, b, |a, b| a + b),
        Op::Sub => two(a, b, |a, b| a - b),
        Op::Mul(_) => two(a, b, |a, b| a * b),
        Op::Div => two(a, b, |a, b| a / b),
        Op::Fma => map3(a, b, c, |a, b, c| {
            let result = f64::from_bits(a).mul_add(f64::from_bits(b), f64::from_bits(c));
            if result.is_nan() {
                DOUBLE.nan_of(&[a, b, c])
            } else {
                result.to_bits()
            }
        }),
        Op::Rcp => one(a, |a| 1.0 / a),
        Op::Sqrt => one(a, f64::sqrt),
        _ => *a,
    }
}

#[inline(always)]
fn two(a: &Lanes, b: &Lanes, f: impl Fn(f64, f64) -> f64) -> Lanes {
    map2(a, b, |a, b| {
        let result = f(f64::from_bits(a), f64::from_bits(b));
        if result.is_nan() {
            DOUBLE.nan_of(&[a, b])
        } else {
            result.to_bits()
        }
    })
}
