//! The machine: chip, SMXs, device memory and everything between them, wired. A cycle: drive, observe, step; then on
//! to the next cycle in which anything can happen.

mod hang;
mod measure;
mod report;
mod smx_units;
mod tbs;
#[cfg(test)]
mod tests;

use super::awaited::{Acts, Awaited};
use super::boundary::{chip_sizes, BoundaryPins};
use super::completions::Completions;
use super::device::Device;
use super::elsewhere::Elsewhere;
use super::error::RunError;
use super::graphs::Graphs;
use super::host::HostQueues;
use super::intervals::Intervals;
use super::launches::Launches;
use super::limit::Limit;
use super::options::RunOptions;
use super::ports::Ports;
use super::recorders::Recorders;
use super::smxs::Smxs;
use super::suspended::SuspendedTbs;
use super::units_per_smx::UnitsPerSmx;
use super::watchdog::{Verdict, Watchdog};
use crate::config::GpuConfig;
use crate::host::HostLaunch;
use crate::log;
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use crate::smx::{Accesses, Marks};
use heddle_hw::chip::{Chip, Declaration, Moved, SmxUnits, UnitFactory};
use heddle_hw::kit::width;
use std::num::{NonZeroU64, NonZeroUsize};
use std::sync::Arc;

/// All state of one GPU.
pub(super) struct Machine<'a> {
    config: GpuConfig,
    device: Device,
    chip: Chip,
    pins: BoundaryPins,
    elsewhere: Awaited<Elsewhere>,
    units_per_smx: UnitsPerSmx,
    smxs: Smxs,
    graphs: Graphs,
    recorders: Recorders<'a>,
    watchdog: Watchdog,
    now: u64,
    /// The cycle in which the units were ready for the first launch.
    epoch: u64,
    /// Which units moved at the last edge.
    moved: Moved,
    no_skip: bool,
    account: bool,
    /// How long intervals are, if they are measured.
    interval: Option<NonZeroU64>,
    /// From the first cycle that counts on.
    intervals: Option<Intervals>,
    /// By function of the program: whether its code launches kernels or groups. Only monitors ask for it.
    launching_functions: Vec<bool>,
    /// Whether a launch has not started its first TB, as the account has been told.
    launching: bool,
}

impl<'a> Machine<'a> {
    /// A machine after reset. Takes the recorders out of `options`.
    pub fn new<D: Declaration>(
        config: &GpuConfig,
        program: Program,
        memory: GlobalMemory,
        factory: &impl UnitFactory,
        options: &mut RunOptions<'a>,
    ) -> Result<Self, RunError> {
        config.check_scheduling().map_err(|error| RunError::Unit(error.to_string()))?;
        let mut device = Device::new(config, program, memory);
        let sizes = chip_sizes(config);
        let chip = Chip::build::<D>(&sizes, factory);
        let mut chip = chip.map_err(|error| RunError::Unit(error.to_string()))?;
        let pins = BoundaryPins::find(&chip).map_err(RunError::Unit)?;
        let dispatch = config.effective_latencies().kmu_dispatch;
        chip.set(pins.straps.cfg_dispatch_cycles, dispatch);
        chip.set(pins.straps.cfg_pending_limit, config.kernel.pending_limit);
        let threads = options.threads.unwrap_or(NonZeroUsize::MIN);
        // Other threads step an SMX with its units; alone, the chip does it with less ado.
        let units = match threads.get() {
            1 => (0..config.smx.count).map(|_| SmxUnits::default()).collect(),
            _ => chip.take_apart(config.smx.count),
        };
        let smxs = Smxs::new(config, &device.program, threads, units);
        if let Some(policy) = options.warp_policy {
            smxs.all().for_each(|mut desk| desk.smx.schedule_by(policy));
        }
        let recorders = Recorders::new(options, &chip);
        if recorders.wants_l1s() {
            device.timing.record_l1s();
        }
        let limit = match (&options.limit, &options.profile) {
            (Some(study), _) => Some(Limit::knowing(config.smx.count, study)),
            (None, Some(_)) => Some(Limit::recording(config.smx.count)),
            (None, None) => None,
        };
        Limit::check(limit.as_ref(), pins.homes.as_ref())?;
        let records = limit.as_ref().is_some_and(Limit::records);
        let lines = recorders.wants_lines().or(records.then_some((Accesses::All, false)));
        if let Some((accesses, in_order)) = lines {
            smxs.all().for_each(|mut desk| desk.smx.record_lines(accesses, in_order));
        }
        if recorders.wants_redundancy() {
            let marks = Arc::new(Marks::new(&device.program, &[]));
            smxs.all().for_each(|mut desk| desk.smx.count_redundancy(marks.clone()));
        }
        let units_per_smx = UnitsPerSmx::new(config, &mut chip, &smxs, &device, options);
        let elsewhere = Elsewhere {
            host: HostQueues::new(config.units.hwqs, pins.host),
            launches: Launches::new(config, chip.layout().class, limit),
            suspended: SuspendedTbs::new(config),
            ports: Ports::new(config, &chip),
            completions: Completions::default(),
        };
        Ok(Self {
            launching_functions: match units_per_smx.monitors.are_there() {
                true => launching_functions(&device.program),
                false => Vec::new(),
            },
            device,
            elsewhere: Awaited::new(elsewhere),
            units_per_smx,
            moved: Moved::Nothing,
            smxs,
            graphs: Graphs::new(config, &chip, recorders.wants_graphs()),
            recorders,
            watchdog: Watchdog::new(config),
            now: 0,
            epoch: 0,
            no_skip: options.no_skip,
            account: options.account,
            interval: options.interval.filter(|_| options.account),
            intervals: None,
            launching: false,
            chip,
            pins,
            config: config.clone(),
        })
    }

    /// The present cycle.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Makes the present cycle the first that counts: the units are ready.
    pub fn begin(&mut self) {
        self.epoch = self.now;
        if self.account {
            let by_interval = self.interval.is_some();
            self.smxs.all().for_each(|mut desk| desk.smx.open_account(self.now, by_interval));
            self.intervals = self.interval.map(|length| Intervals::new(length, self.now));
            self.device.timing.tell_refusals();
        }
    }

    /// Device memory, for the host.
    pub fn memory(&mut self) -> &mut GlobalMemory {
        &mut self.device.memory
    }

    /// Copies what the host has written.
    pub fn copy_from_host(&mut self) {
        self.device.copy_from_host(self.now);
    }

    /// Takes what a limit study has recorded, or has gone by.
    pub fn take_limit(&mut self) -> Option<Limit> {
        self.elsewhere.launches.limit.take()
    }

    /// A launch by the host.
    pub fn launch_from_host(&mut self, launch: &HostLaunch) -> Result<(), RunError> {
        let Elsewhere { host, launches, .. } = &mut *self.elsewhere;
        let hwq = host.hwq(launch.stream);
        let (device, graphs) = (&mut self.device, &mut self.graphs);
        let recorders = &mut self.recorders;
        let kernel = launches.launch_from_host(self.now, launch, hwq, device, graphs, recorders)?;
        host.launch(launch.stream, kernel);
        Ok(())
    }

    /// Whether every kernel that the host launched on `stream` has completed, its descendants included.
    pub fn is_stream_empty(&self, stream: u32) -> bool {
        self.elsewhere.host.is_stream_empty(stream)
    }

    /// Whether nothing is left anywhere.
    pub fn is_idle(&self) -> bool {
        self.elsewhere.is_empty()
            && self.chip.get(self.pins.command.pending) == 0
            && !self.chip.get_mask(self.pins.kernels.live, width::KDES).any()
    }

    /// One core cycle. Returns which units moved.
    pub fn cycle(&mut self) -> Result<Moved, RunError> {
        let now = self.now;
        log::note(|| log::Event::Cycle { at: now });
        self.hear_memory(now);
        let promised = self.elsewhere.quiet_until();
        // Who looks at every cycle, or looks on, gets the units too.
        let quiet = now < promised && !self.no_skip && !self.recorders.observes_pins();
        let smx_units = self.units_per_smx.are_busy() || self.moved != Moved::Nothing;
        self.moved = match (quiet, smx_units) {
            (true, false) => Moved::Nothing,
            (true, true) => self.cycle_of_smx_units(promised)?,
            (false, _) => self.cycle_of_units(if smx_units { now } else { promised })?,
        };
        // Asked once: most machines have no unit per SMX.
        let apart = self.chip.smxs_apart().any();
        if apart {
            self.smxs.lend_units(now, &mut self.chip);
        }
        self.step_smxs()?;
        self.units_per_smx.ask(&self.smxs);
        if apart {
            let settled = self.smxs.settle_units(&mut self.chip);
            settled.map_err(|fault| unit_fault(now, &fault))?;
        }
        self.watch()?;
        self.note_launching();
        self.end_cycle();
        if self.intervals.as_ref().is_some_and(|intervals| intervals.last_cycle() == now) {
            self.end_interval(now + 1);
        }
        Ok(self.moved)
    }

    /// Lets the watchdog look at this cycle.
    fn watch(&mut self) -> Result<(), RunError> {
        let (now, elsewhere, chip) = (self.now, &self.elsewhere, &self.chip);
        let expects = || Acts::next_event(&**elsewhere, now, chip).is_some();
        let bytes = self.device.memory.used();
        let looked = self.watchdog.look(now, &self.smxs, &self.device.program, bytes, expects);
        looked.map_err(|verdict| match verdict {
            Verdict::Endless(fault) => RunError::Endless(fault),
            Verdict::PassedOver { cycles } => {
                let state = format!(
                    "for {cycles} cycles a warp policy has picked no warp but those that repeat themselves; {}",
                    self.describe_smxs()
                );
                RunError::Stuck { cycle: now, state }
            }
        })?;
        if self.watchdog.is_stuck(now, &self.smxs, bytes) {
            return Err(RunError::Stuck { cycle: now, state: self.describe() });
        }
        Ok(())
    }

    /// The cycle of the chip and of everything around it but the SMXs. Returns which units moved, of which none does
    /// before the cycle `promised`.
    fn cycle_of_units(&mut self, promised: u64) -> Result<Moved, RunError> {
        let now = self.now;
        let left = self.take_off_tbs()?;
        self.drive();
        let changed = self.recorders.pins(now, &mut self.chip);
        self.observe()?;
        let moved = self.edge(changed)?;
        if now < promised && (left || changed || moved != Moved::Nothing) {
            let who = "the chip, or what drives its pins,".into();
            return Err(RunError::Early { who, cycle: now, promised });
        }
        Ok(moved)
    }

    /// The clock edge of the chip; `changed` says whether a pin has changed before it. Returns which units moved.
    fn edge(&mut self, changed: bool) -> Result<Moved, RunError> {
        let moved = self.chip.step().map_err(|fault| unit_fault(self.now, &fault))?;
        // A unit that only holds what has no place yet, such as a TB that fits no SMX, does nothing.
        let stepped = moved != Moved::Nothing;
        self.watchdog.note_units(stepped, stepped && (changed || !self.chip.waits()));
        Ok(moved)
    }

    /// Sets every input pin of this cycle.
    fn drive(&mut self) {
        let (now, chip, pins) = (self.now, &mut self.chip, &self.pins);
        self.units_per_smx.drive(now, chip, &self.smxs);
        let Elsewhere { host, launches, ports, completions, .. } = &mut *self.elsewhere;
        host.drive(now, chip, pins);
        launches.drive(now, chip, pins);
        ports.drive(now, chip);
        completions.drive(chip, &pins.residency);
    }

    /// Acts on the transfers and pulses of this cycle.
    fn observe(&mut self) -> Result<(), RunError> {
        let now = self.now;
        self.units_per_smx.observe(now, &self.chip, &self.smxs, &mut self.device)?;
        self.elsewhere.launches.observe(now, &self.chip, &self.pins, &mut self.device)?;
        if self.chip.get(self.pins.command.overflow) != 0 {
            let limit = self.config.kernel.pending_limit;
            return Err(RunError::PendingLimit { cycle: now, limit });
        }
        self.elsewhere.completions.observe(&self.chip, &self.pins.residency);
        if self.chip.get(self.pins.residency.start_valid) != 0 {
            self.start_tb();
            self.watchdog.note(true);
        }
        self.graphs.observe(&self.chip);
        let Device { memory, timing, .. } = &mut self.device;
        self.elsewhere.ports.serve(now, &self.chip, memory, timing)?;
        Ok(())
    }

    /// Goes on to the next cycle in which anything can happen but in the units of the SMXs, which work on until then; or,
    /// without skipping, if somebody looks on, or if another unit moved, to the next.
    pub fn advance(&mut self) -> Result<(), RunError> {
        let busy = self.smx_units_are_busy();
        let each = self.no_skip || self.recorders.observes_pins();
        let next = match self.moved == Moved::Shared || busy && each {
            true => Some(self.now + 1),
            false => self.next_event(),
        };
        if busy {
            self.work_until(next.unwrap_or(u64::MAX))?;
        }
        let Some(next) = next else {
            return Err(RunError::Stuck { cycle: self.now, state: self.describe() });
        };
        self.advance_to(next);
        Ok(())
    }

    /// Goes on to cycle `now`.
    pub fn advance_to(&mut self, now: u64) {
        self.now = now;
    }

    /// Lets the memory system work up to and with cycle `now`, and all hear what it says, before anything else happens
    /// in that cycle.
    fn hear_memory(&mut self, now: u64) {
        self.device.timing.advance(now);
        self.hear();
    }

    /// Lets the memory system work until somebody has something to do because of it, at most up to and with cycle
    /// `next`, in which somebody else acts. Returns when the first of all acts.
    fn follow_memory(&mut self, mut next: u64) -> u64 {
        while self.device.timing.advance_to_note(next) {
            next = next.min(self.hear());
        }
        next
    }

    /// Tells all what the memory system has to say. Returns when the first of them has something to do.
    fn hear(&mut self) -> u64 {
        let first = self.smxs.hear(&mut self.device);
        let notes = self.device.timing.take_unit_notes();
        if notes.is_empty() {
            return first;
        }
        first.min(self.elsewhere.ports.hear(&notes))
    }

    /// The next cycle in which anything can happen, given that no unit moves by itself but those of the SMXs.
    fn next_event(&mut self) -> Option<u64> {
        // Without `..`: an owner that is added is asked below, or stands among those that act only when called.
        let Self {
            elsewhere,
            smxs,
            chip,
            now,
            device,
            no_skip,
            intervals,
            // Their units are stepped meanwhile.
            units_per_smx: _,
            // These act only when called.
            graphs: _,
            recorders: _,
            watchdog: _,
            config: _,
            pins: _,
            epoch: _,
            account: _,
            interval: _,
            launching: _,
            launching_functions: _,
            moved: _,
        } = self;
        let elsewhere = elsewhere.next_event(*now, chip);
        let next = smxs.next_event(*now, chip).map_or(elsewhere, |smxs| smxs.min(elsewhere));
        let following = *now + 1;
        if *no_skip {
            // Memory works when its cycles come.
            let expects = next != u64::MAX || device.timing.is_busy();
            return expects.then_some(following);
        }
        // The end of an interval is an event too, but not if nothing would ever happen after it.
        let end = intervals.as_ref().map(Intervals::last_cycle).filter(|&end| end > *now);
        let end = end.filter(|_| next != u64::MAX || device.timing.is_busy());
        let next = self.follow_memory(end.map_or(next, |end| next.min(end)));
        (next != u64::MAX).then(|| next.max(following))
    }
}

/// By function: whether it, or one that it calls, launches from the device.
fn launching_functions(program: &Program) -> Vec<bool> {
    let functions = program.functions.iter();
    functions.map(|function| program.launching_function(&function.name).is_some()).collect()
}

fn unit_fault(cycle: u64, fault: &str) -> RunError {
    RunError::Unit(format!("cycle {cycle}: backends differ or failed: {fault}"))
}
