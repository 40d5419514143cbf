//! Occupancy over time, in a bounded number of points.

/// More points than this are thinned out to half.
const MOST_POINTS: usize = 1024;

/// Resident warps of a run, added up over cycles, at some cycles.
#[derive(Clone, Debug)]
pub struct OccupancyCurve {
    /// Cycle, and unfinished resident warps of all SMXs added over the cycles before it.
    points: Vec<(u64, u64)>,
    interval: u64,
    warp_slots: u64,
}

impl Default for OccupancyCurve {
    fn default() -> Self {
        Self { points: vec![(0, 0)], interval: 1, warp_slots: 0 }
    }
}

impl OccupancyCurve {
    /// Whether cycle `now` is a new point.
    pub(super) fn is_due(&self, now: u64) -> bool {
        let last = self.points.last().map_or(0, |&(at, _)| at);
        now >= last + self.interval
    }

    /// The point of cycle `now`, which is later than the last.
    pub(super) fn push(&mut self, now: u64, warp_cycles: u64) {
        self.points.push((now, warp_cycles));
        if self.points.len() > MOST_POINTS {
            self.interval *= 2;
            let mut number = 0_usize;
            self.points.retain(|_| {
                number += 1;
                number % 2 == 1
            });
        }
    }

    /// The last point, on a machine of `warp_slots` warps.
    pub(super) fn close(&mut self, now: u64, warp_cycles: u64, warp_slots: u64) {
        self.warp_slots = warp_slots;
        if self.points.last().is_some_and(|&(at, _)| at < now) {
            self.points.push((now, warp_cycles));
        }
    }

    /// Spans of cycles, from, to and the mean occupancy in between as a share of the warps the machine can hold.
    pub fn spans(&self) -> impl Iterator<Item = (u64, u64, f64)> + '_ {
        self.points.windows(2).map(|pair| {
            let [(from, before), (to, after)] = [pair[0], pair[1]];
            let slots = ((to - from) * self.warp_slots).max(1);
            (from, to, (after - before) as f64 / slots as f64)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_curve_keeps_its_sum_in_few_points() {
        let mut curve = OccupancyCurve::default();
        for now in 1..=100_000_u64 {
            if curve.is_due(now) {
                curve.push(now, now * 3);
            }
        }
        curve.close(100_001, 300_003, 6);
        assert!((256..=MOST_POINTS).contains(&curve.spans().count()));
        assert!(curve.spans().all(|(from, to, share)| from < to && share == 0.5));
        assert_eq!(curve.spans().map(|(from, to, _)| to - from).sum::<u64>(), 100_001);
    }
}
