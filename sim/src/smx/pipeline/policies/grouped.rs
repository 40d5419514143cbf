//! Families: first that of the warp that issued last, then the oldest, and loose round robin within one.

use super::policy::WarpPolicy;
use super::Warps;

#[derive(Debug)]
pub(in crate::smx::pipeline) struct Grouped;

/// The order in which it looks at warps.
fn key(warps: &Warps<'_>, w: usize) -> (bool, u64, usize) {
    let family = warps.family(w);
    (warps.last_family() != Some(family), family, warps.turn(w))
}

impl WarpPolicy for Grouped {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        warps.ready().min_by_key(|&w| key(warps, w))
    }

    fn precedes(&self, warps: &Warps<'_>, w: usize, picked: usize) -> bool {
        key(warps, w) < key(warps, picked)
    }
}
