//! Comparisons and selections.

use super::super::types::{Ty, INTEGERS};
use super::{pick, Op, Src};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use std::cmp::Ordering;
use Src::{Any, Negatable};
use Ty::*;

const BITS: &[Ty] = &[B16, B32, B64];
const FLOATS: &[Ty] = &[F32, F64];
const SELECTED: &[Ty] = &[B16, B32, B64, U16, U32, U64, S16, S32, S64, F32, F64];

/// A comparison operator and what it compares.
#[derive(Clone, Copy)]
pub(super) struct Comparison {
    pub name: &'static str,
    pub ty: Ty,
    pub flush: bool,
}

impl Comparison {
    pub(super) fn random(rng: &mut ChaCha8Rng, ty: Ty) -> Self {
        let names: &[&str] = match ty {
            B16 | B32 | B64 => &["eq", "ne"],
            U16 | U32 | U64 => &["eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"],
            S16 | S32 | S64 => &["eq", "ne", "lt", "le", "gt", "ge"],
            _ => &[
                "eq", "ne", "lt", "le", "gt", "ge", "equ", "neu", "ltu", "leu", "gtu", "geu",
                "num", "nan",
            ],
        };
        let flush = matches!(ty, F32 | F16 | F16x2) && rng.random_range(0..3) == 0;
        Self { name: pick(rng, names), ty, flush }
    }

    pub(super) fn flag(self) -> &'static str {
        if self.flush {
            ".ftz"
        } else {
            ""
        }
    }

    pub(super) fn holds(self, a: u64, b: u64) -> bool {
        let order = match self.ty.format() {
            Some(format) if self.flush => format.compare(format.flush(a), format.flush(b)),
            Some(format) => format.compare(a, b),
            None => Some(self.ty.integer(a).cmp(&self.ty.integer(b))),
        };
        match (self.name, order) {
            ("num", order) => order.is_some(),
            ("nan", order) => order.is_none(),
            // An unordered pair fails every comparison but those that end in u.
            (name, None) => name.len() == 3,
            (name, Some(order)) => match &name[..2] {
                "eq" => order == Ordering::Equal,
                "ne" => order != Ordering::Equal,
                "lt" | "lo" => order == Ordering::Less,
                "le" | "ls" => order != Ordering::Greater,
                "gt" | "hi" => order == Ordering::Greater,
                _ => order != Ordering::Less,
            },
        }
    }
}

fn compared(rng: &mut ChaCha8Rng) -> Ty {
    let group = pick(rng, &[BITS, INTEGERS, INTEGERS, FLOATS, FLOATS]);
    pick(rng, group)
}

/// A boolean combination with a further predicate, or none.
fn combination(rng: &mut ChaCha8Rng) -> (&'static str, fn(bool, bool) -> bool) {
    let none: (&str, fn(bool, bool) -> bool) = ("", |a, _| a);
    pick(rng, &[none, none, (".and", |a, c| a & c), (".or", |a, c| a | c), (".xor", |a, c| a ^ c)])
}

/// A comparison or a selection.
pub fn random(rng: &mut ChaCha8Rng) -> Op {
    match rng.random_range(0..8) {
        0..=3 => setp(rng),
        4 => set(rng),
        5 => {
            let t = pick(rng, SELECTED);
            Op::new(format!("selp.{t}"), t, &[Any(t), Any(t), Src::Reg(Pred)], |v| {
                if v[2] != 0 {
                    v[0]
                } else {
                    v[1]
                }
            })
        }
        6 => slct(rng),
        _ => testp(rng),
    }
}

fn setp(rng: &mut ChaCha8Rng) -> Op {
    let t = compared(rng);
    let comparison = Comparison::random(rng, t);
    let (word, combine) = combination(rng);
    let text = format!("setp.{}{word}{}.{t}", comparison.name, comparison.flag());
    let sources = [Any(t), Any(t), Negatable];
    let sources = if word.is_empty() { &sources[..2] } else { &sources[..] };
    let results = if rng.random() { &[Pred, Pred][..] } else { &[Pred] };
    Op::pair(text, results, sources, move |v| {
        let (holds, with) = (comparison.holds(v[0], v[1]), v.get(2).is_some_and(|&c| c != 0));
        [u64::from(combine(holds, with)), u64::from(combine(!holds, with))]
    })
}

fn set(rng: &mut ChaCha8Rng) -> Op {
    let (t, result) = (compared(rng), pick(rng, &[U32, S32, F32]));
    let comparison = Comparison::random(rng, t);
    let (word, combine) = combination(rng);
    let text = format!("set.{}{word}{}.{result}.{t}", comparison.name, comparison.flag());
    let sources = [Any(t), Any(t), Negatable];
    let sources = if word.is_empty() { &sources[..2] } else { &sources[..] };
    let yes = if result == F32 { 0x3f80_0000 } else { 0xffff_ffff };
    Op::new(text, result, sources, move |v| {
        let with = v.get(2).is_some_and(|&c| c != 0);
        u64::from(combine(comparison.holds(v[0], v[1]), with)) * yes
    })
}

/// The first if the third is not below zero; negative zero is not, a NaN counts as below.
fn slct(rng: &mut ChaCha8Rng) -> Op {
    let t = pick(rng, SELECTED);
    if rng.random() {
        return Op::new(format!("slct.{t}.s32"), t, &[Any(t), Any(t), Any(S32)], |v| {
            v[usize::from(S32.integer(v[2]) < 0)]
        });
    }
    let flush = rng.random();
    let atleast = Comparison { name: "ge", ty: F32, flush };
    let text = format!("slct{}.{t}.f32", atleast.flag());
    Op::new(text, t, &[Any(t), Any(t), Any(F32)], move |v| v[usize::from(!atleast.holds(v[2], 0))])
}

/// Zeros count as normal.
fn testp(rng: &mut ChaCha8Rng) -> Op {
    let t = pick(rng, FLOATS);
    let format = t.format().expect("a float");
    let property =
        pick(rng, &["finite", "infinite", "number", "notanumber", "normal", "subnormal"]);
    Op::new(format!("testp.{property}.{t}"), Pred, &[Any(t)], move |v| {
        let (nan, infinite) = (format.is_nan(v[0]), format.is_infinite(v[0]));
        u64::from(match property {
            "finite" => !nan && !infinite,
            "infinite" => infinite,
            "number" => !nan,
            "notanumber" => nan,
            "normal" => !nan && !infinite && !format.is_subnormal(v[0]),
            _ => format.is_subnormal(v[0]),
        })
    })
}
