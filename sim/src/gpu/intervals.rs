//! What a run measured by intervals of time, in a bounded number of them.

use crate::config::GpuConfig;
use crate::mem::MemoryStats;
use crate::ratio::ratio;
use crate::smx::{IntervalSlots, Slots, SmxStats};
use serde::Serialize;
use std::num::NonZeroU64;

/// With as many intervals, two neighbours become one. It is even.
const MOST_INTERVALS: usize = 4096;

/// Measurements of one interval. Ratios with nothing to divide by are absent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The first cycle; that of the first host launch is 0.
    pub first_cycle: u64,
    /// Cycles.
    pub cycles: u64,
    /// Shares of the scheduler slots of these cycles by what became of them.
    pub account: Slots,
    /// Thread instructions per cycle.
    pub ipc: f64,
    /// Resident warps over those that the machine can hold.
    pub occupancy: f64,
    /// Lines found in the L1 over lines looked up by loads.
    pub l1_hit_rate: Option<f64>,
    /// Sectors found in the L2 or on their way over sectors read.
    pub l2_hit_rate: Option<f64>,
    /// Bytes of the bursts read from DRAM and written to it.
    pub dram_bytes: u64,
    /// Device launches whose first TB had not started when the interval ended.
    pub waiting_launches: u64,
}

/// Counters at the end of an interval, each a sum since the start of the run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counters {
    /// Cycles since the first host launch.
    pub cycles: u64,
    pub smxs: SmxStats,
    pub memory: MemoryStats,
    /// No sum: the launches that wait now.
    pub waiting: u64,
}

/// The intervals of a run, and when the present one ends.
pub(super) struct Intervals {
    length: u64,
    /// The last cycle of the present interval.
    last_cycle: u64,
    /// By interval, those that have ended.
    ends: Vec<Counters>,
    slots: Vec<Slots>,
}

impl Intervals {
    /// Intervals of `length` cycles, the first of which begins in cycle `now`.
    pub fn new(length: NonZeroU64, now: u64) -> Self {
        let length = length.get();
        let last_cycle = now.saturating_add(length - 1);
        Self { length, last_cycle, ends: Vec::new(), slots: Vec::new() }
    }

    /// The last cycle of the present interval.
    pub fn last_cycle(&self) -> u64 {
        self.last_cycle
    }

    /// The cycle, since the first host launch, in which the present interval begins.
    pub fn begins(&self) -> u64 {
        self.ends.last().map_or(0, |end| end.cycles)
    }

    /// Adds what the SMXs have `charged` since an interval ended to the intervals that it belongs to.
    pub fn charge(&mut self, charged: impl Iterator<Item = IntervalSlots>) {
        for of_smx in charged {
            if let Some(last) = self.slots.last_mut() {
                last.add_all(&of_smx.slots);
            }
            for (interval, reason, slots) in of_smx.late {
                self.slots[interval].add(reason, slots);
            }
        }
    }

    /// Ends an interval, in which the SMXs have charged `charged`. Returns whether two neighbours have become one, so that
    /// the accounts of the SMXs have to do the same.
    pub fn end(
        &mut self,
        counters: Counters,
        charged: impl Iterator<Item = IntervalSlots>,
    ) -> bool {
        self.ends.push(counters);
        self.slots.push(Slots::default());
        self.charge(charged);
        let merges = self.ends.len() == MOST_INTERVALS;
        if merges {
            self.length = self.length.saturating_mul(2);
            self.ends = self.ends.chunks(2).map(|pair| pair[1]).collect();
            let sum = |pair: &[Slots]| {
                let mut sum = pair[0].clone();
                sum.add_all(&pair[1]);
                sum
            };
            self.slots = self.slots.chunks(2).map(sum).collect();
        }
        self.last_cycle = self.last_cycle.saturating_add(self.length);
        merges
    }

    /// Returns the intervals of a run on a machine. The last one may be shorter.
    pub fn list(&self, config: &GpuConfig) -> Vec<Interval> {
        let before = std::iter::once(Counters::default()).chain(self.ends.iter().copied());
        let pairs = before.zip(&self.ends).zip(&self.slots);
        pairs.map(|((begin, end), slots)| interval(&begin, end, slots, config)).collect()
    }
}

fn interval(begin: &Counters, end: &Counters, slots: &Slots, config: &GpuConfig) -> Interval {
    let cycles = end.cycles - begin.cycles;
    let warps = u64::from(config.smx.count) * u64::from(config.smx.warps);
    let (l1, l2) = (&end.memory.l1, &end.memory.l2);
    let (l1_before, l2_before) = (&begin.memory.l1, &begin.memory.l2);
    let bursts = |of: &Counters| of.memory.dram.reads + of.memory.dram.writes;
    let resident = end.smxs.resident_warp_cycles - begin.smxs.resident_warp_cycles;
    let instructions = end.smxs.thread_instructions - begin.smxs.thread_instructions;
    Interval {
        first_cycle: begin.cycles,
        cycles,
        account: slots.clone(),
        ipc: ratio(instructions, cycles).unwrap_or(0.0),
        occupancy: ratio(resident, cycles * warps).unwrap_or(0.0),
        l1_hit_rate: ratio(l1.hits - l1_before.hits, l1.loads - l1_before.loads),
        l2_hit_rate: ratio(l2.read_hits - l2_before.read_hits, l2.reads - l2_before.reads),
        dram_bytes: (bursts(end) - bursts(begin)) * u64::from(config.dram.burst_bytes),
        waiting_launches: end.waiting,
    }
}
