//! What atomics make of a location's old value.

use super::lanes::{bits_of, f32_of, ones, sign};
use crate::ptx::{AtomOp, Space, Ty};

/// New value of an atomic's location.
pub(super) fn atomic(op: AtomOp, ty: Ty, space: Space, old: u64, b: u64, c: u64) -> u64 {
    let bits = ty.bits();
    let less = if ty.is_signed() { sign(old, bits) < sign(b, bits) } else { old < b & ones(bits) };
    let new = match op {
        AtomOp::Add if ty == Ty::F32 => add_single(old, b, space != Space::Shared),
        AtomOp::Add if ty == Ty::F64 => add_double(old, b),
        AtomOp::Add => old.wrapping_add(b),
        AtomOp::Min => {
            if less {
                old
            } else {
                b
            }
        }
        AtomOp::Max => {
            if less {
                b
            } else {
                old
            }
        }
        AtomOp::And => old & b,
        AtomOp::Or => old | b,
        AtomOp::Xor => old ^ b,
        AtomOp::Exch => b,
        AtomOp::Cas => {
            if old == b & ones(bits) {
                c
            } else {
                old
            }
        }
        AtomOp::Inc => {
            if old >= b & ones(bits) {
                0
            } else {
                old + 1
            }
        }
        AtomOp::Dec => {
            if old == 0 || old > b & ones(bits) {
                b
            } else {
                old - 1
            }
        }
    };
    new & ones(bits)
}

/// A single-precision sum, rounded to nearest even. Device memory flushes subnormal operands and sums to
/// zero of the same sign; shared memory does not.
fn add_single(a: u64, b: u64, flush: bool) -> u64 {
    let flushed = |x: f32| if flush && x.is_subnormal() { 0_f32.copysign(x) } else { x };
    let sum = flushed(flushed(f32_of(a)) + flushed(f32_of(b)));
    // One NaN for all, since that of the host's processor differs from machine to machine.
    if sum.is_nan() {
        0x7fff_ffff
    } else {
        bits_of(sum)
    }
}

/// A double-precision sum, rounded to nearest even. NaN operands keep their payload.
fn add_double(a: u64, b: u64) -> u64 {
    const QUIET: u64 = 1 << 51;
    let sum = f64::from_bits(a) + f64::from_bits(b);
    let operand = [a, b].into_iter().find(|&bits| f64::from_bits(bits).is_nan());
    match operand {
        Some(nan) => nan | QUIET,
        None if sum.is_nan() => 0xfff8_0000_0000_0000,
        None => sum.to_bits(),
    }
}
