//! Loose round robin: the next warp that can issue after the one that issued last.

use super::policy::WarpPolicy;
use super::Warps;

#[derive(Debug)]
pub(in crate::smx::pipeline) struct Lrr;

impl WarpPolicy for Lrr {
    #[inline]
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        warps.ready().next_after(warps.last())
    }

    fn precedes(&self, warps: &Warps<'_>, w: usize, picked: usize) -> bool {
        warps.turn(w) < warps.turn(picked)
    }
}
