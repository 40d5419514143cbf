//! The counters of the memory system. Every counter is a sum since the start of the run.

use crate::ratio::ratio;
use serde::{Deserialize, Serialize};

/// Counters of one L1, or of all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct L1Stats {
    /// Lines looked up by loads.
    pub loads: u64,
    /// Loads that hit.
    pub hits: u64,
    /// Loads that found their line on its way (also called hits on miss).
    pub pending_hits: u64,
    /// Loads that had their line fetched.
    pub misses: u64,
    /// Lines loaded past the cache.
    pub bypassed: u64,
    /// Lines stored to.
    pub stores: u64,
    /// Lines of local memory whose stores completed in the cache.
    pub stores_kept: u64,
    /// Dirty lines written back to the L2.
    pub write_backs: u64,
    /// Cycles in which the load whose turn it was waited for the miss table or a set.
    pub mshr_stalls: u64,
    /// Lines on which atomics were executed, all of them in the L2.
    pub atomics: u64,
}

/// Counters of the L2, in 32-byte sectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct L2Stats {
    /// Sectors read, by loads and atomics.
    pub reads: u64,
    /// Read sectors that were present or on their way.
    pub read_hits: u64,
    /// Read sectors that were on their way.
    pub pending_hits: u64,
    /// Cycles in which the request whose turn it was waited for the miss table, a set or DRAM.
    pub mshr_stalls: u64,
    /// Sectors written.
    pub writes: u64,
    /// Sectors written back to DRAM.
    pub write_backs: u64,
}

/// Counters of the DRAM, over all channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DramStats {
    /// Bursts read.
    pub reads: u64,
    /// Bursts written.
    pub writes: u64,
    /// Bursts that found their row open.
    pub row_hits: u64,
    /// Bursts for which their row was activated.
    pub row_misses: u64,
    /// Command clocks in which a channel had a pending request, from arrival to the end of its data, added over
    /// channels.
    pub active_clocks: u64,
    /// Command clocks that requests waited to enter their channel's queue.
    pub queue_wait_clocks: u64,
    /// Command clocks of one burst.
    pub burst_clocks: u64,
}

impl DramStats {
    /// Returns the share of the active time in which data moved: `(reads + writes) * burst / active`, 0 to 1.
    pub fn efficiency(&self) -> f64 {
        self.utilisation(self.active_clocks).unwrap_or(0.0)
    }

    /// Returns the share of `clocks` command clocks, added over channels, in which data moved, 0 to 1.
    pub fn utilisation(&self, clocks: u64) -> Option<f64> {
        ratio((self.reads + self.writes) * self.burst_clocks, clocks)
    }

    /// Returns the share of bursts that found their row open, 0 to 1.
    pub fn row_hit_rate(&self) -> Option<f64> {
        ratio(self.row_hits, self.row_hits + self.row_misses)
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.reads += other.reads;
        self.writes += other.writes;
        self.row_hits += other.row_hits;
        self.row_misses += other.row_misses;
        self.active_clocks += other.active_clocks;
        self.queue_wait_clocks += other.queue_wait_clocks;
    }
}

/// Counters of the whole memory system.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryStats {
    /// First-level caches.
    pub l1: L1Stats,
    /// Constant caches.
    pub constant: L1Stats,
    /// Second-level cache.
    pub l2: L2Stats,
    /// DRAM.
    pub dram: DramStats,
    /// Loads and atomics of warps, in device and local memory.
    pub reads: u64,
    /// Cycles from issue to last data, added over these loads and atomics.
    pub read_cycles: u64,
    /// Requests of SMXs, each within a line, that reached the L2.
    pub requests: u64,
    /// Flits that crossed the networks between the SMXs and the L2, both ways.
    pub flits: u64,
}

impl MemoryStats {
    /// Returns the share of L1 loads that found their line, 0 to 1; a line on its way counts as missed.
    pub fn l1_hit_rate(&self) -> Option<f64> {
        ratio(self.l1.hits, self.l1.loads)
    }

    /// Returns the share of L1 loads that found their line on its way, 0 to 1.
    pub fn l1_pending_hit_rate(&self) -> Option<f64> {
        ratio(self.l1.pending_hits, self.l1.loads)
    }

    /// Returns the share of constant-cache loads that found their line, 0 to 1; a line on its way counts as
    /// missed.
    pub fn constant_hit_rate(&self) -> Option<f64> {
        ratio(self.constant.hits, self.constant.loads)
    }

    /// Returns the average cycles from the issue of a warp's load or atomic to its last data.
    pub fn latency(&self) -> Option<f64> {
        ratio(self.read_cycles, self.reads)
    }

    /// Returns the cycles that loads and requests waited for miss tables, in all caches.
    pub fn mshr_stalls(&self) -> u64 {
        self.l1.mshr_stalls + self.constant.mshr_stalls + self.l2.mshr_stalls
    }

    /// Returns the share of sectors read from the L2 that were present or on their way, 0 to 1.
    pub fn l2_hit_rate(&self) -> Option<f64> {
        ratio(self.l2.read_hits, self.l2.reads)
    }
}

impl L1Stats {
    pub(super) fn add(&mut self, other: &Self) {
        self.loads += other.loads;
        self.hits += other.hits;
        self.pending_hits += other.pending_hits;
        self.misses += other.misses;
        self.bypassed += other.bypassed;
        self.stores += other.stores;
        self.stores_kept += other.stores_kept;
        self.write_backs += other.write_backs;
        self.mshr_stalls += other.mshr_stalls;
        self.atomics += other.atomics;
    }
}

impl L2Stats {
    pub(super) fn add(&mut self, other: &Self) {
        self.reads += other.reads;
        self.read_hits += other.read_hits;
        self.pending_hits += other.pending_hits;
        self.mshr_stalls += other.mshr_stalls;
        self.writes += other.writes;
        self.write_backs += other.write_backs;
    }
}
