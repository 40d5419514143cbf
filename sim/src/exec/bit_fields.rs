//! Operations on the bits and bytes of words: extract, insert, permute, three-input logic, funnel shift.

use super::lanes::{map3, ones};
use super::warp::{Lanes, Site, Warp};
use crate::ptx::Op;

impl Warp {
    /// Bit-field operations with three or more sources.
    pub(super) fn compute_bits(&self, at: &Site, a: &Lanes, b: &Lanes) -> Lanes {
        let (bits, signed) = (at.instr.ty.bits(), at.instr.ty.is_signed());
        let low = ones(bits);
        let c = self.operand(at, 2);
        match at.instr.op {
            Op::Bfe => map3(a, b, &c, |a, position, length| {
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
                let d = self.operand(at, 3);
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
            Op::Prmt => map3(a, b, &c, |a, b, selector| {
                let bytes = a & ones(32) | b << 32;
                (0..4).fold(0, |result, index| {
                    let choice = selector >> (4 * index) & 15;
                    let byte = bytes >> (8 * (choice & 7)) & 255;
                    let byte = if choice & 8 != 0 {
                        if byte & 128 != 0 {
                            255
                        } else {
                            0
                        }
                    } else {
                        byte
                    };
                    result | byte << (8 * index)
                })
            }),
            Op::Lop3(table) => map3(a, b, &c, |a, b, c| {
                (0..8).filter(|row| table >> row & 1 != 0).fold(0, |result, row| {
                    let pick =
                        |value: u64, bit: u32| if row >> bit & 1 != 0 { value } else { !value };
                    result | pick(a, 2) & pick(b, 1) & pick(c, 0)
                }) & low
            }),
            Op::Shf(left, clamp) => map3(a, b, &c, |a, b, amount| {
                let amount = if clamp { (amount & ones(32)).min(32) } else { amount & 31 };
                let both = (b & ones(32)) << 32 | a & ones(32);
                (if left { (both << amount) >> 32 } else { both >> amount }) & ones(32)
            }),
            _ => *a,
        }
    }
}
