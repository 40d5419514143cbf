//! Chains through the carry flag. Only whole chains are made: outside of one the flag is undefined.

use super::super::types::Ty;
use super::{pick, Op, Src};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use Src::Any;
use Ty::*;

/// Sets the flag, passes it on, and uses it: two to four instructions of one type.
pub fn chain(rng: &mut ChaCha8Rng) -> Vec<Op> {
    let t = pick(rng, &[U32, S32, U64, S64]);
    let links = rng.random_range(0..3);
    let subtract = rng.random_range(0..3) == 0;
    let mut link = |carry_in: bool, carry_out: bool| {
        let op = match (subtract, rng.random()) {
            (true, _) => subtraction(t, carry_in, carry_out),
            (false, true) => addition(t, carry_in, carry_out),
            (false, false) => multiplication(t, rng.random(), carry_in, carry_out),
        };
        Op { carry_in, carry_out, ..op }
    };
    let mut ops = vec![link(false, true)];
    ops.extend((0..links).map(|_| link(true, true)));
    ops.push(link(true, false));
    ops
}

fn name(stem: &str, part: &str, t: Ty, carry_in: bool, carry_out: bool) -> String {
    let (c, cc) = (if carry_in { "c" } else { "" }, if carry_out { ".cc" } else { "" });
    format!("{stem}{c}{part}{cc}.{t}")
}

/// A sum in the type's width and its carry.
fn split(t: Ty, sum: u128) -> [u64; 2] {
    [sum as u64 & t.mask(), u64::from(sum >> t.bits() != 0)]
}

fn carry(values: &[u64], carry_in: bool) -> u128 {
    values.last().filter(|_| carry_in).map_or(0, |&flag| u128::from(flag))
}

fn addition(t: Ty, carry_in: bool, carry_out: bool) -> Op {
    let text = name("add", "", t, carry_in, carry_out);
    Op::pair(text, &[t], &[Any(t), Any(t)], move |v| {
        split(t, u128::from(v[0]) + u128::from(v[1]) + carry(v, carry_in))
    })
}

/// The flag holds the borrow.
fn subtraction(t: Ty, carry_in: bool, carry_out: bool) -> Op {
    let text = name("sub", "", t, carry_in, carry_out);
    Op::pair(text, &[t], &[Any(t), Any(t)], move |v| {
        let taken = u128::from(v[1]) + carry(v, carry_in);
        let difference = u128::from(v[0]).wrapping_sub(taken) as u64 & t.mask();
        [difference, u64::from(u128::from(v[0]) < taken)]
    })
}

fn multiplication(t: Ty, high: bool, carry_in: bool, carry_out: bool) -> Op {
    let text = name("mad", if high { ".hi" } else { ".lo" }, t, carry_in, carry_out);
    Op::pair(text, &[t], &[Any(t), Any(t), Any(t)], move |v| {
        let product = t.integer(v[0]).wrapping_mul(t.integer(v[1])) as u128;
        let half = if high { product >> t.bits() } else { product };
        let half = half & u128::from(t.mask());
        split(t, half + u128::from(v[2]) + carry(v, carry_in))
    })
}
