//! Everything that only touches registers.

use super::convert::{convert, round_integral};
use super::lanes::{bits_of, extend, f32_of, map1, map2, map3, mask_of, ones, saturated, sign};
use super::warp::{Lanes, Site, TbContext, Warp};
use super::WARP_SIZE;
use crate::ptx::{Combine, Compare, Half, Op, ShflMode, Special, Ty, VoteMode};

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

    /// Bit-field operations with three or more sources.
    fn compute_bits(&self, at: &Site, a: &Lanes, b: &Lanes) -> Lanes {
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

    fn setp(
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

    fn vote(&mut self, at: &Site, mode: VoteMode) {
        let yes = self.predicate(at, 0) & at.mask;
        let result = match mode {
            VoteMode::Ballot => return self.write(at, 0, &[u64::from(yes); WARP_SIZE]),
            VoteMode::All => yes == at.mask,
            VoteMode::Any => yes != 0,
            VoteMode::Uni => yes == 0 || yes == at.mask,
        };
        self.write_predicate(at, 0, if result { u32::MAX } else { 0 });
    }

    fn shfl(&mut self, at: &Site, a: &Lanes, b: &Lanes, mode: ShflMode) {
        let c = self.operand(at, 2);
        let mut result = [0; WARP_SIZE];
        let mut inside = 0;
        for lane in 0..WARP_SIZE as u32 {
            let (amount, control) = ((b[lane as usize] & 31) as u32, c[lane as usize] as u32);
            let (segment, clamp) = (control >> 8 & 31, control & 31);
            let most = lane & segment | clamp & !segment;
            let (from, valid) = match mode {
                ShflMode::Up => {
                    (lane.wrapping_sub(amount), lane as i32 - amount as i32 >= most as i32)
                }
                ShflMode::Down => (lane + amount, lane + amount <= most),
                ShflMode::Bfly => (lane ^ amount, lane ^ amount <= most),
                ShflMode::Idx => {
                    let from = lane & segment | amount & !segment;
                    (from, from <= most)
                }
            };
            let from = if valid { from } else { lane };
            inside |= u32::from(valid) << lane;
            result[lane as usize] = a[(from & 31) as usize] & ones(32);
        }
        self.write(at, 0, &result);
        if at.instr.num_dsts > 1 {
            self.write_predicate(at, 1, inside);
        }
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

fn compare_lanes(a: &Lanes, b: &Lanes, ty: Ty, compare: Compare) -> u32 {
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

macro_rules! float_operations {
    ($name:ident, $from:expr, $to:expr, $sin:path, $cos:path, $exp2:path, $log2:path) => {
        fn $name(op: Op, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
            let (from, to) = ($from, $to);
            match op {
                Op::Add => map2(a, b, |a, b| to(from(a) + from(b))),
                Op::Sub => map2(a, b, |a, b| to(from(a) - from(b))),
                Op::Mul(_) => map2(a, b, |a, b| to(from(a) * from(b))),
                Op::Fma => map3(a, b, c, |a, b, c| to(from(a).mul_add(from(b), from(c)))),
                Op::Div => map2(a, b, |a, b| to(from(a) / from(b))),
                Op::Min => map2(a, b, |a, b| to(from(a).min(from(b)))),
                Op::Max => map2(a, b, |a, b| to(from(a).max(from(b)))),
                Op::Abs => map1(a, |a| to(from(a).abs())),
                Op::Neg => map1(a, |a| to(-from(a))),
                Op::Rcp => map1(a, |a| to(from(a).recip())),
                Op::Sqrt => map1(a, |a| to(from(a).sqrt())),
                Op::Rsqrt => map1(a, |a| to(from(a).sqrt().recip())),
                Op::Sin => map1(a, |a| to($sin(from(a)))),
                Op::Cos => map1(a, |a| to($cos(from(a)))),
                Op::Ex2 => map1(a, |a| to($exp2(from(a)))),
                Op::Lg2 => map1(a, |a| to($log2(from(a)))),
                // `copysign d, a, b` is the magnitude of b with the sign of a.
                Op::CopySign => map2(a, b, |a, b| to(from(b).copysign(from(a)))),
                _ => *a,
            }
        }
    };
}

// Not the host's libm, whose last digits differ from machine to machine.
float_operations!(single, f32_of, bits_of, libm::sinf, libm::cosf, libm::exp2f, libm::log2f);
float_operations!(
    double,
    f64::from_bits,
    f64::to_bits,
    libm::sin,
    libm::cos,
    libm::exp2,
    libm::log2
);
