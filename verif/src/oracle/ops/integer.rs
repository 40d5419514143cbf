//! Integer arithmetic.

use super::super::types::{Ty, INTEGERS};
use super::{pick, Op, Src};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use Src::Any;
use Ty::*;

const WORDS: &[Ty] = &[U32, S32];

/// An integer arithmetic instruction.
pub fn random(rng: &mut ChaCha8Rng) -> Op {
    match rng.random_range(0..12) {
        0 | 1 => add_or_sub(rng),
        2 => multiply(rng, false),
        3 => multiply(rng, true),
        4 => multiply24(rng),
        5 => divide(rng),
        6 => {
            let t = pick(rng, &[S16, S32, S64]);
            let negate = rng.random();
            let name = if negate { "neg" } else { "abs" };
            Op::new(format!("{name}.{t}"), t, &[Any(t)], move |v| {
                let x = t.integer(v[0]);
                (if negate { -x } else { x.abs() }) as u64 & t.mask()
            })
        }
        7 | 8 => extreme(rng),
        9 => {
            let t = pick(rng, INTEGERS);
            Op::new(format!("sad.{t}"), t, &[Any(t), Any(t), Any(t)], move |v| {
                let distance = (t.integer(v[0]) - t.integer(v[1])).unsigned_abs() as u64;
                distance.wrapping_add(v[2]) & t.mask()
            })
        }
        10 => saturating(rng),
        _ => multiply_saturating(rng),
    }
}

fn add_or_sub(rng: &mut ChaCha8Rng) -> Op {
    let t = pick(rng, INTEGERS);
    if rng.random() {
        Op::new(format!("add.{t}"), t, &[Any(t), Any(t)], move |v| v[0].wrapping_add(v[1]))
    } else {
        Op::new(format!("sub.{t}"), t, &[Any(t), Any(t)], move |v| v[0].wrapping_sub(v[1]))
    }
}

fn clamp(t: Ty, x: i128) -> u64 {
    let (low, high) = t.range();
    x.clamp(low, high) as u64 & t.mask()
}

fn saturating(rng: &mut ChaCha8Rng) -> Op {
    if rng.random() {
        Op::new("add.sat.s32", S32, &[Any(S32), Any(S32)], |v| {
            clamp(S32, S32.integer(v[0]) + S32.integer(v[1]))
        })
    } else {
        Op::new("sub.sat.s32", S32, &[Any(S32), Any(S32)], |v| {
            clamp(S32, S32.integer(v[0]) - S32.integer(v[1]))
        })
    }
}

fn multiply(rng: &mut ChaCha8Rng, accumulate: bool) -> Op {
    let part = pick(rng, &["lo", "hi", "wide"]);
    let t = pick(rng, if part == "wide" { &INTEGERS[..4] } else { INTEGERS });
    let result = match (part, t) {
        ("wide", U16) => U32,
        ("wide", S16) => S32,
        ("wide", U32) => U64,
        ("wide", S32) => S64,
        _ => t,
    };
    let shift = if part == "hi" { t.bits() } else { 0 };
    let name = if accumulate { "mad" } else { "mul" };
    let sources = [Any(t), Any(t), Any(result)];
    let sources = if accumulate { &sources[..] } else { &sources[..2] };
    Op::new(format!("{name}.{part}.{t}"), result, sources, move |v| {
        let product = t.integer(v[0]).wrapping_mul(t.integer(v[1]));
        // The upper half of an unsigned 64-bit product needs the sign-free shift.
        let half = if t.signed() { product >> shift } else { (product as u128 >> shift) as i128 };
        (half as u64).wrapping_add(v.get(2).copied().unwrap_or(0)) & result.mask()
    })
}

fn multiply_saturating(rng: &mut ChaCha8Rng) -> Op {
    if rng.random() {
        Op::new("mad.hi.sat.s32", S32, &[Any(S32), Any(S32), Any(S32)], |v| {
            let product = S32.integer(v[0]) * S32.integer(v[1]);
            clamp(S32, (product >> 32) + S32.integer(v[2]))
        })
    } else {
        Op::new("mad24.hi.sat.s32", S32, &[Any(S32), Any(S32), Any(S32)], |v| {
            let product = low24(S32, v[0]) * low24(S32, v[1]);
            clamp(S32, i128::from((product >> 16) as i32) + S32.integer(v[2]))
        })
    }
}

fn low24(t: Ty, bits: u64) -> i128 {
    let low = bits as u32 & 0xff_ffff;
    match t.signed() {
        true => i128::from((low << 8) as i32 >> 8),
        false => i128::from(low),
    }
}

/// The 48-bit product of 24-bit operands; `hi` is its bits 47..16.
fn multiply24(rng: &mut ChaCha8Rng) -> Op {
    let t = pick(rng, WORDS);
    let (part, shift) = pick(rng, &[("lo", 0), ("hi", 16)]);
    let accumulate = rng.random();
    let name = if accumulate { "mad24" } else { "mul24" };
    let sources = if accumulate { vec![Any(t); 3] } else { vec![Any(t); 2] };
    Op::new(format!("{name}.{part}.{t}"), t, &sources, move |v| {
        let product = low24(t, v[0]) * low24(t, v[1]);
        ((product >> shift) as u64).wrapping_add(v.get(2).copied().unwrap_or(0)) & t.mask()
    })
}

/// Divides by a constant, because the PTX ISA does not define division by zero and of the smallest
/// number by -1.
fn divide(rng: &mut ChaCha8Rng) -> Op {
    let t = pick(rng, INTEGERS);
    let remainder = rng.random();
    let name = if remainder { "rem" } else { "div" };
    let mut divisor = super::super::values::random(rng, t);
    if divisor == 0 || t.signed() && t.integer(divisor) == -1 {
        divisor = 3;
    }
    Op::new(format!("{name}.{t}"), t, &[Any(t), Src::Fixed(divisor, t)], move |v| {
        let (a, b) = (t.integer(v[0]), t.integer(divisor));
        (if remainder { a % b } else { a / b }) as u64 & t.mask()
    })
}

fn extreme(rng: &mut ChaCha8Rng) -> Op {
    let t = pick(rng, INTEGERS);
    let least = rng.random();
    let name = if least { "min" } else { "max" };
    Op::new(format!("{name}.{t}"), t, &[Any(t), Any(t)], move |v| {
        let less = t.integer(v[0]) < t.integer(v[1]);
        v[usize::from(less != least)]
    })
}
