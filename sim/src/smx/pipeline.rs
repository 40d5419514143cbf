//! The SMX proper: TB and warp slots, the scoreboard, and the state of the pipeline.

mod ends;
mod front;
mod issue;
mod jump;
mod nearest;
mod policies;
mod rename;
mod rivals;
mod scheduler;
mod serve;
mod skip;
mod swap;
mod turn;
mod waits;
mod watch;

#[cfg(test)]
pub(super) use policies::OWL_GROUP;
pub use policies::{Misnamed, SchedulerId, WarpPolicy, WarpSlots, Warps};
pub use swap::SwappedTb;
pub use turn::Alone;
pub use waits::{Doing, TbWait, WarpWait};

use super::account::Ledger;
use super::fetch::Fetch;
use super::lines::{Accesses, Lines};
use super::memory::LoadStore;
use super::pending::{Pending, PENDING};
use super::queue::{Flight, Queue};
use super::registers::Registers;
use super::rivals::Rival;
use super::skipping::{Marks, Skipping};
use super::slots::{Slots, MAX_WARPS};
use super::stats::SmxStats;
use super::units::{Unit, Units};
use super::{Activity, SmxEvents, TbStart, WarpHandle};
use crate::config::GpuConfig;
use crate::exec::{Barriers, Repetition, TbCensus, TbContext, Warnings, Warp};
use crate::log;
use crate::mem::{GlobalMemory, MemorySystem};
use crate::ptx::Program;
use crate::runtime::DeviceRuntime;
use crate::slab::Slab;
use front::Front;
use scheduler::Scheduler;
use std::sync::Arc;
use turn::Progress;

/// Wake-up cycle of a warp that cannot issue until an event wakes it.
const NEVER: u64 = u64::MAX;

#[derive(Clone, Debug)]
struct Tb {
    context: TbContext,
    tag: u64,
    family: u64,
    /// Whether its kernel's code launches others.
    launches: bool,
    unfinished_warps: u32,
    barriers: Barriers,
    /// Mask of the warp slots that wait for the TB's children.
    waiting_warps: u64,
    /// Absent unless lines are recorded.
    lines: Option<Lines>,
    /// Absent unless redundancy is counted.
    census: Option<Box<TbCensus>>,
}

#[derive(Clone, Debug)]
struct Resident {
    warp: Warp,
    /// TB slot.
    tb: usize,
    /// The scoreboard. Per register slot: from when it may be read or written, and what produces it.
    ready_at: Vec<Pending>,
    /// Cycle in which the last of the warp's memory accesses that are complete was, for fences.
    memory_done: u64,
    /// Memory accesses of the warp that are not complete.
    accesses: u32,
    /// Until when the warp issues nothing, for a fence or for an atomic.
    held: Pending,
    repetition: Repetition,
    /// Cycle in which the warp could have continued, had its TB not been stopped.
    stopped_until: u64,
}

/// What a step accesses besides the SMX.
struct Around<'a> {
    program: &'a Program,
    memory: &'a mut GlobalMemory,
    /// `None` if the SMX steps alone.
    timing: Option<&'a mut MemorySystem>,
    runtime: &'a mut dyn DeviceRuntime,
    events: &'a mut SmxEvents,
}

/// One SMX. Warp slot w belongs to scheduler w modulo the number of schedulers.
#[derive(Debug)]
pub struct Smx {
    id: u32,
    config: GpuConfig,
    tbs: Vec<Option<Tb>>,
    warps: Vec<Option<Resident>>,
    /// Per warp slot: cycle from which its next instruction is in the i-buffer with its operands ready. `NEVER`
    /// while the warp waits for a barrier or a call, or when the slot is empty.
    wake: Slots<u64>,
    /// Per warp slot: the state from which `wake` is computed.
    fronts: Vec<Front>,
    /// Per warp slot: the execution unit of its next instruction.
    needs: Slots<Unit>,
    /// Per warp slot: its position in launch order.
    age: Slots<u64>,
    /// Per warp slot: the warps among which it takes turns. That is the family of its TB or, under OWL, a position.
    group: Vec<u64>,
    launched_warps: u64,
    schedulers: Vec<Scheduler>,
    /// Per warp slot: its scheduler.
    scheduler_of: Slots<u8>,
    fetch: Fetch,
    registers: Registers,
    units: Units,
    load_store: LoadStore,
    queue: Queue,
    /// Accesses in the memory system, by token.
    flights: Slab<Flight>,
    stats: SmxStats,
    warnings: Warnings,
    /// Absent unless an account is kept.
    ledger: Option<Box<Ledger>>,
    unfinished_warps: u64,
    /// Whether warps are checked for repetition.
    watching: bool,
    /// Which lines of global memory are recorded, if any.
    records_lines: Option<Accesses>,
    /// Whether accesses to these lines are reported one by one.
    reports_accesses: bool,
    /// Whether lines that loads bring to the L1 are reported.
    reports_reads: bool,
    /// Cycle up to which residency is counted.
    counted_to: u64,
    progress: Progress,
    /// Absent in a machine whose warps skip nothing.
    skipping: Option<Box<Skipping>>,
    /// Absent but under `frontend = uv` and `dac-ideal`.
    rival: Option<Box<Rival>>,
    /// What the compiler pass has marked, if redundancy is counted.
    census: Option<Arc<Marks>>,
    /// Whether somebody looks at each instruction that is issued: a rival or a census.
    looked_at: bool,
}

/// Divides the warp slots among schedulers.
fn scheduler_of(schedulers: usize) -> Slots<u8> {
    let mut of = Slots::new(0);
    (0..MAX_WARPS).for_each(|w| of[w] = (w % schedulers) as u8);
    of
}

impl Smx {
    /// Creates an empty SMX.
    pub fn new(id: u32, config: &GpuConfig) -> Self {
        let warps = config.smx.warps as usize;
        let schedulers = config.smx.schedulers as usize;
        let rival = Rival::of(config);
        Self {
            id,
            config: config.clone(),
            tbs: vec![None; config.smx.tbs as usize],
            warps: vec![None; warps],
            wake: Slots::new(NEVER),
            fronts: vec![Front::default(); warps],
            needs: Slots::new(Unit::None),
            age: Slots::new(0),
            group: vec![0; warps],
            launched_warps: 0,
            schedulers: (0..schedulers).map(|s| Scheduler::new(s, &config.warp)).collect(),
            scheduler_of: scheduler_of(schedulers),
            fetch: Fetch::new(&config.fetch, warps),
            registers: Registers::new(&config.registers),
            units: Units::new(config),
            load_store: LoadStore::new(id, config),
            queue: Queue::new(&config.registers),
            flights: Slab::new(),
            stats: SmxStats::default(),
            warnings: Warnings::default(),
            ledger: None,
            unfinished_warps: 0,
            watching: false,
            records_lines: None,
            reports_accesses: false,
            reports_reads: false,
            counted_to: 0,
            progress: Progress::NotBegun,
            skipping: None,
            looked_at: rival.is_some(),
            rival,
            census: None,
        }
    }

    /// Starts a TB in cycle `now`. Its warps may fetch `smx.tb_launch_cycles` after the next cycle. The caller
    /// must ensure that the slot is free and that the warps fit.
    pub fn launch_tb(&mut self, now: u64, program: &Program, start: &TbStart) {
        self.enter_cycle(now);
        self.count_residency(now);
        let slot = start.slot as usize;
        debug_assert!(self.tbs[slot].is_none(), "TB slot {slot} of SMX {} is taken", self.id);
        let mut context = TbContext::new(
            program,
            start.function,
            start.grid,
            start.block,
            start.block_idx,
            start.param_base,
            start.shared_bytes,
        );
        context.smx_id = self.id;
        context.num_smx = self.config.smx.count;
        context.slot = start.slot;
        context.grid_id = start.grid_id;
        context.depth = start.depth;
        let function = &program.functions[start.function as usize];
        let count = context.warps();
        let at = now + 1 + u64::from(self.config.smx.tb_launch_cycles);
        let group = self.group_of_new(start.family);
        let mut index = 0;
        for w in 0..self.warps.len() {
            if index == count {
                break;
            }
            if self.warps[w].is_some() {
                continue;
            }
            let warp = Warp::new(function, index, &context);
            let ready_at = vec![Pending::default(); function.num_slots as usize];
            self.warps[w] = Some(Resident {
                warp,
                tb: slot,
                ready_at,
                memory_done: 0,
                accesses: 0,
                held: Pending::default(),
                repetition: Repetition::default(),
                stopped_until: 0,
            });
            self.age[w] = self.launched_warps;
            self.group[w] = group;
            self.launched_warps += 1;
            self.enter(w, &context);
            index += 1;
        }
        log::note(|| {
            let (smx, family) = (self.id, start.family);
            log::Event::Entered { smx, at: now, warps: count, family }
        });
        debug_assert_eq!(index, count, "warps of a TB that do not fit SMX {}", self.id);
        self.unfinished_warps += u64::from(count);
        let barriers = Barriers::default();
        self.tbs[slot] = Some(Tb {
            context,
            tag: start.tag,
            family: start.family,
            launches: start.launches,
            unfinished_warps: count,
            barriers,
            waiting_warps: 0,
            lines: self.records_lines.map(Lines::new),
            census: self.census.is_some().then(|| Box::new(TbCensus::new(count as usize))),
        });
        self.may_skip(slot);
        self.start_for_rivals(slot, function.instrs.len(), function.num_slots as usize);
        for w in 0..self.warps.len() {
            if self.warps[w].as_ref().is_some_and(|resident| resident.tb == slot) {
                self.ready_from(w, at, program);
            }
        }
    }

    /// Records from now on which lines of global memory each TB that starts accesses. Reports each access too if
    /// `in_order`.
    pub fn record_lines(&mut self, of: Accesses, in_order: bool) {
        self.records_lines = Some(of);
        self.reports_accesses = in_order;
    }

    /// Counts from now on what the warps of each TB that starts repeat of each other.
    pub fn count_redundancy(&mut self, marks: Arc<Marks>) {
        self.census = Some(marks);
        self.looked_at = true;
    }

    /// Reports from now on which lines loads bring to the L1.
    pub fn report_reads(&mut self) {
        self.reports_reads = true;
    }

    /// Lets a warp that called the device runtime continue in cycle `at`.
    pub fn resume(&mut self, warp: WarpHandle, at: u64, program: &Program) {
        debug_assert_eq!(self.fronts[warp.warp as usize].go_on, NEVER, "{warp:?} is not suspended");
        self.ready_from(warp.warp as usize, at, program);
    }

    /// Whether no TB is resident.
    pub fn is_empty(&self) -> bool {
        self.tbs.iter().all(Option::is_none)
    }

    /// Returns the earliest cycle after `now` in which an instruction may issue or be fetched if nothing is
    /// launched or resumed. Returns `None` if every warp waits for another event. Steps before that cycle change
    /// nothing.
    pub fn next_event(&self, now: u64) -> Option<u64> {
        let next = self.schedulers.iter().map(|scheduler| scheduler.next).min()?;
        let next = next.min(self.fetch.next()).min(self.serves_at());
        let next =
            self.skipping.as_ref().map_or(next, |skipping| next.min(skipping.next_event(now)));
        (next < PENDING).then(|| next.max(now + 1))
    }

    /// Returns the scheduler of a warp slot.
    #[inline]
    fn scheduler_of(&mut self, w: usize) -> &mut Scheduler {
        &mut self.schedulers[usize::from(self.scheduler_of[w])]
    }

    /// Returns the number of resident warps that have not finished.
    pub fn resident_warps(&self) -> u64 {
        self.unfinished_warps
    }

    /// Returns the counters up to, and not including, cycle `now`.
    pub fn stats(&mut self, now: u64) -> SmxStats {
        self.count_residency(now);
        let LoadStore { accesses, replays, shared_words, .. } = self.load_store;
        let Registers { reads: register_reads, writes: register_writes, .. } = self.registers;
        let counted = self.stats.activity;
        let activity = Activity { register_reads, register_writes, shared_words, ..counted };
        SmxStats { cycles: now, accesses, replays, activity, ..self.stats }
    }

    /// Returns the warnings of its threads so far.
    pub fn warnings(&self) -> &Warnings {
        &self.warnings
    }

    /// Adds up residency up to, and not including, cycle `now`.
    fn count_residency(&mut self, now: u64) {
        let cycles = now.saturating_sub(self.counted_to);
        self.stats.resident_warp_cycles += self.unfinished_warps * cycles;
        self.stats.resident_cycles += if self.unfinished_warps > 0 { cycles } else { 0 };
        self.counted_to = self.counted_to.max(now);
    }
}
