//! The one way ratios of counts are taken.

/// `part / whole`, absent when there is no whole.
pub(crate) fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
