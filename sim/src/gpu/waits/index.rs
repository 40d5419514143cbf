//! Tables over the state, so that a step of the search takes the same time however large the machine is.

use super::key::Key;
use super::room::{needs, Amounts};
use super::state::{Launch, Tb};
use crate::config::GpuConfig;
use crate::gpu::ids::{LaunchId, TbNumber, TbSlot};
use crate::gpu::launches::{Origin, StreamKey, Waiting};
use crate::gpu::smxs::launch_of;
use crate::smx::{Doing, WarpWait};
use std::collections::{BTreeMap, HashMap};

/// Most of a kind that anybody waits for who may wait for any of them.
pub(super) const MOST_CANDIDATES: usize = 16;

/// See the module.
#[derive(Default)]
pub(super) struct Index {
    /// Slots of the resident TBs of a launch.
    pub resident_of: HashMap<LaunchId, Vec<TbSlot>>,
    /// Its suspended TBs.
    pub suspended_of: HashMap<LaunchId, Vec<TbNumber>>,
    /// Launches by its TBs.
    pub children_of: HashMap<LaunchId, Vec<LaunchId>>,
    /// The launch under way in a stream.
    pub under_way: BTreeMap<StreamKey, LaunchId>,
    /// Launches of which some TBs have started and others have not.
    pub partial: Vec<LaunchId>,
    /// The slot of each resident TB.
    pub slot_of: HashMap<TbNumber, TbSlot>,
    /// What is taken of each SMX.
    pub used: Vec<Amounts>,
    /// The first warps that wait and do not repeat themselves.
    pub waiting_warps: Vec<Key>,
    /// The first of those that have not started, and of the suspended TBs.
    pub unstarted: Vec<Key>,
    /// See above.
    pub suspended: Vec<Key>,
    /// A warp policy that has passed over a warp since before this cycle is to blame for it.
    long_ago: u64,
}

impl Index {
    pub fn new(
        config: &GpuConfig,
        launches: &BTreeMap<LaunchId, Launch>,
        resident: &BTreeMap<TbSlot, Tb>,
        suspended: &BTreeMap<TbNumber, Tb>,
        warps: &BTreeMap<(u32, u32), WarpWait>,
        now: u64,
    ) -> Self {
        let (used, patience) =
            (vec![[0; 4]; config.smx.count as usize], config.smx.watchdog_cycles);
        let long_ago = if patience == 0 { 0 } else { now.saturating_sub(patience) };
        let mut index = Self { used, long_ago, ..Self::default() };
        for (&id, launch) in launches {
            index.note_launch(id, launch);
        }
        for (&at, tb) in resident {
            index.resident_of.entry(launch_of(tb.tb.tag)).or_default().push(at);
            index.slot_of.insert(tb.number, at);
            let used = &mut index.used[at.smx.index()];
            used.iter_mut().zip(needs(&tb.demand)).for_each(|(used, more)| *used += more);
        }
        for (&number, tb) in suspended {
            index.suspended_of.entry(launch_of(tb.tb.tag)).or_default().push(number);
        }
        index.suspended =
            suspended.keys().take(MOST_CANDIDATES).map(|&tb| Key::Suspended(tb)).collect();
        let waiting = warps.iter().filter(|(_, warp)| index.waits(warp)).take(MOST_CANDIDATES);
        index.waiting_warps = waiting.map(|(&(smx, slot), _)| Key::Warp(smx, slot)).collect();
        index
    }

    /// Whether a warp waits, and neither runs nor repeats itself.
    pub fn waits(&self, warp: &WarpWait) -> bool {
        match warp.doing {
            Doing::Repeats | Doing::Runs => false,
            Doing::PassedOver { since } => self.is_long(since),
            _ => true,
        }
    }

    /// Whether a warp that a policy passes over since a cycle has waited for long.
    pub fn is_long(&self, since: u64) -> bool {
        since < self.long_ago
    }

    fn note_launch(&mut self, id: LaunchId, launch: &Launch) {
        if let Origin::Device { parent, .. } = launch.origin {
            self.children_of.entry(parent).or_default().push(id);
        }
        if let Some(stream) = launch.stream.filter(|_| launch.waiting != Some(Waiting::Stream)) {
            self.under_way.insert(stream, id);
        }
        if launch.started == launch.tbs {
            return;
        }
        if launch.started > 0 {
            self.partial.push(id);
        }
        if self.unstarted.len() < MOST_CANDIDATES {
            self.unstarted.push(match launch.started {
                0 => Key::Launch(id),
                _ => Key::Unstarted(id),
            });
        }
    }
}
