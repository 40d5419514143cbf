//! The queues as the model has them: lists of entries, per cluster and level, and of free ones.

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

/// Entries of a cluster, or of level 0.
#[derive(Clone, Debug)]
struct Region {
    /// Entries that have been used and are free again; the last is used first.
    free: Vec<u32>,
    /// The next entry that has not been used, and how many there are.
    fresh: u32,
    left: u32,
}

/// One queue.
#[derive(Clone, Debug, Default)]
struct Queue {
    /// Addresses of the entries.
    entries: VecDeque<u32>,
    /// The next TB of the head: its index as x and yz, and its number.
    next: [u32; 3],
}

/// All queues; those of a cluster share its entries.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    levels: u32,
    level_bits: u32,
    /// Number of the region of level 0.
    root: u32,
    regions: Vec<Region>,
    queues: Vec<Queue>,
    items: Vec<Item>,
    /// Clusters that hold anything.
    pub filled: Mask,
    /// Kernels and groups in the queues.
    pub queued: u32,
}

impl Queues {
    /// Empty queues.
    pub fn new(params: &Params) -> Self {
        let root = params.clusters();
        let region = |n| {
            let left = if n == root { params.kdes } else { params.cluster_entries() };
            Region { free: Vec::new(), fresh: n * params.cluster_entries(), left }
        };
        Self {
            levels: params.levels,
            level_bits: params.level_bits(),
            root,
            regions: (0..=root).map(region).collect(),
            queues: vec![Queue::default(); params.queues() as usize],
            items: vec![Item::default(); params.all_entries() as usize],
            filled: Mask::default(),
            queued: 0,
        }
    }

    fn queue(&self, region: u32, level: u32) -> u32 {
        region << self.level_bits | level
    }

    /// The level of a queue's TBs.
    pub fn level(&self, queue: u32) -> u32 {
        match queue >> self.level_bits {
            region if region == self.root => 0,
            region => queue - self.queue(region, 0) + 1,
        }
    }

    /// The queue of the highest level of a region that holds anything.
    pub fn highest(&self, region: u32) -> Option<u32> {
        let mut queues = (0..self.levels).rev().map(|level| self.queue(region, level));
        queues.find(|&queue| !self.queues[queue as usize].entries.is_empty())
    }

    /// Appends an item. Returns whether its entry has been used before, or none without a free one.
    pub fn append(&mut self, region: u32, level: u32, item: Item) -> Option<bool> {
        let of = &mut self.regions[region as usize];
        let used = of.free.pop();
        let address = match used {
            Some(address) => address,
            None if of.left == 0 => return None,
            None => {
                (of.fresh, of.left) = (of.fresh + 1, of.left - 1);
                of.fresh - 1
            }
        };
        self.items[address as usize] = item;
        let queue = self.queue(region, level);
        let queue = &mut self.queues[queue as usize];
        if queue.entries.is_empty() {
            queue.next = [0; 3];
        }
        queue.entries.push_back(address);
        if region != self.root {
            self.filled.set(region, true);
        }
        self.queued += 1;
        Some(used.is_some())
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
        let region = queue >> self.level_bits;
        let of = &mut self.queues[queue as usize];
        of.next = [0; 3];
        let address = of.entries.pop_front();
        self.regions[region as usize].free.extend(address);
        self.queued -= 1;
        if region != self.root && self.highest(region).is_none() {
            self.filled.set(region, false);
        }
    }
}
