//! Conversions between types.

use super::lanes::{bits_of, extend, f32_of, map1, ones, saturated};
use super::warp::Lanes;
use crate::ptx::{Instr, Round, Ty};

fn rounded(value: f64, round: Round) -> f64 {
    match round {
        Round::Near => value.round_ties_even(),
        Round::Zero => value.trunc(),
        Round::Down => value.floor(),
        Round::Up => value.ceil(),
    }
}

fn to_f64(bits: u64, ty: Ty) -> f64 {
    if ty == Ty::F32 {
        f64::from(f32_of(bits))
    } else {
        f64::from_bits(bits)
    }
}

fn from_f64(value: f64, ty: Ty) -> u64 {
    if ty == Ty::F32 {
        bits_of(value as f32)
    } else {
        value.to_bits()
    }
}

/// A float rounded to an integral float.
pub(super) fn round_integral(instr: &Instr, round: Round, a: &Lanes) -> Lanes {
    map1(a, |a| from_f64(rounded(to_f64(a, instr.src_ty), round), instr.ty))
}

/// `cvt`, the result extended to the destination register.
pub(super) fn convert(instr: &Instr, round: Round, a: &Lanes) -> Lanes {
    let (to, from) = (instr.ty, instr.src_ty);
    let (bits, signed) = (to.bits(), to.is_signed());
    let fit = |value: u64| extend(value, bits, signed) & ones(u32::from(instr.dst_bits));
    let (from_bits, from_signed) = (from.bits(), from.is_signed());
    match (to.is_float(), from.is_float()) {
        (true, true) => map1(a, |a| {
            let value = from_f64(to_f64(a, from), to);
            match (instr.saturate, to) {
                (false, _) => value,
                (true, Ty::F32) => bits_of(saturated(f32_of(value).into()) as f32),
                (true, _) => saturated(f64::from_bits(value)).to_bits(),
            }
        }),
        (true, false) => map1(a, |a| {
            let integer = extend(a, from_bits, from_signed);
            // Straight to the target: going through f64 would round 64-bit integers twice.
            match (to, from_signed) {
                (Ty::F32, true) => bits_of(integer as i64 as f32),
                (Ty::F32, false) => bits_of(integer as f32),
                (_, true) => (integer as i64 as f64).to_bits(),
                (_, false) => (integer as f64).to_bits(),
            }
        }),
        (false, true) => map1(a, |a| {
            // Out of range values saturate, NaN gives 0.
            let value = rounded(to_f64(a, from), round);
            let (least, most) = range(bits, signed);
            let integer = if signed {
                (value as i64).clamp(least as i64, most as i64) as u64
            } else {
                (value as u64).min(most)
            };
            fit(integer)
        }),
        (false, false) => map1(a, |a| {
            let value = extend(a, from_bits, from_signed);
            if !instr.saturate {
                return fit(value);
            }
            let wide = if from_signed { i128::from(value as i64) } else { i128::from(value) };
            let (least, most) = range(bits, signed);
            let least = if signed { i128::from(least as i64) } else { 0 };
            fit(wide.clamp(least, i128::from(most)) as u64)
        }),
    }
}

/// Least (as a two's-complement pattern) and largest value of an integer type.
fn range(bits: u32, signed: bool) -> (u64, u64) {
    if signed {
        (u64::MAX << (bits - 1), ones(bits) >> 1)
    } else {
        (0, ones(bits))
    }
}
