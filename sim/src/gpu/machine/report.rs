//! What a machine says of itself: to recorders, and in errors.

use super::Machine;
use crate::gpu::events::Levels;
use crate::gpu::intervals::Counters;
use crate::smx::SmxStats;
use heddle_hw::kit::width;

impl Machine<'_> {
    /// What kernels printed so far.
    pub fn printed(&self) -> &[String] {
        self.device.heap.printed()
    }

    /// Hands what this cycle brought to those who record.
    pub(super) fn end_cycle(&mut self) {
        let at = self.now;
        let now = at.saturating_sub(self.epoch);
        let (smxs, chip, pins) = (&self.smxs, &self.chip, &self.pins);
        let waiting = self.elsewhere.launches.table().waiting;
        let levels = || Levels {
            kmu_pending: chip.get(pins.command.pending).into(),
            waiting,
            kdes: chip.get_mask(pins.kernels.live, width::KDES).count().into(),
            agt_entries: pins.alloc.map_or(0, |pins| chip.get(pins.occupied)).into(),
            warps: smxs.all().map(|desk| desk.smx.resident_warps()).sum(),
        };
        let warp_cycles = || smxs.resident_warp_cycles(at);
        self.recorders.end_cycle(now, &self.device.program, levels, warp_cycles);
    }

    /// Tells the account, if one is kept, whether a launch waits for its first TB to start.
    pub(super) fn note_launching(&mut self) {
        let launching = self.elsewhere.launches.table().unstarted > 0;
        if self.account && launching != self.launching {
            self.launching = launching;
            self.smxs.all().for_each(|mut desk| desk.smx.set_launching(self.now, launching));
        }
    }

    /// Ends an interval before cycle `end`, if intervals are measured.
    pub(super) fn end_interval(&mut self, end: u64) {
        let Some(intervals) = &mut self.intervals else { return };
        let cycles = end - self.epoch;
        let charged: Vec<_> = self.smxs.all().map(|mut desk| desk.smx.end_interval(end)).collect();
        // The end of the run may be that of an interval.
        if intervals.begins() == cycles {
            return intervals.charge(charged.into_iter());
        }
        let mut smxs = SmxStats::default();
        self.smxs.all().for_each(|mut desk| smxs.add(&desk.smx.stats(end)));
        let memory = self.device.timing.stats();
        let waiting = self.elsewhere.launches.table().waiting;
        if intervals.end(Counters { cycles, smxs, memory, waiting }, charged.into_iter()) {
            self.smxs.all().for_each(|mut desk| desk.smx.halve_intervals());
        }
    }

    /// Closes the recorders at the end of a run, or when it has failed.
    pub fn close(&mut self) {
        let now = self.now.saturating_sub(self.epoch);
        let smx = &self.config.smx;
        let slots = u64::from(smx.count) * u64::from(smx.warps);
        let warp_cycles = || self.smxs.resident_warp_cycles(self.now);
        let graph_tbs = self.graphs.take_recorded();
        let timing = &self.device.timing;
        self.recorders.close(timing, self.epoch, now, graph_tbs, warp_cycles, slots);
    }

    /// What the first TB that is left waits for, for reports.
    pub fn describe_smxs(&self) -> String {
        let place = self.smxs.all().find_map(|desk| desk.smx.place(&self.device.program));
        place.unwrap_or_else(|| "no TB is resident".into())
    }

    /// What is left, for the report of a machine that is stuck.
    pub(super) fn describe(&self) -> String {
        let get = |pin| self.chip.get(pin);
        let at_work: Vec<&str> = self.chip.at_work().collect();
        let at_work = match at_work[..] {
            [] => String::new(),
            _ => format!("these units move without end: {}; ", at_work.join(", ")),
        };
        format!(
            "{at_work}{} kernels pending in the KMU, {} suspended, live KDEs {:#x}, {} AGT entries occupied; {}",
            get(self.pins.command.pending),
            get(self.pins.command.suspended),
            self.chip.get_mask(self.pins.kernels.live, width::KDES),
            self.pins.alloc.map_or(0, |pins| get(pins.occupied)),
            self.describe_smxs()
        )
    }
}
