//! Moves, and vectors in and out of one register.

use super::super::types::Ty;
use super::{pick, Form, Op, Src};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use Ty::*;

/// A move.
pub fn random(rng: &mut ChaCha8Rng) -> Op {
    let (wide, part) = pick(rng, &[(B32, B16), (B64, B32)]);
    let shift = part.bits();
    match rng.random_range(0..4) {
        0 => {
            let eval = move |v: &[u64]| v[0] | v[1] << shift;
            let op = Op::new(format!("mov.{wide}"), wide, &[Src::Reg(part); 2], eval);
            Op { form: Form::Pack, ..op }
        }
        1 => {
            let eval = move |v: &[u64]| [v[0] & part.mask(), v[0] >> shift];
            let op = Op::pair(format!("mov.{wide}"), &[part, part], &[Src::Reg(wide)], eval);
            Op { form: Form::Unpack, ..op }
        }
        _ => {
            let t = pick(rng, &[B16, U16, S16, B32, U32, S32, F32, B64, U64, S64, F64]);
            Op::new(format!("mov.{t}"), t, &[Src::Any(t)], |v| v[0])
        }
    }
}
