//! The counters of an SMX. Every counter is a sum since the start of the run.

use super::Activity;
use crate::ratio::ratio;
use serde::{Deserialize, Serialize};

/// Counters of an SMX.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SmxStats {
    /// Warp instructions issued.
    pub warp_instructions: u64,
    /// Lanes that executed, guard applied, added over warp instructions.
    pub thread_instructions: u64,
    /// Lanes on the current path, before the guard, added over warp instructions.
    pub active_lanes: u64,
    /// Warp instructions that called the device runtime.
    pub runtime_calls: u64,
    /// Lanes on the current path, before the guard, added over calls of the device runtime.
    pub runtime_lanes: u64,
    /// Warp loads, stores and atomics in global, local and shared memory with at least one executing lane.
    pub accesses: u64,
    /// Lines and passes over the banks of shared memory beyond the first of each access.
    pub replays: u64,
    /// Unfinished resident warps, added over cycles.
    pub resident_warp_cycles: u64,
    /// Cycles with at least one unfinished resident warp.
    pub resident_cycles: u64,
    /// Cycles in which at least one instruction issued.
    pub issue_cycles: u64,
    /// Cycles since the start of the run.
    pub cycles: u64,
    /// What takes energy.
    pub activity: Activity,
}

impl SmxStats {
    /// Adds the counts of another SMX. Cycles add up too, so averages stay averages per SMX.
    pub fn add(&mut self, other: &Self) {
        self.warp_instructions += other.warp_instructions;
        self.thread_instructions += other.thread_instructions;
        self.active_lanes += other.active_lanes;
        self.runtime_calls += other.runtime_calls;
        self.runtime_lanes += other.runtime_lanes;
        self.accesses += other.accesses;
        self.replays += other.replays;
        self.resident_warp_cycles += other.resident_warp_cycles;
        self.resident_cycles += other.resident_cycles;
        self.issue_cycles += other.issue_cycles;
        self.cycles += other.cycles;
        self.activity.add(&other.activity);
    }

    /// Returns the average share of a warp's lanes that execute its instructions, guard applied, 0 to 1.
    pub fn warp_activity(&self) -> f64 {
        ratio(self.thread_instructions, 32 * self.warp_instructions).unwrap_or(0.0)
    }

    /// Returns the average share of a warp's lanes on the path of its instructions, before the guard, 0 to 1. This
    /// is the warp execution efficiency (WEE).
    pub fn warp_execution_efficiency(&self) -> f64 {
        ratio(self.active_lanes, 32 * self.warp_instructions).unwrap_or(0.0)
    }

    /// Returns the warp execution efficiency without the calls of the device runtime (WEEI).
    pub fn ideal_warp_execution_efficiency(&self) -> f64 {
        let instructions = self.warp_instructions - self.runtime_calls;
        ratio(self.active_lanes - self.runtime_lanes, 32 * instructions).unwrap_or(0.0)
    }

    /// Returns the average number of replays per load, store or atomic (LSRP).
    pub fn replay_overhead(&self) -> Option<f64> {
        ratio(self.replays, self.accesses)
    }

    /// Counts one call of the device runtime by a warp with `lanes` lanes on the path.
    pub(super) fn count_runtime_call(&mut self, lanes: u32) {
        self.runtime_calls += 1;
        self.runtime_lanes += u64::from(lanes);
    }

    /// Returns the average number of resident warps per cycle over `max_warps`, the most that fit, 0 to 1.
    pub fn occupancy(&self, max_warps: u32) -> f64 {
        ratio(self.resident_warp_cycles, u64::from(max_warps) * self.cycles).unwrap_or(0.0)
    }

    /// Returns the cycles in which no instruction issued.
    pub fn idle_cycles(&self) -> u64 {
        self.cycles - self.issue_cycles
    }
}
