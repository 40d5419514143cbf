//! What a run tells those who record it: the trace hash, the pins, launches and TBs, and how full the machine is.

use super::boundary::StartingTb;
use super::events::{Event, Launcher, Levels};
use super::footprints::Footprints;
use super::ids::{LaunchId, TbNumber, TbSlot};
use super::launches::PendingLaunch;
use super::lineage::Lineage;
use super::monitors::Prediction;
use super::occupancy::OccupancyCurve;
use super::options::RunOptions;
use super::redundancy::RedundancyCensus;
use super::smxs::launch_of;
use super::timeline::Timeline;
use super::trace::{Observer, TraceHash};
use super::wavefront::{GraphTb, Wavefront};
use crate::log;
use crate::mem::{L1Replay, MemorySystem};
use crate::ptx::Program;
use crate::smx::{Accesses, LineAccess, TbRedundancy, Touched};
use heddle_hw::chip::Chip;

/// The trace hash, which every run has, and the recorders that a caller wants.
pub(super) struct Recorders<'a> {
    trace: TraceHash,
    observer: Option<&'a mut dyn Observer>,
    timeline: Option<&'a mut Timeline>,
    /// Events of this cycle for the timeline.
    events: Vec<Event>,
    occupancy: Option<&'a mut OccupancyCurve>,
    wavefront: Option<&'a mut Wavefront>,
    footprints: Option<&'a mut Footprints>,
    lineage: Option<&'a mut Lineage>,
    l1_replay: Option<&'a mut L1Replay>,
    redundancy: Option<&'a mut RedundancyCensus>,
}

impl<'a> Recorders<'a> {
    /// Takes the recorders out of `options`.
    pub fn new(options: &mut RunOptions<'a>, chip: &Chip) -> Self {
        let mut observer = options.observer.take();
        if let Some(observer) = &mut observer {
            observer.begin(chip.layout());
        }
        Self {
            trace: TraceHash::default(),
            observer,
            timeline: options.timeline.take(),
            events: Vec::new(),
            occupancy: options.occupancy.take(),
            wavefront: options.wavefront.take(),
            footprints: options.footprints.take(),
            lineage: options.lineage.take(),
            l1_replay: options.l1_replay.take(),
            redundancy: options.redundancy.take(),
        }
    }

    /// Whether an observer looks at the pins in every cycle.
    pub fn observes_pins(&self) -> bool {
        self.observer.is_some()
    }

    /// Whether the TBs of graphs are recorded.
    pub fn wants_graphs(&self) -> bool {
        self.wavefront.is_some()
    }

    /// Which lines that TBs access are recorded, if any, and whether every access is, in order.
    pub fn wants_lines(&self) -> Option<(Accesses, bool)> {
        self.footprints.as_ref().map(|found| (found.accesses(), found.wants_order()))
    }

    /// Whether what happens to the L1s is recorded.
    pub fn wants_l1s(&self) -> bool {
        self.l1_replay.is_some()
    }

    /// Whether what warps repeat is counted.
    pub fn wants_redundancy(&self) -> bool {
        self.redundancy.is_some()
    }

    /// A TB has ended, whose warps repeated so much of each other.
    pub fn repeated(&mut self, program: &Program, tb: Option<&TbRedundancy>) {
        if let (Some(census), Some(tb)) = (&mut self.redundancy, tb) {
            census.tb_ended(program, tb);
        }
    }

    /// The trace hash so far.
    pub fn trace_hash(&self) -> u64 {
        self.trace.value()
    }

    /// Hashes the pins of cycle `now`. Returns whether any has changed.
    #[inline]
    pub fn pins(&mut self, now: u64, chip: &mut Chip) -> bool {
        self.trace.pins(now, chip, &mut self.observer)
    }

    /// The kernel of this name and entry PC is launched.
    pub fn launched(&mut self, launch: &PendingLaunch, kernel: &str, pc: u32, by: Launcher) {
        let &PendingLaunch { id, tbs, launched_at, .. } = launch;
        self.event(Event::Launched { launch: id, pc, tbs, by });
        if let Some(footprints) = &mut self.footprints {
            footprints.launched(launch, kernel);
        }
        if let Some(lineage) = &mut self.lineage {
            lineage.launched(launched_at, id, by.slot());
        }
    }

    /// A monitor has predicted something of a launch by a TB.
    pub fn predicted(&mut self, launch: LaunchId, prediction: Prediction) {
        if let Some(footprints) = &mut self.footprints {
            footprints.predicted(launch, prediction);
        }
    }

    /// Warps have accessed lines.
    pub fn accessed(&mut self, accesses: &mut Vec<LineAccess>) {
        let accesses = accesses.drain(..).map(|access| (launch_of(access.tag), access.line));
        if let Some(footprints) = &mut self.footprints {
            footprints.accessed(accesses);
        }
    }

    /// The last TB of a launch and of its descendants has ended.
    pub fn launch_ended(&mut self, launch: &PendingLaunch) {
        self.event(Event::Ended { launch: launch.id });
        if let Some(footprints) = &mut self.footprints {
            footprints.launch_ended(launch);
        }
        if let Some(lineage) = &mut self.lineage {
            lineage.launch_ended(launch.id);
        }
    }

    /// A TB of a launch has ended, which accessed these lines, if they are recorded.
    pub fn tb_ended(&mut self, launch: LaunchId, tb: TbNumber, lines: Option<Vec<(Touched, u32)>>) {
        if let (Some(footprints), Some(lines)) = (&mut self.footprints, lines) {
            footprints.tb_ended(launch, tb, &lines);
        }
    }

    /// A TB starts in its slot, for the first time or once more.
    pub fn tb_started(&mut self, now: u64, tb: &StartingTb) {
        let &StartingTb { at, pc, param, .. } = tb;
        self.trace.tb(now, at, false);
        let launch = LaunchId::new(param);
        self.event(Event::TbStarted { at, pc, launch });
        if let Some(lineage) = &mut self.lineage {
            lineage.started(now, at, launch);
        }
    }

    /// A TB leaves its slot, for good or to wait for its children.
    pub fn tb_left(&mut self, now: u64, at: TbSlot) {
        self.trace.tb(now, at, true);
        self.event(Event::TbLeft { at });
        if let Some(lineage) = &mut self.lineage {
            lineage.left(now, at);
        }
    }

    /// Takes an event of this cycle, if there is a timeline.
    pub fn event(&mut self, event: Event) {
        log::note(|| log::Event::Launch(event));
        if self.timeline.is_some() {
            self.events.push(event);
        }
    }

    /// Ends a processed cycle, the `now`-th since the epoch. `levels` and `warp_cycles` - those of resident warps so
    /// far - are asked for only if they are recorded.
    #[inline]
    pub fn end_cycle(
        &mut self,
        now: u64,
        program: &Program,
        levels: impl FnOnce() -> Levels,
        warp_cycles: impl FnOnce() -> u64,
    ) {
        if let Some(timeline) = &mut self.timeline {
            timeline.take(now, &self.events, levels(), program);
            self.events.clear();
        }
        if let Some(curve) = self.occupancy.as_mut().filter(|curve| curve.is_due(now)) {
            curve.push(now, warp_cycles());
        }
    }

    /// Ends the recording at the end of a run, or when it has failed, `now` cycles after the cycle `epoch`.
    /// `warp_slots` are those of the machine.
    pub fn close(
        &mut self,
        timing: &MemorySystem,
        epoch: u64,
        now: u64,
        graph_tbs: Vec<GraphTb>,
        warp_cycles: impl FnOnce() -> u64,
        warp_slots: u64,
    ) {
        if let Some(timeline) = &mut self.timeline {
            timeline.close(now);
        }
        if let Some(wavefront) = &mut self.wavefront {
            wavefront.tbs = graph_tbs;
            for tb in &mut wavefront.tbs {
                for cycle in [&mut tb.ready, &mut tb.start, &mut tb.end] {
                    *cycle = cycle.saturating_sub(epoch);
                }
            }
        }
        if let Some(lineage) = &mut self.lineage {
            lineage.close(epoch, epoch + now);
        }
        if let Some(replay) = &mut self.l1_replay {
            **replay = timing.replay_l1s();
        }
        if let Some(curve) = &mut self.occupancy {
            curve.close(now, warp_cycles(), warp_slots);
        }
    }
}
