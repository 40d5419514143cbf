//! Operand values worth trying: boundaries, small counts, ties of rounding, the odd ends of floating point.

use super::softfloat::{Format, DOUBLE, HALF, SINGLE};
use super::types::Ty;
use rand::seq::IndexedRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// A value of an operand of type `ty`, in its low bits.
pub fn random(rng: &mut ChaCha8Rng, ty: Ty) -> u64 {
    let bits = match ty {
        Ty::F16 => float(rng, HALF),
        Ty::F16x2 => float(rng, HALF) | float(rng, HALF) << 16,
        Ty::F32 => float(rng, SINGLE),
        Ty::F64 => float(rng, DOUBLE),
        _ => integer(rng, ty.bits()),
    };
    bits & ty.mask()
}

/// Initial contents of a register of this many bits, which any type may read.
pub fn random_bits(rng: &mut ChaCha8Rng, bits: u32) -> u64 {
    let types: &[Ty] = match bits {
        16 => &[Ty::U16, Ty::F16],
        32 => &[Ty::U32, Ty::U32, Ty::F32, Ty::F32, Ty::F16x2],
        64 => &[Ty::U64, Ty::F64],
        _ => &[Ty::U32],
    };
    let ty = *types.choose(rng).expect("types to choose from");
    random(rng, ty)
}

fn integer(rng: &mut ChaCha8Rng, bits: u32) -> u64 {
    match rng.random_range(0..8) {
        // A count, an offset, a small number of either sign.
        0 | 1 => rng.random_range(0..70),
        2 => rng.random_range(0_u64..16).wrapping_neg(),
        // Around a power of two.
        3 => (1_u64 << rng.random_range(0..bits))
            .wrapping_add(rng.random_range(0..3))
            .wrapping_sub(1),
        // Extremes of every width.
        4 => *[
            0x7f,
            0x80,
            0xff,
            0x7fff,
            0x8000,
            0xffff,
            0x7fff_ffff,
            0x8000_0000,
            0xffff_ffff,
            1 << 63,
            u64::MAX >> 1,
            u64::MAX,
        ]
        .choose(rng)
        .expect("extremes"),
        // Few bits.
        5 => rng.random::<u64>() & rng.random::<u64>() & rng.random::<u64>(),
        _ => rng.random(),
    }
}

/// Mostly numbers of like magnitude, so that sums round, cancel and tie.
fn float(rng: &mut ChaCha8Rng, format: Format) -> u64 {
    let sign = if rng.random() { format.sign() } else { 0 };
    let top = (1_u64 << format.exponent) - 1;
    let bias = top / 2;
    let exponent = match rng.random_range(0..16) {
        0 => return sign | *[0, format.infinity(), format.one()].choose(rng).expect("constants"),
        1 if rng.random_range(0..4) == 0 => return format.nan(),
        1 => 0,
        2 => rng.random_range(0..3),
        3 => top - 1 - rng.random_range(0..2),
        4 => rng.random_range(0..top),
        // Square roots and products that reach the subnormals.
        5 => bias / 2 + rng.random_range(0..4),
        // Integers of 8 to 64 bits, where conversions saturate.
        6 | 7 => (bias + rng.random_range(0..66)).min(top - 1),
        _ => bias + rng.random_range(0..8) - 4,
    };
    let ones = (1_u64 << format.fraction) - 1;
    let fraction = match rng.random_range(0..6) {
        0 => 0,
        1 => ones - rng.random_range(0..3),
        2 => rng.random_range(0..4),
        // Few leading bits: exact products and ties.
        3 | 4 => (rng.random_range(0_u64..64) << format.fraction) / 64,
        _ => rng.random::<u64>(),
    };
    sign | exponent << format.fraction | fraction & ones
}
