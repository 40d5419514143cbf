//! The same operation on every byte or half-word of two words.

use super::compare::compare_floats;
use super::lanes::{extend, map3, ones};
use super::warp::Lanes;
use crate::ptx::{Instr, Pairwise, Simd};

/// Each pair of parts of `a` and `b`: side by side, or summed up with the word `c`.
pub(super) fn pairwise(instr: &Instr, simd: Simd, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    let width = 32 / u32::from(simd.parts);
    map3(a, b, c, |a, b, c| {
        let part = |word: u64, at: u32, signed: bool| extend(word >> at, width, signed) as i64;
        let mut joined = 0;
        let mut sum = c;
        for at in (0..32).step_by(width as usize) {
            let [x, y] = [part(a, at, simd.signed[0]), part(b, at, simd.signed[1])];
            let mut value = one(simd.what, x, y);
            if instr.saturate {
                value = clamped(value, width, instr.ty.is_signed());
            }
            joined |= (value as u64 & ones(width)) << at;
            sum = sum.wrapping_add(value as u64);
        }
        if simd.accumulate {
            sum & ones(32)
        } else {
            joined
        }
    })
}

fn one(what: Pairwise, x: i64, y: i64) -> i64 {
    match what {
        Pairwise::Add => x + y,
        Pairwise::Sub => x - y,
        Pairwise::Average => (x + y + i64::from(x + y >= 0)) >> 1,
        Pairwise::Distance => (x - y).abs(),
        Pairwise::Min => x.min(y),
        Pairwise::Max => x.max(y),
        // Numbers this small are exact as floats.
        Pairwise::Set(compare) => i64::from(compare_floats(x as f64, y as f64, compare)),
    }
}

/// Brought into the range of an integer of `width` bits.
fn clamped(value: i64, width: u32, signed: bool) -> i64 {
    let most = ones(if signed { width - 1 } else { width }) as i64;
    value.clamp(if signed { -most - 1 } else { 0 }, most)
}
