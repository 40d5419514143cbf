//! When the TBs of kernels with dependency graphs were ready, started and ended.

use serde::Serialize;
use std::collections::BTreeMap;

/// A TB of a kernel with a dependency graph. Cycles count from the first host launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphTb {
    /// Its index in the grid.
    pub block: [u32; 3],
    /// Its level in the graph.
    pub level: u32,
    /// The SMX it ran on.
    pub smx: u32,
    /// The cycle in which its last parent ended; of one without parents, that of the launch.
    pub ready: u64,
    /// The cycle in which it was placed on its SMX.
    pub start: u64,
    /// The cycle of its end.
    pub end: u64,
}

/// What ran and waited in a span of cycles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LevelSpan {
    /// The first cycle.
    pub from: u64,
    /// The cycle after the last.
    pub to: u64,
    /// The lowest level of a running TB; absent if none ran.
    pub lowest: Option<u32>,
    /// The highest.
    pub highest: Option<u32>,
    /// Most levels that running TBs were apart at a time.
    pub range: u32,
    /// Most TBs that ran at a time.
    pub running: u32,
    /// Most TBs at a time whose parents had ended and that had not started.
    pub ready: u32,
}

/// The TBs of all graphs of a run, in the order of their ends.
#[derive(Clone, Debug, Default)]
pub struct Wavefront {
    /// Every TB that has ended.
    pub tbs: Vec<GraphTb>,
}

/// In the order in which they count within a cycle: what starts and what ends in one cycle has run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Ready,
    Start(u32),
    End(u32),
}

/// What runs and waits at a time.
#[derive(Default)]
struct Moment {
    /// Running TBs by level.
    levels: BTreeMap<u32, u32>,
    running: u32,
    ready: u32,
}

impl Moment {
    fn take(&mut self, change: Change) {
        match change {
            Change::Ready => self.ready += 1,
            Change::Start(level) => {
                self.ready -= 1;
                self.running += 1;
                *self.levels.entry(level).or_default() += 1;
            }
            Change::End(level) => {
                self.running -= 1;
                let count = self.levels.entry(level).or_default();
                *count -= 1;
                if *count == 0 {
                    self.levels.remove(&level);
                }
            }
        }
    }

    fn widen(&self, span: &mut LevelSpan) {
        span.running = span.running.max(self.running);
        span.ready = span.ready.max(self.ready);
        let ends = self.levels.first_key_value().zip(self.levels.last_key_value());
        let Some(((&low, _), (&high, _))) = ends else { return };
        span.range = span.range.max(high - low);
        span.lowest = Some(span.lowest.map_or(low, |known| known.min(low)));
        span.highest = Some(span.highest.map_or(high, |known| known.max(high)));
    }
}

impl Wavefront {
    /// The cycle after the last end.
    pub fn end(&self) -> u64 {
        self.tbs.iter().map(|tb| tb.end + 1).max().unwrap_or(0)
    }

    /// The run in at most `count` spans of equal length. Empty if no kernel had a graph.
    pub fn spans(&self, count: u64) -> Vec<LevelSpan> {
        let end = self.end();
        let length = end.div_ceil(count.max(1)).max(1);
        let mut changes: Vec<(u64, Change)> = Vec::new();
        for tb in &self.tbs {
            changes.push((tb.ready, Change::Ready));
            changes.push((tb.start, Change::Start(tb.level)));
            changes.push((tb.end, Change::End(tb.level)));
        }
        changes.sort_unstable();
        let mut changes = changes.into_iter().peekable();
        let mut now = Moment::default();
        let mut spans = Vec::new();
        for from in (0..end).step_by(length as usize) {
            let to = (from + length).min(end);
            let mut span = LevelSpan { from, to, ..LevelSpan::default() };
            now.widen(&mut span);
            while let Some((_, change)) = changes.next_if(|&(at, _)| at < to) {
                now.take(change);
                now.widen(&mut span);
            }
            spans.push(span);
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tb(level: u32, [ready, start, end]: [u64; 3]) -> GraphTb {
        GraphTb { block: [level, 0, 0], level, smx: 0, ready, start, end }
    }

    #[test]
    fn a_span_tells_the_widest_range_and_the_most_that_ran_and_waited_in_it() {
        let tbs = vec![tb(0, [0, 10, 19]), tb(0, [0, 10, 39]), tb(1, [19, 30, 99])];
        let spans = Wavefront { tbs }.spans(5);
        let of = |f: fn(&LevelSpan) -> u32| spans.iter().map(f).collect::<Vec<_>>();
        assert_eq!(of(|span| span.range), [0, 1, 0, 0, 0]);
        assert_eq!(of(|span| span.running), [2, 2, 1, 1, 1]);
        assert_eq!(of(|span| span.ready), [2, 1, 0, 0, 0]);
        let levels: Vec<_> = spans.iter().map(|span| (span.lowest, span.highest)).collect();
        assert_eq!(levels[..3], [(Some(0), Some(0)), (Some(0), Some(1)), (Some(1), Some(1))]);
        assert_eq!((spans[0].from, spans[4].to), (0, 100));
    }

    #[test]
    fn tbs_that_end_and_start_in_one_cycle_have_run_together() {
        let tbs = vec![tb(0, [0, 0, 5]), tb(4, [0, 5, 9])];
        let most = Wavefront { tbs }.spans(10).iter().map(|span| span.range).max();
        assert_eq!(most, Some(4));
    }

    #[test]
    fn a_run_without_graphs_has_no_spans() {
        assert_eq!(Wavefront::default().spans(8), []);
    }
}
