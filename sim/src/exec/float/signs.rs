//! Operations that inspect only the bits of a float: magnitude, sign, order and kind.

use super::format::Format;
use super::Form;
use crate::exec::lanes::{map1, map2, mask_of};
use crate::exec::warp::Lanes;
use crate::ptx::{Extreme, Op, Test, Ty};

/// Computes `abs`, `neg`, `copysign`, `min` and `max`.
pub(super) fn lanes(form: Form, a: &Lanes, b: &Lanes) -> Lanes {
    let format = Format::of(form.ty);
    match form.op {
        Op::Abs => map1(a, |a| unary(form, format, a, format.magnitude(a))),
        Op::Neg => map1(a, |a| unary(form, format, a, a ^ format.sign())),
        // The result has the magnitude of b and the sign of a.
        Op::CopySign => map2(a, b, |a, b| format.magnitude(b) | a & format.sign()),
        Op::Min(how) => map2(a, b, |a, b| extreme(form, format, how, a, b, false)),
        Op::Max(how) => map2(a, b, |a, b| extreme(form, format, how, a, b, true)),
        _ => *a,
    }
}

/// Keeps a NaN in double precision, and returns the canonical one elsewhere.
#[inline(always)]
fn unary(form: Form, format: Format, a: u64, result: u64) -> u64 {
    if format.is_nan(a) {
        return if form.ty == Ty::F64 { a } else { format.nan() };
    }
    form.output(result)
}

#[inline(always)]
fn extreme(form: Form, format: Format, how: Extreme, a: u64, b: u64, largest: bool) -> u64 {
    let (mut a, mut b) = (form.input(a), form.input(b));
    let sign = (a ^ b) & format.sign();
    if how.xorsign {
        (a, b) = (format.magnitude(a), format.magnitude(b));
    }
    let result = match (format.is_nan(a), format.is_nan(b)) {
        (true, true) => return format.nan(),
        (true, false) | (false, true) if how.keeps_nan => return format.nan(),
        (true, false) => b,
        (false, true) => a,
        // Minus zero is less than plus zero.
        (false, false) if (order(format, a) < order(format, b)) != largest => a,
        (false, false) => b,
    };
    if how.xorsign {
        format.magnitude(result) | sign
    } else {
        result
    }
}

/// Maps a float to a number with the same order.
#[inline(always)]
fn order(format: Format, bits: u64) -> i64 {
    let magnitude = format.magnitude(bits) as i64;
    if format.is_negative(bits) {
        -1 - magnitude
    } else {
        magnitude
    }
}

/// Returns the lanes whose value is of the kind that `testp` tests.
pub(in crate::exec) fn test(ty: Ty, kind: Test, a: &Lanes) -> u32 {
    let format = Format::of(ty);
    let smallest = 1 << format.fraction;
    mask_of(|lane| {
        let magnitude = format.magnitude(a[lane]);
        match kind {
            Test::Finite => magnitude < format.infinity(),
            Test::Infinite => magnitude == format.infinity(),
            Test::Number => magnitude <= format.infinity(),
            Test::NotANumber => magnitude > format.infinity(),
            // Zeros count as normal numbers.
            Test::Normal => magnitude == 0 || (smallest..format.infinity()).contains(&magnitude),
            Test::Subnormal => (1..smallest).contains(&magnitude),
        }
    })
}
