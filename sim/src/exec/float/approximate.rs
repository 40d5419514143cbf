//! The approximate functions, far within the error that the PTX document allows. They are computed in double
//! precision by a library that the project fixes, so that the bits are the same on every machine.

use super::format::{Format, DOUBLE};
use super::Form;
use crate::ptx::{Op, Round, Ty};

/// Computes one lane of an `.approx` operation.
pub(super) fn lane(form: Form, a: u64, b: u64) -> u64 {
    if form.ty == Ty::F64 {
        return double(form, a);
    }
    let format = Format::of(form.ty);
    let (x, y) = (format.widen(form.input(a)), format.widen(form.input(b)));
    let wide = match form.op {
        Op::Div => quotient(x, y),
        Op::Rcp => 1.0 / x,
        Op::Sqrt => x.sqrt(),
        Op::Rsqrt => 1.0 / x.sqrt(),
        Op::Sin => libm::sin(x),
        Op::Cos => libm::cos(x),
        Op::Ex2 => libm::exp2(x),
        Op::Lg2 => libm::log2(x),
        Op::Tanh => libm::tanh(x),
        _ => x,
    };
    if wide.is_nan() {
        return format.nan();
    }
    form.output(format.narrow(wide, Round::Near))
}

/// Computes the double-precision approximations: the reciprocal and the reciprocal square root only. Those with
/// `.ftz` read and write only the upper words.
fn double(form: Form, a: u64) -> u64 {
    const UPPER: u64 = !0 << 32;
    let seen = if form.flush { DOUBLE.flush(a & UPPER) } else { a };
    let x = f64::from_bits(seen);
    let result = match form.op {
        Op::Rcp => 1.0 / x,
        _ => 1.0 / x.sqrt(),
    };
    match (result.is_nan(), form.flush) {
        (true, true) => DOUBLE.nan(),
        (true, false) => DOUBLE.nan_of(&[a]),
        (false, true) => DOUBLE.flush(result.to_bits() & UPPER),
        (false, false) => result.to_bits(),
    }
}

/// Multiplies by the reciprocal, which is zero for the largest divisors.
fn quotient(x: f64, y: f64) -> f64 {
    // The limit is 2^126.
    let limit = 1.0 / f64::from(f32::MIN_POSITIVE);
    if y.abs() > limit && y.is_finite() {
        x * 0.0f64.copysign(y)
    } else {
        x / y
    }
}
