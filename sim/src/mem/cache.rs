//! A first-level cache, of an SMX or of several, for data or for constants: tags, and who waits for what is on its way.
//! It holds no data. Stores allocate nothing.

use super::coalesce::{bits, Transaction};
use super::replay::{L1Replay, Sequence};
use super::set_index::Tags;
use super::stats::L1Stats;
use super::system::AccessKind;
use crate::config::{ConstantCacheConfig, GlobalStores, L1Config, LocalStores, SetIndex};
use crate::log;

/// Mask of all sectors of a line.
pub(super) const WHOLE: u8 = 0b1111;

/// What a load finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Looked {
    /// All of it.
    Hit,
    /// All of it or on its way; the load is told when it has come.
    Waits,
    /// These sectors have to be fetched for this entry; the load is told when they have come. Dirty sectors of the line
    /// that was there have to be written back.
    Misses { entry: usize, sectors: u8, evicted: Option<Transaction> },
    /// The L2's port has no place, now: the load has to come again.
    NoRoom,
    /// The miss table or the set is full, now: the load has to come again.
    Full,
}

impl Looked {
    /// What the event log says of it.
    pub fn answer(self) -> log::Answer {
        match self {
            Self::Hit => log::Answer::Hit,
            Self::Waits => log::Answer::Waits,
            Self::Misses { .. } => log::Answer::Misses,
            Self::NoRoom => log::Answer::NoRoom,
            Self::Full => log::Answer::Full,
        }
    }
}

/// A load that waits for sectors of an entry.
#[derive(Clone, Copy, Debug)]
struct Waiter {
    sectors: u8,
    access: u32,
}

#[derive(Clone, Debug, Default)]
struct Entry {
    last_use: u64,
    /// Sectors that are there, on their way, and changed.
    valid: u8,
    pending: u8,
    dirty: u8,
    /// Sectors still to come before those on their way are there, if lines are fetched whole.
    to_come: u32,
    waiting: Vec<Waiter>,
}

#[derive(Clone, Debug)]
pub(super) struct DataCache {
    tags: Tags,
    entries: Vec<Entry>,
    clock: u64,
    /// Lines, or sectors if `sectored`, on their way.
    misses: u32,
    /// Since when a load of each of its SMXs has found the miss table or its set full.
    full_since: Vec<Option<u64>>,
    mshr_entries: u32,
    merges: usize,
    sectored: bool,
    global_stores: GlobalStores,
    local_stores: LocalStores,
    pub(super) stats: L1Stats,
    /// Absent unless it is to be replayed.
    sequence: Option<Sequence>,
}

impl DataCache {
    /// Creates the empty cache of `smxs` SMXs.
    pub(super) fn new(config: &L1Config, smxs: usize) -> Self {
        let tags = Tags::new(config.set_index, config.sets, config.ways);
        Self {
            entries: vec![Entry::default(); tags.entries()],
            tags,
            clock: 0,
            misses: 0,
            full_since: vec![None; smxs],
            mshr_entries: config.mshr_entries,
            merges: config.mshr_merges as usize,
            sectored: config.sectored,
            global_stores: config.global_stores,
            local_stores: config.local_stores,
            stats: L1Stats::default(),
            sequence: None,
        }
    }

    /// Records from now on what [`DataCache::replay`] needs; `caches` there are.
    pub(super) fn record(&mut self, caches: usize) {
        self.sequence = Some(Sequence::new(caches));
    }

    /// Adds what loads found, and would find under other replacements, if it is recorded.
    pub(super) fn replay(&self, replay: &mut L1Replay) {
        if let Some(sequence) = &self.sequence {
            replay.add(&self.tags, &self.stats, sequence);
        }
    }

    /// Creates a constant cache: lines are fetched whole, and nothing is ever stored in it.
    pub(super) fn constant(config: &ConstantCacheConfig) -> Self {
        let l1 = L1Config {
            sets: config.sets,
            set_index: SetIndex::Linear,
            ways: config.ways,
            latency: 0,
            sectored: false,
            mshr_entries: config.mshr_entries,
            mshr_merges: config.mshr_merges,
            global_loads: true,
            global_stores: GlobalStores::Update,
            local_stores: LocalStores::WriteThrough,
            of_cluster: false,
        };
        Self::new(&l1, 1)
    }

    /// Looks up a load. Returns whether it hits; otherwise nothing has changed.
    pub(super) fn hits(&mut self, line: Transaction) -> bool {
        let wanted = if self.sectored { line.sectors } else { WHOLE };
        let Some(entry) = self.tags.find(line.line) else { return false };
        let this = &self.entries[entry];
        let hit = this.valid & wanted == wanted && this.pending & wanted == 0;
        hit && self.present(entry, 0, 0) == Looked::Hit
    }

    /// Looks up a load of access `access` of one of its SMXs in cycle `at`. `room` says whether a request to the L2 has a
    /// place. Counts the cycles in which the load has found no place in the cache.
    pub(super) fn load(
        &mut self,
        at: u64,
        smx: usize,
        line: Transaction,
        access: u32,
        room: bool,
    ) -> Looked {
        let looked = self.look_up(line, access, room);
        let full_since = &mut self.full_since[smx];
        match looked {
            Looked::Full => *full_since = full_since.or(Some(at)),
            Looked::NoRoom => {}
            Looked::Hit | Looked::Waits | Looked::Misses { .. } => {
                let since = full_since.take();
                self.stats.mshr_stalls += since.map_or(0, |since| at - since);
                if let Some(sequence) = &mut self.sequence {
                    sequence.load(line.line, if self.sectored { line.sectors } else { WHOLE });
                }
            }
        }
        looked
    }

    fn look_up(&mut self, line: Transaction, access: u32, room: bool) -> Looked {
        let wanted = if self.sectored { line.sectors } else { WHOLE };
        let found = self.tags.find(line.line);
        let (present, pending) = match found {
            Some(entry) => (self.entries[entry].valid, self.entries[entry].pending),
            None => (0, 0),
        };
        let missing = wanted & !(present | pending);
        match found {
            Some(entry) if missing == 0 => self.present(entry, wanted & pending, access),
            _ => self.miss(line.line, found, wanted, missing, access, room),
        }
    }

    /// A load finds an entry with all that it wants; it waits for the sectors in `waits`.
    fn present(&mut self, entry: usize, waits: u8, access: u32) -> Looked {
        let this = &mut self.entries[entry];
        if waits != 0 {
            let merged = |bit: u8| this.waiting.iter().filter(|w| w.sectors & bit != 0).count();
            if bits(waits).any(|sector| merged(1 << sector) >= self.merges) {
                return Looked::Full;
            }
            this.waiting.push(Waiter { sectors: waits, access });
        }
        self.clock += 1;
        this.last_use = self.clock;
        self.stats.loads += 1;
        if waits != 0 {
            self.stats.pending_hits += 1;
            return Looked::Waits;
        }
        self.stats.hits += 1;
        Looked::Hit
    }

    fn miss(
        &mut self,
        line: u64,
        found: Option<usize>,
        wanted: u8,
        missing: u8,
        access: u32,
        room: bool,
    ) -> Looked {
        let needed = if self.sectored { missing.count_ones() } else { 1 };
        // More sectors than the table has entries are let in when it is empty.
        if self.misses > 0 && self.misses + needed > self.mshr_entries {
            return Looked::Full;
        }
        if !room {
            return Looked::NoRoom;
        }
        let Some(entry) = found.or_else(|| self.victim(line)) else { return Looked::Full };
        self.clock += 1;
        self.stats.loads += 1;
        self.stats.misses += 1;
        self.misses += needed;
        let evicted = if found.is_none() { self.replace(entry, line) } else { None };
        let this = &mut self.entries[entry];
        this.last_use = self.clock;
        this.pending |= missing;
        this.to_come += if self.sectored { 0 } else { missing.count_ones() };
        this.waiting.push(Waiter { sectors: wanted & this.pending, access });
        Looked::Misses { entry, sectors: missing, evicted }
    }

    /// The entry that a line may take; none if all are on their way.
    fn victim(&self, line: u64) -> Option<usize> {
        let candidates = self.tags.candidates(line);
        let settled = candidates.filter(|&entry| self.entries[entry].pending == 0);
        settled.min_by_key(|&entry| match self.tags.line(entry) {
            None => 0,
            Some(_) => self.entries[entry].last_use,
        })
    }

    /// Gives an entry to a line. Returns what has to be written back.
    fn replace(&mut self, entry: usize, line: u64) -> Option<Transaction> {
        let old = self.tags.line(entry);
        self.tags.set(entry, Some(line));
        let this = &mut self.entries[entry];
        let sectors = std::mem::take(&mut this.dirty);
        this.valid = 0;
        self.stats.write_backs += u64::from(sectors != 0);
        old.filter(|_| sectors != 0).map(|line| Transaction { line, sectors, repeats: 1 })
    }

    /// A sector of an entry is about to come, maybe as the last of those in `ended`, which come together. Returns whether
    /// something is there with it: of a line that is fetched whole, only with the last.
    pub(super) fn completes(&mut self, entry: u32, ended: Option<u8>) -> bool {
        if self.sectored {
            return true;
        }
        let Some(sectors) = ended else { return false };
        let this = &mut self.entries[entry as usize];
        this.to_come -= sectors.count_ones();
        this.to_come == 0
    }

    /// The entry for whose sectors an access waits.
    pub(super) fn entry_of(&self, access: u32) -> Option<u32> {
        let waits = |entry: &Entry| entry.waiting.iter().any(|waiter| waiter.access == access);
        self.entries.iter().position(waits).map(|entry| entry as u32)
    }

    /// Sectors of an entry have come, as announced by [`DataCache::completes`]. Adds the accesses that wait for nothing
    /// else to `done`.
    pub(super) fn fill(&mut self, entry: usize, sectors: u8, done: &mut Vec<u32>) {
        let this = &mut self.entries[entry];
        let come = if self.sectored {
            self.misses -= sectors.count_ones();
            sectors
        } else {
            self.misses -= 1;
            this.pending
        };
        this.pending &= !come;
        this.valid |= come;
        this.waiting.retain_mut(|waiter| {
            waiter.sectors &= !come;
            if waiter.sectors == 0 {
                done.push(waiter.access);
            }
            waiter.sectors != 0
        });
    }

    /// Handles a store. Returns whether it completes in the cache; otherwise it goes on to the L2.
    pub(super) fn store(&mut self, line: Transaction, local: bool) -> bool {
        self.stats.stores += 1;
        if !local && self.global_stores == GlobalStores::Evict {
            self.note_drop(line.line);
        }
        let Some(entry) = self.tags.find(line.line) else { return false };
        if !local {
            if self.global_stores == GlobalStores::Evict {
                self.drop(entry);
            }
            return false;
        }
        let this = &mut self.entries[entry];
        let is_there = (this.valid | this.pending) & line.sectors == line.sectors;
        if !is_there || self.local_stores == LocalStores::WriteThrough {
            return false;
        }
        self.clock += 1;
        this.last_use = self.clock;
        this.dirty |= line.sectors;
        self.stats.stores_kept += 1;
        true
    }

    /// Counts lines that bypass the cache on their way to the L2. Drops the lines that change there.
    pub(super) fn pass(&mut self, lines: &[Transaction], kind: AccessKind) {
        let passed = match kind {
            AccessKind::Load | AccessKind::LoadPastL1 => &mut self.stats.bypassed,
            AccessKind::Store => &mut self.stats.stores,
            AccessKind::Atomic => &mut self.stats.atomics,
        };
        *passed += lines.len() as u64;
        if matches!(kind, AccessKind::Store | AccessKind::Atomic) {
            for line in lines {
                self.note_drop(line.line);
                if let Some(entry) = self.tags.find(line.line) {
                    self.drop(entry);
                }
            }
        }
    }

    /// Notes that a line is dropped if it is there, or would be under another replacement.
    fn note_drop(&mut self, line: u64) {
        if let Some(sequence) = &mut self.sequence {
            sequence.drop(line);
        }
    }

    /// Empties an entry. Loads that wait for what is on its way still get it, but later ones fetch the line again, into
    /// another entry: what comes was read before the change that drops the line.
    fn drop(&mut self, entry: usize) {
        let this = &mut self.entries[entry];
        (this.valid, this.dirty) = (0, 0);
        self.tags.set(entry, None);
    }
}
