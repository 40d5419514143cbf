//! Floating-point arithmetic. The host's instructions compute the common forms, which round to nearest. The other
//! forms are computed exactly and rounded once.

mod approximate;
mod format;
mod half;
mod native;
mod signs;
mod soft;

pub(super) use format::{Exact, Format, Value};
pub(super) use signs::test;

use super::lanes::{map2, map3, ones};
use super::warp::Lanes;
use crate::ptx::{Instr, Op, Round, Ty};

/// An operation with the modifiers that affect its value.
#[derive(Clone, Copy)]
struct Form {
    op: Op,
    ty: Ty,
    round: Round,
    flush: bool,
    saturate: bool,
    relu: bool,
}

impl Form {
    /// Returns whether no modifier requires more than the operation's result rounded to nearest.
    fn is_plain(self) -> bool {
        !self.flush && !self.saturate && !self.relu
    }

    /// Applies the modifiers to an operand.
    #[inline(always)]
    fn input(self, bits: u64) -> u64 {
        if self.flush {
            Format::of(self.ty).flush(bits)
        } else {
            bits
        }
    }

    /// Applies the modifiers to the result.
    #[inline(always)]
    fn output(self, bits: u64) -> u64 {
        let format = Format::of(self.ty);
        let bits = if self.flush { format.flush(bits) } else { bits };
        let bits = if self.relu { format.relu(bits) } else { bits };
        if self.saturate {
            format.saturate(bits)
        } else {
            bits
        }
    }
}

/// Executes one instruction on a floating-point type or on pairs of one.
pub(super) fn arithmetic(instr: &Instr, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    let form = Form {
        op: instr.op,
        ty: instr.ty.element(),
        round: instr.round,
        flush: instr.flush,
        saturate: instr.saturate,
        relu: instr.relu,
    };
    if !instr.ty.is_packed() {
        return single(form, instr.approximate, a, b, c);
    }
    let half = |upper: u32| {
        let of = |lanes: &Lanes| lanes.map(|value| value >> (16 * upper) & ones(16));
        single(form, instr.approximate, &of(a), &of(b), &of(c))
    };
    map2(&half(0), &half(1), |low, high| low | high << 16)
}

fn single(form: Form, approximate: bool, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    match (form.op, form.ty) {
        (Op::Abs | Op::Neg | Op::CopySign | Op::Min(_) | Op::Max(_), _) => signs::lanes(form, a, b),
        _ if approximate => map2(a, b, |a, b| approximate::lane(form, a, b)),
        (_, Ty::F16 | Ty::Bf16) => map3(a, b, c, |a, b, c| half::lane(form, a, b, c)),
        (_, Ty::F32) if form.round == Round::Near => native::single(form, a, b, c),
        _ if form.round == Round::Near => native::double(form, a, b, c),
        _ => map3(a, b, c, |a, b, c| directed(form, a, b, c)),
    }
}

/// Computes one lane in a rounding direction that the host does not offer.
fn directed(form: Form, a: u64, b: u64, c: u64) -> u64 {
    let format = Format::of(form.ty);
    let (a, b, c) = (form.input(a), form.input(b), form.input(c));
    let result = match form.op {
        Op::Add => soft::add(format, a, b, form.round),
        // The NaN of a difference is that of its unnegated operands.
        Op::Sub if format.is_nan(b) => soft::add(format, a, b, form.round),
        Op::Sub => soft::add(format, a, b ^ format.sign(), form.round),
        Op::Mul(_) => soft::mul(format, a, b, form.round),
        Op::Fma => soft::fma(format, [a, b, c], form.round),
        Op::Div => soft::div(format, a, b, form.round),
        Op::Rcp if format.is_nan(a) => format.nan_of(&[a]),
        Op::Rcp => soft::div(format, format.one(), a, form.round),
        Op::Sqrt => soft::sqrt(format, a, form.round),
        _ => a,
    };
    form.output(result)
}
