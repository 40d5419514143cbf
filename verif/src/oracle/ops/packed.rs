//! Dot products of packed bytes and halves.

use super::super::types::Ty;
use super::{pick, Op, Src};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use Src::Any;
use Ty::*;

/// `dp4a` or `dp2a`.
pub fn random(rng: &mut ChaCha8Rng) -> Op {
    let (a, b) = (pick(rng, &[U32, S32]), pick(rng, &[U32, S32]));
    let result = if a == U32 && b == U32 { U32 } else { S32 };
    let sources = [Any(a), Any(b), Any(result)];
    if rng.random() {
        Op::new(format!("dp4a.{a}.{b}"), result, &sources, move |v| {
            let products = (0..4).map(|i| byte(a, v[0], i) * byte(b, v[1], i));
            (products.sum::<i64>() as u64).wrapping_add(v[2]) & result.mask()
        })
    } else {
        let (part, first) = pick(rng, &[("lo", 0), ("hi", 2)]);
        Op::new(format!("dp2a.{part}.{a}.{b}"), result, &sources, move |v| {
            let products = (0..2).map(|i| half(a, v[0], i) * byte(b, v[1], first + i));
            (products.sum::<i64>() as u64).wrapping_add(v[2]) & result.mask()
        })
    }
}

fn byte(t: Ty, word: u64, index: u32) -> i64 {
    let byte = (word >> (8 * index)) as u8;
    if t.signed() {
        i64::from(byte as i8)
    } else {
        i64::from(byte)
    }
}

fn half(t: Ty, word: u64, index: u32) -> i64 {
    let half = (word >> (16 * index)) as u16;
    if t.signed() {
        i64::from(half as i16)
    } else {
        i64::from(half)
    }
}
