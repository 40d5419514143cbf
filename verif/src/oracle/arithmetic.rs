//! The arithmetic of IEEE 754 on bit patterns, over [`super::softfloat`].

use super::softfloat::{pack, to_integer, unpack, Exact, Format, Number, Rounding};
use Number::{Finite, Infinite, Nan};

/// Normalised so that the leading one is bit 125: room for a carry and for the rounding below.
fn normalised(x: Exact) -> Exact {
    let shift = x.mantissa.leading_zeros() as i32 - 2;
    Exact { mantissa: x.mantissa << shift, exponent: x.exponent - shift, ..x }
}

/// Adds two numbers of at most 106 significant bits each. An exact zero is negative only when
/// rounding down, or if both are.
fn sum(a: Exact, b: Exact, rounding: Rounding) -> Exact {
    if a.mantissa == 0 && b.mantissa == 0 {
        let negative =
            if a.negative == b.negative { a.negative } else { rounding == Rounding::Down };
        return Exact { negative, ..a };
    }
    if a.mantissa == 0 {
        return b;
    }
    if b.mantissa == 0 {
        return a;
    }
    let (a, b) = (normalised(a), normalised(b));
    let (large, small) =
        if (a.exponent, a.mantissa) >= (b.exponent, b.mantissa) { (a, b) } else { (b, a) };
    let distance = (large.exponent - small.exponent) as u32;
    let shifted = small.mantissa.checked_shr(distance).unwrap_or(0);
    let lost = shifted.checked_shl(distance).unwrap_or(0) != small.mantissa;
    if large.negative == small.negative {
        return Exact { mantissa: large.mantissa + shifted, more: lost, ..large };
    }
    // The lost bits make the difference smaller: by one unit and a little more than that.
    let mantissa = large.mantissa - shifted - u128::from(lost);
    let negative = if mantissa == 0 { rounding == Rounding::Down } else { large.negative };
    Exact { negative, mantissa, more: lost, ..large }
}

fn product(a: Exact, b: Exact) -> Exact {
    Exact {
        negative: a.negative != b.negative,
        exponent: a.exponent + b.exponent,
        mantissa: a.mantissa * b.mantissa,
        more: false,
    }
}

fn infinity(format: Format, negative: bool) -> u64 {
    format.infinity() | if negative { format.sign() } else { 0 }
}

/// `a + b`.
pub fn add(format: Format, rounding: Rounding, a: u64, b: u64) -> u64 {
    match (unpack(format, a), unpack(format, b)) {
        (Nan, _) | (_, Nan) => format.nan(),
        (Infinite(x), Infinite(y)) if x != y => format.nan(),
        (Infinite(x), _) | (_, Infinite(x)) => infinity(format, x),
        (Finite(x), Finite(y)) => pack(format, sum(x, y, rounding), rounding),
    }
}

/// `a * b`.
pub fn mul(format: Format, rounding: Rounding, a: u64, b: u64) -> u64 {
    match (unpack(format, a), unpack(format, b)) {
        (Nan, _) | (_, Nan) => format.nan(),
        (Infinite(x), Infinite(y)) => infinity(format, x != y),
        (Infinite(x), Finite(y)) | (Finite(y), Infinite(x)) if y.mantissa != 0 => {
            infinity(format, x != y.negative)
        }
        (Infinite(_), _) | (_, Infinite(_)) => format.nan(),
        (Finite(x), Finite(y)) => pack(format, product(x, y), rounding),
    }
}

/// `a * b + c`, rounded once.
pub fn fma(format: Format, rounding: Rounding, a: u64, b: u64, c: u64) -> u64 {
    match (unpack(format, a), unpack(format, b), unpack(format, c)) {
        (Finite(x), Finite(y), Finite(z)) => {
            pack(format, sum(product(x, y), z, rounding), rounding)
        }
        (Finite(_), Finite(_), _) => add(format, rounding, 0, c),
        _ => add(format, rounding, mul(format, rounding, a, b), c),
    }
}

/// `a / b`.
pub fn div(format: Format, rounding: Rounding, a: u64, b: u64) -> u64 {
    match (unpack(format, a), unpack(format, b)) {
        (Nan, _) | (_, Nan) | (Infinite(_), Infinite(_)) => format.nan(),
        (Infinite(x), Finite(y)) => infinity(format, x != y.negative),
        (Finite(x), Infinite(y)) => sign_of(format, x.negative != y),
        (Finite(x), Finite(y)) if y.mantissa == 0 => match x.mantissa {
            0 => format.nan(),
            _ => infinity(format, x.negative != y.negative),
        },
        (Finite(x), Finite(y)) if x.mantissa == 0 => sign_of(format, x.negative != y.negative),
        (Finite(x), Finite(y)) => {
            let x = normalised(x);
            let quotient = Exact {
                negative: x.negative != y.negative,
                exponent: x.exponent - y.exponent,
                mantissa: x.mantissa / y.mantissa,
                more: !x.mantissa.is_multiple_of(y.mantissa),
            };
            pack(format, quotient, rounding)
        }
    }
}

fn sign_of(format: Format, negative: bool) -> u64 {
    if negative {
        format.sign()
    } else {
        0
    }
}

/// The square root of `a`; that of negative zero is negative zero.
pub fn sqrt(format: Format, rounding: Rounding, a: u64) -> u64 {
    match unpack(format, a) {
        Nan | Infinite(true) => format.nan(),
        Infinite(false) => a,
        Finite(x) if x.mantissa == 0 => a,
        Finite(x) if x.negative => format.nan(),
        Finite(x) => {
            let mut x = normalised(x);
            if x.exponent % 2 != 0 {
                (x.mantissa, x.exponent) = (x.mantissa << 1, x.exponent - 1);
            }
            let root = x.mantissa.isqrt();
            let more = root * root != x.mantissa;
            let exact = Exact { exponent: x.exponent / 2, mantissa: root, more, ..x };
            pack(format, exact, rounding)
        }
    }
}

/// Rounds to an integer of the same format, keeping the sign of a zero.
pub fn round_to_integral(format: Format, rounding: Rounding, a: u64) -> u64 {
    match unpack(format, a) {
        Nan => format.nan(),
        Infinite(_) => a,
        Finite(x) if x.exponent >= 0 => a,
        Finite(x) => {
            let mantissa = to_integer(x, rounding).unsigned_abs();
            let exact = Exact { negative: x.negative, exponent: 0, mantissa, more: false };
            pack(format, exact, rounding)
        }
    }
}

/// Converts from one format into another.
pub fn convert(from: Format, to: Format, rounding: Rounding, a: u64) -> u64 {
    match unpack(from, a) {
        Nan => to.nan(),
        Infinite(negative) => infinity(to, negative),
        Finite(x) => pack(to, x, rounding),
    }
}
