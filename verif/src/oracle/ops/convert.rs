//! Conversions between all types.

use super::super::arithmetic::{convert, round_to_integral};
use super::super::softfloat::{
    from_integer, pack, to_integer, unpack, Format, Number, Rounding, HALF, SINGLE,
};
use super::super::types::Ty;
use super::float::{Modifiers, ROUNDINGS};
use super::{pick, Op, Src};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use Rounding::{Down, Near, Up, Zero};
use Ty::*;

const WHOLE: &[Ty] = &[U8, S8, U16, S16, U32, S32, U64, S64];
const FLOATS: &[Ty] = &[F16, F32, F64];
const TO_INTEGER: &[(&str, Rounding)] =
    &[(".rni", Near), (".rzi", Zero), (".rmi", Down), (".rpi", Up)];

/// A conversion.
pub fn random(rng: &mut ChaCha8Rng) -> Op {
    match rng.random_range(0..10) {
        0 | 1 => between_integers(rng),
        2 | 3 => integer_to_float(rng),
        4..=6 => float_to_integer(rng),
        7 | 8 => between_floats(rng),
        _ => packing(rng),
    }
}

/// A constant has no width of its own, so only registers are converted.
fn source(t: Ty) -> [Src; 1] {
    [Src::Reg(t)]
}

/// A byte in a wider register is extended as its type says.
fn in_register(t: Ty, value: i128) -> u64 {
    let value = t.integer(value as u64) as u64;
    if t.bits() == 8 {
        value & 0xffff_ffff
    } else {
        value & t.mask()
    }
}

fn between_integers(rng: &mut ChaCha8Rng) -> Op {
    let (from, to) = (pick(rng, WHOLE), pick(rng, WHOLE));
    let ((least, most), (low, high)) = (from.range(), to.range());
    // `.sat` is legal only where it can matter.
    let saturate = (least < low || most > high) && rng.random();
    let text = format!("cvt{}.{to}.{from}", if saturate { ".sat" } else { "" });
    Op::new(text, to, &source(from), move |v| {
        let x = from.integer(v[0]);
        in_register(to, if saturate { x.clamp(low, high) } else { to.integer(x as u64) })
    })
}

fn integer_to_float(rng: &mut ChaCha8Rng) -> Op {
    let (from, to) = (pick(rng, WHOLE), pick(rng, FLOATS));
    let (word, rounding) = pick(rng, ROUNDINGS);
    let format = to.format().expect("a float");
    Op::new(format!("cvt{word}.{to}.{from}"), to, &source(from), move |v| {
        pack(format, from_integer(from.integer(v[0])), rounding)
    })
}

fn float_to_integer(rng: &mut ChaCha8Rng) -> Op {
    let (from, to) = (pick(rng, FLOATS), pick(rng, WHOLE));
    let (word, rounding) = pick(rng, TO_INTEGER);
    let modifiers = Modifiers { saturate: false, ..Modifiers::random(rng, from == F32) };
    let format = from.format().expect("a float");
    let (low, high) = to.range();
    let text = format!("cvt{word}{}.{to}.{from}", modifiers.words());
    let op = Op::new(text, to, &source(from), move |v| {
        let x = match unpack(format, modifiers.operand(format, v[0])) {
            Number::Finite(x) => to_integer(x, rounding).clamp(low, high),
            Number::Infinite(negative) => {
                if negative {
                    low
                } else {
                    high
                }
            }
            Number::Nan => 0,
        };
        in_register(to, x)
    });
    // A NaN becomes 0; where a 64-bit type takes part, from version 9.0 of the PTX ISA on, 100...0.
    let open = from == F64 || to.bits() == 64;
    Op { open_for_nan: open.then_some(from), ..op }
}

fn between_floats(rng: &mut ChaCha8Rng) -> Op {
    let (from, to) = (pick(rng, FLOATS), pick(rng, FLOATS));
    let (source_format, format) = (from.format().expect("a float"), to.format().expect("a float"));
    let single = from == F32 || to == F32;
    let modifiers =
        Modifiers { flush: single && rng.random(), saturate: rng.random_range(0..3) == 0 };
    let (word, rounding) = if from == to {
        pick(rng, TO_INTEGER)
    } else if to.bits() < from.bits() {
        pick(rng, ROUNDINGS)
    } else {
        ("", Near)
    };
    // Only single precision is flushed.
    let flushed = move |format: Format, bits: u64| {
        if format == SINGLE {
            modifiers.operand(format, bits)
        } else {
            bits
        }
    };
    let text = format!("cvt{word}{}.{to}.{from}", modifiers.words());
    let op = Op::new(text, to, &source(from), move |v| {
        let a = flushed(source_format, v[0]);
        let result = if from == to {
            round_to_integral(format, rounding, a)
        } else {
            flushed(format, convert(source_format, format, rounding, a))
        };
        if modifiers.saturate {
            format.saturate(result)
        } else {
            result
        }
    });
    op.open()
}

/// Two singles into halves, the first above.
fn packing(rng: &mut ChaCha8Rng) -> Op {
    let (word, rounding) = pick(rng, &ROUNDINGS[..2]);
    let sources = [Src::Reg(F32), Src::Reg(F32)];
    let op = Op::new(format!("cvt{word}.f16x2.f32"), F16x2, &sources, move |v| {
        let half = |bits: u64| convert(SINGLE, HALF, rounding, bits);
        half(v[0]) << 16 | half(v[1])
    });
    op.open()
}
