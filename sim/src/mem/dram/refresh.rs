//! When a channel refreshes: every tREFI clocks all banks are precharged and refreshed together.
//! Commands under way when it begins are not held back; a real controller begins a few clocks later.

use crate::config::DramConfig;

#[derive(Clone, Copy, Debug)]
pub(super) struct Refresh {
    /// Clocks between two; 0: there is none.
    interval: u64,
    /// Precharge and refresh.
    duration: u64,
}

impl Refresh {
    pub(super) fn new(dram: &DramConfig) -> Self {
        Self { interval: dram.refi.into(), duration: u64::from(dram.rp) + u64::from(dram.rfc) }
    }

    /// When the first refresh after `clock` begins.
    pub(super) fn next(&self, clock: u64) -> u64 {
        if self.interval == 0 {
            return u64::MAX;
        }
        (clock / self.interval + 1) * self.interval
    }

    /// The end of the refresh that begins at `start`.
    pub(super) fn end(&self, start: u64) -> u64 {
        start.saturating_add(self.duration)
    }

    /// `clock`, or the end of the refresh it falls into.
    pub(super) fn after(&self, clock: u64) -> u64 {
        if self.interval == 0 || clock < self.interval {
            return clock;
        }
        clock.max(clock / self.interval * self.interval + self.duration)
    }
}
