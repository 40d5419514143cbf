//! Instructions that only access registers: dispatch of the operation, and integer arithmetic.

use super::block::TbContext;
use super::compare::joined;
use super::convert::{convert, convert_pair, pack, round_integral, selector, tensor_float};
use super::float::{arithmetic, test};
use super::lanes::{extend, map1, map2, map3, mask_of, ones, sign};
use super::products::{clamp_word, dot, mad, mad24, mul24, product};
use super::video::video;
use super::warp::{Lanes, Site, Warp};
use super::WARP_SIZE;
use crate::ptx::{Instr, Op, Ty};

impl Warp {
    /// Executes an instruction that reads and writes registers only.
    pub(super) fn compute(&mut self, at: &Site, tb: &TbContext) {
        let instr = at.instr;
        let ty = instr.ty;
        if ty == Ty::Pred {
            return self.compute_predicate(at);
        }
        let (bits, signed) = (ty.bits(), ty.is_signed());
        let ext = |value: u64| extend(value, bits, signed);
        let low = ones(bits);
        let (a, b) = (self.lanes(at, 0), self.lanes(at, 1));
        let result = match instr.op {
            Op::Setp(compare, combine) => return self.setp(at, compare, combine),
            Op::Unpack => {
                let part = instr.src_ty.bits();
                let a = *a;
                for index in 0..usize::from(instr.num_dsts) {
                    self.write(at, index, &map1(&a, |a| a >> (part * index as u32) & ones(part)));
                }
                return;
            }
            Op::Pack => {
                let part = instr.src_ty.bits();
                let mut whole = [0; WARP_SIZE];
                for index in 0..usize::from(instr.num_srcs) {
                    whole = map2(&whole, self.lanes(at, index), |whole, a| {
                        whole | (a & ones(part)) << (part * index as u32)
                    });
                }
                whole
            }
            Op::Mov => map1(a, |a| a & low),
            Op::Special(special) => map1(&self.special(special, tb), |value| value & low),
            Op::FrameAddress => {
                [u64::from(at.frame.local_base).wrapping_add_signed(instr.offset); WARP_SIZE]
            }
            Op::Selp => {
                let choose = self.predicate(at, 2);
                let mut result = *b;
                for lane in 0..WARP_SIZE {
                    if choose >> lane & 1 != 0 {
                        result[lane] = a[lane];
                    }
                }
                result.map(|value| value & low)
            }
            Op::Slct => {
                let c = self.lanes(at, 2);
                let from = instr.src_ty;
                map3(a, b, c, |a, b, c| {
                    let first = match from.is_float() {
                        true => selector(instr, c) >= 0.0,
                        false => sign(c, from.bits()) >= 0,
                    };
                    low & if first { a } else { b }
                })
            }
            Op::Set(compare, combine) => self.set(at, compare, combine),
            Op::Testp(kind) => {
                let holds = test(ty, kind, a);
                return self.write_predicate(at, 0, holds);
            }
            Op::Cvt => convert(instr, a),
            Op::CvtPair => convert_pair(instr, a, b),
            Op::CvtTensor => tensor_float(a),
            Op::CvtPack => pack(instr, a, b, self.lanes(at, 2)),
            Op::RoundIntegral => round_integral(instr, a),
            _ if ty.is_float() => arithmetic(instr, a, b, self.lanes(at, 2)),
            Op::Video(which) => video(instr, which, a, b, self.lanes(at, 2)),
            Op::Chain(step, takes) => return self.chain(at, step, takes),
            _ if ty.is_packed() => packed(instr, a, b),
            Op::Add if instr.saturate => {
                map2(a, b, |a, b| clamp_word(sign(a, bits) + sign(b, bits)))
            }
            Op::Sub if instr.saturate => {
                map2(a, b, |a, b| clamp_word(sign(a, bits) - sign(b, bits)))
            }
            Op::Add => map2(a, b, |a, b| a.wrapping_add(b) & low),
            Op::Sub => map2(a, b, |a, b| a.wrapping_sub(b) & low),
            Op::Mul(half) => product(a, b, half, bits, signed),
            Op::Mad(half) => mad(instr, half, a, b, self.lanes(at, 2)),
            Op::Mul24(half) => mul24(instr, half, a, b),
            Op::Mad24(half) => mad24(instr, half, a, b, self.lanes(at, 2)),
            Op::Dot(which) => dot(instr, which, a, b, self.lanes(at, 2)),
            Op::Div if signed => map2(a, b, |a, b| match ext(b) as i64 {
                // Division by zero yields all ones as on the device, not a fault.
                0 => low,
                b => (ext(a) as i64).wrapping_div(b) as u64 & low,
            }),
            Op::Div => map2(a, b, |a, b| ext(a).checked_div(ext(b)).unwrap_or(low)),
            Op::Rem if signed => map2(a, b, |a, b| match ext(b) as i64 {
                0 => a & low,
                b => (ext(a) as i64).wrapping_rem(b) as u64 & low,
            }),
            Op::Rem => map2(a, b, |a, b| ext(a).checked_rem(ext(b)).unwrap_or(a & low)),
            Op::Min(_) => map2(a, b, |a, b| relu(instr, least(a, b, bits, signed)) & low),
            Op::Max(_) => map2(a, b, |a, b| relu(instr, most(a, b, bits, signed)) & low),
            Op::Abs => map1(a, |a| (ext(a) as i64).wrapping_abs() as u64 & low),
            Op::Neg => map1(a, |a| a.wrapping_neg() & low),
            Op::Sad => {
                let c = self.lanes(at, 2);
                map3(a, b, c, |a, b, c| {
                    let (a, b) = (ext(a), ext(b));
                    let less = if signed { (a as i64) < b as i64 } else { a < b };
                    c.wrapping_add(if less { b.wrapping_sub(a) } else { a.wrapping_sub(b) }) & low
                })
            }
            Op::And => map2(a, b, |a, b| a & b & low),
            Op::Or => map2(a, b, |a, b| (a | b) & low),
            Op::Xor => map2(a, b, |a, b| (a ^ b) & low),
            Op::Not => map1(a, |a| !a & low),
            Op::Cnot => map1(a, |a| u64::from(a & low == 0)),
            // Shift amounts beyond the width shift everything out.
            Op::Shl => map2(a, b, |a, b| a.checked_shl(b.min(64) as u32).unwrap_or(0) & low),
            Op::Shr if signed => map2(a, b, |a, b| (ext(a) as i64 >> b.min(63)) as u64 & low),
            Op::Shr => map2(a, b, |a, b| ext(a).checked_shr(b.min(64) as u32).unwrap_or(0)),
            Op::Lop3(_, Some(combine)) => {
                let found = self.compute_bits(at, a, b);
                let other = self.predicate(at, 3);
                self.write(at, 0, &found);
                let nonzero = mask_of(|lane| found[lane] != 0);
                return self.write_predicate(at, 1, joined(Some(combine), nonzero, other));
            }
            _ => self.compute_bits(at, a, b),
        };
        self.write(at, 0, &result);
    }

    fn compute_predicate(&mut self, at: &Site) {
        let (a, b) = (self.predicate(at, 0), self.predicate(at, 1));
        let result = match at.instr.op {
            Op::And => a & b,
            Op::Or => a | b,
            Op::Xor => a ^ b,
            Op::Not => !a,
            _ => a,
        };
        self.write_predicate(at, 0, result);
    }
}

/// Computes sums and extremes of the halves of words.
fn packed(instr: &Instr, a: &Lanes, b: &Lanes) -> Lanes {
    let signed = instr.ty.is_signed();
    let half = |a: u64, b: u64| {
        ones(16)
            & match instr.op {
                Op::Min(_) => relu(instr, least(a, b, 16, signed)),
                Op::Max(_) => relu(instr, most(a, b, 16, signed)),
                _ => a.wrapping_add(b),
            }
    };
    map2(a, b, |a, b| half(a, b) | half(a >> 16, b >> 16) << 16)
}

#[inline(always)]
fn least(a: u64, b: u64, bits: u32, signed: bool) -> u64 {
    let (a, b) = (extend(a, bits, signed), extend(b, bits, signed));
    if signed {
        (a as i64).min(b as i64) as u64
    } else {
        a.min(b)
    }
}

#[inline(always)]
fn most(a: u64, b: u64, bits: u32, signed: bool) -> u64 {
    let (a, b) = (extend(a, bits, signed), extend(b, bits, signed));
    if signed {
        (a as i64).max(b as i64) as u64
    } else {
        a.max(b)
    }
}

/// Applies `.relu`: a negative result becomes zero.
#[inline(always)]
fn relu(instr: &Instr, value: u64) -> u64 {
    if instr.relu {
        (value as i64).max(0) as u64
    } else {
        value
    }
}
