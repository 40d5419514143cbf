//! Conversions between types.

use super::float::{Exact, Format, Value};
use super::lanes::{bits_of, extend, f32_of, map1, map2, ones, sign};
use super::warp::Lanes;
use crate::ptx::{Instr, Round, Ty};

/// Rounds a value to an integral one. The result is exact, so every library gives the same.
#[inline(always)]
fn integral(value: f64, round: Round) -> f64 {
    match round {
        Round::Near => value.round_ties_even(),
        Round::Zero => value.trunc(),
        Round::Down => value.floor(),
        Round::Up => value.ceil(),
    }
}

/// Applies `.ftz` to an operand, which concerns single precision only.
#[inline(always)]
fn input(instr: &Instr, bits: u64) -> u64 {
    match (instr.flush, instr.src_ty) {
        (true, Ty::F32) => Format::of(Ty::F32).flush(bits),
        _ => bits,
    }
}

/// Applies the modifiers to a floating-point result.
#[inline(always)]
fn output(instr: &Instr, bits: u64) -> u64 {
    let format = Format::of(instr.ty);
    let bits = if instr.flush && instr.ty == Ty::F32 { format.flush(bits) } else { bits };
    let bits = if instr.relu { format.relu(bits) } else { bits };
    if instr.saturate {
        format.saturate(bits)
    } else {
        bits
    }
}

/// Rounds a float to an integral float of the same type.
pub(super) fn round_integral(instr: &Instr, a: &Lanes) -> Lanes {
    let format = Format::of(instr.ty);
    map1(a, |a| {
        let a = input(instr, a);
        let result = if format.is_nan(a) {
            format.nan_of(&[a])
        } else {
            format.narrow(integral(format.widen(a), instr.round), Round::Zero)
        };
        output(instr, result)
    })
}

/// Computes `cvt`, the result extended to the destination register.
pub(super) fn convert(instr: &Instr, a: &Lanes) -> Lanes {
    let (to, from) = (instr.ty, instr.src_ty);
    match (to.is_float(), from.is_float()) {
        (true, true) => {
            map1(a, |a| output(instr, between_floats(to, from, input(instr, a), instr.round)))
        }
        (true, false) => to_float(instr, a),
        (false, true) => {
            let format = Format::of(from);
            map1(a, |a| {
                let a = input(instr, a);
                let integer = if format.is_nan(a) {
                    not_a_number(to, from)
                } else {
                    clamped(integral(format.widen(a), instr.round), to)
                };
                fit(instr, integer)
            })
        }
        (false, false) => map1(a, |a| {
            let value = extend(a, from.bits(), from.is_signed());
            if !instr.saturate {
                return fit(instr, value);
            }
            let wide = if from.is_signed() { i128::from(value as i64) } else { i128::from(value) };
            fit(instr, saturated(wide, to))
        }),
    }
}

/// Packs two floats into the halves of a word, the first in the upper one.
pub(super) fn convert_pair(instr: &Instr, a: &Lanes, b: &Lanes) -> Lanes {
    let to = instr.ty.element();
    let half = |bits: u64| {
        let result = between_floats(to, Ty::F32, input(instr, bits), instr.round);
        output(instr, result)
    };
    map2(a, b, |a, b| half(a) << 16 | half(b))
}

/// Rounds a single to ten bits of fraction, ties away from zero.
pub(super) fn tensor_float(a: &Lanes) -> Lanes {
    let format = Format::of(Ty::F32);
    map1(a, |a| match format.is_nan(a) {
        true => format.nan(),
        false => ((a & ones(32)) + 0x1000) & !0x1FFF,
    })
}

/// Narrows two integers to the source type, the second lowest, and appends the low bits of a third.
pub(super) fn pack(instr: &Instr, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    let narrow = instr.src_ty;
    let bits = narrow.bits();
    let part = |value: u64| saturated(sign(value, 32).into(), narrow) & ones(bits);
    std::array::from_fn(|lane| {
        let pair = part(a[lane]) << bits | part(b[lane]);
        (pair | if bits == 8 { c[lane] << 16 } else { 0 }) & ones(32)
    })
}

/// Extends an integer to the destination register.
#[inline(always)]
fn fit(instr: &Instr, value: u64) -> u64 {
    extend(value, instr.ty.bits(), instr.ty.is_signed()) & ones(u32::from(instr.dst_bits))
}

/// Converts a float to another format, before the modifiers.
#[inline(always)]
fn between_floats(to: Ty, from: Ty, a: u64, round: Round) -> u64 {
    let (target, source) = (Format::of(to), Format::of(from));
    if source.is_nan(a) {
        // Double precision keeps sign and payload, also of a narrower NaN.
        let wide = source.magnitude(a) << (52 - source.fraction) & ones(52)
            | if source.is_negative(a) { 1 << 63 } else { 0 };
        return target.nan_of(&[wide | 0x7FF << 52]);
    }
    match (to, from) {
        (_, _) if to == from => a,
        (Ty::F64, _) => source.widen(a).to_bits(),
        (Ty::F32, Ty::F64) if round == Round::Near => bits_of(f64::from_bits(a) as f32),
        (Ty::F32, Ty::F16 | Ty::Bf16) => bits_of(source.widen(a) as f32),
        _ => match source.value(a) {
            Value::Nan => target.nan(),
            Value::Infinite(negative) => target.infinite(negative),
            Value::Finite(exact) => target.round(exact, round),
        },
    }
}

fn to_float(instr: &Instr, a: &Lanes) -> Lanes {
    let (to, from) = (instr.ty, instr.src_ty);
    let (bits, signed) = (from.bits(), from.is_signed());
    let near = instr.round == Round::Near && !instr.saturate;
    match (to, signed) {
        // Converts straight to the target, because rounding to f64 first would round 64-bit integers twice.
        (Ty::F32, true) if near => map1(a, |a| bits_of(sign(a, bits) as f32)),
        (Ty::F32, false) if near => map1(a, |a| bits_of((a & ones(bits)) as f32)),
        (Ty::F64, true) if near => map1(a, |a| (sign(a, bits) as f64).to_bits()),
        (Ty::F64, false) if near => map1(a, |a| ((a & ones(bits)) as f64).to_bits()),
        _ => map1(a, |a| {
            let integer = extend(a, bits, signed);
            let negative = signed && (integer as i64) < 0;
            let magnitude = if negative { integer.wrapping_neg() } else { integer };
            let exact =
                Exact { negative, significand: magnitude.into(), exponent: 0, sticky: false };
            output(instr, Format::of(to).round(exact, instr.round))
        }),
    }
}

/// Returns what NaN becomes: zero, or between the widest types the integer with only the top bit set.
fn not_a_number(to: Ty, from: Ty) -> u64 {
    if from == Ty::F64 || to.bits() == 64 {
        1 << (to.bits() - 1)
    } else {
        0
    }
}

/// Clamps an integral value to the range of an integer type.
#[inline(always)]
fn clamped(value: f64, to: Ty) -> u64 {
    let (least, most) = range(to);
    if to.is_signed() {
        (value as i64).clamp(least as i64, most as i64) as u64
    } else {
        (value as u64).min(most)
    }
}

fn saturated(value: i128, to: Ty) -> u64 {
    let (least, most) = range(to);
    let least = if to.is_signed() { i128::from(least as i64) } else { 0 };
    value.clamp(least, i128::from(most)) as u64
}

/// Returns the least (as a two's-complement pattern) and largest value of an integer type.
fn range(ty: Ty) -> (u64, u64) {
    let bits = ty.bits();
    if ty.is_signed() {
        (u64::MAX << (bits - 1), ones(bits) >> 1)
    } else {
        (0, ones(bits))
    }
}

/// Returns the single-precision number that is compared with zero, after `.ftz`.
pub(super) fn selector(instr: &Instr, bits: u64) -> f32 {
    f32_of(input(instr, bits))
}
