//! Operations on the bits and bytes of words: extract, insert, permute, three-input logic, funnel shift.

use super::lanes::{extend, map2, map3, ones, sign};
use super::warp::{Lanes, Site, Warp};
use crate::ptx::{Op, Permute};

impl Warp {
    /// Computes operations that pick bits out of their sources.
    pub(super) fn compute_bits(&self, at: &Site, a: &Lanes, b: &Lanes) -> Lanes {
        let (bits, signed) = (at.instr.ty.bits(), at.instr.ty.is_signed());
        let low = ones(bits);
        let c = self.lanes(at, 2);
        match at.instr.op {
            Op::Bfe => map3(a, b, c, |a, position, length| {
                let (position, length) = ((position & 255) as u32, (length & 255) as u32);
                if length == 0 {
                    return 0;
                }
                let top = (position + length - 1).min(bits - 1);
                let field = (a & low).checked_shr(position).unwrap_or(0) & ones(length.min(64));
                let negative = signed && (a >> top & 1) != 0;
                let held = (top + 1).saturating_sub(position);
                (if negative { field | u64::MAX.checked_shl(held).unwrap_or(0) } else { field })
                    & low
            }),
            Op::Bfi => {
                let d = self.lanes(at, 3);
                std::array::from_fn(|lane| {
                    let (position, length) = ((c[lane] & 255) as u32, (d[lane] & 255) as u32);
                    let field = if length == 0 {
                        0
                    } else {
                        ones(length.min(64)).checked_shl(position).unwrap_or(0)
                    };
                    (b[lane] & !field | a[lane].checked_shl(position).unwrap_or(0) & field) & low
                })
            }
            Op::Popc => a.map(|a| u64::from((a & low).count_ones())),
            Op::Clz => a.map(|a| u64::from((a & low).leading_zeros() + bits - 64)),
            Op::Brev => a.map(|a| (a & low).reverse_bits() >> (64 - bits)),
            Op::Bfind(shift) => a.map(|a| {
                let a = extend(a, bits, signed);
                let a = if signed && (a as i64) < 0 { !a } else { a };
                match a.checked_ilog2() {
                    None => ones(32),
                    Some(top) if shift => u64::from(bits - 1 - top),
                    Some(top) => u64::from(top),
                }
            }),
            Op::Fns => map3(a, b, c, |mask, base, offset| {
                find_nth(mask as u32, base as u32, sign(offset, 32))
            }),
            Op::Szext(clamp) => map2(a, b, |a, width| {
                let width = if clamp { width.min(32) } else { width & 31 } as u32;
                if width == 0 {
                    0
                } else {
                    extend(a, width, signed) & low
                }
            }),
            Op::Bmsk(clamp) => map2(a, b, |start, width| {
                let (start, width) = match clamp {
                    true => (start.min(32), width.min(32)),
                    false => (start & 31, width & 31),
                };
                (((1u64 << width) - 1) << start) & low
            }),
            Op::Prmt(mode) => map3(a, b, c, |a, b, selector| permute(mode, a, b, selector)),
            Op::Lop3(table, _) => map3(a, b, c, |a, b, c| {
                (0..8).filter(|row| table >> row & 1 != 0).fold(0, |result, row| {
                    let pick =
                        |value: u64, bit: u32| if row >> bit & 1 != 0 { value } else { !value };
                    result | pick(a, 2) & pick(b, 1) & pick(c, 0)
                }) & low
            }),
            Op::Shf(left, clamp) => map3(a, b, c, |a, b, amount| {
                let amount = if clamp { (amount & ones(32)).min(32) } else { amount & 31 };
                let both = (b & ones(32)) << 32 | a & ones(32);
                (if left { (both << amount) >> 32 } else { both >> amount }) & ones(32)
            }),
            _ => *a,
        }
    }
}

/// Permutes: returns four of the eight bytes of `b` and `a`.
fn permute(mode: Permute, a: u64, b: u64, selector: u64) -> u64 {
    let bytes = a & ones(32) | b << 32;
    let start = selector & 3;
    (0..4).fold(0, |result, index| {
        let choice = match mode {
            Permute::Generic => selector >> (4 * index) & 7,
            Permute::F4e => start + index,
            Permute::B4e => (start.wrapping_sub(index)) & 7,
            Permute::Rc8 => start,
            Permute::Ecl => start.max(index),
            Permute::Ecr => start.min(index),
            Permute::Rc16 => (start & 1) << 1 | index & 1,
        };
        let byte = bytes >> (8 * choice) & 255;
        // Only the generic form can replace a byte by its sign.
        let signs = mode == Permute::Generic && selector >> (4 * index + 3) & 1 != 0;
        let byte = match (signs, byte & 128 != 0) {
            (false, _) => byte,
            (true, true) => 255,
            (true, false) => 0,
        };
        result | byte << (8 * index)
    })
}

/// Returns the position of the `offset`-th set bit of `mask` from `base` on, upwards or downwards. Returns all
/// ones if there is none.
fn find_nth(mask: u32, base: u32, offset: i64) -> u64 {
    let base = base & 31;
    let (area, count) = match offset {
        0 => (mask & 1 << base, 0),
        1.. => (mask >> base << base, offset - 1),
        _ => (mask << (31 - base) >> (31 - base), -offset - 1),
    };
    let mut positions = (0..32u32).filter(|position| area >> position & 1 != 0);
    let found = match offset {
        ..0 => positions.rev().nth(count as usize),
        _ => positions.nth(count as usize),
    };
    found.map_or(ones(32), u64::from)
}
