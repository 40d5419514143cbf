//! The units of which every SMX has one, between the chip and the SMXs: reuse monitors, skip tables and rename units.
//!
//! Most machines have none: these are asked for that, and not for each kind of unit in every cycle.

use super::device::Device;
use super::monitors::Monitors;
use super::options::RunOptions;
use super::renames::Renames;
use super::skip_tables::SkipTables;
use super::smxs::Smxs;
use crate::config::GpuConfig;
use crate::exec::Fault;
use heddle_hw::chip::Chip;

/// All units of the SMXs.
pub(super) struct UnitsPerSmx {
    pub monitors: Monitors,
    skip_tables: SkipTables,
    renames: Renames,
    /// The machine has any.
    are_there: bool,
}

impl UnitsPerSmx {
    /// The units of a chip, whose straps are set. SMXs are told what they have to report or may skip.
    pub fn new(
        config: &GpuConfig,
        chip: &mut Chip,
        smxs: &Smxs,
        device: &Device,
        options: &RunOptions,
    ) -> Self {
        let monitors = Monitors::new(config, chip);
        if monitors.are_there() {
            smxs.all().for_each(|mut desk| desk.smx.report_reads());
        }
        let (by_hand, checks) = (options.redundant_lines, options.check_skips);
        let skip_tables = SkipTables::new(chip, smxs, device, by_hand, checks);
        let renames = Renames::new(chip);
        let are_there = config.has_monitors() || config.has_skip_tables();
        Self { monitors, skip_tables, renames, are_there }
    }

    /// Whether pins have to change, or to be looked at, in the next cycle.
    #[inline]
    pub fn are_busy(&self) -> bool {
        self.are_there
            && (self.monitors.are_busy() || self.skip_tables.are_busy() || self.renames.are_busy())
    }

    /// Drives the pins of cycle `now`.
    #[inline]
    pub fn drive(&mut self, now: u64, chip: &mut Chip, smxs: &Smxs) {
        if self.are_there {
            self.drive_all(now, chip, smxs);
        }
    }

    // What only machines with such units need stays out of the way of the others, here and below.
    #[inline(never)]
    fn drive_all(&mut self, now: u64, chip: &mut Chip, smxs: &Smxs) {
        self.monitors.drive(now, chip);
        self.skip_tables.drive(chip, smxs);
        self.renames.drive(chip, smxs);
    }

    /// Tells the SMXs what their units say in cycle `now`.
    #[inline]
    pub fn observe(
        &mut self,
        now: u64,
        chip: &Chip,
        smxs: &Smxs,
        device: &mut Device,
    ) -> Result<(), Fault> {
        match self.are_there {
            true => self.observe_all(now, chip, smxs, device),
            false => Ok(()),
        }
    }

    #[inline(never)]
    fn observe_all(
        &mut self,
        now: u64,
        chip: &Chip,
        smxs: &Smxs,
        device: &mut Device,
    ) -> Result<(), Fault> {
        self.monitors.observe(now, chip);
        self.renames.observe(now, chip, smxs, &device.program);
        self.skip_tables.observe(now, chip, smxs, device)
    }

    /// Asks the SMXs, after their steps, whether they have something for their units.
    #[inline]
    pub fn ask(&mut self, smxs: &Smxs) {
        if self.are_there {
            self.ask_all(smxs);
        }
    }

    #[inline(never)]
    fn ask_all(&mut self, smxs: &Smxs) {
        self.skip_tables.ask(smxs);
        self.renames.ask(smxs);
    }
}
