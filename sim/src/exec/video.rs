//! Video instructions: they extend parts of two words, operate on them, and combine the result with a third word.

use super::lanes::{map3, ones, sign};
use super::warp::Lanes;
use crate::ptx::{Compare, Instr, Video, VideoOp, VideoThen};

/// Executes one video instruction in all lanes.
pub(super) fn video(instr: &Instr, video: Video, a: &Lanes, b: &Lanes, c: &Lanes) -> Lanes {
    map3(a, b, c, |a, b, c| lane(instr, video, b << 32 | a & ones(32), c) & ones(32))
}

fn lane(instr: &Instr, video: Video, both: u64, c: u64) -> u64 {
    let width = u32::from(video.bits[2]);
    let signed = video.signed[2];
    let mut result = c;
    for part in (0..video.parts).filter(|part| video.mask >> part & 1 != 0) {
        let of = |operand: usize| {
            let value = both >> video.shifts[operand][usize::from(part)];
            number(value, u32::from(video.bits[operand]), video.signed[operand])
        };
        let value = operate(video.op, of(0), of(1));
        let value = if instr.saturate { clamped(value, width, signed) } else { value };
        let third = number(c, 32, signed);
        result = match video.then {
            VideoThen::Insert => {
                let at = u32::from(video.at) + width % 32 * u32::from(part);
                result & !(ones(width) << at) | (value as u64 & ones(width)) << at
            }
            VideoThen::Add => result.wrapping_add(value as u64),
            VideoThen::Min => value.min(third) as u64,
            VideoThen::Max => value.max(third) as u64,
        };
    }
    result
}

fn operate(op: VideoOp, a: i128, b: i128) -> i128 {
    // Amounts come from an unsigned operand, so they are not negative.
    let amount = |clamp: bool| if clamp { b.min(32) } else { b & 31 };
    match op {
        VideoOp::Add => a + b,
        VideoOp::Sub => a - b,
        VideoOp::AbsDiff => (a - b).abs(),
        VideoOp::Min => a.min(b),
        VideoOp::Max => a.max(b),
        // Halves are rounded up, and those of negative sums down.
        VideoOp::Average => (a + b + i128::from(a + b >= 0)) >> 1,
        VideoOp::Shl(clamp) => a << amount(clamp),
        VideoOp::Shr(clamp) => a >> amount(clamp),
        VideoOp::Set(compare) => i128::from(match compare {
            Compare::Eq => a == b,
            Compare::Ne => a != b,
            Compare::Lt => a < b,
            Compare::Le => a <= b,
            Compare::Gt => a > b,
            _ => a >= b,
        }),
    }
}

fn number(value: u64, bits: u32, signed: bool) -> i128 {
    if signed {
        sign(value, bits).into()
    } else {
        (value & ones(bits)).into()
    }
}

fn clamped(value: i128, bits: u32, signed: bool) -> i128 {
    match signed {
        true => value.clamp(-1 << (bits - 1), ones(bits - 1).into()),
        false => value.clamp(0, ones(bits).into()),
    }
}
