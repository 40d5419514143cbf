//! Half precision, one element or two.

use super::super::arithmetic::{add, fma, mul};
use super::super::softfloat::{Rounding::Near, HALF};
use super::super::types::Ty;
use super::compare::Comparison;
use super::float::{extreme, sign, Modifiers};
use super::{pick, Eval, Op, Src};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use Ty::*;

/// A half-precision instruction.
pub fn random(rng: &mut ChaCha8Rng) -> Op {
    let op = match rng.random_range(0..8) {
        0..=3 => arithmetic(rng),
        4 => sign(rng, F16),
        5 => extreme(rng, F16),
        6 => return setp(rng),
        _ => return set(rng),
    };
    if rng.random() {
        both(op)
    } else {
        registers_only(op)
    }
}

/// There are no constants of type f16.
fn registers_only(op: Op) -> Op {
    let src = op.src.iter().map(|_| Src::Reg(F16)).collect();
    Op { src, ..op }
}

/// The instruction on two elements.
fn both(op: Op) -> Op {
    let one: Eval = op.eval;
    let eval = move |v: &[u64]| {
        let low: Vec<u64> = v.iter().map(|word| word & 0xffff).collect();
        let high: Vec<u64> = v.iter().map(|word| word >> 16).collect();
        [one(&low)[0] | one(&high)[0] << 16, 0]
    };
    let src: Vec<Src> = op.src.iter().map(|_| Src::Reg(F16x2)).collect();
    Op::pair(format!("{}x2", op.text), &[F16x2], &src, eval).open()
}

fn arithmetic(rng: &mut ChaCha8Rng) -> Op {
    let modifiers = Modifiers::random(rng, true);
    let name = pick(rng, &["add", "sub", "mul", "fma", "fma"]);
    let word = if name == "fma" || rng.random() { ".rn" } else { "" };
    let text = format!("{name}{word}{}.f16", modifiers.words());
    let sources = vec![Src::Reg(F16); if name == "fma" { 3 } else { 2 }];
    let op = Op::new(text, F16, &sources, move |v| {
        let x = |i: usize| modifiers.operand(HALF, v[i]);
        let result = match name {
            "add" => add(HALF, Near, x(0), x(1)),
            "sub" => add(HALF, Near, x(0), x(1) ^ HALF.sign()),
            "mul" => mul(HALF, Near, x(0), x(1)),
            _ => fma(HALF, Near, x(0), x(1), x(2)),
        };
        modifiers.result(HALF, result)
    });
    op.open()
}

fn setp(rng: &mut ChaCha8Rng) -> Op {
    if rng.random() {
        let comparison = Comparison::random(rng, F16);
        let text = format!("setp.{}{}.f16", comparison.name, comparison.flag());
        return Op::new(text, Pred, &[Src::Reg(F16), Src::Reg(F16)], move |v| {
            u64::from(comparison.holds(v[0], v[1]))
        });
    }
    let comparison = Comparison::random(rng, F16x2);
    let text = format!("setp.{}{}.f16x2", comparison.name, comparison.flag());
    let sources = [Src::Reg(F16x2), Src::Reg(F16x2)];
    Op::pair(text, &[Pred, Pred], &sources, move |v| {
        let holds = |shift: u32| comparison.holds(v[0] >> shift & 0xffff, v[1] >> shift & 0xffff);
        [u64::from(holds(0)), u64::from(holds(16))]
    })
}

fn set(rng: &mut ChaCha8Rng) -> Op {
    let comparison = Comparison::random(rng, F16);
    let result = pick(rng, &[F16, U16, S16, U32, S32]);
    let text = format!("set.{}{}.{result}.f16", comparison.name, comparison.flag());
    let yes = if result == F16 { HALF.one() } else { result.mask() };
    Op::new(text, result, &[Src::Reg(F16), Src::Reg(F16)], move |v| {
        u64::from(comparison.holds(v[0], v[1])) * yes
    })
}
