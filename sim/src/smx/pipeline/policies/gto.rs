//! Greedy, then oldest: stays with a warp until it cannot issue, then takes the oldest that can.

use super::policy::WarpPolicy;
use super::Warps;

#[derive(Debug)]
pub(in crate::smx::pipeline) struct Gto;

impl WarpPolicy for Gto {
    #[inline]
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        let last = warps.last();
        if warps.can_issue(last) {
            return Some(last);
        }
        warps.ready().min_by_key(|&w| warps.age(w))
    }

    fn precedes(&self, warps: &Warps<'_>, w: usize, picked: usize) -> bool {
        let last = warps.last();
        picked != last && (w == last || warps.age(w) < warps.age(picked))
    }
}
