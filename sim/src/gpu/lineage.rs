//! Where and when every TB ran, and which TB launched it.

use super::ids::{LaunchId, TbSlot};
use std::collections::HashMap;

/// A TB on its SMX, from its start until it completes or leaves to wait for its children; what follows the wait is
/// another span. Cycles count from the first host launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TbSpan {
    /// Its SMX.
    pub smx: u32,
    /// The first cycle.
    pub start: u64,
    /// The last cycle.
    pub end: u64,
    /// Nesting of its launch: 0 for the host's, and for a TB that is back from its wait.
    pub depth: u32,
    /// Its launch among [`Lineage::launches`]; none if the host launched it, or it is back from its wait.
    pub launch: Option<usize>,
}

/// A kernel or group that a TB launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChildLaunch {
    /// The SMX of the TB that launched it.
    pub parent_smx: u32,
    /// The cycle of the call.
    pub called: u64,
    /// SMX and cycle in which its first TB started; none if none has.
    pub first: Option<(u32, u64)>,
}

/// The TBs of a run, in the order of their starts, and what they launched, in the order of the calls.
#[derive(Clone, Debug, Default)]
pub struct Lineage {
    /// Every span.
    pub spans: Vec<TbSpan>,
    /// Every launch by a TB.
    pub launches: Vec<ChildLaunch>,
    /// Depth of the launches that have not completed, and their places among `launches`.
    live: HashMap<LaunchId, (u32, Option<usize>)>,
    /// The span of the TB in each slot.
    resident: HashMap<TbSlot, usize>,
}

impl Lineage {
    /// Something is launched in cycle `now`, by the TB in a slot or by the host.
    pub(super) fn launched(&mut self, now: u64, launch: LaunchId, by: Option<TbSlot>) {
        let Some(by) = by else {
            self.live.insert(launch, (0, None));
            return;
        };
        let parent = self.resident.get(&by).map_or(0, |&span| self.spans[span].depth);
        self.live.insert(launch, (parent + 1, Some(self.launches.len())));
        let parent_smx = by.smx.number();
        self.launches.push(ChildLaunch { parent_smx, called: now, first: None });
    }

    /// All TBs of a launch and of its descendants have ended.
    pub(super) fn launch_ended(&mut self, launch: LaunchId) {
        self.live.remove(&launch);
    }

    /// A TB starts; one that is back has no launch that lives.
    pub(super) fn started(&mut self, now: u64, at: TbSlot, launch: LaunchId) {
        let (depth, launch) = self.live.get(&launch).copied().unwrap_or((0, None));
        let smx = at.smx.number();
        if let Some(launch) = launch {
            self.launches[launch].first.get_or_insert((smx, now));
        }
        self.resident.insert(at, self.spans.len());
        self.spans.push(TbSpan { smx, start: now, end: now, depth, launch });
    }

    /// A TB leaves its slot.
    pub(super) fn left(&mut self, now: u64, at: TbSlot) {
        if let Some(span) = self.resident.remove(&at) {
            self.spans[span].end = now;
        }
    }

    /// Ends the run in cycle `now`. From here on cycles count from cycle `epoch`.
    pub(super) fn close(&mut self, epoch: u64, now: u64) {
        for span in std::mem::take(&mut self.resident).into_values() {
            self.spans[span].end = now;
        }
        for span in &mut self.spans {
            span.start = span.start.saturating_sub(epoch);
            span.end = span.end.saturating_sub(epoch);
        }
        for launch in &mut self.launches {
            launch.called = launch.called.saturating_sub(epoch);
            launch.first = launch.first.map(|(smx, at)| (smx, at.saturating_sub(epoch)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ids::DeviceAddr;
    use super::*;

    #[test]
    fn tbs_are_one_deeper_than_their_parent_until_they_leave_and_launches_know_their_first_start() {
        let id = |number| LaunchId::new(DeviceAddr::new(number));
        let [parent, child] = [TbSlot::new(0, 1), TbSlot::new(2, 0)];
        let mut found = Lineage::default();
        found.launched(100, id(1), None);
        found.started(110, parent, id(1));
        found.launched(120, id(2), Some(parent));
        found.left(130, parent);
        found.started(140, child, id(2));
        found.started(150, parent, id(2));
        found.left(160, child);
        found.launch_ended(id(2));
        found.started(170, child, id(2));
        found.close(100, 180);
        let span = |smx, start, end, depth, launch| TbSpan { smx, start, end, depth, launch };
        let expected = [
            span(0, 10, 30, 0, None),
            span(2, 40, 60, 1, Some(0)),
            span(0, 50, 80, 1, Some(0)),
            span(2, 70, 80, 0, None),
        ];
        assert_eq!(found.spans, expected);
        let launch = ChildLaunch { parent_smx: 0, called: 20, first: Some((2, 40)) };
        assert_eq!(found.launches, [launch]);
    }
}
