//! Arithmetic on exact values, rounded once in any direction, which the host's instructions do not offer.

use super::format::{Exact, Format, Value};
use crate::ptx::Round;

/// Computes `a + b`.
pub(super) fn add(format: Format, a: u64, b: u64, round: Round) -> u64 {
    sum(format, format.value(a), format.value(b), round, &[a, b])
}

/// Computes `a * b`.
pub(super) fn mul(format: Format, a: u64, b: u64, round: Round) -> u64 {
    match product(format.value(a), format.value(b)) {
        Value::Nan => format.nan_of(&[a, b]),
        Value::Infinite(negative) => format.infinite(negative),
        Value::Finite(exact) => format.round(exact, round),
    }
}

/// Computes `a * b + c`, rounded once.
pub(super) fn fma(format: Format, [a, b, c]: [u64; 3], round: Round) -> u64 {
    let product = product(format.value(a), format.value(b));
    sum(format, product, format.value(c), round, &[a, b, c])
}

/// Computes `a / b`.
pub(super) fn div(format: Format, a: u64, b: u64, round: Round) -> u64 {
    let negative = format.is_negative(a) != format.is_negative(b);
    match (format.value(a), format.value(b)) {
        (Value::Nan, _) | (_, Value::Nan) | (Value::Infinite(_), Value::Infinite(_)) => {
            format.nan_of(&[a, b])
        }
        (Value::Infinite(_), _) => format.infinite(negative),
        (_, Value::Infinite(_)) => format.zero(negative),
        (Value::Finite(x), Value::Finite(y)) => match (x.significand, y.significand) {
            (0, 0) => format.nan(),
            (0, _) => format.zero(negative),
            (_, 0) => format.infinite(negative),
            (dividend, divisor) => {
                // The dividend is shifted to the top of 128 bits. The divisor has at most 53, so the quotient has
                // at least 75 bits.
                let shift = dividend.leading_zeros();
                let dividend = dividend << shift;
                let exact = Exact {
                    negative,
                    significand: dividend / divisor,
                    exponent: x.exponent - shift as i32 - y.exponent,
                    sticky: dividend % divisor != 0,
                };
                format.round(exact, round)
            }
        },
    }
}

/// Computes the square root of `a`.
pub(super) fn sqrt(format: Format, a: u64, round: Round) -> u64 {
    match format.value(a) {
        Value::Finite(x) if x.significand == 0 => format.zero(x.negative),
        Value::Infinite(false) => format.infinite(false),
        Value::Finite(x) if !x.negative => {
            // The significand gets as many bits as fit, with an even exponent, so the root has at least 63 bits.
            let shift = x.significand.leading_zeros() as i32;
            let shift = shift - (x.exponent - shift).rem_euclid(2);
            let square = x.significand << shift;
            let significand = square.isqrt();
            let exact = Exact {
                negative: false,
                significand,
                exponent: (x.exponent - shift) / 2,
                sticky: significand * significand != square,
            };
            format.round(exact, round)
        }
        _ => format.nan_of(&[a]),
    }
}

fn product(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => Value::Nan,
        (Value::Infinite(x), Value::Infinite(y)) => Value::Infinite(x != y),
        (Value::Infinite(x), Value::Finite(y)) | (Value::Finite(y), Value::Infinite(x)) => {
            if y.significand == 0 {
                Value::Nan
            } else {
                Value::Infinite(x != y.negative)
            }
        }
        (Value::Finite(x), Value::Finite(y)) => Value::Finite(Exact {
            negative: x.negative != y.negative,
            significand: x.significand * y.significand,
            exponent: x.exponent + y.exponent,
            sticky: false,
        }),
    }
}

fn sum(format: Format, a: Value, b: Value, round: Round, operands: &[u64]) -> u64 {
    match (a, b) {
        (Value::Nan, _) | (_, Value::Nan) => format.nan_of(operands),
        (Value::Infinite(x), Value::Infinite(y)) if x != y => format.nan_of(operands),
        (Value::Infinite(negative), _) | (_, Value::Infinite(negative)) => {
            format.infinite(negative)
        }
        (Value::Finite(x), Value::Finite(y)) => format.round(exact_sum(x, y, round), round),
    }
}

/// Adds two values of at most 106 bits without sticky parts. The sum is exact, or sticky with 124 bits.
fn exact_sum(a: Exact, b: Exact, round: Round) -> Exact {
    // A sum of zero is negative if both are, or when rounding down values of different signs.
    let zero = Exact {
        negative: if a.negative == b.negative { a.negative } else { round == Round::Down },
        significand: 0,
        exponent: 0,
        sticky: false,
    };
    match (a.significand, b.significand) {
        (0, 0) => return zero,
        (0, _) => return b,
        (_, 0) => return a,
        _ => {}
    }
    let (a, b) = (aligned(a), aligned(b));
    let (large, small) = match (a.exponent, a.significand) >= (b.exponent, b.significand) {
        true => (a, b),
        false => (b, a),
    };
    // At least 20 low bits are zero, so that a short distance loses nothing.
    let distance = (large.exponent - small.exponent) as u32;
    let shifted = small.significand.checked_shr(distance).unwrap_or(0);
    let sticky = shifted.checked_shl(distance).unwrap_or(0) != small.significand;
    let significand = match large.negative == small.negative {
        true => large.significand + shifted,
        // The part cut off is subtracted as well: one less, and slightly more.
        false => large.significand - shifted - u128::from(sticky),
    };
    if significand == 0 && !sticky {
        return zero;
    }
    Exact { negative: large.negative, significand, exponent: large.exponent, sticky }
}

/// Returns the same value with its leading one at bit 125, which leaves headroom for a carry.
fn aligned(value: Exact) -> Exact {
    let shift = value.significand.leading_zeros() - 2;
    Exact {
        significand: value.significand << shift,
        exponent: value.exponent - shift as i32,
        ..value
    }
}
