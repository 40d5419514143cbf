//! Runs kernels for their values only: TB after TB, warps in turn, with barriers. Children run after their
//! parents, or when their TB waits for them.

use super::redundancy::{RedundancyCheck, TbCheck};
use super::{
    endless, stuck_at_barriers, Barriers, DeviceCall, Effect, Fault, LaunchKind, MemAccess,
    Repetition, Step, TbContext, Warp,
};
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use crate::runtime::DeviceRuntime;
use std::collections::VecDeque;

/// A kernel to be run, whose parameter block is already in device memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// Index of the kernel in `Program::functions`.
    pub function: u32,
    /// Device address of the parameter block.
    pub param_base: u64,
    /// Grid dimensions in TBs.
    pub grid: [u32; 3],
    /// TB dimensions in threads.
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared_bytes: u32,
}

/// A grid that has been launched and not run.
struct Pending {
    launch: Launch,
    /// Nesting of the launch: 0 for the host's.
    depth: u32,
    /// Whether the launch counts against the limit of pending launches.
    counted: bool,
}

/// The state that every TB accesses.
struct Run<'a> {
    program: &'a Program,
    memory: &'a mut GlobalMemory,
    runtime: &'a mut dyn DeviceRuntime,
    /// Called with every access to memory.
    observe: Option<Observer<'a>>,
    /// Compares the warps of each TB.
    check: Option<&'a mut RedundancyCheck>,
    /// Number of warp instructions so far.
    steps: u64,
}

/// Callback that receives the accesses of a run, in order.
type Observer<'a> = &'a mut dyn FnMut(&TbContext, &MemAccess);

/// Runs a kernel and, in launch order, everything it launches. Returns the number of warp instructions executed.
pub fn run_functional(
    program: &Program,
    memory: &mut GlobalMemory,
    runtime: &mut dyn DeviceRuntime,
    launch: Launch,
) -> Result<u64, Fault> {
    Run { program, memory, runtime, observe: None, check: None, steps: 0 }.host_launch(launch)
}

/// Runs like [`run_functional`], and passes every access to memory to `observe`.
pub(crate) fn run_observed(
    program: &Program,
    memory: &mut GlobalMemory,
    runtime: &mut dyn DeviceRuntime,
    launch: Launch,
    observe: Observer<'_>,
) -> Result<u64, Fault> {
    let check = None;
    Run { program, memory, runtime, observe: Some(observe), check, steps: 0 }.host_launch(launch)
}

/// Runs like [`run_functional`], and compares the warps of every TB.
pub(super) fn run_checking(
    program: &Program,
    memory: &mut GlobalMemory,
    runtime: &mut dyn DeviceRuntime,
    launch: Launch,
    check: &mut RedundancyCheck,
) -> Result<u64, Fault> {
    let check = Some(check);
    Run { program, memory, runtime, observe: None, check, steps: 0 }.host_launch(launch)
}

impl Run<'_> {
    fn host_launch(mut self, launch: Launch) -> Result<u64, Fault> {
        self.grids(VecDeque::from([Pending { launch, depth: 0, counted: false }]))?;
        Ok(self.steps)
    }

    /// Runs grids in order, then all grids that they launched, until none is left.
    fn grids(&mut self, mut queue: VecDeque<Pending>) -> Result<(), Fault> {
        while let Some(Pending { launch, depth, counted }) = queue.pop_front() {
            if counted {
                self.runtime.launch_starts();
            }
            let [x, y, z] = launch.grid;
            for index in 0..u64::from(x) * u64::from(y) * u64::from(z) {
                let at = [
                    index % u64::from(x),
                    index / u64::from(x) % u64::from(y),
                    index / u64::from(x) / u64::from(y),
                ];
                let mut tb = TbContext::new(
                    self.program,
                    launch.function,
                    launch.grid,
                    launch.block,
                    at.map(|i| i as u32),
                    launch.param_base,
                    launch.shared_bytes,
                );
                tb.depth = depth;
                queue.extend(self.tb(&mut tb)?);
            }
        }
        Ok(())
    }

    /// Runs a TB. Returns those of its children for which no warp has waited.
    fn tb(&mut self, tb: &mut TbContext) -> Result<VecDeque<Pending>, Fault> {
        let program = self.program;
        let function = &program.functions[tb.function as usize];
        let mut warps: Vec<Warp> =
            (0..tb.warps()).map(|index| Warp::new(function, index, tb)).collect();
        let mut barriers = Barriers::default();
        let mut watch = Watch::new(warps.len());
        let mut children = VecDeque::new();
        let mut compared = self.check.is_some().then(|| TbCheck::new(warps.len()));
        loop {
            let mut moved = false;
            for (index, warp) in warps.iter_mut().enumerate() {
                while !warp.is_at_barrier() && !warp.is_done() {
                    moved = true;
                    self.steps += 1;
                    tb.clock += 1;
                    let step = watch.step(warp, program);
                    if let Some(compared) = &mut compared {
                        compared.before(program, index, warp);
                    }
                    let effect = warp.step(program, tb, self.memory, self.runtime)?;
                    if let (Some(compared), Some(check)) = (&mut compared, &mut self.check) {
                        compared.after(check, program, tb, index, warp, &effect);
                    }
                    watch.observe(index, warp, step.as_ref(), &effect);
                    if let (Effect::Mem, Some(observe)) = (&effect, &mut self.observe) {
                        observe(tb, &warp.access);
                    }
                    match effect {
                        Effect::Barrier(arrival) => barriers
                            .arrive(index, &arrival)
                            .map_err(|message| warp.fault(program, tb, message))?,
                        Effect::DeviceCall(DeviceCall::Launch { groups, kind, .. }) => {
                            let counted = kind == LaunchKind::Kernel;
                            children.extend(groups.iter().filter_map(|group| {
                                let launch = Launch {
                                    function: program.function_by_pc(group.entry_pc)?.0,
                                    param_base: group.param,
                                    grid: group.grid,
                                    block: group.block,
                                    shared_bytes: group.shared_bytes,
                                };
                                Some(Pending { launch, depth: tb.depth + 1, counted })
                            }));
                        }
                        Effect::DeviceCall(DeviceCall::Synchronize { .. }) => {
                            self.grids(std::mem::take(&mut children))?;
                        }
                        // Another warp takes its turn, because programs may wait for each other's stores.
                        Effect::Mem | Effect::Fence => break,
                        _ if watch.repeats(index) => break,
                        _ => {}
                    }
                }
            }
            let unfinished = warps.iter().filter(|warp| !warp.is_done()).count() as u32;
            for release in barriers.release(unfinished) {
                moved = true;
                watch = Watch::new(warps.len());
                if let (Some(compared), Some(check)) = (&mut compared, &mut self.check) {
                    compared.release(check, program, tb, &release);
                }
                for (index, warp) in warps.iter_mut().enumerate() {
                    if release.warps >> index & 1 != 0 {
                        warp.pass_barrier(&release);
                    }
                }
            }
            if !moved {
                return stuck_at_barriers(&warps, program, tb).map_or(Ok(children), Err);
            }
            let spins = |(index, warp): (usize, &Warp)| {
                warp.is_done() || warp.is_at_barrier() || watch.repeats(index)
            };
            if warps.iter().enumerate().all(spins) {
                let quiet = format!("{} instructions of the block", watch.quiet_steps);
                let left = warps.iter().map(|warp| (warp, &*tb));
                if let Some(fault) = endless(left, program, &quiet) {
                    return Err(fault);
                }
            }
        }
    }
}

/// Instructions of a TB without any change before its warps are checked for repetition.
const QUIET_STEPS: u64 = 10_000;

/// Checks the warps of a TB for repetition. They can only wait for each other, because other TBs run before or
/// after.
struct Watch {
    quiet_steps: u64,
    warps: Vec<Repetition>,
}

impl Watch {
    fn new(warps: usize) -> Self {
        Self { quiet_steps: 0, warps: vec![Repetition::default(); warps] }
    }

    /// Returns what the warp is about to do, if that is observed.
    fn step<'p>(&self, warp: &Warp, program: &'p Program) -> Option<Step<'p>> {
        let is_watching = self.quiet_steps >= QUIET_STEPS;
        warp.next_instr(program).filter(|_| is_watching).map(|instr| Step::next(warp, instr))
    }

    fn observe(&mut self, index: usize, warp: &Warp, step: Option<&Step>, effect: &Effect) {
        if warp.changed || matches!(effect, Effect::Exit { .. } | Effect::DeviceCall(_)) {
            if self.quiet_steps > QUIET_STEPS {
                *self = Self::new(self.warps.len());
            }
            self.quiet_steps = 0;
            return;
        }
        self.quiet_steps += 1;
        if let Some(step) = step {
            self.warps[index].observe(warp, step);
        }
    }

    fn repeats(&self, index: usize) -> bool {
        self.warps[index].is_found()
    }
}
