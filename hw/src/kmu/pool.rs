//! The pending kernels as the model has them: the ends of their lists, which are linked in memory.

use super::pins::{In, Params};
use crate::kit::Mask;

/// The ends of a list of descriptors.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    first: u32,
    last: u32,
}

/// A list: that of level 0, or that of a cluster and of a level counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Root,
    Bound { cluster: u32, rank: u32 },
}

/// All lists of pending kernels (rules 3 and 9).
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    clusters: u32,
    levels: u32,
    root: List,
    rooted: u32,
    /// By cluster and level.
    bound: Vec<List>,
    bounds: u32,
    /// By cluster, a bit for each level with a kernel; the clusters with any.
    ranks: Vec<u32>,
    filled: Mask,
    /// The cluster of which a kernel was chosen last.
    last: u32,
    /// The clusters come before level 0 the next time both have a kernel.
    bound_turn: bool,
}

impl Pool {
    /// An empty pool.
    pub fn new(params: &Params) -> Self {
        let Params { clusters, levels, .. } = *params;
        Self {
            clusters,
            levels,
            bound: vec![List::default(); (clusters * levels) as usize],
            ranks: vec![0; clusters as usize],
            // The first cluster comes first: it is after the last there may be.
            last: Mask::BITS - 1,
            ..Self::default()
        }
    }

    /// The list of the kernel that a command names.
    pub fn key(&self, i: &In) -> Key {
        match i.cmd_level {
            level if level > 0 && self.clusters > 0 => {
                Key::Bound { cluster: i.cmd_cluster, rank: level - 1 }
            }
            _ => Key::Root,
        }
    }

    /// Pending kernels.
    pub fn pending(&self) -> u32 {
        self.rooted + self.bounds
    }

    fn list(&mut self, key: Key) -> &mut List {
        match key {
            Key::Root => &mut self.root,
            Key::Bound { cluster, rank } => {
                &mut self.bound[(cluster * self.levels + rank) as usize]
            }
        }
    }

    /// The last kernel of a list; none if the list is empty.
    pub fn tail(&self, key: Key) -> Option<u32> {
        match key {
            Key::Root => (self.rooted > 0).then_some(self.root.last),
            Key::Bound { cluster, rank } => {
                let list = self.bound[(cluster * self.levels + rank) as usize];
                (self.ranks[cluster as usize] >> rank & 1 != 0).then_some(list.last)
            }
        }
    }

    /// Appends a kernel, whose link has been written.
    pub fn join(&mut self, key: Key, desc: u32) {
        let empty = self.tail(key).is_none();
        let list = self.list(key);
        list.last = desc;
        if empty {
            list.first = desc;
        }
        match key {
            Key::Root => self.rooted += 1,
            Key::Bound { cluster, rank } => {
                self.bounds += 1;
                self.ranks[cluster as usize] |= 1 << rank;
                self.filled.set(cluster, true);
            }
        }
    }

    /// The list of which the next kernel comes (rule 10); none if all are empty.
    pub fn next(&self) -> Option<Key> {
        let bound = self.filled.lowest_after(self.last).map(|cluster| {
            let rank = self.ranks[cluster as usize].checked_ilog2().unwrap_or(0);
            Key::Bound { cluster, rank }
        });
        let root = (self.rooted > 0).then_some(Key::Root);
        if self.bound_turn {
            bound.or(root)
        } else {
            root.or(bound)
        }
    }

    /// The first kernel of a list is chosen. Returns its descriptor.
    pub fn choose(&mut self, key: Key) -> u32 {
        self.bound_turn = key == Key::Root;
        if let Key::Bound { cluster, .. } = key {
            self.last = cluster;
        }
        self.list(key).first
    }

    /// The first kernel of a list leaves; `next` is its link.
    pub fn leave(&mut self, key: Key, next: u32) {
        let list = self.list(key);
        let ends = list.first == list.last;
        list.first = next;
        match key {
            Key::Root => self.rooted -= 1,
            Key::Bound { cluster, rank } => {
                self.bounds -= 1;
                if ends {
                    let ranks = &mut self.ranks[cluster as usize];
                    *ranks &= !(1 << rank);
                    self.filled.set(cluster, *ranks != 0);
                }
            }
        }
    }
}
