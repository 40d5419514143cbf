//! DRAM: channels with one data bus each, banks with one open row each.
//!
//! A channel is stepped command by command; clocks in which nothing can happen are left out. The model keeps the
//! distances of commands within a bank (tRCD, tRAS, tRP, tRC, tRTP, tWR). It keeps those between bank groups and banks
//! (tCCDS, tCCDL, tRRD) and on the data bus (tCL, tWL, tWTR, read to write). All banks refresh at the same time (tREFI,
//! tRFC). Not modelled: the limit on activations in a window (tFAW).

mod channel;
mod location;

#[cfg(test)]
mod tests;

use super::coalesce::{bits, SECTOR_BYTES};
use super::stats::DramStats;
use crate::config::{DramConfig, GpuConfig};
use crate::log;
use channel::{Channel, Request};
use location::Mapping;

/// Sectors that have been read in one burst, for an entry of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Read {
    pub slice: u16,
    pub entry: u32,
    pub sectors: u8,
}

/// A channel, and when it is stepped next.
#[derive(Clone, Debug)]
struct Stepped {
    channel: Channel<Option<Read>>,
    /// Clock in which it is stepped next, if anything waits in it.
    next: Option<u64>,
    /// Core cycle for which a step is planned.
    planned: Option<u64>,
    /// A slice waits for a place.
    awaited: bool,
}

/// All channels of the DRAM.
#[derive(Clone, Debug)]
pub(super) struct Dram {
    channels: Vec<Stepped>,
    mapping: Mapping,
    timing: DramConfig,
    rate: Rate,
}

/// The length of a command clock in core cycles, as a fraction.
#[derive(Clone, Copy, Debug)]
struct Rate {
    numerator: u64,
    denominator: u64,
}

impl Rate {
    fn to_cycles(self, clocks: u64) -> u64 {
        (clocks * self.numerator).div_ceil(self.denominator)
    }

    fn to_clocks(self, cycles: u64) -> u64 {
        (cycles * self.denominator).div_ceil(self.numerator)
    }
}

impl Dram {
    pub(super) fn new(config: &GpuConfig) -> Self {
        let dram = config.dram.clone();
        let channel =
            Stepped { channel: Channel::new(&dram), next: None, planned: None, awaited: false };
        Self {
            channels: vec![channel; dram.channels as usize],
            mapping: Mapping::new(&dram),
            timing: dram,
            rate: Rate {
                numerator: 2 * u64::from(config.core_mhz),
                denominator: u64::from(config.memory_mhz),
            },
        }
    }

    /// Returns the counters since the start, over all channels.
    pub(super) fn stats(&self) -> DramStats {
        let burst_clocks = u64::from(self.timing.burst);
        let mut sum = DramStats { burst_clocks, ..Default::default() };
        self.channels.iter().for_each(|stepped| sum.add(&stepped.channel.stats));
        sum
    }

    /// Returns the command clocks of all channels in `cycles` core cycles.
    pub(super) fn clocks(&self, cycles: u64) -> u64 {
        self.rate.to_clocks(cycles) * self.channels.len() as u64
    }

    /// Whether a channel takes another request. If not, [`Dram::step`] says when it does.
    pub(super) fn has_room(&mut self, channel: usize) -> bool {
        let stepped = &mut self.channels[channel];
        let room = stepped.channel.has_room();
        stepped.awaited |= !room;
        room
    }

    /// Requests sectors of a line of a channel for an entry of a slice; they reach the channel in core cycle `arrival`,
    /// which never decreases. Returns the cycle in which to step the channel, if that is not planned.
    pub(super) fn read(
        &mut self,
        arrival: u64,
        channel: usize,
        line: u64,
        sectors: u8,
        (slice, entry): (u16, u32),
    ) -> Option<u64> {
        let in_burst = (self.timing.read_bytes / SECTOR_BYTES as u32) as usize;
        let mut rest = sectors;
        while rest != 0 {
            let sectors = bits(rest).take(in_burst).fold(0, |mask, sector| mask | 1 << sector);
            self.push(arrival, channel, line, false, Some(Read { slice, entry, sectors }));
            rest &= !sectors;
        }
        self.plan(channel)
    }

    /// Writes sectors of a line of a channel, as [`Dram::read`] reads them.
    pub(super) fn write(
        &mut self,
        arrival: u64,
        channel: usize,
        line: u64,
        sectors: u8,
    ) -> Option<u64> {
        let bytes = sectors.count_ones() * SECTOR_BYTES as u32;
        for _ in 0..bytes.div_ceil(self.timing.burst_bytes) {
            self.push(arrival, channel, line, true, None);
        }
        self.plan(channel)
    }

    fn push(&mut self, arrival: u64, channel: usize, line: u64, write: bool, of: Option<Read>) {
        let (arrival, location) = (self.rate.to_clocks(arrival), self.mapping.locate(line));
        let stepped = &mut self.channels[channel];
        stepped.channel.push(Request { arrival, location, write, of });
        stepped.next = Some(stepped.next.map_or(arrival, |next| next.min(arrival)));
    }

    /// Steps a channel in core cycle `at`. Calls `read` with the sectors of each burst that is read, and the cycle in
    /// which they are there. Returns the cycle in which to step it again, if that is not planned, and whether a place is
    /// free that was waited for.
    pub(super) fn step(
        &mut self,
        at: u64,
        channel: usize,
        mut read: impl FnMut(Read, u64),
    ) -> (Option<u64>, bool) {
        let rate = self.rate;
        let stepped = &mut self.channels[channel];
        if stepped.planned == Some(at) {
            stepped.planned = None;
        }
        log::note(|| log::Event::Channel { channel });
        while let Some(clock) = stepped.next.filter(|&clock| rate.to_cycles(clock) <= at) {
            stepped.channel.step(clock, |request, end| {
                if let Some(of) = request.of {
                    read(of, rate.to_cycles(end));
                }
            });
            stepped.next = stepped.channel.next(clock);
        }
        let freed = stepped.awaited && stepped.channel.has_room();
        stepped.awaited &= !freed;
        (self.plan(channel), freed)
    }

    fn plan(&mut self, channel: usize) -> Option<u64> {
        let cycle = self.channels[channel].next.map(|clock| self.rate.to_cycles(clock))?;
        let stepped = &mut self.channels[channel];
        if stepped.planned.is_some_and(|planned| planned <= cycle) {
            return None;
        }
        stepped.planned = Some(cycle);
        Some(cycle)
    }
}
