//! DRAM: channels with a data bus each, banks with an open row each.
//!
//! Requests are timed when they arrive. First-ready, first-come scheduling appears in two ways: the
//! data bus goes to whichever bank is ready first (a calendar), and a request joins a visit to its
//! row that has not been closed when it arrives, even if visits to other rows are already planned.
//! Such a latecomer takes its bus slots, but does not push the planned visits back. Refresh, bus
//! turn-around and the limit on activations in a window are not modelled.

use super::calendar::Calendar;
use super::stats::DramStats;
use crate::config::{DramConfig, GpuConfig};

/// Planned and open visits a bank remembers.
const VISITS: usize = 4;

/// A row between activation and precharge. Times in command clocks.
#[derive(Clone, Copy, Debug)]
struct Visit {
    row: u64,
    activated: u64,
    /// When the row may be precharged, as far as its data go.
    data_end: u64,
    /// When it is precharged for the next visit.
    closes: u64,
}

const NO_VISIT: Visit = Visit { row: u64::MAX, activated: 0, data_end: 0, closes: 0 };

#[derive(Clone, Debug)]
struct Bank {
    visits: [Visit; VISITS],
    newest: usize,
}

#[derive(Clone, Debug)]
struct Channel {
    /// Data bus; a slot is one burst.
    bus: Calendar,
    banks: Vec<Bank>,
    /// End of the time already counted as active, in command clocks.
    active_until: u64,
    stats: DramStats,
}

/// All channels.
#[derive(Clone, Debug)]
pub(super) struct Dram {
    channels: Vec<Channel>,
    timing: DramConfig,
    /// One command clock is `clock_numerator / clock_denominator` core cycles.
    clock_numerator: u64,
    clock_denominator: u64,
}

impl Dram {
    pub(super) fn new(config: &GpuConfig) -> Self {
        let dram = config.dram.clone();
        let bank = Bank { visits: [NO_VISIT; VISITS], newest: 0 };
        let channel = Channel {
            bus: Calendar::new(),
            banks: vec![bank; dram.banks as usize],
            active_until: 0,
            stats: DramStats::default(),
        };
        Self {
            channels: vec![channel; dram.channels as usize],
            timing: dram,
            clock_numerator: 2 * u64::from(config.core_mhz),
            clock_denominator: u64::from(config.memory_mhz),
        }
    }

    /// Counts since the start, over all channels.
    pub(super) fn stats(&self) -> DramStats {
        let mut sum =
            DramStats { burst_clocks: u64::from(self.timing.burst), ..Default::default() };
        for channel in &self.channels {
            sum.reads += channel.stats.reads;
            sum.writes += channel.stats.writes;
            sum.row_hits += channel.stats.row_hits;
            sum.row_misses += channel.stats.row_misses;
            sum.active_clocks += channel.stats.active_clocks;
        }
        sum
    }

    /// Transfers `bytes` bytes from byte `addr` of a channel on, all in one row. The request arrives
    /// at core cycle `arrival`; returns the core cycle in which the last byte has been transferred.
    pub(super) fn access(
        &mut self,
        now: u64,
        arrival: u64,
        channel: usize,
        addr: u64,
        bytes: u32,
        write: bool,
    ) -> u64 {
        let (now, arrival) = (self.to_clocks(now), self.to_clocks(arrival));
        let t = &self.timing;
        let bursts = bytes.div_ceil(t.burst_bytes);
        let channel = &mut self.channels[channel];

        // Rows go round the banks; folding the row into the bank number keeps equal strides from
        // meeting in one bank (permutation-based interleaving).
        let row_index = addr / u64::from(t.row_bytes);
        let row = row_index / u64::from(t.banks);
        let bank = (row_index ^ row) & u64::from(t.banks - 1);
        let (visit, hit) = channel.banks[bank as usize].visit(arrival, row, t);

        let column = arrival.max(visit.activated + u64::from(t.rcd));
        let data = column + u64::from(if write { t.wl } else { t.cl });
        let burst = u64::from(t.burst);
        let slot = channel.bus.reserve(now / burst, data.div_ceil(burst), bursts);
        let end = (slot + 1) * burst;
        let recovery = if write { u64::from(t.wr) } else { 0 };
        visit.data_end = visit.data_end.max(end + recovery);

        let stats = &mut channel.stats;
        *if write { &mut stats.writes } else { &mut stats.reads } += u64::from(bursts);
        *if hit { &mut stats.row_hits } else { &mut stats.row_misses } += 1;
        stats.active_clocks += end.saturating_sub(arrival.max(channel.active_until));
        channel.active_until = channel.active_until.max(end);
        (end * self.clock_numerator).div_ceil(self.clock_denominator)
    }

    fn to_clocks(&self, cycles: u64) -> u64 {
        (cycles * self.clock_denominator).div_ceil(self.clock_numerator)
    }
}

impl Bank {
    /// The visit that serves a request for `row`, and whether it was there before.
    fn visit(&mut self, arrival: u64, row: u64, t: &DramConfig) -> (&mut Visit, bool) {
        let open = |visit: &Visit| visit.row == row && visit.closes > arrival;
        if let Some(known) = self.visits.iter().position(open) {
            return (&mut self.visits[known], true);
        }
        let last = &mut self.visits[self.newest];
        let activated = if last.row == u64::MAX {
            arrival
        } else {
            let restored = last.activated + u64::from(t.ras);
            last.closes = arrival.max(restored).max(last.data_end);
            last.closes + u64::from(t.rp)
        };
        self.newest = (self.newest + 1) % VISITS;
        let next = Visit { row, activated, data_end: 0, closes: u64::MAX };
        self.visits[self.newest] = next;
        (&mut self.visits[self.newest], false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One command clock a core cycle, so that expected times read directly in the timing parameters.
    fn dram() -> Dram {
        let mut config = GpuConfig::preset("tiny").unwrap();
        (config.core_mhz, config.memory_mhz) = (1300, 2600);
        Dram::new(&config)
    }

    #[test]
    fn the_first_access_activates_its_row_and_the_next_finds_it_open() {
        let (mut dram, t) = (dram(), GpuConfig::preset("tiny").unwrap().dram);
        let first = dram.access(0, 100, 0, 0, 32, false);
        assert_eq!(first, 100 + u64::from(t.rcd + t.cl + t.burst));
        let second = dram.access(0, 200, 0, 32, 32, false);
        assert_eq!(second, 200 + u64::from(t.cl + t.burst));
        assert_eq!((dram.stats().row_hits, dram.stats().row_misses), (1, 1));
    }

    #[test]
    fn another_row_of_the_bank_waits_for_precharge() {
        let (mut dram, t) = (dram(), GpuConfig::preset("tiny").unwrap().dram);
        dram.access(0, 100, 0, 0, 32, false);
        // Row 1 folds its number into the bank, so bank 0 holds row index 17.
        let other = u64::from(t.row_bytes) * 17;
        let done = dram.access(0, 100, 0, other, 32, false);
        let activated = 100 + u64::from(t.ras + t.rp);
        // The data bus moves in whole bursts.
        let data = (activated + u64::from(t.rcd + t.cl)).next_multiple_of(u64::from(t.burst));
        assert_eq!(done, data + u64::from(t.burst));
        assert_eq!(dram.stats().row_misses, 2);
    }

    #[test]
    fn a_request_joins_its_row_before_the_row_is_closed_for_another() {
        let (mut dram, t) = (dram(), GpuConfig::preset("tiny").unwrap().dram);
        dram.access(0, 100, 0, 0, 32, false);
        dram.access(0, 101, 0, u64::from(t.row_bytes) * 17, 32, false);
        let joined = dram.access(0, 102, 0, 64, 32, false);
        assert_eq!(joined, 100 + u64::from(t.rcd + t.cl + 2 * t.burst));
        assert_eq!(dram.stats().row_hits, 1);
    }

    #[test]
    fn banks_overlap_and_share_the_data_bus() {
        let (mut dram, t) = (dram(), GpuConfig::preset("tiny").unwrap().dram);
        let first = dram.access(0, 100, 0, 0, 128, false);
        let other_bank = dram.access(0, 100, 0, u64::from(t.row_bytes), 128, false);
        assert_eq!(first, 100 + u64::from(t.rcd + t.cl + 4 * t.burst));
        assert_eq!(other_bank, first + u64::from(4 * t.burst));
        let stats = dram.stats();
        assert_eq!((stats.reads, stats.writes), (8, 0));
        assert_eq!(stats.active_clocks, other_bank - 100);
    }

    #[test]
    fn command_clocks_are_converted_to_core_cycles() {
        let config = GpuConfig::preset("k20c").unwrap();
        let t = &config.dram;
        let done = Dram::new(&config).access(0, 0, 0, 0, 32, false);
        let clocks = f64::from(t.rcd + t.cl + t.burst);
        assert_eq!(done, (clocks * 706.0 / 1300.0).ceil() as u64);
    }
}
