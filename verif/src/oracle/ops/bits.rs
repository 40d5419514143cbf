//! Logic, shifts and bit fields.

use super::super::types::Ty;
use super::{pick, Op, Src};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use Src::{Any, Fixed, Small};
use Ty::*;

const PAIR: &[Ty] = &[B32, B64];
const BITS: &[Ty] = &[B16, B32, B64];

/// A logical instruction, shift or bit field instruction.
pub fn random(rng: &mut ChaCha8Rng) -> Op {
    match rng.random_range(0..16) {
        0 | 1 => logic(rng),
        2 => {
            let t = pick(rng, &[Pred, B16, B32, B64]);
            let source = if t == Pred { Src::Reg(t) } else { Any(t) };
            Op::new(format!("not.{t}"), t, &[source], move |v| !v[0] & t.mask())
        }
        3 => {
            let t = pick(rng, BITS);
            Op::new(format!("cnot.{t}"), t, &[Any(t)], |v| u64::from(v[0] == 0))
        }
        4 | 5 => shift(rng),
        6 => funnel(rng),
        7 => extract(rng),
        8 => {
            let t = pick(rng, PAIR);
            let sources = [Any(t), Any(t), Small(U32, 70), Small(U32, 70)];
            Op::new(format!("bfi.{t}"), t, &sources, move |v| insert(t, v))
        }
        9 => find(rng),
        10 => {
            let t = pick(rng, PAIR);
            Op::new(format!("popc.{t}"), U32, &[Any(t)], |v| u64::from(v[0].count_ones()))
        }
        11 => {
            let t = pick(rng, PAIR);
            Op::new(format!("clz.{t}"), U32, &[Any(t)], move |v| {
                u64::from(v[0].leading_zeros() + t.bits() - 64)
            })
        }
        12 => {
            let t = pick(rng, PAIR);
            Op::new(format!("brev.{t}"), t, &[Any(t)], move |v| {
                v[0].reverse_bits() >> (64 - t.bits())
            })
        }
        13 | 14 => permute(rng),
        _ => lop3(rng),
    }
}

fn logic(rng: &mut ChaCha8Rng) -> Op {
    let t = pick(rng, &[Pred, B16, B32, B64]);
    let source = if t == Pred { Src::Reg(t) } else { Any(t) };
    let (name, function): (_, fn(u64, u64) -> u64) =
        pick(rng, &[("and", |a, b| a & b), ("or", |a, b| a | b), ("xor", |a, b| a ^ b)]);
    Op::new(format!("{name}.{t}"), t, &[source, source], move |v| function(v[0], v[1]))
}

/// The amount is an unsigned 32-bit number, and beyond the width all bits leave.
fn shift(rng: &mut ChaCha8Rng) -> Op {
    let left = rng.random();
    let t = pick(rng, if left { BITS } else { &[B16, U16, S16, B32, U32, S32, B64, U64, S64] });
    let name = if left { "shl" } else { "shr" };
    Op::new(format!("{name}.{t}"), t, &[Any(t), Small(U32, 70)], move |v| {
        let amount = v[1].min(64) as u32;
        if left {
            (u128::from(v[0]) << amount) as u64 & t.mask()
        } else {
            (t.integer(v[0]) >> amount) as u64 & t.mask()
        }
    })
}

fn funnel(rng: &mut ChaCha8Rng) -> Op {
    let left = rng.random();
    let wrap = rng.random();
    let text =
        format!("shf.{}.{}.b32", if left { "l" } else { "r" }, if wrap { "wrap" } else { "clamp" });
    Op::new(text, B32, &[Any(B32), Any(B32), Small(U32, 40)], move |v| {
        let both = v[1] << 32 | v[0];
        let amount = if wrap { v[2] & 31 } else { v[2].min(32) };
        let moved = if left { both >> (32 - amount) } else { both >> amount };
        moved & B32.mask()
    })
}

/// Position and length are bytes; the field stops at the top bit, whose place the sign then takes.
fn extract(rng: &mut ChaCha8Rng) -> Op {
    let t = pick(rng, &[U32, S32, U64, S64]);
    Op::new(format!("bfe.{t}"), t, &[Any(t), Small(U32, 70), Small(U32, 70)], move |v| {
        let (position, length, top) = (v[1] & 255, v[2] & 255, u64::from(t.bits()) - 1);
        let sign = t.signed() && length != 0 && v[0] >> (position + length - 1).min(top) & 1 == 1;
        (0..=top).fold(0, |field, i| {
            let inside = i < length && position + i <= top;
            let bit = if inside { v[0] >> (position + i) & 1 == 1 } else { sign };
            field | u64::from(bit) << i
        })
    })
}

fn insert(t: Ty, v: &[u64]) -> u64 {
    let (position, length, top) = (v[2] & 255, v[3] & 255, u64::from(t.bits()) - 1);
    (0..length).take_while(|i| position + i <= top).fold(v[1], |field, i| {
        let place = position + i;
        field & !(1 << place) | (v[0] >> i & 1) << place
    })
}

fn find(rng: &mut ChaCha8Rng) -> Op {
    let t = pick(rng, &[U32, S32, U64, S64]);
    let amount = rng.random();
    let text = format!("bfind{}.{t}", if amount { ".shiftamt" } else { "" });
    Op::new(text, U32, &[Any(t)], move |v| {
        let x = t.integer(v[0]);
        let wanted = if x < 0 { !x } else { x } as u64;
        match wanted.checked_ilog2() {
            None => 0xffff_ffff,
            Some(place) if amount => u64::from(t.bits() - 1 - place),
            Some(place) => u64::from(place),
        }
    })
}

fn permute(rng: &mut ChaCha8Rng) -> Op {
    let mode = pick(rng, &["", "", "", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"]);
    Op::new(format!("prmt.b32{mode}"), B32, &[Any(B32), Any(B32), Any(B32)], move |v| {
        let bytes = (v[1] << 32 | v[0]).to_le_bytes();
        let s = (v[2] & 3) as i32;
        let chosen = |i: i32| -> u8 {
            let index = match mode {
                ".f4e" => s + i,
                ".b4e" => (s - i) & 7,
                ".rc8" => s,
                ".ecl" => i.max(s),
                ".ecr" => i.min(s),
                ".rc16" => (s & 1) * 2 + (i & 1),
                _ => {
                    let nibble = (v[2] >> (4 * i)) as u8 & 15;
                    let byte = bytes[usize::from(nibble & 7)];
                    // The top bit of the selector asks for eight copies of the byte's sign.
                    return if nibble & 8 == 0 { byte } else { ((byte as i8) >> 7) as u8 };
                }
            };
            bytes[index as usize]
        };
        u64::from(u32::from_le_bytes([chosen(0), chosen(1), chosen(2), chosen(3)]))
    })
}

fn lop3(rng: &mut ChaCha8Rng) -> Op {
    let table = rng.random_range(0..256);
    Op::new("lop3.b32", B32, &[Any(B32), Any(B32), Any(B32), Fixed(table, U32)], move |v| {
        (0..32).fold(0, |result, i| {
            let row = (v[0] >> i & 1) << 2 | (v[1] >> i & 1) << 1 | v[2] >> i & 1;
            result | (table >> row & 1) << i
        })
    })
}
