//! The launch table of the device runtime: every kernel and aggregated group from launch to the end of its last TB
//! and of its last descendant, what it holds in device memory, and how long it waited.

use super::streams::StreamKey;
use super::tree::{LaunchTree, LaunchWay};
use crate::gpu::ids::{DeviceAddr, Hwq, LaunchId, SmxId, TbNumber};
use crate::runtime::TbDemand;
use std::collections::HashMap;

/// Who launched a kernel or group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The host, through this hardware work queue.
    Host {
        /// The queue.
        hwq: Hwq,
    },
    /// A TB.
    Device {
        /// The launch of the launching TB.
        parent: LaunchId,
        /// The launching TB.
        tb: TbNumber,
        /// Its SMX.
        smx: SmxId,
        /// It takes a place among the launches that wait.
        counted: bool,
        /// The family of the launching TB, if its TBs are of it; else each begins one.
        family: Option<u64>,
    },
}

/// What a launch brings with it.
#[derive(Clone, Debug)]
pub struct PendingLaunch {
    /// Which launch it is.
    pub id: LaunchId,
    /// Entry PC of the kernel.
    pub pc: u32,
    /// Cycle of the launch call.
    pub launched_at: u64,
    /// Cycle in which the call is over, and the units may have the launch.
    pub called_at: u64,
    /// Who launched it.
    pub origin: Origin,
    /// Number of TBs.
    pub tbs: u64,
    /// Dynamic shared memory of one TB in bytes.
    pub shared_bytes: u32,
    /// What one TB occupies.
    pub demand: TbDemand,
    /// The stream it was launched into; none for the host's and for groups outside streams.
    pub stream: Option<StreamKey>,
    /// Device memory to free when the launch completes.
    pub owned: Vec<DeviceAddr>,
}

/// One launched kernel or aggregated group.
#[derive(Clone, Debug)]
struct Work {
    new: PendingLaunch,
    depth: u32,
    /// Its node of the tree.
    node: usize,
    /// TBs that have started.
    started: u64,
    tbs_left: u64,
    /// Works its TBs launched that have not ended.
    children: u64,
    /// Its TBs have launched any.
    is_parent: bool,
}

/// A launch whose last TB and last descendant have ended.
#[derive(Clone, Debug)]
pub struct EndedLaunch {
    /// The launch.
    pub launch: PendingLaunch,
    /// Its TBs launched others.
    pub was_parent: bool,
}

/// A launch that has not ended, as reports describe it.
#[derive(Clone, Copy, Debug)]
pub struct Unended<'a> {
    /// The launch.
    pub launch: &'a PendingLaunch,
    /// TBs that have started.
    pub started: u64,
    /// TBs that have not ended.
    pub tbs_left: u64,
    /// Launches by its TBs that have not ended.
    pub children: u64,
}

/// What a TB has to know of its work.
#[derive(Clone, Copy, Debug)]
pub struct Started {
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
    /// Nesting of the launch: 0 for the host's.
    pub depth: u32,
    /// The family of the TB: that of who launched it, or one of its own.
    pub family: u64,
    /// What the TB occupies.
    pub demand: TbDemand,
    /// It is the first TB of a launch that took a place among those that wait.
    pub frees_a_place: bool,
}

/// Launches by ID.
#[derive(Debug, Default)]
pub struct LaunchTable {
    work: HashMap<LaunchId, Work>,
    /// TBs that have started.
    pub tbs: u64,
    /// Device launches so far.
    pub launches: u64,
    /// Threads of the device launches so far.
    pub child_threads: u64,
    /// TBs of device launches that have started.
    pub child_tbs: u64,
    /// Those on the SMX of the TB that launched them.
    pub child_tbs_at_home: u64,
    /// Device launches whose first TB has started.
    pub started: u64,
    /// Cycles from launch call to first TB start, summed over `started`.
    pub waiting_cycles: u64,
    /// Cycles from the end of the launch call to first TB start, summed over `started`.
    pub queued_cycles: u64,
    /// Launches by the host or the device that have not started.
    pub unstarted: u64,
    /// Device launches that have not started.
    pub waiting: u64,
    /// Most device launches that ever waited.
    pub waiting_peak: u64,
    /// Deepest nesting of a launch so far.
    pub deepest: u32,
    /// Launches by who launched them.
    pub tree: LaunchTree,
}

impl LaunchTable {
    /// Enters a launch that comes to the units in a way.
    pub fn launch(&mut self, new: PendingLaunch, way: LaunchWay) {
        self.unstarted += 1;
        let (mut depth, mut by) = (0, None);
        if let Origin::Device { parent, .. } = new.origin {
            self.launches += 1;
            self.child_threads += new.tbs * u64::from(new.demand.threads);
            self.waiting += 1;
            self.waiting_peak = self.waiting_peak.max(self.waiting);
            if let Some(parent) = self.work.get_mut(&parent) {
                parent.children += 1;
                parent.is_parent = true;
                depth = parent.depth + 1;
                by = Some(parent.node);
            }
        }
        self.deepest = self.deepest.max(depth);
        let node = self.tree.launched(by, new.pc, way);
        let tbs_left = new.tbs;
        let work = Work { new, depth, node, started: 0, tbs_left, children: 0, is_parent: false };
        self.work.insert(work.new.id, work);
    }

    /// Every launch that has not ended, in no order.
    pub fn unended(&self) -> impl Iterator<Item = Unended<'_>> {
        self.work.values().map(|work| Unended {
            launch: &work.new,
            started: work.started,
            tbs_left: work.tbs_left,
            children: work.children,
        })
    }

    /// Whether a launch has not ended.
    pub fn contains(&self, id: LaunchId) -> bool {
        self.work.contains_key(&id)
    }

    /// A group has found no eligible kernel, and goes through the KMU.
    pub fn missed(&mut self, id: LaunchId) {
        if let Some(work) = self.work.get(&id) {
            self.tree.missed(work.node);
        }
    }

    /// A TB of the work starts.
    pub fn start(&mut self, id: LaunchId, at: SmxId, now: u64) -> Option<Started> {
        let work = self.work.get_mut(&id)?;
        let mut family = self.tbs;
        self.tbs += 1;
        let first = work.started == 0;
        work.started += 1;
        self.unstarted -= u64::from(first);
        self.tree.started(work.node, first.then(|| now - work.new.launched_at));
        let mut frees_a_place = false;
        if let Origin::Device { counted, smx, family: parents, .. } = work.new.origin {
            family = parents.unwrap_or(family);
            self.child_tbs += 1;
            self.child_tbs_at_home += u64::from(at == smx);
            if first {
                self.started += 1;
                self.waiting -= 1;
                self.waiting_cycles += now - work.new.launched_at;
                self.queued_cycles += now - work.new.called_at;
                frees_a_place = counted;
            }
        }
        let PendingLaunch { shared_bytes, demand, .. } = work.new;
        Some(Started { shared_bytes, depth: work.depth, family, demand, frees_a_place })
    }

    /// A TB has ended; returns the works that have ended with it, descendants before ancestors.
    pub fn end(&mut self, id: LaunchId) -> Vec<EndedLaunch> {
        let mut ended = Vec::new();
        let Some(work) = self.work.get_mut(&id) else { return ended };
        work.tbs_left -= 1;
        let mut id = id;
        loop {
            let over = |work: &Work| work.tbs_left == 0 && work.children == 0;
            if !self.work.get(&id).is_some_and(over) {
                return ended;
            }
            let Some(work) = self.work.remove(&id) else { return ended };
            let origin = work.new.origin;
            ended.push(EndedLaunch { launch: work.new, was_parent: work.is_parent });
            let Origin::Device { parent, .. } = origin else { return ended };
            if let Some(parent) = self.work.get_mut(&parent) {
                parent.children -= 1;
            }
            id = parent;
        }
    }

    /// Whether every launch has ended.
    pub fn is_empty(&self) -> bool {
        self.work.is_empty()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    fn id(number: u64) -> LaunchId {
        LaunchId::new(DeviceAddr::new(number))
    }

    fn host() -> Origin {
        Origin::Host { hwq: Hwq::new(0) }
    }

    /// A launch whose call begins in cycle 0 and takes three cycles.
    pub fn work(number: u64, origin: Origin, tbs: u64) -> PendingLaunch {
        let demand = TbDemand { threads: 32, registers: 512, shared_bytes: 0 };
        let (id, owned, stream) = (id(number), Vec::new(), None);
        let (launched_at, called_at, shared_bytes) = (0, 3, 0);
        PendingLaunch {
            id,
            pc: 0,
            launched_at,
            called_at,
            origin,
            tbs,
            shared_bytes,
            demand,
            stream,
            owned,
        }
    }

    fn device_origin(parent: LaunchId, tb: TbNumber) -> Origin {
        Origin::Device { parent, tb, smx: SmxId::new(0), counted: true, family: Some(7) }
    }

    fn child(number: u64, parent: u64, tbs: u64) -> PendingLaunch {
        let (parent, tb) = (id(parent), TbNumber::new(0));
        work(number, device_origin(parent, tb), tbs)
    }

    fn ended(table: &mut LaunchTable, number: u64) -> Vec<u64> {
        table.end(id(number)).into_iter().map(|work| work.launch.id.params().bytes()).collect()
    }

    #[test]
    fn a_work_ends_with_its_last_tb_or_its_last_descendant_whichever_is_later() {
        let mut table = LaunchTable::default();
        table.launch(work(1, host(), 2), LaunchWay::Host);
        table.launch(child(2, 1, 1), LaunchWay::Group);
        table.launch(child(3, 2, 1), LaunchWay::Group);
        assert_eq!(table.deepest, 2);
        assert_eq!(ended(&mut table, 1), [0_u64; 0]);
        assert_eq!(ended(&mut table, 1), [0_u64; 0], "its child lives");
        assert_eq!(ended(&mut table, 2), [0_u64; 0], "and so does the child's");
        assert_eq!(ended(&mut table, 3), [3, 2, 1]);
        assert!(table.is_empty());
    }

    #[test]
    fn each_tb_of_the_hosts_begins_a_family_and_a_launched_one_is_of_its_launchers() {
        let mut table = LaunchTable::default();
        table.launch(work(1, host(), 2), LaunchWay::Host);
        table.launch(child(2, 1, 2), LaunchWay::Group);
        let family = |number| table.start(id(number), SmxId::new(0), 5).map(|tb| tb.family);
        assert_eq!([1, 2, 1, 2].map(family), [0, 7, 2, 7].map(Some));
    }

    #[test]
    fn only_the_first_tb_of_a_counted_launch_frees_a_place() {
        let mut table = LaunchTable::default();
        table.launch(work(1, host(), 1), LaunchWay::Host);
        table.launch(child(2, 1, 2), LaunchWay::Group);
        let places: Vec<bool> = [1, 2, 2]
            .map(|number| {
                table
                    .start(id(number), SmxId::new(0), 5)
                    .is_some_and(|started| started.frees_a_place)
            })
            .to_vec();
        assert_eq!(places, [false, true, false]);
        assert_eq!((table.waiting, table.waiting_cycles, table.queued_cycles), (0, 5, 2));
        assert_eq!(table.waiting_peak, 1, "a launch that waits is itself in the peak");
        assert_eq!(table.unstarted, 0);
    }
}
