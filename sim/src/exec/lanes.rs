//! Element-wise operations over 32 lanes, in loops that the compiler vectorizes.

use super::warp::Lanes;
use super::WARP_SIZE;

#[inline(always)]
pub(super) fn map1(a: &Lanes, f: impl Fn(u64) -> u64) -> Lanes {
    let mut result = [0; WARP_SIZE];
    for lane in 0..WARP_SIZE {
        result[lane] = f(a[lane]);
    }
    result
}

#[inline(always)]
pub(super) fn map2(a: &Lanes, b: &Lanes, f: impl Fn(u64, u64) -> u64) -> Lanes {
    let mut result = [0; WARP_SIZE];
    for lane in 0..WARP_SIZE {
        result[lane] = f(a[lane], b[lane]);
    }
    result
}

#[inline(always)]
pub(super) fn map3(a: &Lanes, b: &Lanes, c: &Lanes, f: impl Fn(u64, u64, u64) -> u64) -> Lanes {
    let mut result = [0; WARP_SIZE];
    for lane in 0..WARP_SIZE {
        result[lane] = f(a[lane], b[lane], c[lane]);
    }
    result
}

/// Returns the lanes in which `f` holds.
#[inline(always)]
pub(super) fn mask_of(f: impl Fn(usize) -> bool) -> u32 {
    (0..WARP_SIZE).fold(0, |mask, lane| mask | u32::from(f(lane)) << lane)
}

/// Returns a mask of the low `bits` bits.
#[inline(always)]
pub(super) fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits.clamp(1, 64))
}

/// Returns the low `bits` bits, sign-extended.
#[inline(always)]
pub(super) fn sign(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    (value << shift) as i64 >> shift
}

/// Returns the low `bits` bits as a signed or unsigned number, extended to 64 bits.
#[inline(always)]
pub(super) fn extend(value: u64, bits: u32, signed: bool) -> u64 {
    if signed {
        sign(value, bits) as u64
    } else {
        value & ones(bits)
    }
}

#[inline(always)]
pub(super) fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

#[inline(always)]
pub(super) fn bits_of(value: f32) -> u64 {
    u64::from(value.to_bits())
}
