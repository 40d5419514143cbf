//! The approximate functions, far within the error that the document allows: computed in double precision
//! by a library of the project's own choice, so that the bits are the same on every machine.

use super::format::{Format, DOUBLE};
use super::Form;
use crate::ptx::{Op, Round, Ty};

/// One lane of an `.approx` operation.
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

/// In double precision there are approximations of the reciprocal and of its square root only. Those with
/// `.ftz` see and give the upper words alone.
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

/// A product with the reciprocal, which is zero for the largest divisors.
fn quotient(x: f64, y: f64) -> f64 {
    // 2^126.
    let limit = 1.0 / f64::from(f32::MIN_POSITIVE);
    if y.abs() > limit && y.is_finite() {
        x * 0.0f64.copysign(y)
    } else {
        x / y
    }
}
