//! Comparisons: of integers, of floating-point numbers, ordered and unordered, and the instructions built on them.

use super::float::Format;
use super::lanes::{extend, f32_of, mask_of, ones};
use super::warp::{Lanes, Site, Warp};
use crate::ptx::{Combine, Compare, Ty};

impl Warp {
    /// Compares, combines with a predicate if requested, and writes one or two predicates. These are the result
    /// and its complement, or for packed operands those of the low and the high halves.
    pub(super) fn setp(&mut self, at: &Site, compare: Compare, combine: Option<Combine>) {
        let ty = at.instr.ty;
        let [low, high] = self.compared(at, ty, compare);
        let other = if combine.is_some() { self.predicate(at, 2) } else { 0 };
        self.write_predicate(at, 0, joined(combine, low, other));
        if at.instr.num_dsts > 1 {
            let second = if ty.is_packed() { high } else { !low };
            self.write_predicate(at, 1, joined(combine, second, other));
        }
    }

    /// Computes `set`: all ones, or one, where a comparison holds.
    pub(super) fn set(&self, at: &Site, compare: Compare, combine: Option<Combine>) -> Lanes {
        let (to, from) = (at.instr.ty, at.instr.src_ty);
        let found = self.compared(at, from, compare);
        let other = if combine.is_some() { self.predicate(at, 2) } else { 0 };
        let [low, high] = found.map(|found| joined(combine, found, other));
        let bits = if from.is_packed() { 16 } else { to.bits() };
        let yes = if to.is_float() { Format::of(to).one() } else { ones(bits) };
        std::array::from_fn(|lane| {
            let of = |mask: u32| if mask >> lane & 1 != 0 { yes } else { 0 };
            of(low) | if from.is_packed() { of(high) << 16 } else { 0 }
        })
    }

    /// Returns the lanes in which the comparison holds; for packed values, those of low halves and of high halves.
    fn compared(&self, at: &Site, ty: Ty, compare: Compare) -> [u32; 2] {
        let (a, b, flush) = (self.lanes(at, 0), self.lanes(at, 1), at.instr.flush);
        if !ty.is_packed() {
            return [compare_lanes(a, b, ty, compare, flush), 0];
        }
        [0, 16].map(|shift| {
            let half = |lanes: &Lanes| lanes.map(|value| value >> shift & ones(16));
            compare_lanes(&half(a), &half(b), ty.element(), compare, flush)
        })
    }
}

/// Combines a comparison's result with a predicate.
pub(super) fn joined(combine: Option<Combine>, found: u32, other: u32) -> u32 {
    match combine {
        None => found,
        Some(Combine::And) => found & other,
        Some(Combine::Or) => found | other,
        Some(Combine::Xor) => found ^ other,
    }
}

/// Returns the lanes in which the comparison of two values of type `ty` holds.
fn compare_lanes(a: &Lanes, b: &Lanes, ty: Ty, compare: Compare, flush: bool) -> u32 {
    let (bits, signed) = (ty.bits(), ty.is_signed());
    match ty {
        Ty::F32 if !flush => mask_of(|lane| {
            compare_floats(f64::from(f32_of(a[lane])), f64::from(f32_of(b[lane])), compare)
        }),
        Ty::F64 => mask_of(|lane| {
            compare_floats(f64::from_bits(a[lane]), f64::from_bits(b[lane]), compare)
        }),
        _ if ty.is_float() => {
            let format = Format::of(ty);
            let of = |bits: u64| format.widen(if flush { format.flush(bits) } else { bits });
            mask_of(|lane| compare_floats(of(a[lane]), of(b[lane]), compare))
        }
        _ => {
            // Flipping the sign bit makes signed numbers order as unsigned ones.
            let flip = if signed { 1 << 63 } else { 0 };
            let of = |value: u64| extend(value, bits, signed) ^ flip;
            match compare {
                Compare::Eq | Compare::Equ => mask_of(|lane| of(a[lane]) == of(b[lane])),
                Compare::Ne | Compare::Neu => mask_of(|lane| of(a[lane]) != of(b[lane])),
                Compare::Lt | Compare::Ltu => mask_of(|lane| of(a[lane]) < of(b[lane])),
                Compare::Le | Compare::Leu => mask_of(|lane| of(a[lane]) <= of(b[lane])),
                Compare::Gt | Compare::Gtu => mask_of(|lane| of(a[lane]) > of(b[lane])),
                Compare::Ge | Compare::Geu => mask_of(|lane| of(a[lane]) >= of(b[lane])),
                Compare::Num => u32::MAX,
                Compare::Nan => 0,
            }
        }
    }
}

fn compare_floats(a: f64, b: f64, compare: Compare) -> bool {
    let nan = a.is_nan() || b.is_nan();
    match compare {
        Compare::Eq => a == b,
        Compare::Ne => !nan && a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
        Compare::Equ => nan || a == b,
        Compare::Neu => nan || a != b,
        Compare::Ltu => nan || a < b,
        Compare::Leu => nan || a <= b,
        Compare::Gtu => nan || a > b,
        Compare::Geu => nan || a >= b,
        Compare::Num => !nan,
        Compare::Nan => nan,
    }
}
