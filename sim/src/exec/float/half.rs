//! Half precision in both formats. It is computed in double precision, which is wide enough that rounding twice
//! equals rounding once.

use super::format::Format;
use super::Form;
use crate::ptx::{Op, Round};

/// Computes one lane of an operation on `.f16` or `.bf16`.
pub(super) fn lane(form: Form, a: u64, b: u64, c: u64) -> u64 {
    let format = Format::of(form.ty);
    let of = |bits: u64| format.widen(form.input(bits));
    let (a, b, c) = (of(a), of(b), of(c));
    let wide = match form.op {
        Op::Add => a + b,
        Op::Sub => a - b,
        Op::Mul(_) => a * b,
        Op::Fma => odd_sum(a * b, c),
        _ => a,
    };
    let result = if wide.is_nan() { format.nan() } else { format.narrow(wide, Round::Near) };
    form.output(result)
}

/// Returns `a + b` rounded to odd: an inexact sum never looks like a tie of the narrower format.
fn odd_sum(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // The part that rounding removed, computed exactly.
    let part = sum - a;
    let error = (a - (sum - part)) + (b - part);
    if error == 0.0 || !sum.is_finite() || sum.to_bits() & 1 == 1 {
        return sum;
    }
    let outwards = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if outwards { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}
