//! The queues as the model has them: lists of entries, per cluster and level, and of free ones; and where their groups
//! in memory are. The entries of kernels are a region of their own, whichever queues they are in.

use super::pins::Params;
use crate::kit::Mask;
use std::collections::VecDeque;

/// An entry: a kernel, or a group with the fields of its kernel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Item {
    pub kdei: u32,
    pub pc: u32,
    pub param: u32,
    pub shape: u32,
    pub demand: u32,
    pub grid_x: u32,
    pub grid_yz: u32,
}

/// Entries of a cluster, or of kernels.
#[derive(Clone, Debug)]
struct Region {
    /// Entries that have been used and are free again; the last is used first.
    free: Vec<u32>,
    /// The next entry that has not been used, and how many there are.
    fresh: u32,
    left: u32,
    /// A bit for each level that has groups in memory.
    away: u32,
}

impl Region {
    fn vacant(&self) -> u32 {
        self.left + self.free.len() as u32
    }
}

/// One queue.
#[derive(Clone, Debug, Default)]
struct Queue {
    /// Addresses of the entries.
    entries: VecDeque<u32>,
    /// The next TB of the head: its index as x and yz, and its number.
    next: [u32; 3],
    /// Addresses of the first and the last record of the groups in memory.
    first: u32,
    last: u32,
}

/// All queues; those of a cluster share its entries.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    levels: u32,
    level_bits: u32,
    /// Number of the region of kernels, after the clusters', and of the cluster of level 0; its first entry.
    root: u32,
    kernels: u32,
    regions: Vec<Region>,
    queues: Vec<Queue>,
    items: Vec<Item>,
    /// Clusters that have anything on chip.
    pub filled: Mask,
    /// Clusters that have groups in memory and a free entry.
    pub due: Mask,
    /// Kernels and groups in the queues, on chip and in memory.
    pub queued: u32,
}

impl Queues {
    /// Empty queues.
    pub fn new(params: &Params) -> Self {
        let root = params.clusters();
        let region = |n| {
            let left = if n == root { params.kdes } else { params.cluster_entries() };
            Region { free: Vec::new(), fresh: n * params.cluster_entries(), left, away: 0 }
        };
        Self {
            levels: params.levels,
            level_bits: params.level_bits(),
            root,
            kernels: root * params.cluster_entries(),
            regions: (0..=root).map(region).collect(),
            queues: vec![Queue::default(); params.queues() as usize],
            items: vec![Item::default(); params.all_entries() as usize],
            filled: Mask::default(),
            due: Mask::default(),
            queued: 0,
        }
    }

    /// The queue of what is of this cluster and level. All of level 0 is in one, as if of a cluster behind the others.
    pub fn queue(&self, cluster: u32, level: u32) -> u32 {
        match level {
            0 => self.root << self.level_bits,
            _ => cluster << self.level_bits | (level - 1),
        }
    }

    /// The cluster of a queue; of level 0, the one behind the others.
    fn cluster(&self, queue: u32) -> u32 {
        queue >> self.level_bits
    }

    /// The level of a queue in its cluster, counted from 0.
    fn rank(&self, queue: u32) -> u32 {
        queue - (self.cluster(queue) << self.level_bits)
    }

    /// The level of a queue's TBs.
    pub fn level(&self, queue: u32) -> u32 {
        match self.cluster(queue) {
            cluster if cluster == self.root => 0,
            _ => self.rank(queue) + 1,
        }
    }

    /// The queue of the highest level of a cluster that has anything on chip.
    pub fn highest(&self, cluster: u32) -> Option<u32> {
        let mut queues = (0..self.levels).rev().map(|rank| cluster << self.level_bits | rank);
        queues.find(|&queue| !self.queues[queue as usize].entries.is_empty())
    }

    /// A group may have an entry of its cluster (rule 3). `back` is the queue of the group that comes back.
    pub fn takes(&self, queue: u32, back: Option<u32>) -> bool {
        let cluster = self.cluster(queue);
        let of = &self.regions[cluster as usize];
        let behind = self.record_before(queue).is_some() || back == Some(queue);
        let kept = of.away != 0 || back.is_some_and(|back| self.cluster(back) == cluster);
        !behind && of.vacant() > u32::from(kept)
    }

    /// Appends a group on chip, where its cluster has a free entry. Returns whether that has been used before.
    pub fn append(&mut self, queue: u32, item: Item) -> bool {
        self.append_in(self.cluster(queue), queue, item)
    }

    /// Appends a kernel, for which there is a free entry. Returns whether that has been used before.
    pub fn append_kernel(&mut self, queue: u32, item: Item) -> bool {
        self.append_in(self.root, queue, item)
    }

    fn append_in(&mut self, region: u32, queue: u32, item: Item) -> bool {
        let of = &mut self.regions[region as usize];
        let used = of.free.pop();
        let address = used.unwrap_or_else(|| {
            (of.fresh, of.left) = (of.fresh + 1, of.left - 1);
            of.fresh - 1
        });
        self.items[address as usize] = item;
        let cluster = self.cluster(queue);
        let queue = &mut self.queues[queue as usize];
        if queue.entries.is_empty() {
            queue.next = [0; 3];
        }
        queue.entries.push_back(address);
        if cluster != self.root {
            self.filled.set(cluster, true);
            self.look_for_due(cluster);
        }
        used.is_some()
    }

    /// The record before a group that goes to memory, if its queue has others there.
    pub fn record_before(&self, queue: u32) -> Option<u32> {
        let away = self.regions[self.cluster(queue) as usize].away;
        (away >> self.rank(queue) & 1 != 0).then_some(self.queues[queue as usize].last)
    }

    /// Appends the group with the given record in memory.
    pub fn spill(&mut self, queue: u32, record: u32) {
        let first = self.record_before(queue).is_none();
        let (cluster, rank) = (self.cluster(queue), self.rank(queue));
        let queue = &mut self.queues[queue as usize];
        queue.last = record;
        if first {
            queue.first = record;
        }
        self.regions[cluster as usize].away |= 1 << rank;
        self.look_for_due(cluster);
    }

    /// Takes the first group in memory of the highest level of a cluster. Returns its queue and record, and whether
    /// others follow it there.
    pub fn recall(&mut self, cluster: u32) -> (u32, u32, bool) {
        let rank = self.regions[cluster as usize].away.checked_ilog2().unwrap_or(0);
        let queue = cluster << self.level_bits | rank;
        let Queue { first, last, .. } = self.queues[queue as usize];
        if first == last {
            self.regions[cluster as usize].away &= !(1 << rank);
        }
        self.look_for_due(cluster);
        (queue, first, first != last)
    }

    /// The first record of a queue's groups in memory is now this one.
    pub fn set_first(&mut self, queue: u32, record: u32) {
        self.queues[queue as usize].first = record;
    }

    fn look_for_due(&mut self, cluster: u32) {
        let of = &self.regions[cluster as usize];
        self.due.set(cluster, of.away != 0 && of.vacant() > 0);
    }

    /// The entry of a queue's head, and its next TB.
    pub fn head(&self, queue: u32) -> (u32, [u32; 3]) {
        let queue = &self.queues[queue as usize];
        (queue.entries.front().copied().unwrap_or(0), queue.next)
    }

    /// What an entry holds.
    pub fn item(&self, address: u32) -> Item {
        self.items[address as usize]
    }

    /// Keeps the next TB of a queue's head.
    pub fn keep(&mut self, queue: u32, next: [u32; 3]) {
        self.queues[queue as usize].next = next;
    }

    /// Takes the head off a queue.
    pub fn remove(&mut self, queue: u32) {
        let cluster = self.cluster(queue);
        let of = &mut self.queues[queue as usize];
        of.next = [0; 3];
        let Some(address) = of.entries.pop_front() else { return };
        let region = if address >= self.kernels { self.root } else { cluster };
        self.regions[region as usize].free.push(address);
        self.queued -= 1;
        if cluster != self.root {
            self.filled.set(cluster, self.highest(cluster).is_some());
            self.look_for_due(cluster);
        }
    }
}
