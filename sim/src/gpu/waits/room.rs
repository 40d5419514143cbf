//! What TBs wait for that have not started: room on an SMX, a TB of their dependency graph, or the units between.

use super::key::Key;
use super::state::State;
use super::warps::plural;
use super::{Cause, Link};
use crate::gpu::ids::LaunchId;
use crate::runtime::TbDemand;
use std::collections::BTreeMap;

/// Registers, and bytes of shared memory, in which residency counts.
const STEP: u32 = 256;

/// Most warps that are looked at of those that keep TBs out.
const MOST_HOLDERS: usize = 64;

/// An amount of each resource, in the order of [`RESOURCES`].
pub(super) type Amounts = [u32; 4];

/// What an SMX lacks for a TB.
const RESOURCES: [&str; 4] = ["TB slots", "threads", "registers", "bytes of shared memory"];

impl State<'_> {
    /// What an SMX has of each resource, in the order of [`RESOURCES`].
    fn capacity(&self) -> Amounts {
        let smx = &self.view.config.smx;
        [smx.tbs, smx.threads, smx.registers, smx.shared_bytes]
    }

    /// By resource: the SMXs that have too little of it for a TB; none if an SMX has room.
    fn lacking(&self, demand: &TbDemand) -> Option<BTreeMap<usize, usize>> {
        let (capacity, needs) = (self.capacity(), needs(demand));
        let mut lacking: BTreeMap<usize, usize> = BTreeMap::new();
        for used in &self.index.used {
            let lacks = (0..4).find(|&n| used[n] + needs[n] > capacity[n]);
            *lacking.entry(lacks?).or_default() += 1;
        }
        Some(lacking)
    }

    /// Whether an SMX has room for a TB.
    pub(super) fn has_room(&self, demand: &TbDemand) -> bool {
        self.lacking(demand).is_none()
    }

    /// Says whether an SMX has room for a TB, and what the SMXs lack.
    pub(super) fn room_text(&self, demand: &TbDemand) -> String {
        let Some(lacking) = self.lacking(demand) else {
            return "an SMX has room for it, but no unit starts it".into();
        };
        let (capacity, needs) = (self.capacity(), needs(demand));
        let parts = lacking.iter().map(|(&n, smxs)| {
            let smxs = if *smxs == 1 { "1 SMX has".into() } else { format!("{smxs} SMXs have") };
            let (what, all, more) = (RESOURCES[n], capacity[n], needs[n]);
            match n {
                0 => format!("{smxs} all {all} {what} taken"),
                _ => format!("{smxs} {all} {what}, too few left for {more} more"),
            }
        });
        format!("no SMX has room for a TB of it: {}", parts.collect::<Vec<_>>().join(", "))
    }

    /// Whom a TB of this demand waits for.
    pub(super) fn room_on(&self, demand: &TbDemand) -> Vec<Key> {
        match self.lacking(demand) {
            Some(_) => {
                let warps = self.warps.keys().take(MOST_HOLDERS);
                warps.map(|&(smx, slot)| Key::Warp(smx, slot)).collect()
            }
            None => self.stopped_units(),
        }
    }

    /// Whether a TB of a launch waits for another one by a graph, and for nothing else.
    fn graph_wait(&self, id: LaunchId) -> Option<crate::gpu::graphs::GraphWait> {
        let graphs = self.view.graphs;
        graphs.waits(id).into_iter().next().filter(|_| graphs.ready(id).is_none())
    }

    /// A launch in front of this one whose TBs find no room.
    fn in_front(&self, id: LaunchId) -> Option<LaunchId> {
        let others = self.index.partial.iter().filter(|&&other| other != id);
        let mut stuck = others.filter(|other| !self.has_room(&self.launches[other].demand));
        stuck.next().copied()
    }

    pub(super) fn unstarted_on(&self, id: LaunchId) -> Vec<Key> {
        let Some(launch) = self.launches.get(&id) else { return Vec::new() };
        if let Some(wait) = self.graph_wait(id) {
            return self.warps_of(wait.at).map(|(smx, warp)| Key::Warp(smx, warp.slot)).collect();
        }
        if self.has_room(&launch.demand) {
            if let Some(front) = self.in_front(id) {
                return vec![Key::Unstarted(front)];
            }
        }
        self.room_on(&launch.demand)
    }

    pub(super) fn unstarted_cause(&self, id: LaunchId) -> Cause {
        match self.graph_wait(id) {
            Some(_) => Cause::Graph,
            None => Cause::Room,
        }
    }

    pub(super) fn unstarted_link(&self, id: LaunchId) -> Link {
        let Some(launch) = self.launches.get(&id) else {
            return Link::new("TBs".into(), "have ended".into());
        };
        let left = launch.tbs - launch.started;
        let [verb, come] = if left == 1 { ["waits", "comes"] } else { ["wait", "come"] };
        let left = plural(left as usize, "TB");
        let kernel = self.kernel(launch.pc);
        if let Some(wait) = self.graph_wait(id) {
            let who = format!("TB {} of `{kernel}`", index(wait.child));
            let parent = index(wait.parent);
            return Link::new(who, format!("waits by the dependency graph for TB {parent} to end"));
        }
        let who = format!("{left} of `{kernel}`, not started,");
        if self.has_room(&launch.demand) {
            if let Some(front) = self.in_front(id) {
                return Link::new(
                    who,
                    format!("{come} behind the TBs of {}", self.launch_name(front)),
                );
            }
        }
        Link::new(who, format!("{verb} for an SMX: {}", self.room_text(&launch.demand)))
    }
}

/// What a TB occupies, in the order of [`RESOURCES`].
pub(super) fn needs(demand: &TbDemand) -> Amounts {
    let TbDemand { threads, registers, shared_bytes } = *demand;
    [1, threads, registers.next_multiple_of(STEP), shared_bytes.next_multiple_of(STEP)]
}

/// The index of a TB in words.
pub(super) fn index([x, y, z]: [u32; 3]) -> String {
    format!("({x}, {y}, {z})")
}
