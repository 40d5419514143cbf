//! What a run tells those who record it: launches, TBs and levels, as they change.

use super::machine::{Machine, RunOptions};

/// Who launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Launcher {
    Host,
    /// A TB, by SMX and slot, launched a kernel.
    Kernel(u32, u32),
    /// A TB launched an aggregated group.
    Group(u32, u32),
}

/// Something that happened in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A launch, known by its parameter address until it ends.
    Launched { param: u32, pc: u32, tbs: u64, by: Launcher },
    /// A TB starts, or comes back after it waited outside; `param` of one that comes back is no launch's.
    TbStarted { smx: u32, slot: u32, pc: u32, param: u32 },
    /// A TB leaves its slot.
    TbLeft { smx: u32, slot: u32 },
    /// The last TB of a launch and of its descendants has ended.
    Ended { param: u32 },
}

/// How full the machine is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Levels {
    /// Kernels that the KMU holds for the device.
    pub kmu_pending: u64,
    /// Device launches whose first TB has not started.
    pub waiting: u64,
    /// Live entries of the Kernel Distributor.
    pub kdes: u64,
    /// Occupied entries of the AGT.
    pub agt_entries: u64,
    /// Resident warps that have not finished, on all SMXs.
    pub warps: u64,
}

impl Machine {
    /// Takes note, if anybody records.
    pub(super) fn record(&mut self, happening: Event) {
        if let Some(events) = &mut self.events {
            events.push(happening);
        }
    }

    fn levels(&self) -> Levels {
        Levels {
            kmu_pending: self.chip.get(self.pins.command.pending).into(),
            waiting: self.launches.waiting,
            kdes: self
                .chip
                .get_mask(self.pins.kernels.live, heddle_hw::kit::width::KDES)
                .count()
                .into(),
            agt_entries: self.pins.alloc.map_or(0, |pins| self.chip.get(pins.occupied)).into(),
            warps: self.smxs.all().map(|desk| desk.smx.resident_warps()).sum(),
        }
    }

    /// Hands what this cycle brought to those who record.
    pub(super) fn tell(&mut self, options: &mut RunOptions) {
        let now = self.now.saturating_sub(self.epoch);
        if let Some(timeline) = &mut options.timeline {
            let levels = self.levels();
            let events = self.events.as_mut().map(std::mem::take).unwrap_or_default();
            timeline.take(now, &events, levels, &self.program);
        }
        if let Some(curve) = &mut options.occupancy {
            if curve.is_due(now) {
                let at = self.now;
                let cycles: u64 =
                    self.smxs.all().map(|mut desk| desk.smx.stats(at).resident_warp_cycles).sum();
                curve.push(now, cycles);
            }
        }
    }

    /// Closes the recorders at the end of a run, or when it has failed.
    pub(super) fn close(&mut self, options: &mut RunOptions) {
        let now = self.now.saturating_sub(self.epoch);
        if let Some(timeline) = &mut options.timeline {
            timeline.close(now);
        }
        if let Some(wavefront) = &mut options.wavefront {
            wavefront.tbs = self.graphs.recorded.take().unwrap_or_default();
            for tb in &mut wavefront.tbs {
                for cycle in [&mut tb.ready, &mut tb.start, &mut tb.end] {
                    *cycle = cycle.saturating_sub(self.epoch);
                }
            }
        }
        if let Some(curve) = &mut options.occupancy {
            let (at, smx) = (self.now, &self.config.smx);
            let slots = u64::from(smx.count) * u64::from(smx.warps);
            let cycles =
                self.smxs.all().map(|mut desk| desk.smx.stats(at).resident_warp_cycles).sum();
            curve.close(now, cycles, slots);
        }
    }
}
