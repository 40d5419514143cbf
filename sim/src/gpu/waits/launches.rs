//! What the host and launches wait for: streams, queues, the KMU's pool, entries of the Kernel Distributor, and children.

use super::key::Key;
use super::state::{Launch, State, Tb};
use super::warps::plural;
use super::{Cause, Link};
use crate::config::LaunchMode;
use crate::gpu::ids::{LaunchId, TbNumber};
use crate::gpu::launches::{Origin, Waiting};
use crate::runtime::TbDemand;
use heddle_hw::kit::width;
use std::collections::BTreeMap;

/// Where a launch is of which no TB has started, or a suspended TB that may come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Behind this one, in its stream.
    Stream(LaunchId),
    /// Behind this one, in its hardware work queue.
    Queue(LaunchId),
    /// On its way to the units.
    Waiting(Waiting),
    /// In the KMU, which finds no entry of the Kernel Distributor for it.
    Kmu,
    /// In the units, with an entry as far as is known.
    Units,
}

impl State<'_> {
    /// Where a launch is that has not started.
    pub(super) fn stage(&self, id: LaunchId, launch: &Launch) -> Stage {
        if let Origin::Host { hwq } = launch.origin {
            let first = self.queues.get(&hwq).and_then(|queue| queue.first());
            if let Some(&first) = first.filter(|&&first| first != id) {
                return Stage::Queue(first);
            }
        }
        match launch.waiting {
            Some(Waiting::Stream) => {
                let before = launch.stream.and_then(|stream| self.index.under_way.get(&stream));
                return before.map_or(Stage::Waiting(Waiting::Stream), |&id| Stage::Stream(id));
            }
            Some(waiting) => return Stage::Waiting(waiting),
            None => {}
        }
        self.stage_in_units(&launch.demand)
    }

    /// Where a launch is that units have. An entry of the Kernel Distributor helps none whose TBs find no room.
    fn stage_in_units(&self, demand: &TbDemand) -> Stage {
        match self.free_kdes() == 0 && self.has_room(demand) {
            true => Stage::Kmu,
            false => Stage::Units,
        }
    }

    fn free_kdes(&self) -> u32 {
        let live = self.view.chip.get_mask(self.view.pins.kernels.live, width::KDES).count();
        self.view.config.units.kdes.saturating_sub(live)
    }

    pub(super) fn host_on(&self) -> Vec<Key> {
        let hwq = self.view.stream.map(|stream| self.view.elsewhere.host.hwq(stream));
        let awaited = self.queues.iter().filter(|(queue, _)| hwq.is_none_or(|hwq| hwq == **queue));
        let launches: Vec<Key> =
            awaited.flat_map(|(_, queue)| queue).map(|&id| Key::Launch(id)).collect();
        if launches.is_empty() {
            return self.stopped_units();
        }
        launches
    }

    pub(super) fn host_link(&self) -> Link {
        let what = match self.view.stream {
            Some(stream) => format!("waits for stream {stream}"),
            None => "waits until all that it launched has completed".into(),
        };
        let what = match self.view.elsewhere.host.unretired().next() {
            Some(hwq) => format!("{what}; the kernel of {hwq} has ended, but its entry in the Kernel Distributor has not retired"),
            None if self.launches.is_empty() => "waits until the units are at rest".into(),
            None => what,
        };
        Link::new("the host".into(), what)
    }

    pub(super) fn launch_on(&self, id: LaunchId) -> Vec<Key> {
        let Some(launch) = self.launches.get(&id) else { return Vec::new() };
        if launch.started == 0 {
            return self.stage_on(id, self.stage(id, launch));
        }
        let slots = self.index.resident_of.get(&id).into_iter().flatten();
        let warps = slots.flat_map(|&at| self.warps_of(at));
        let mut on: Vec<Key> = warps.map(|(smx, warp)| Key::Warp(smx, warp.slot)).collect();
        let suspended = self.index.suspended_of.get(&id).into_iter().flatten();
        on.extend(suspended.map(|&tb| Key::Suspended(tb)));
        if launch.started < launch.tbs {
            on.push(Key::Unstarted(id));
        }
        if launch.tbs_left == 0 {
            let children = self.index.children_of.get(&id).into_iter().flatten();
            on.extend(children.map(|&child| Key::Launch(child)));
        }
        if on.is_empty() {
            return self.stopped_units();
        }
        on
    }

    /// Whom a launch waits for that is at some stage.
    fn stage_on(&self, id: LaunchId, stage: Stage) -> Vec<Key> {
        match stage {
            Stage::Stream(before) | Stage::Queue(before) => vec![Key::Launch(before)],
            Stage::Waiting(Waiting::Call | Waiting::Stream) => Vec::new(),
            Stage::Waiting(Waiting::Pool) => vec![Key::Pool],
            Stage::Waiting(Waiting::Kmu) => self.units(&["kmu"]),
            Stage::Waiting(Waiting::Match | Waiting::Search) => self.units(&["kernel_distributor"]),
            Stage::Waiting(Waiting::Groups) => self.units(&["agt", "laperm"]),
            Stage::Kmu => vec![Key::Kdes],
            Stage::Units => vec![Key::Unstarted(id)],
        }
    }

    pub(super) fn launch_cause(&self, id: LaunchId) -> Cause {
        let Some(launch) = self.launches.get(&id).filter(|launch| launch.started == 0) else {
            return Cause::Children;
        };
        match self.stage(id, launch) {
            Stage::Stream(_) => Cause::Stream,
            Stage::Queue(_) => Cause::Queue,
            Stage::Waiting(Waiting::Pool) => Cause::Pool,
            Stage::Waiting(Waiting::Call | Waiting::Stream) => Cause::Progress,
            Stage::Waiting(_) | Stage::Units => Cause::Children,
            Stage::Kmu => Cause::Kdes,
        }
    }

    pub(super) fn launch_link(&self, id: LaunchId) -> Link {
        let who = self.launch_name(id);
        let Some(launch) = self.launches.get(&id) else {
            return Link::new(who, "has ended".into());
        };
        if launch.started == 0 {
            return Link::new(who, self.stage_text(self.stage(id, launch)));
        }
        let resident = self.index.resident_of.get(&id).map_or(0, Vec::len);
        let suspended = self.index.suspended_of.get(&id).map_or(0, Vec::len);
        let mut parts = Vec::new();
        if resident > 0 {
            parts.push(format!("{} on SMXs", plural(resident, "TB")));
        }
        if suspended > 0 {
            parts.push(format!("{} suspended", plural(suspended, "TB")));
        }
        if launch.started < launch.tbs {
            let count = (launch.tbs - launch.started) as usize;
            parts.push(format!("{} not started", plural(count, "TB")));
        }
        if launch.tbs_left == 0 {
            let children = plural(launch.children as usize, "launch");
            parts.push(format!("{children} by its TBs, which have ended"));
        }
        let parts = match parts.is_empty() {
            true => "its TBs, which no SMX has any more".into(),
            false => parts.join(", "),
        };
        Link::new(who, format!("waits for {parts}"))
    }

    fn stage_text(&self, stage: Stage) -> String {
        let name = |id| self.launch_name(id);
        match stage {
            Stage::Stream(before) => format!("waits in its stream behind {}", name(before)),
            Stage::Queue(before) => format!("waits in its hardware work queue behind {}", name(before)),
            Stage::Waiting(Waiting::Call) => "is on its way: the call that launches it is not over".into(),
            Stage::Waiting(Waiting::Stream) => "waits for its turn in its stream".into(),
            Stage::Waiting(Waiting::Pool) => "waits for room in the KMU's pool".into(),
            Stage::Waiting(Waiting::Kmu) => "is offered to the KMU, which does not take it".into(),
            Stage::Waiting(Waiting::Match) => "is offered to the Kernel Distributor, which does not search for a kernel that it can join".into(),
            Stage::Waiting(Waiting::Search) => "waits for the search of the Kernel Distributor, which does not end".into(),
            Stage::Waiting(Waiting::Groups) => "is offered to the table of groups, which does not take it".into(),
            Stage::Kmu => "waits in the KMU for an entry of the Kernel Distributor (KDE)".into(),
            Stage::Units => "waits for its first TB to start".into(),
        }
    }

    /// The name of a launch: its kernel and who launched it.
    pub(super) fn launch_name(&self, id: LaunchId) -> String {
        let Some(launch) = self.launches.get(&id) else { return "a launch".into() };
        let kernel = self.kernel(launch.pc);
        match launch.origin {
            Origin::Host { hwq } => {
                let queue = self.queues.get(&hwq);
                let place = queue.and_then(|queue| queue.iter().position(|&other| other == id));
                let mut streams: Vec<u32> = self.view.elsewhere.host.streams(hwq).collect();
                // Those in front have ended, and only their retirement is left.
                let ended = streams.len().saturating_sub(queue.map_or(0, Vec::len));
                streams.drain(..ended);
                let stream = place.and_then(|place| streams.get(place));
                let on = stream.map_or_else(String::new, |stream| format!(" on stream {stream}"));
                format!("kernel `{kernel}` of the host{on} ({hwq})")
            }
            Origin::Device { tb, .. } => {
                let what = match self.view.config.kernel.launch {
                    LaunchMode::Dtbl => "child group of",
                    _ => "child kernel",
                };
                let by = self
                    .parent(tb)
                    .map_or_else(String::new, |tb| format!(" of {}", self.tb_name(&tb.tb)));
                format!("{what} `{kernel}`{by}")
            }
        }
    }

    fn parent(&self, number: TbNumber) -> Option<&Tb> {
        let resident = || self.resident.get(self.index.slot_of.get(&number)?);
        self.suspended.get(&number).or_else(resident)
    }

    pub(super) fn kdes_on(&self) -> Vec<Key> {
        let holders = self.launches.iter().filter(|(_, launch)| launch.started > 0);
        let holders: Vec<Key> = holders.map(|(&id, _)| Key::Launch(id)).collect();
        match holders.is_empty() {
            true => self.stopped_units(),
            false => holders,
        }
    }

    pub(super) fn kdes_link(&self) -> Link {
        let all = self.view.config.units.kdes;
        let mut kernels: BTreeMap<&str, usize> = BTreeMap::new();
        for launch in self.launches.values().filter(|launch| launch.started > 0) {
            *kernels.entry(self.kernel(launch.pc)).or_default() += 1;
        }
        let kernels = kernels.iter().map(|(name, count)| format!("{count} of `{name}`"));
        let kernels = kernels.collect::<Vec<_>>().join(", ");
        let who = format!("each of the {all} entries of the Kernel Distributor");
        Link::new(
            who,
            format!(
                "is held by a kernel that has not ended; launches that have started: {kernels}"
            ),
        )
    }

    pub(super) fn pool_link(&self) -> Link {
        let pending = self.view.chip.get(self.view.pins.command.pending);
        let limit = self.view.config.kernel.pending_limit;
        let who = format!("the KMU's pool of {limit} kernels");
        Link::new(who, format!("holds {pending}, and dispatches none"))
    }

    pub(super) fn pool_on(&self) -> Vec<Key> {
        match self.free_kdes() {
            0 => vec![Key::Kdes],
            _ => self.stopped_units(),
        }
    }

    pub(super) fn suspended_on(&self, number: TbNumber) -> Vec<Key> {
        let Some(tb) = self.suspended.get(&number) else { return Vec::new() };
        if tb.children > 0 {
            let children = self.children.get(&number).into_iter().flatten();
            return children.map(|&child| Key::Launch(child)).collect();
        }
        match tb.waiting {
            Some(Waiting::Pool) => vec![Key::Pool],
            Some(_) => self.units(&["kmu"]),
            None if self.stage_in_units(&tb.demand) == Stage::Kmu => vec![Key::Kdes],
            None => self.room_on(&tb.demand),
        }
    }

    pub(super) fn suspended_link(&self, number: TbNumber) -> Link {
        let Some(tb) = self.suspended.get(&number) else {
            return Link::new("a TB".into(), "has ended".into());
        };
        let who = format!("{}, suspended,", self.tb_name(&tb.tb));
        let waits = match tb.children {
            0 => format!(
                "waits to be resumed, as its children have ended: {}",
                self.room_text(&tb.demand)
            ),
            1 => "waits for its children, of which 1 has not ended".into(),
            count => format!("waits for its children, of which {count} have not ended"),
        };
        Link::new(who, waits)
    }
}
