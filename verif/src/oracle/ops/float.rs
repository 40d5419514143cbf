//! Arithmetic of single and double precision.

use super::super::arithmetic::{add, div, fma, mul, sqrt};
use super::super::softfloat::{Format, Rounding};
use super::super::types::Ty;
use super::{pick, Op, Src};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use Rounding::{Down, Near, Up, Zero};
use Src::Any;

/// Rounding modifiers.
pub(super) const ROUNDINGS: &[(&str, Rounding)] =
    &[(".rn", Near), (".rz", Zero), (".rm", Down), (".rp", Up)];

/// What may be done to operands and result.
#[derive(Clone, Copy)]
pub(super) struct Modifiers {
    pub flush: bool,
    pub saturate: bool,
}

impl Modifiers {
    pub(super) fn random(rng: &mut ChaCha8Rng, allowed: bool) -> Self {
        let mut chance = |n| allowed && rng.random_range(0..n) == 0;
        Self { flush: chance(3), saturate: chance(4) }
    }

    pub(super) fn flush_word(self) -> &'static str {
        if self.flush {
            ".ftz"
        } else {
            ""
        }
    }

    pub(super) fn words(self) -> String {
        format!("{}{}", self.flush_word(), if self.saturate { ".sat" } else { "" })
    }

    pub(super) fn operand(self, format: Format, bits: u64) -> u64 {
        if self.flush {
            format.flush(bits)
        } else {
            bits
        }
    }

    pub(super) fn result(self, format: Format, bits: u64) -> u64 {
        let bits = self.operand(format, bits);
        if self.saturate {
            format.saturate(bits)
        } else {
            bits
        }
    }
}

/// A single-precision instruction.
pub fn single(rng: &mut ChaCha8Rng) -> Op {
    random(rng, Ty::F32)
}

/// A double-precision instruction.
pub fn double(rng: &mut ChaCha8Rng) -> Op {
    random(rng, Ty::F64)
}

fn random(rng: &mut ChaCha8Rng, t: Ty) -> Op {
    match rng.random_range(0..12) {
        0..=2 => sum_or_product(rng, t),
        3..=5 => fused(rng, t),
        6..=8 => quotient(rng, t),
        9 => sign(rng, t),
        10 => extreme(rng, t),
        _ => {
            let format = t.format().expect("a float");
            let op = Op::new(format!("copysign.{t}"), t, &[Any(t), Any(t)], move |v| {
                v[0] & format.sign() | v[1] & !format.sign()
            });
            op.open()
        }
    }
}

pub(super) fn sum_or_product(rng: &mut ChaCha8Rng, t: Ty) -> Op {
    let format = t.format().expect("a float");
    let modifiers = Modifiers::random(rng, t != Ty::F64);
    let near = rng.random_range(0..3) == 0;
    let (word, rounding) = if near { ("", Near) } else { pick(rng, ROUNDINGS) };
    let name = pick(rng, &["add", "sub", "mul"]);
    let text = format!("{name}{word}{}.{t}", modifiers.words());
    let op = Op::new(text, t, &[Any(t), Any(t)], move |v| {
        let (a, b) = (modifiers.operand(format, v[0]), modifiers.operand(format, v[1]));
        let result = match name {
            "add" => add(format, rounding, a, b),
            "sub" => add(format, rounding, a, b ^ format.sign()),
            _ => mul(format, rounding, a, b),
        };
        modifiers.result(format, result)
    });
    op.open()
}

fn fused(rng: &mut ChaCha8Rng, t: Ty) -> Op {
    let format = t.format().expect("a float");
    let modifiers = Modifiers::random(rng, t != Ty::F64);
    let (word, rounding) = pick(rng, ROUNDINGS);
    let name = pick(rng, &["fma", "fma", "mad"]);
    let text = format!("{name}{word}{}.{t}", modifiers.words());
    let op = Op::new(text, t, &[Any(t), Any(t), Any(t)], move |v| {
        let x = |i: usize| modifiers.operand(format, v[i]);
        modifiers.result(format, fma(format, rounding, x(0), x(1), x(2)))
    });
    op.open()
}

fn quotient(rng: &mut ChaCha8Rng, t: Ty) -> Op {
    let format = t.format().expect("a float");
    let modifiers = Modifiers { saturate: false, ..Modifiers::random(rng, t != Ty::F64) };
    let (word, rounding) = pick(rng, ROUNDINGS);
    let name = pick(rng, &["div", "rcp", "sqrt"]);
    let text = format!("{name}{word}{}.{t}", modifiers.words());
    let sources = [Any(t), Any(t)];
    let sources = if name == "div" { &sources[..] } else { &sources[..1] };
    let op = Op::new(text, t, sources, move |v| {
        let a = modifiers.operand(format, v[0]);
        let result = match name {
            "div" => div(format, rounding, a, modifiers.operand(format, v[1])),
            "rcp" => div(format, rounding, format.one(), a),
            _ => sqrt(format, rounding, a),
        };
        modifiers.result(format, result)
    });
    op.open()
}

/// `abs` or `neg`.
pub(super) fn sign(rng: &mut ChaCha8Rng, t: Ty) -> Op {
    let format = t.format().expect("a float");
    let modifiers = Modifiers { saturate: false, ..Modifiers::random(rng, t != Ty::F64) };
    let negate = rng.random();
    let text = format!("{}{}.{t}", if negate { "neg" } else { "abs" }, modifiers.words());
    let op = Op::new(text, t, &[Any(t)], move |v| {
        let a = modifiers.operand(format, v[0]);
        if negate {
            a ^ format.sign()
        } else {
            a & !format.sign()
        }
    });
    op.open()
}

/// `min` or `max`: a number wins over a NaN unless `.NaN` is given; -0 is below +0.
pub(super) fn extreme(rng: &mut ChaCha8Rng, t: Ty) -> Op {
    let format = t.format().expect("a float");
    let narrow = t != Ty::F64;
    let modifiers = Modifiers { saturate: false, ..Modifiers::random(rng, narrow) };
    let nan_wins = narrow && rng.random_range(0..3) == 0;
    let xor_sign = narrow && rng.random_range(0..4) == 0;
    let least = rng.random();
    let text = format!(
        "{}{}{}{}.{t}",
        if least { "min" } else { "max" },
        modifiers.words(),
        if nan_wins { ".NaN" } else { "" },
        if xor_sign { ".xorsign.abs" } else { "" }
    );
    let op = Op::new(text, t, &[Any(t), Any(t)], move |v| {
        let (a, b) = (modifiers.operand(format, v[0]), modifiers.operand(format, v[1]));
        let sign = (a ^ b) & format.sign();
        let keep = if xor_sign { !format.sign() } else { u64::MAX };
        let (a, b) = (a & keep, b & keep);
        let a_is_less = match format.compare(a, b) {
            None if nan_wins => return format.nan(),
            None if format.is_nan(a) => !least,
            None => least,
            Some(std::cmp::Ordering::Equal) => a & format.sign() != 0,
            Some(order) => order.is_lt(),
        };
        let chosen = if a_is_less == least { a } else { b };
        if xor_sign {
            chosen | sign
        } else {
            chosen
        }
    });
    op.open()
}
