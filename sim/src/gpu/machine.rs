//! The run: wire, step, skip.

use super::boundary::{chip_sizes, BoundaryPins};
use super::error::RunError;
use super::events::Event;
use super::graphs::Graphs;
use super::host::HostQueues;
use super::launch::LaunchUnit;
use super::launch_table::LaunchTable;
use super::occupancy::OccupancyCurve;
use super::parents::Parents;
use super::ports::Ports;
use super::result::RunResult;
use super::smxs::Smxs;
use super::streams::Streams;
use super::timeline::Timeline;
use super::trace::{Observer, TraceHash};
use super::watchdog::Watchdog;
use super::wavefront::Wavefront;
use crate::config::GpuConfig;
use crate::host::{HostStep, Workload};
use crate::mem::{GlobalMemory, MemorySystem};
use crate::ptx::Program;
use crate::runtime::params::ParameterHeap;
use crate::runtime::LaunchLimits;
use heddle_hw::chip::{Chip, Declaration, Standard, UnitFactory};
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

/// How often, in processed cycles, a run reports progress.
const PROGRESS_INTERVAL: u64 = 1 << 16;

/// What a caller may want besides the result.
#[derive(Default)]
pub struct RunOptions<'a> {
    /// Sees the pins of the units.
    pub observer: Option<&'a mut dyn Observer>,
    /// Told the present cycle now and then.
    pub progress: Option<&'a mut dyn FnMut(u64)>,
    /// Step every cycle, also those in which nothing can happen; the result is the same.
    pub no_skip: bool,
    /// Core cycles after which an unfinished run is an error; none: there is no limit.
    pub max_cycles: Option<u64>,
    /// Gets what kernels printed, also if the run fails.
    pub printed: Option<&'a mut Vec<String>>,
    /// Threads that step SMXs, the caller's included; none: its alone. The result is the same.
    pub threads: Option<NonZeroUsize>,
    /// Gets a timeline of launches and TBs, also if the run fails.
    pub timeline: Option<&'a mut Timeline>,
    /// Gets the occupancy over time.
    pub occupancy: Option<&'a mut OccupancyCurve>,
    /// Gets when the TBs of dependency graphs ran.
    pub wavefront: Option<&'a mut Wavefront>,
}

/// Runs a workload on a GPU whose units come from `factory`.
pub fn run(
    config: &GpuConfig,
    workload: &mut dyn Workload,
    factory: &impl UnitFactory,
    options: RunOptions,
) -> Result<RunResult, RunError> {
    run_on::<Standard>(config, workload, factory, options)
}

/// The same on a machine that `D` declares. The error names the unit or pin that the host, the launch path or the
/// SMXs miss.
pub fn run_on<D: Declaration>(
    config: &GpuConfig,
    workload: &mut dyn Workload,
    factory: &impl UnitFactory,
    mut options: RunOptions,
) -> Result<RunResult, RunError> {
    let name = workload.name();
    let file = if name.ends_with(".ptx") { name.to_string() } else { format!("{name}.ptx") };
    let mut program = Program::parse(&file, workload.ptx())?;
    let mut memory = GlobalMemory::new(config.memory_bytes);
    program.load_globals(&mut memory)?;
    memory.log_writes();
    workload.setup(&mut memory)?;
    let mut machine = Machine::new::<D>(config, program, memory, factory, options.threads)?;
    if let Some(observer) = &mut options.observer {
        observer.begin(machine.chip.layout());
    }
    machine.copy_from_host();
    let begin = Instant::now();
    machine.events = options.timeline.as_ref().map(|_| Vec::new());
    machine.graphs.recorded = options.wavefront.as_ref().map(|_| Vec::new());
    let outcome = machine.run_workload(workload, &mut options);
    machine.close(&mut options);
    if let Some(printed) = options.printed {
        printed.extend_from_slice(machine.heap.printed());
    }
    outcome?;
    let wall_seconds = begin.elapsed().as_secs_f64();
    let verified = workload.has_reference().then(|| workload.verify(&machine.memory));
    Ok(machine.result(verified, wall_seconds))
}

/// All state of one GPU.
pub(super) struct Machine {
    pub(super) config: GpuConfig,
    pub(super) program: Arc<Program>,
    pub(super) memory: GlobalMemory,
    pub(super) chip: Chip,
    pub(super) pins: BoundaryPins,
    pub(super) host: HostQueues,
    pub(super) launch: LaunchUnit,
    pub(super) launches: LaunchTable,
    pub(super) streams: Streams,
    pub(super) parents: Parents,
    pub(super) graphs: Graphs,
    pub(super) heap: ParameterHeap,
    pub(super) smxs: Smxs,
    pub(super) timing: MemorySystem,
    pub(super) trace: TraceHash,
    pub(super) now: u64,
    /// The cycle in which the units were ready for the first launch.
    pub(super) epoch: u64,
    pub(super) host_launches: u64,
    /// The cycle in which the host's last copy has ended.
    pub(super) copied_at: u64,
    pub(super) tbs: u64,
    pub(super) watchdog: Watchdog,
    ports: Ports,
    /// Ended TBs that residency has not taken yet.
    pub(super) ended: VecDeque<(u32, u32)>,
    /// When each SMX has something to do next.
    pub(super) wake: Vec<u64>,
    /// Before this cycle nothing happens outside the SMXs, unless they cause it: then it is 0.
    pub(super) alone_until: u64,
    /// What SMXs have reported since the watchdog looked: something other than registers has changed.
    pub(super) progressed: bool,
    /// TBs on SMXs whose last child has ended in this cycle, SMX and slot.
    pub(super) childless: Vec<(u32, u32)>,
    /// Events of this cycle, if they are recorded.
    pub(super) events: Option<Vec<Event>>,
}

impl Machine {
    fn new<D: Declaration>(
        config: &GpuConfig,
        program: Program,
        memory: GlobalMemory,
        factory: &impl UnitFactory,
        threads: Option<NonZeroUsize>,
    ) -> Result<Self, RunError> {
        let program = Arc::new(program);
        let smxs = Smxs::new(config, &program, threads.unwrap_or(NonZeroUsize::MIN));
        let sizes = chip_sizes(config);
        let chip = Chip::build::<D>(&sizes, factory);
        let mut chip = chip.map_err(|error| RunError::Unit(error.to_string()))?;
        let pins = BoundaryPins::find(&chip).map_err(RunError::Unit)?;
        let dispatch = config.effective_latencies().kmu_dispatch;
        chip.set(pins.straps.cfg_dispatch_cycles, dispatch);
        chip.set(pins.straps.cfg_pending_limit, config.kernel.pending_limit);
        let count = config.smx.count as usize;
        Ok(Self {
            program,
            memory,
            host: HostQueues::new(config.units.hwqs),
            launch: LaunchUnit::new(config),
            launches: LaunchTable::default(),
            streams: Streams::default(),
            parents: Parents::default(),
            graphs: Graphs::new(&chip),
            heap: ParameterHeap::with_limits(LaunchLimits::of(config)),
            smxs,
            timing: MemorySystem::new(config),
            trace: TraceHash::default(),
            now: 0,
            epoch: 0,
            host_launches: 0,
            copied_at: 0,
            tbs: 0,
            watchdog: Watchdog::default(),
            ports: Ports::new(config, &chip),
            chip,
            pins,
            ended: VecDeque::new(),
            wake: vec![u64::MAX; count],
            alone_until: 0,
            progressed: false,
            childless: Vec::new(),
            events: None,
            config: config.clone(),
        })
    }

    /// Does what the host does, launch by launch.
    fn run_workload(
        &mut self,
        workload: &mut dyn Workload,
        options: &mut RunOptions,
    ) -> Result<(), RunError> {
        // The units come out of reset (the AGT clears its table) before the host may launch.
        self.run_until(None, options)?;
        self.epoch = self.now;
        loop {
            self.memory.log_writes();
            let step = workload.step(&mut self.memory)?;
            self.copy_from_host();
            let (launches, stream) = match step {
                HostStep::Done => return Ok(()),
                HostStep::Launch(launches) => (launches, None),
                HostStep::LaunchUntil { launches, stream } => (launches, Some(stream)),
            };
            for launch in &launches {
                self.launch_from_host(launch)?;
            }
            self.run_until(stream, options)?;
        }
    }

    /// What the host has written in its turn stays in the L2, if its copies pass through it, and keeps what it
    /// launches next waiting, if copies take time.
    pub(super) fn copy_from_host(&mut self) {
        let mut copied = 0;
        for (addr, bytes) in self.memory.logged_writes() {
            copied += bytes;
            if self.config.l2.host_preload {
                self.timing.host_copy(self.now, addr, bytes);
            }
        }
        let rate = self.config.kernel.host_copy_bytes_per_cycle;
        if rate > 0 {
            self.copied_at = self.now.max(self.copied_at) + copied.div_ceil(rate);
        }
    }

    /// Runs until everything launched has completed, or what was launched on a stream.
    fn run_until(&mut self, stream: Option<u32>, options: &mut RunOptions) -> Result<(), RunError> {
        let mut processed = 0_u64;
        self.alone_until = 0;
        loop {
            let quiet = self.cycle(options)?;
            processed += 1;
            if processed.is_multiple_of(PROGRESS_INTERVAL) {
                if let Some(progress) = options.progress.as_mut() {
                    progress(self.now);
                }
            }
            let done = stream.is_some_and(|stream| self.host.is_stream_empty(stream));
            if done || (quiet && self.is_idle()) {
                self.now += 1;
                return Ok(());
            }
            let next = if quiet { self.next_event() } else { Some(self.now + 1) };
            let Some(next) = next else {
                return Err(RunError::Stuck { cycle: self.now, state: self.describe() });
            };
            self.now = if options.no_skip { self.now + 1 } else { next };
            if let Some(limit) = options.max_cycles.filter(|&limit| self.now > limit) {
                return Err(RunError::CycleLimit { limit, state: self.describe_smxs() });
            }
        }
    }

    /// One core cycle; whether no unit moved.
    fn cycle(&mut self, options: &mut RunOptions) -> Result<bool, RunError> {
        let now = self.now;
        let alone = now < self.alone_until;
        // Who looks at every cycle, or looks on, gets the units too.
        if alone && !options.no_skip && options.observer.is_none() {
            self.step_smxs()?;
            self.watch(false)?;
            self.tell(options);
            return Ok(true);
        }
        self.preempt()?;
        self.drive();
        let changed = self.trace.pins(now, &mut self.chip, &mut options.observer);
        self.observe()?;
        let moved = self.chip.step().map_err(|fault| {
            RunError::Unit(format!("cycle {now}: backends differ or failed: {fault}"))
        })?;
        self.step_smxs()?;
        self.watch(moved && (changed || !self.chip.waits()))?;
        self.tell(options);
        Ok(!moved)
    }

    /// Sets every input pin of this cycle.
    fn drive(&mut self) {
        let now = self.now;
        self.host.drive(now, &mut self.chip, &self.pins);
        self.launch.drive(now, &mut self.chip, &self.pins);
        self.ports.drive(now, &mut self.chip);

        let ended = self.ended.front().copied();
        let (smx, slot) = ended.unwrap_or((0, 0));
        let residency = self.pins.residency;
        self.chip.set(residency.end_valid, ended.is_some().into());
        self.chip.set(residency.end_smx, smx);
        self.chip.set(residency.end_slot, slot);
    }

    /// Acts on the transfers and pulses of this cycle.
    fn observe(&mut self) -> Result<(), RunError> {
        let now = self.now;
        if let Some(missed) = self.launch.observe(&self.chip, &self.pins) {
            self.launch_as_kernels(&missed)?;
        }
        if self.chip.get(self.pins.command.overflow) != 0 {
            let limit = self.config.kernel.pending_limit;
            return Err(RunError::PendingLimit { cycle: now, limit });
        }
        let residency = self.pins.residency;
        if self.chip.get(residency.end_valid) != 0 && self.chip.get(residency.end_ready) != 0 {
            self.ended.pop_front();
        }
        if self.chip.get(residency.start_valid) != 0 {
            self.start_tb();
        }
        self.graphs.observe(&self.chip);
        self.ports.serve(now, &self.chip, &mut self.memory, &mut self.timing)?;
        Ok(())
    }

    /// The next cycle in which anything can happen, given that no unit moves by itself.
    fn next_event(&mut self) -> Option<u64> {
        if !self.ended.is_empty() {
            return Some(self.now + 1);
        }
        if self.alone_until <= self.now {
            self.alone_until = self.next_elsewhere().unwrap_or(u64::MAX);
        }
        let next = self.wake.iter().copied().min().unwrap_or(u64::MAX).min(self.alone_until);
        (next != u64::MAX).then(|| next.max(self.now + 1))
    }

    /// The next event outside the SMXs and the units.
    pub(super) fn next_elsewhere(&self) -> Option<u64> {
        let others = [
            self.launch.next_event(self.now),
            self.parents.next_event(),
            self.host.next_event(self.now, &self.chip, &self.pins.host),
            self.ports.next_event(),
        ];
        others.into_iter().flatten().min()
    }

    /// Whether nothing is left anywhere.
    fn is_idle(&self) -> bool {
        self.host.is_empty()
            && self.launch.is_empty()
            && self.ended.is_empty()
            && self.launches.is_empty()
            && self.chip.get(self.pins.command.pending) == 0
            && !self.chip.get_mask(self.pins.kernels.live, heddle_hw::kit::width::KDES).any()
    }

    fn describe_smxs(&self) -> String {
        let place = self.smxs.all().find_map(|desk| desk.smx.place(&self.program));
        place.unwrap_or_else(|| "no TB is resident".into())
    }

    /// What is left, for the report of a machine that is stuck.
    fn describe(&self) -> String {
        let get = |pin| self.chip.get(pin);
        format!(
            "{} kernels pending in the KMU, {} suspended, live KDEs {:#x}, {} AGT entries occupied; {}",
            get(self.pins.command.pending),
            get(self.pins.command.suspended),
            self.chip.get_mask(self.pins.kernels.live, heddle_hw::kit::width::KDES),
            self.pins.alloc.map_or(0, |pins| get(pins.occupied)),
            self.describe_smxs()
        )
    }
}
