//! The SMX proper: TB and warp slots, the scoreboard, the schedulers, and issue.

mod swap;
mod watch;

pub use swap::SwappedTb;

use super::memory::LoadStore;
use super::stats::SmxStats;
use super::units::{self, Unit, Units};
use super::{DeviceCallEvent, SmxEvents, TbEnded, TbStart, WarpHandle};
use crate::config::{GpuConfig, WarpScheduler};
use crate::exec::{stuck_at_barriers, Barriers, Effect, Fault, Repetition, TbContext, Warp};
use crate::mem::{GlobalMemory, MemorySystem};
use crate::ptx::Program;
use crate::runtime::DeviceRuntime;

/// A warp that cannot issue until something else wakes it.
const NEVER: u64 = u64::MAX;

#[derive(Clone, Debug)]
struct Tb {
    context: TbContext,
    tag: u64,
    unfinished_warps: u32,
    barriers: Barriers,
    /// Slots of the warps that wait for the TB's children.
    waiting_warps: u64,
}

#[derive(Clone, Debug)]
struct Resident {
    warp: Warp,
    /// TB slot.
    tb: usize,
    /// The scoreboard: from which cycle on each register slot may be read or written.
    ready_at: Vec<u64>,
    /// When the last of its memory accesses is done, for fences.
    memory_done: u64,
    repetition: Repetition,
    /// When it could have gone on, had its TB not been stopped.
    stopped_until: u64,
}

/// What a step works on besides the SMX.
struct Around<'a> {
    program: &'a Program,
    memory: &'a mut GlobalMemory,
    timing: &'a mut MemorySystem,
    runtime: &'a mut dyn DeviceRuntime,
    events: &'a mut SmxEvents,
}

#[derive(Clone, Debug)]
struct Scheduler {
    /// Warp slot that issued last.
    last: usize,
    /// No warp of this scheduler can issue before this cycle.
    next: u64,
}

/// One SMX. Warp slot w belongs to scheduler w modulo the number of schedulers.
#[derive(Clone, Debug)]
pub struct Smx {
    id: u32,
    config: GpuConfig,
    tbs: Vec<Option<Tb>>,
    warps: Vec<Option<Resident>>,
    /// By warp slot: from which cycle on its next instruction has its operands; `NEVER` while it waits
    /// for a barrier or a call, or when the slot is empty.
    wake: Vec<u64>,
    /// By warp slot: the unit its next instruction needs.
    needs: Vec<Unit>,
    /// By warp slot: order of launch.
    age: Vec<u64>,
    launched_warps: u64,
    schedulers: Vec<Scheduler>,
    units: Units,
    load_store: LoadStore,
    stats: SmxStats,
    unfinished_warps: u64,
    /// Whether warps are watched for repeating themselves.
    watching: bool,
    /// Cycle up to which residency is counted.
    counted_to: u64,
}

impl Smx {
    /// Where its longest-resident unfinished warp is, and whether it waits for others; for reports.
    pub fn place(&self, program: &Program) -> Option<String> {
        let unfinished = |&slot: &usize| {
            self.warps[slot].as_ref().is_some_and(|resident| !resident.warp.is_done())
        };
        let slot = (0..self.warps.len()).filter(unfinished).min_by_key(|&slot| self.age[slot])?;
        let resident = self.warps[slot].as_ref()?;
        let context = &self.tbs[resident.tb].as_ref()?.context;
        let name = &program.functions[resident.warp.position()?.0 as usize].name;
        let line = resident.warp.next_instr(program)?.line;
        let [x, y, z] = context.block_idx;
        let for_children = self.tbs[resident.tb].as_ref()?.waiting_warps >> slot & 1 == 1;
        let waits = if for_children {
            " waits for its children before"
        } else if self.wake[slot] == NEVER {
            " waits for other warps at a barrier before"
        } else {
            " is at"
        };
        Some(format!(
            "on SMX {}, warp {} of block ({x}, {y}, {z}){waits} {}:{line} in {name}",
            self.id, resident.warp.index, program.file
        ))
    }

    /// An empty SMX.
    pub fn new(id: u32, config: &GpuConfig) -> Self {
        let warps = config.smx.warps as usize;
        let schedulers = config.smx.schedulers as usize;
        Self {
            id,
            config: config.clone(),
            tbs: vec![None; config.smx.tbs as usize],
            warps: vec![None; warps],
            wake: vec![NEVER; warps],
            needs: vec![Unit::None; warps],
            age: vec![0; warps],
            launched_warps: 0,
            schedulers: (0..schedulers).map(|last| Scheduler { last, next: NEVER }).collect(),
            units: Units::new(config),
            load_store: LoadStore::new(id, config),
            stats: SmxStats::default(),
            unfinished_warps: 0,
            watching: false,
            counted_to: 0,
        }
    }

    /// Starts a TB in cycle `now`; its warps may issue from the next cycle on. The caller sees to it that
    /// the slot is free and that the warps fit.
    pub fn launch_tb(&mut self, now: u64, program: &Program, start: &TbStart) {
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
        let mut index = 0;
        for w in 0..self.warps.len() {
            if index == count {
                break;
            }
            if self.warps[w].is_some() {
                continue;
            }
            let warp = Warp::new(function, index, &context);
            let ready_at = vec![0; function.num_slots as usize];
            self.warps[w] = Some(Resident {
                warp,
                tb: slot,
                ready_at,
                memory_done: 0,
                repetition: Repetition::default(),
                stopped_until: 0,
            });
            self.age[w] = self.launched_warps;
            self.launched_warps += 1;
            self.ready_from(w, now + 1, program);
            index += 1;
        }
        debug_assert_eq!(index, count, "warps of a TB that do not fit SMX {}", self.id);
        self.unfinished_warps += u64::from(count);
        let barriers = Barriers::default();
        let tag = start.tag;
        let tb = Tb { context, tag, unfinished_warps: count, barriers, waiting_warps: 0 };
        self.tbs[slot] = Some(tb);
    }

    /// Lets a warp that called the device runtime go on in cycle `at`.
    pub fn resume(&mut self, warp: WarpHandle, at: u64, program: &Program) {
        debug_assert_eq!(self.wake[warp.warp as usize], NEVER, "{warp:?} is not suspended");
        self.ready_from(warp.warp as usize, at, program);
    }

    /// Whether no TB is resident.
    pub fn is_empty(&self) -> bool {
        self.tbs.iter().all(Option::is_none)
    }

    /// The earliest cycle after `now` in which an instruction may issue, if nothing is launched or
    /// resumed; `None` if all warps wait for something else. Steps before it change nothing.
    pub fn next_event(&self, now: u64) -> Option<u64> {
        let next = self.schedulers.iter().map(|scheduler| scheduler.next).min()?;
        (next != NEVER).then(|| next.max(now + 1))
    }

    /// Counts up to, and not including, cycle `now`.
    pub fn stats(&mut self, now: u64) -> SmxStats {
        self.count_residency(now);
        SmxStats { cycles: now, ..self.stats }
    }

    /// Executes core cycle `now`: each scheduler issues at most one instruction.
    pub fn step(
        &mut self,
        now: u64,
        program: &Program,
        memory: &mut GlobalMemory,
        timing: &mut MemorySystem,
        runtime: &mut dyn DeviceRuntime,
        events: &mut SmxEvents,
    ) -> Result<(), Fault> {
        let mut around = Around { program, memory, timing, runtime, events };
        let mut issued = false;
        for s in 0..self.schedulers.len() {
            if self.schedulers[s].next > now {
                continue;
            }
            if let Some(w) = self.pick(s, now) {
                self.issue(now, w, &mut around)?;
                issued = true;
            }
        }
        self.stats.issue_cycles += u64::from(issued);
        Ok(())
    }

    /// The warp from which scheduler `s` issues in cycle `now`; without one, notes when to look again.
    fn pick(&mut self, s: usize, now: u64) -> Option<usize> {
        let stride = self.schedulers.len();
        let last = self.schedulers[s].last;
        let possible_at = |w: usize| self.wake[w].max(self.units.free_at(self.needs[w]));
        let mut earliest = NEVER;
        let mut picked = None;
        match self.config.smx.warp_scheduler {
            WarpScheduler::Gto if last < self.warps.len() && possible_at(last) <= now => {
                picked = Some(last);
            }
            WarpScheduler::Gto => {
                let mut oldest = u64::MAX;
                for w in (s..self.warps.len()).step_by(stride) {
                    let at = possible_at(w);
                    earliest = earliest.min(at);
                    if at <= now && self.age[w] < oldest {
                        oldest = self.age[w];
                        picked = Some(w);
                    }
                }
            }
            WarpScheduler::Lrr => {
                let after = (last + stride..self.warps.len()).step_by(stride);
                for w in after.chain((s..self.warps.len().min(last + 1)).step_by(stride)) {
                    let at = possible_at(w);
                    earliest = earliest.min(at);
                    if at <= now {
                        picked = Some(w);
                        break;
                    }
                }
            }
        }
        match picked {
            Some(w) => self.schedulers[s] = Scheduler { last: w, next: now + 1 },
            None => self.schedulers[s].next = earliest,
        }
        picked
    }

    /// Executes the next instruction of a warp and notes when its results, its unit and the warp are free.
    fn issue(&mut self, now: u64, w: usize, around: &mut Around<'_>) -> Result<(), Fault> {
        let program = around.program;
        let Some(resident) = self.warps[w].as_mut() else { return Ok(()) };
        let Some(tb) = self.tbs[resident.tb].as_mut() else { return Ok(()) };
        let Some(instr) = resident.warp.next_instr(program) else { return Ok(()) };
        let slot_base = resident.warp.slot_base();
        let active = resident.warp.active_mask().count_ones();
        tb.context.clock = now;
        let effect = resident.warp.step(program, &mut tb.context, around.memory, around.runtime)?;
        self.stats.warp_instructions += 1;
        self.stats.thread_instructions += u64::from(resident.warp.executed.count_ones());
        self.stats.active_lanes += u64::from(active);

        around.events.progressed |= resident.warp.changed
            || matches!(effect, Effect::Exit { .. } | Effect::Barrier(_) | Effect::DeviceCall(_));
        if self.watching {
            resident.repetition.observe(&resident.warp, instr.op);
        }

        let unit = units::unit(instr.class);
        let mut done = now + 1;
        let mut go_on_at = now + 1;
        match effect {
            Effect::Mem => {
                let access = self.load_store.access(now, &resident.warp.access, around.timing);
                self.units.occupy(unit, access.unit_free_at);
                resident.memory_done = resident.memory_done.max(access.at);
                done = access.at;
            }
            Effect::Branch { .. } => {
                self.units.occupy(unit, now + 1);
                go_on_at = now + u64::from(self.config.latencies.branch);
            }
            Effect::Fence => go_on_at = go_on_at.max(resident.memory_done),
            Effect::Alu => {
                let cost = units::cost(&self.config, instr.class);
                self.units.occupy(unit, now + cost.initiation);
                done = now + cost.latency;
            }
            Effect::Exit { warp_done: false } => {}
            Effect::Exit { warp_done: true } => {
                return self.end_warp(now, w, program, around.events);
            }
            Effect::Barrier(arrival) => {
                tb.barriers
                    .arrive(w, &arrival)
                    .map_err(|message| resident.warp.fault(program, &tb.context, message))?;
                let slot = resident.tb;
                match resident.warp.is_at_barrier() {
                    true => self.wake[w] = NEVER,
                    false => self.ready_from(w, now + 1, program),
                }
                return self.open_barriers(now, slot, program);
            }
            Effect::DeviceCall(_) if resident.warp.executed == 0 => {}
            Effect::DeviceCall(call) => {
                around.events.device_calls.push(DeviceCallEvent {
                    warp: WarpHandle { smx: self.id, warp: w as u32 },
                    slot: resident.tb as u32,
                    tag: tb.tag,
                    call,
                    lanes: resident.warp.executed,
                });
                self.wake[w] = NEVER;
                return Ok(());
            }
        }
        for &register in instr.writes() {
            let index = slot_base + usize::from(register);
            if index >= resident.ready_at.len() {
                resident.ready_at.resize(index + 1, 0);
            }
            resident.ready_at[index] = done;
        }
        self.ready_from(w, go_on_at, program);
        Ok(())
    }

    /// A warp may issue its next instruction from `at` on, once its registers are there.
    fn ready_from(&mut self, w: usize, at: u64, program: &Program) {
        let Some(resident) = self.warps[w].as_ref() else { return };
        let Some(instr) = resident.warp.next_instr(program) else { return };
        let base = resident.warp.slot_base();
        let mut wake = at;
        for &register in instr.reads().iter().chain(instr.writes()) {
            let ready = resident.ready_at.get(base + usize::from(register));
            wake = wake.max(ready.copied().unwrap_or(0));
        }
        self.wake[w] = wake;
        self.needs[w] = units::unit(instr.class);
        let stride = self.schedulers.len();
        let scheduler = &mut self.schedulers[w % stride];
        scheduler.next = scheduler.next.min(wake);
    }

    /// Opens the barriers of a TB that enough warps have reached; if all its warps wait at others, none
    /// will ever open.
    fn open_barriers(&mut self, now: u64, tb: usize, program: &Program) -> Result<(), Fault> {
        let Some(state) = self.tbs[tb].as_mut() else { return Ok(()) };
        let released = state.barriers.release(state.unfinished_warps);
        let at = now + u64::from(self.config.latencies.barrier_release);
        for release in released {
            let mut warps = release.warps;
            while warps != 0 {
                let w = warps.trailing_zeros() as usize;
                if let Some(resident) = self.warps[w].as_mut() {
                    resident.warp.pass_barrier(&release);
                }
                self.ready_from(w, at, program);
                warps &= warps - 1;
            }
        }
        let Some(state) = self.tbs[tb].as_ref() else { return Ok(()) };
        if state.barriers.waiting().count_ones() < state.unfinished_warps {
            return Ok(());
        }
        let own = self.warps.iter().flatten().filter(|resident| resident.tb == tb);
        let fault = stuck_at_barriers(own.map(|own| &own.warp), program, &state.context);
        fault.map_or(Ok(()), Err)
    }

    fn end_warp(
        &mut self,
        now: u64,
        w: usize,
        program: &Program,
        events: &mut SmxEvents,
    ) -> Result<(), Fault> {
        // The warp still counts in this cycle.
        self.count_residency(now + 1);
        let Some(resident) = self.warps[w].take() else { return Ok(()) };
        self.wake[w] = NEVER;
        self.unfinished_warps -= 1;
        let Some(tb) = self.tbs[resident.tb].as_mut() else { return Ok(()) };
        tb.unfinished_warps -= 1;
        if tb.unfinished_warps > 0 {
            return self.open_barriers(now, resident.tb, program);
        }
        let (smx, slot, tag) = (self.id, resident.tb as u32, tb.tag);
        events.tb_ended.push(TbEnded { smx, slot, tag });
        self.tbs[resident.tb] = None;
        Ok(())
    }

    /// Adds up residency until cycle `now`, which is not counted yet.
    fn count_residency(&mut self, now: u64) {
        let cycles = now.saturating_sub(self.counted_to);
        self.stats.resident_warp_cycles += self.unfinished_warps * cycles;
        self.stats.resident_cycles += if self.unfinished_warps > 0 { cycles } else { 0 };
        self.counted_to = self.counted_to.max(now);
    }
}
