//! Comparisons: of integers, of floating-point numbers with and without order, and `setp` on top of them.

use super::lanes::{extend, f32_of, mask_of};
use super::warp::{Lanes, Site, Warp};
use crate::ptx::{Combine, Compare, Ty};

impl Warp {
    /// Compares, combines with a predicate if asked to, and writes one or two predicates.
    pub(super) fn setp(
        &mut self,
        at: &Site,
        a: &Lanes,
        b: &Lanes,
        compare: Compare,
        combine: Option<Combine>,
    ) {
        let found = compare_lanes(a, b, at.instr.ty, compare);
        let join = |found: u32, other: u32| match combine {
            None => found,
            Some(Combine::And) => found & other,
            Some(Combine::Or) => found | other,
            Some(Combine::Xor) => found ^ other,
        };
        let other = if combine.is_some() { self.predicate(at, 2) } else { 0 };
        self.write_predicate(at, 0, join(found, other));
        if at.instr.num_dsts > 1 {
            self.write_predicate(at, 1, join(!found, other));
        }
    }
}

/// The lanes in which the comparison of two values of type `ty` holds.
pub(super) fn compare_lanes(a: &Lanes, b: &Lanes, ty: Ty, compare: Compare) -> u32 {
    let (bits, signed) = (ty.bits(), ty.is_signed());
    match ty {
        Ty::F32 => mask_of(|lane| {
            compare_floats(f64::from(f32_of(a[lane])), f64::from(f32_of(b[lane])), compare)
        }),
        Ty::F64 => mask_of(|lane| {
            compare_floats(f64::from_bits(a[lane]), f64::from_bits(b[lane]), compare)
        }),
        _ => {
            // Flipping the sign bit orders signed numbers as unsigned ones.
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
