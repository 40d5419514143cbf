//! DRAM: channels with one data bus each, banks with one open row each.
//!
//! The model keeps the distances of commands within a bank (tRCD, tRAS, tRP, tRC, tRTP, tWR). It keeps those
//! between bank groups and banks (tCCDS, tCCDL, tRRD) and on the data bus (tCL, tWL, tWTR, read to write). All
//! banks refresh at the same time (tREFI, tRFC).
//!
//! Not modelled: the clock that each command occupies on the command bus, and the limit on activations in a window
//! (tFAW). `reference` schedules command by command; its tests say how far the two models differ.

mod active;
mod channel;
mod commands;
mod location;
mod refresh;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;

use super::stats::DramStats;
use crate::config::{DramConfig, GpuConfig};
use channel::{Channel, Request};
use location::Mapping;

/// All channels of the DRAM.
#[derive(Clone, Debug)]
pub(super) struct Dram {
    channels: Vec<Channel>,
    mapping: Mapping,
    timing: DramConfig,
    /// One command clock is `clock_numerator / clock_denominator` core cycles.
    clock_numerator: u64,
    clock_denominator: u64,
}

/// Sectors of one line to be transferred. Times are core cycles.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transfer {
    /// Cycle in which the transfer is requested; never decreases.
    pub now: u64,
    /// Cycle in which the channel receives the request.
    pub arrival: u64,
    pub channel: usize,
    /// Line, counted within the channel.
    pub line: u64,
    pub bytes: u32,
    pub write: bool,
}

/// When a transfer takes location, in core cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transferred {
    /// Cycle in which the channel's queue accepts it.
    pub entered: u64,
    /// Cycle in which the last byte has been transferred; for a write, `None` if not known yet.
    pub end: Option<u64>,
}

impl Dram {
    pub(super) fn new(config: &GpuConfig) -> Self {
        let dram = config.dram.clone();
        Self {
            channels: vec![Channel::new(&dram); dram.channels as usize],
            mapping: Mapping::new(&dram),
            timing: dram,
            clock_numerator: 2 * u64::from(config.core_mhz),
            clock_denominator: u64::from(config.memory_mhz),
        }
    }

    /// Returns the counters since the start, over all channels.
    pub(super) fn stats(&self) -> DramStats {
        let burst_clocks = u64::from(self.timing.burst);
        let mut sum = DramStats { burst_clocks, ..Default::default() };
        self.channels.iter().for_each(|channel| sum.add(&channel.stats));
        sum
    }

    /// Returns the command clocks of all channels in `cycles` core cycles.
    pub(super) fn clocks(&self, cycles: u64) -> u64 {
        self.to_clocks(cycles) * self.channels.len() as u64
    }

    pub(super) fn transfer(&mut self, transfer: Transfer) -> Transferred {
        let bytes = if transfer.write { self.timing.burst_bytes } else { self.timing.read_bytes };
        let request = Request {
            now: self.to_clocks(transfer.now),
            arrival: self.to_clocks(transfer.arrival),
            location: self.mapping.locate(transfer.line),
            bursts: transfer.bytes.div_ceil(bytes),
            write: transfer.write,
        };
        let served = self.channels[transfer.channel].serve(request);
        let to_cycles =
            |clocks: u64| (clocks * self.clock_numerator).div_ceil(self.clock_denominator);
        Transferred {
            entered: transfer.arrival.max(to_cycles(served.entered)),
            end: served.end.map(to_cycles),
        }
    }

    fn to_clocks(&self, cycles: u64) -> u64 {
        (cycles * self.clock_denominator).div_ceil(self.clock_numerator)
    }
}
