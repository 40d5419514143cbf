//! The approximate functions of the kernels' header `redundancy.cuh`, with the bits that the simulator computes.

use std::f32::consts::{LN_2, LOG2_E};

/// Returns e to the power of `value`.
pub(super) fn exp(value: f32) -> f32 {
    libm::exp2(f64::from(value * LOG2_E)) as f32
}

/// Returns the natural logarithm.
pub(super) fn ln(value: f32) -> f32 {
    libm::log2(f64::from(value)) as f32 * LN_2
}

/// Returns the reciprocal of the square root.
pub(super) fn rsqrt(value: f32) -> f32 {
    (1.0 / f64::from(value).sqrt()) as f32
}

/// Returns the index of an array of `size` elements that is nearest to `at + offset`.
pub(super) fn clamped(at: usize, offset: isize, size: usize) -> usize {
    at.saturating_add_signed(offset).min(size - 1)
}
