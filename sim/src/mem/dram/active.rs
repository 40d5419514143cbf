//! The command clocks in which a channel has a pending request.

use super::commands::REMEMBERED;

/// Intervals in which requests were pending, each clock counted once. Requests do not come in the order of their
/// arrivals. An interval may therefore lie before, between or across the known ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Active {
    /// First clock and the one behind the last; sorted and disjoint.
    times: Vec<(u64, u64)>,
}

impl Active {
    /// Adds the clocks from `from` up to `end`. Of the requests from before clock `now`, only the waiting writes
    /// may still come. Returns how many of the clocks are new.
    pub(super) fn add(&mut self, now: u64, from: u64, end: u64) -> u64 {
        let (mut from, mut end) = (from, end.max(from));
        let length = end - from;
        let mut known = 0;
        let first = self.times.partition_point(|time| time.1 < from);
        let behind = first + self.times[first..].partition_point(|time| time.0 <= end);
        for &(start, stop) in &self.times[first..behind] {
            known += stop.min(end).saturating_sub(start.max(from));
        }
        if first < behind {
            from = from.min(self.times[first].0);
            end = end.max(self.times[behind - 1].1);
        }
        self.times.splice(first..behind, [(from, end)]);
        let over = now.saturating_sub(REMEMBERED);
        let old = self.times.partition_point(|time| time.1 < over);
        self.times.drain(..old);
        length - known
    }

    /// Returns the end of the last interval.
    #[cfg(test)]
    pub(super) fn until(&self) -> u64 {
        self.times.last().map_or(0, |time| time.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_counted_once_in_whatever_order_their_times_come() {
        let mut active = Active::default();
        assert_eq!(active.add(0, 500, 560), 60);
        assert_eq!(active.add(0, 100, 160), 60, "before all that is known");
        assert_eq!(active.add(0, 150, 200), 40, "across the end of one");
        assert_eq!(active.add(0, 90, 600), 510 - 160, "across two");
        assert_eq!(active.add(0, 300, 400), 0, "inside");
        assert_eq!(active.add(0, 600, 610), 10, "next to it");
        assert_eq!(active.times, [(90, 610)]);
    }

    #[test]
    fn times_that_nothing_can_reach_any_more_are_forgotten() {
        let mut active = Active::default();
        for start in 0..1000 {
            active.add(100 * start, 100 * start, 100 * start + 10);
        }
        assert!(active.times.len() <= 3, "{} times", active.times.len());
    }
}
