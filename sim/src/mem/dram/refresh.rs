//! When a channel refreshes: every tREFI clocks all banks are precharged and refreshed together. Commands under
//! way when a refresh begins are not held back. A real controller begins the refresh a few clocks later instead.

use crate::config::DramConfig;

#[derive(Clone, Copy, Debug)]
pub(super) struct Refresh {
    /// Clocks between two refreshes; 0 disables refresh.
    interval: u64,
    /// Clocks of the precharge and the refresh.
    duration: u64,
}

impl Refresh {
    pub(super) fn new(dram: &DramConfig) -> Self {
        Self { interval: dram.refi.into(), duration: u64::from(dram.rp) + u64::from(dram.rfc) }
    }

    /// Returns when the first refresh after `clock` begins.
    pub(super) fn next(&self, clock: u64) -> u64 {
        if self.interval == 0 {
            return u64::MAX;
        }
        (clock / self.interval + 1) * self.interval
    }

    /// Returns the end of the refresh that begins at `start`.
    pub(super) fn end(&self, start: u64) -> u64 {
        start.saturating_add(self.duration)
    }

    /// Returns `clock`, or the end of the refresh it falls into.
    pub(super) fn after(&self, clock: u64) -> u64 {
        if self.interval == 0 || clock < self.interval {
            return clock;
        }
        clock.max(clock / self.interval * self.interval + self.duration)
    }
}
