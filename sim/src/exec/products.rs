//! Integer products: halves of products, multiply-add, 24-bit products, dot products, and chains with a carry.

use super::lanes::{extend, map2, map3, mask_of, ones, sign};
use super::warp::{Lanes, Site, Warp};
use super::WARP_SIZE;
use crate::ptx::{Chain, Dot, Half, Instr, Ty};

/// Returns a product's low or high half, or all of it.
pub(super) fn product(a: &Lanes, b: &Lanes, half: Half, bits: u32, signed: bool) -> Lanes {
    let ext = |value: u64| extend(value, bits, signed);
    match half {
        Half::Lo => map2(a, b, |a, b| a.wrapping_mul(b) & ones(bits)),
        Half::Wide => map2(a, b, |a, b| ext(a).wrapping_mul(ext(b)) & ones(2 * bits)),
        Half::Hi if bits < 64 => {
            map2(a, b, |a, b| ext(a).wrapping_mul(ext(b)) >> bits & ones(bits))
        }
        Half::Hi if signed => {
            map2(a, b, |a, b| ((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64)
        }
        Half::Hi => map2(a, b, |a, b| ((u128::from(a) * u128::from(b)) >> 64) as u64),
    }
}

/// Computes `mad`: a product plus `c`, saturating in 32 bits if requested.
pub(super) fn mad(instr: &Instr, half: Half, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    let bits = instr.ty.bits();
    let product = product(a, b, half, bits, instr.ty.is_signed());
    plus(instr, &product, c, if half == Half::Wide { 2 * bits } else { bits })
}

/// Computes `mul24`: 32 bits of the product of two 24-bit numbers, from the bottom or the top of its 48 bits.
pub(super) fn mul24(instr: &Instr, half: Half, a: &Lanes, b: &Lanes) -> Lanes {
    let signed = instr.ty.is_signed();
    let shift = if half == Half::Hi { 16 } else { 0 };
    map2(a, b, |a, b| extend(a, 24, signed).wrapping_mul(extend(b, 24, signed)) >> shift & ones(32))
}

/// Computes `mad24`: a 24-bit product plus `c`.
pub(super) fn mad24(instr: &Instr, half: Half, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    plus(instr, &mul24(instr, half, a, b), c, 32)
}

fn plus(instr: &Instr, product: &Lanes, c: &Lanes, keep: u32) -> Lanes {
    if instr.saturate {
        return map2(product, c, |p, c| clamp_word(sign(p, 32) + sign(c, 32)));
    }
    map2(product, c, |p, c| p.wrapping_add(c) & ones(keep))
}

/// Clamps a signed sum to 32 bits.
#[inline(always)]
pub(super) fn clamp_word(value: i64) -> u64 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as u64 & ones(32)
}

/// Computes `dp4a` and `dp2a`: products of parts of two words, each signed or not, added to `c`.
pub(super) fn dot(instr: &Instr, dot: Dot, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    let (parts, width, offset) = match dot {
        Dot::Bytes => (4, 8, 0),
        Dot::LowHalf => (2, 16, 0),
        Dot::HighHalf => (2, 16, 16),
    };
    let (left, right) = (instr.ty == Ty::S32, instr.src_ty == Ty::S32);
    map3(a, b, c, |a, b, c| {
        (0..parts).fold(c, |sum, part| {
            let x = extend(a >> (width * part), width, left);
            let y = extend(b >> (offset + 8 * part), 8, right);
            sum.wrapping_add(x.wrapping_mul(y))
        }) & ones(32)
    })
}

impl Warp {
    /// Computes one word of an extended-precision sum, difference or product, with the carry in and out.
    pub(super) fn chain(&mut self, at: &Site, step: Chain, takes: bool) {
        let (a, b) = (self.lanes(at, 0), self.lanes(at, 1));
        let (bits, signed) = (at.instr.ty.bits(), at.instr.ty.is_signed());
        let carry = match takes {
            true => self.predicate(at, usize::from(at.instr.num_srcs) - 1),
            false => 0,
        };
        let (x, y) = match step {
            Chain::Add | Chain::Sub => (*a, *b),
            Chain::MadLo => (product(a, b, Half::Lo, bits, signed), *self.lanes(at, 2)),
            Chain::MadHi => (product(a, b, Half::Hi, bits, signed), *self.lanes(at, 2)),
        };
        let mut wide = [0u128; WARP_SIZE];
        for lane in 0..WARP_SIZE {
            let low = |value: u64| u128::from(value & ones(bits));
            let (x, y, carry) = (low(x[lane]), low(y[lane]), u128::from(carry >> lane & 1));
            wide[lane] = match step {
                // A borrow shows in the bits above the word, like a carry.
                Chain::Sub => x.wrapping_sub(y).wrapping_sub(carry),
                _ => x + y + carry,
            };
        }
        self.write(at, 0, &wide.map(|wide| wide as u64 & ones(bits)));
        if at.instr.num_dsts > 1 {
            let out = mask_of(|lane| wide[lane] >> bits & 1 != 0);
            self.write_predicate(at, 1, out);
        }
    }
}
