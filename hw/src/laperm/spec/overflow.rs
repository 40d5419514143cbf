//! What must be in memory: the groups without an entry, the one that comes back, and the requests of the port.

use super::scoreboard::{Key, Work};
use crate::agt::agei::Agei;
use crate::agt::record::{offset, KDEI, LINE_BYTES, NEXT, WORDS};
use std::collections::{BTreeMap, VecDeque};

/// Where a group that was launched goes (rule 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    Chip,
    /// To memory, as a group of its queue is there or comes back.
    Behind,
    /// To memory, as no entry is free.
    Full,
    /// To memory, as the last free entry is kept for another queue's groups there.
    Kept,
}

/// The group that comes back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    pub key: Key,
    pub work: Work,
    record: u32,
    /// The first cycle in which a word is requested.
    from: u64,
    pub requested: usize,
    pub received: usize,
}

/// The groups in memory, and what the unit does there.
pub(super) struct Overflow {
    /// By queue, the groups with their records.
    pub lists: BTreeMap<Key, VecDeque<(Work, u32)>>,
    clusters: u32,
    /// The cluster to which a group came back last.
    recalled: u32,
    /// The record behind that of this group is in the same line; groups in a row that came back to its cluster so.
    same_line: bool,
    in_a_row: u32,
    pub back: Option<Back>,
    /// Words that are written, and the first cycle in which one is.
    writes: VecDeque<(u32, u32)>,
    from: u64,
    /// The group that is written.
    spilling: Option<(Key, Work, u32)>,
}

impl Overflow {
    /// Nothing in memory of so many clusters.
    pub fn new(clusters: u32) -> Self {
        Self {
            lists: BTreeMap::new(),
            clusters,
            recalled: clusters - 1,
            same_line: false,
            in_a_row: 0,
            back: None,
            writes: VecDeque::new(),
            from: 0,
            spilling: None,
        }
    }

    /// Groups in memory and on their way back.
    pub fn count(&self) -> u32 {
        let listed: usize = self.lists.values().map(VecDeque::len).sum();
        listed as u32 + u32::from(self.back.is_some())
    }

    /// The levels of a cluster that have groups in memory.
    pub fn levels(&self, cluster: u32) -> impl Iterator<Item = u32> + '_ {
        let held =
            self.lists.iter().filter(move |(key, list)| key.0 == Some(cluster) && !list.is_empty());
        held.map(|(key, _)| key.1)
    }

    /// A group of a cluster comes back.
    pub fn comes_back_to(&self, cluster: u32) -> bool {
        self.back.is_some_and(|back| back.key.0 == Some(cluster))
    }

    /// Where a group of queue `key` goes if its cluster has `vacant` free entries.
    pub fn destination(&self, key: Key, vacant: u32) -> Destination {
        let listed = self.lists.get(&key).is_some_and(|list| !list.is_empty());
        let cluster = key.0.unwrap_or(0);
        let waits = self.levels(cluster).next().is_some() || self.comes_back_to(cluster);
        match vacant {
            _ if listed || self.back.is_some_and(|back| back.key == key) => Destination::Behind,
            0 => Destination::Full,
            1 if waits => Destination::Kept,
            _ => Destination::Chip,
        }
    }

    /// The group goes to memory from cycle `from` on.
    pub fn spill(&mut self, key: Key, work: Work, record: u32, from: u64) {
        self.writes.push_back((record + offset(KDEI), work.kdei));
        if let Some((_, before)) = self.lists.get(&key).and_then(|list| list.back()) {
            self.writes.push_back((before + offset(NEXT), Agei::spilled(record).word()));
        }
        (self.spilling, self.from) = (Some((key, work, record)), from);
    }

    /// The cluster to which the next group comes back, if `vacant` says that it has a free entry (rule 12).
    pub fn due(&self, vacant: impl Fn(u32) -> bool) -> Option<u32> {
        let due = |&cluster: &u32| self.levels(cluster).next().is_some() && vacant(cluster);
        let first = u32::from(!self.goes_on());
        let order = (first..=self.clusters).map(|n| (self.recalled + n) % self.clusters);
        order.filter(|_| self.back.is_none()).find(due)
    }

    /// The cluster of the group that came back last goes before others.
    fn goes_on(&self) -> bool {
        self.same_line && self.in_a_row < 4
    }

    /// A group that comes back to this cluster now is from the line of the one before it.
    pub fn goes_on_to(&self, cluster: u32) -> bool {
        self.goes_on() && cluster == self.recalled
    }

    /// A group comes back to this cluster, whose record is read from cycle `from` on.
    pub fn recall(&mut self, cluster: u32, from: u64) {
        self.in_a_row = if self.goes_on_to(cluster) { self.in_a_row + 1 } else { 1 };
        self.recalled = cluster;
        let Some(level) = self.levels(cluster).max() else { return };
        let key = (Some(cluster), level);
        let first = self.lists.get_mut(&key).and_then(VecDeque::pop_front);
        let back = |(work, record)| Back { key, work, record, from, requested: 0, received: 0 };
        self.back = first.map(back);
        let next = self.lists.get(&key).and_then(|list| list.front()).map(|(_, record)| *record);
        let line = |record: u32| record / LINE_BYTES;
        self.same_line = self.back.zip(next).is_some_and(|(b, next)| line(b.record) == line(next));
    }

    /// A word of the record that comes back is requested in cycle `now`.
    pub fn reads(&self, now: u64) -> bool {
        self.back.is_some_and(|back| now >= back.from && back.requested < WORDS)
    }

    /// Words wait to be written.
    pub fn writes(&self) -> bool {
        !self.writes.is_empty()
    }

    /// The request in cycle `now`: whether it writes, address and word.
    pub fn request(&self, now: u64) -> Option<(bool, u32, u32)> {
        if self.reads(now) {
            return self.back.map(|back| (false, back.record + offset(back.requested), 0));
        }
        let write = self.writes.front().filter(|_| now >= self.from);
        write.map(|(address, word)| (true, *address, *word))
    }

    /// Memory takes the request of cycle `now`. Returns whether a group is in memory with it.
    pub fn take(&mut self, now: u64) -> bool {
        if self.reads(now) {
            self.back.iter_mut().for_each(|back| back.requested += 1);
            return false;
        }
        self.writes.pop_front();
        let written = self.spilling.take_if(|_| self.writes.is_empty());
        let written = written.map(|(key, work, record)| {
            self.lists.entry(key).or_default().push_back((work, record));
        });
        written.is_some()
    }

    /// Memory answers a word.
    pub fn answer(&mut self) {
        self.back.iter_mut().for_each(|back| back.received += 1);
    }

    /// The group that comes back has been read.
    pub fn read(&self) -> Option<&Back> {
        self.back.as_ref().filter(|back| back.received == WORDS)
    }
}
