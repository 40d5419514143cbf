//! Instructions that only touch registers: the choice of operation, integer arithmetic and special registers.

use super::compare::compare_lanes;
use super::convert::{convert, round_integral};
use super::float::{double, single};
use super::lanes::{bits_of, extend, f32_of, map1, map2, map3, ones, saturated, sign};
use super::warp::{Lanes, Site, TbContext, Warp};
use super::WARP_SIZE;
use crate::ptx::{Half, Op, Special, Ty};

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
        let a = self.operand(at, 0);
        let b = self.operand(at, 1);
        let result = match instr.op {
            Op::Setp(compare, combine) => return self.setp(at, &a, &b, compare, combine),
            Op::Vote(mode) => return self.vote(at, mode),
            Op::Shfl(mode) => return self.shfl(at, &a, &b, mode),
            Op::Unpack => {
                let part = instr.src_ty.bits();
                for index in 0..usize::from(instr.num_dsts) {
                    self.write(at, index, &map1(&a, |a| a >> (part * index as u32) & ones(part)));
                }
                return;
            }
            Op::Pack => {
                let part = instr.src_ty.bits();
                let mut whole = [0; WARP_SIZE];
                for index in 0..usize::from(instr.num_srcs) {
                    let source = self.operand(at, index);
                    whole = map2(&whole, &source, |whole, a| {
                        whole | (a & ones(part)) << (part * index as u32)
                    });
                }
                whole
            }
            Op::Mov => map1(&a, |a| a & low),
            Op::Special(special) => self.special(special, tb),
            Op::FrameAddress => {
                [u64::from(at.frame.local_base).wrapping_add_signed(instr.offset); WARP_SIZE]
            }
            Op::ActiveMask => [u64::from(at.mask); WARP_SIZE],
            Op::Selp => {
                let choose = self.predicate(at, 2);
                let mut result = b;
                for lane in 0..WARP_SIZE {
                    if choose >> lane & 1 != 0 {
                        result[lane] = a[lane];
                    }
                }
                result.map(|value| value & low)
            }
            Op::Slct => {
                let c = self.operand(at, 2);
                let from = instr.src_ty;
                map3(&a, &b, &c, |a, b, c| {
                    let first =
                        if from.is_float() { f32_of(c) >= 0.0 } else { sign(c, from.bits()) >= 0 };
                    if first {
                        a
                    } else {
                        b
                    }
                })
            }
            Op::Set(compare) => {
                let mask = compare_lanes(&a, &b, instr.src_ty, compare);
                let yes = if ty.is_float() { bits_of(1.0) } else { low };
                std::array::from_fn(|lane| if mask >> lane & 1 != 0 { yes } else { 0 })
            }
            Op::Cvt(round) => convert(instr, round, &a),
            Op::RoundIntegral(round) => round_integral(instr, round, &a),
            op if ty.is_float() => {
                let c = self.operand(at, 2);
                let result =
                    if ty == Ty::F32 { single(op, &a, &b, &c) } else { double(op, &a, &b, &c) };
                match (instr.saturate, ty) {
                    (true, Ty::F32) => {
                        map1(&result, |value| bits_of(saturated(f32_of(value).into()) as f32))
                    }
                    (true, _) => map1(&result, |value| saturated(f64::from_bits(value)).to_bits()),
                    _ => result,
                }
            }
            Op::Add if instr.saturate && signed => map2(&a, &b, |a, b| {
                (sign(a, bits) + sign(b, bits)).clamp(i64::from(i32::MIN), i64::from(i32::MAX))
                    as u64
                    & low
            }),
            Op::Sub if instr.saturate && signed => map2(&a, &b, |a, b| {
                (sign(a, bits) - sign(b, bits)).clamp(i64::from(i32::MIN), i64::from(i32::MAX))
                    as u64
                    & low
            }),
            Op::Add => map2(&a, &b, |a, b| a.wrapping_add(b) & low),
            Op::Sub => map2(&a, &b, |a, b| a.wrapping_sub(b) & low),
            Op::Mul(half) => product(&a, &b, half, bits, signed),
            Op::Mad(half) => {
                let c = self.operand(at, 2);
                let keep = if half == Half::Wide { ones(2 * bits) } else { low };
                map2(&product(&a, &b, half, bits, signed), &c, |p, c| p.wrapping_add(c) & keep)
            }
            Op::Div if signed => map2(&a, &b, |a, b| match ext(b) as i64 {
                // As on the device: all ones, no fault.
                0 => low,
                b => (ext(a) as i64).wrapping_div(b) as u64 & low,
            }),
            Op::Div => map2(&a, &b, |a, b| ext(a).checked_div(ext(b)).unwrap_or(low)),
            Op::Rem if signed => map2(&a, &b, |a, b| match ext(b) as i64 {
                0 => a & low,
                b => (ext(a) as i64).wrapping_rem(b) as u64 & low,
            }),
            Op::Rem => map2(&a, &b, |a, b| ext(a).checked_rem(ext(b)).unwrap_or(a & low)),
            Op::Min if signed => {
                map2(&a, &b, |a, b| (ext(a) as i64).min(ext(b) as i64) as u64 & low)
            }
            Op::Min => map2(&a, &b, |a, b| ext(a).min(ext(b))),
            Op::Max if signed => {
                map2(&a, &b, |a, b| (ext(a) as i64).max(ext(b) as i64) as u64 & low)
            }
            Op::Max => map2(&a, &b, |a, b| ext(a).max(ext(b))),
            Op::Abs => map1(&a, |a| (ext(a) as i64).wrapping_abs() as u64 & low),
            Op::Neg => map1(&a, |a| a.wrapping_neg() & low),
            Op::Sad => {
                let c = self.operand(at, 2);
                map3(&a, &b, &c, |a, b, c| {
                    let (a, b) = (ext(a), ext(b));
                    let less = if signed { (a as i64) < b as i64 } else { a < b };
                    c.wrapping_add(if less { b.wrapping_sub(a) } else { a.wrapping_sub(b) }) & low
                })
            }
            Op::And => map2(&a, &b, |a, b| a & b & low),
            Op::Or => map2(&a, &b, |a, b| (a | b) & low),
            Op::Xor => map2(&a, &b, |a, b| (a ^ b) & low),
            Op::Not => map1(&a, |a| !a & low),
            Op::Cnot => map1(&a, |a| u64::from(a & low == 0)),
            // Amounts beyond the width shift everything out.
            Op::Shl => map2(&a, &b, |a, b| a.checked_shl(b.min(64) as u32).unwrap_or(0) & low),
            Op::Shr if signed => map2(&a, &b, |a, b| (ext(a) as i64 >> b.min(63)) as u64 & low),
            Op::Shr => map2(&a, &b, |a, b| ext(a).checked_shr(b.min(64) as u32).unwrap_or(0)),
            Op::Popc => map1(&a, |a| u64::from((a & low).count_ones())),
            Op::Clz => map1(&a, |a| u64::from((a & low).leading_zeros() + bits - 64)),
            Op::Bfind => map1(&a, |a| {
                let a = ext(a);
                let a = if signed && (a as i64) < 0 { !a } else { a };
                if a == 0 {
                    ones(32)
                } else {
                    u64::from(63 - a.leading_zeros())
                }
            }),
            Op::Brev => map1(&a, |a| (a & low).reverse_bits() >> (64 - bits)),
            _ => self.compute_bits(at, &a, &b),
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
            Op::Vote(mode) => return self.vote(at, mode),
            _ => a,
        };
        self.write_predicate(at, 0, result);
    }

    fn special(&self, special: Special, tb: &TbContext) -> Lanes {
        let each = |value: u64| [value; WARP_SIZE];
        let per_lane =
            |f: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| u64::from(f(lane as u32)));
        let below = |lane: u32| (1u32 << lane) - 1;
        match special {
            Special::Tid(axis) => self.tid[usize::from(axis)].map(u64::from),
            Special::Ntid(axis) => each(tb.block[usize::from(axis)].into()),
            Special::Ctaid(axis) => each(tb.block_idx[usize::from(axis)].into()),
            Special::Nctaid(axis) => each(tb.grid[usize::from(axis)].into()),
            Special::LaneId => per_lane(&|lane| lane),
            Special::WarpId => each(self.index.into()),
            Special::NumWarps => each(tb.warps().into()),
            Special::SmId => each(tb.smx_id.into()),
            Special::NumSm => each(tb.num_smx.into()),
            Special::GridId => each(tb.grid_id),
            Special::Clock => each(tb.clock),
            Special::LaneMaskEq => per_lane(&|lane| 1 << lane),
            Special::LaneMaskLt => per_lane(&below),
            Special::LaneMaskLe => per_lane(&|lane| below(lane) | 1 << lane),
            Special::LaneMaskGt => per_lane(&|lane| !(below(lane) | 1 << lane)),
            Special::LaneMaskGe => per_lane(&|lane| !below(lane)),
            Special::ParamBase => each(tb.param_base),
            Special::DynamicSharedBase => each(tb.dynamic_base.into()),
            Special::DynamicSharedBytes => each(
                tb.shared.len() as u64 - u64::from(tb.dynamic_base).min(tb.shared.len() as u64),
            ),
            Special::TotalSharedBytes => each(tb.shared.len() as u64),
        }
    }
}

fn product(a: &Lanes, b: &Lanes, half: Half, bits: u32, signed: bool) -> Lanes {
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
