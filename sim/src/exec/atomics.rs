//! Computes what an atomic stores, given a location's old value.

use super::float::Format;
use super::lanes::{ones, sign};
use crate::ptx::{AtomOp, Round, Space, Ty};

/// Returns the new value of an atomic's location.
pub(super) fn atomic(op: AtomOp, ty: Ty, space: Space, old: u64, b: u64, c: u64) -> u64 {
    let bits = ty.bits();
    let b = b & ones(bits);
    let less = if ty.is_signed() { sign(old, bits) < sign(b, bits) } else { old < b };
    let choose = |first: bool, a: u64, b: u64| if first { a } else { b };
    let new = match op {
        AtomOp::Add if ty.is_float() => add_floats(ty, space, old, b),
        AtomOp::Add => old.wrapping_add(b),
        AtomOp::Min => choose(less, old, b),
        AtomOp::Max => choose(less, b, old),
        AtomOp::And => old & b,
        AtomOp::Or => old | b,
        AtomOp::Xor => old ^ b,
        AtomOp::Exch => b,
        AtomOp::Cas => choose(old == b, c, old),
        AtomOp::Inc => choose(old >= b, 0, old.wrapping_add(1)),
        AtomOp::Dec => choose(old == 0 || old > b, b, old.wrapping_sub(1)),
    };
    new & ones(bits)
}

/// Returns the sum rounded to nearest even; for packed types, the sums of the halves.
fn add_floats(ty: Ty, space: Space, a: u64, b: u64) -> u64 {
    let format = Format::of(ty);
    match ty {
        Ty::F16x2 | Ty::Bf16x2 => {
            let sum = |shift: u32| add(format, a >> shift & 0xffff, b >> shift & 0xffff);
            sum(0) | sum(16) << 16
        }
        // Only device memory flushes subnormal numbers in single precision.
        Ty::F32 if space != Space::Shared => {
            format.flush(add(format, format.flush(a), format.flush(b)))
        }
        _ => add(format, a, b),
    }
}

fn add(format: Format, a: u64, b: u64) -> u64 {
    // A double has more than twice the digits and two more, so rounding twice equals rounding once.
    let sum = format.widen(a) + format.widen(b);
    if sum.is_nan() {
        format.nan_of(&[a, b])
    } else {
        format.narrow(sum, Round::Near)
    }
}
