//! A run: the host's program on a machine, from its set-up to its result.

use super::error::RunError;
use super::limit::Limit;
use super::machine::Machine;
use super::options::RunOptions;
use super::result::RunResult;
use crate::config::GpuConfig;
use crate::host::{HostStep, Workload};
use crate::mem::GlobalMemory;
use crate::ptx::Program;
use heddle_hw::chip::{Declaration, Moved, Standard, UnitFactory};
use std::time::Instant;

/// How often, in processed cycles, a run reports progress.
const PROGRESS_INTERVAL: u64 = 1 << 16;

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
    program.count_registers(config.smx.isa, options.registers);
    let mut memory = GlobalMemory::new(config.memory_bytes);
    program.load_globals(&mut memory)?;
    memory.log_writes();
    workload.loaded(&program);
    workload.setup(&mut memory)?;
    if options.zero_outside_reads {
        memory.zero_outside_reads();
    }
    let mut machine = Machine::new::<D>(config, program, memory, factory, &mut options)?;
    machine.copy_from_host();
    let begin = Instant::now();
    let outcome = run_host(&mut machine, workload, &mut options);
    machine.close();
    if let Some(printed) = options.printed {
        printed.extend_from_slice(machine.printed());
    }
    let limit = machine.take_limit();
    if let (Some(study), Some(limit)) = (options.limit, &limit) {
        study.counts = limit.counts;
    }
    outcome?;
    if let (Some(profile), Some(found)) = (options.profile, limit.and_then(Limit::into_profile)) {
        *profile = found;
    }
    let wall_seconds = begin.elapsed().as_secs_f64();
    let verified = workload.has_reference().then(|| workload.verify(machine.memory()));
    Ok(machine.result(verified, wall_seconds, workload.ptx()))
}

/// Does what the host does, launch by launch.
fn run_host(
    machine: &mut Machine,
    workload: &mut dyn Workload,
    options: &mut RunOptions,
) -> Result<(), RunError> {
    // The units come out of reset (the AGT clears its table) before the host may launch.
    run_until(machine, None, options)?;
    machine.begin();
    loop {
        machine.memory().log_writes();
        let step = workload.step(machine.memory())?;
        machine.copy_from_host();
        let (launches, stream) = match step {
            HostStep::Done => return machine.settle(),
            HostStep::Launch(launches) => (launches, None),
            HostStep::LaunchUntil { launches, stream } => (launches, Some(stream)),
        };
        for launch in &launches {
            machine.launch_from_host(launch)?;
        }
        run_until(machine, stream, options)?;
    }
}

/// Runs until everything launched has completed, or what was launched on a stream. The error says why, if that does not
/// happen.
fn run_until(
    machine: &mut Machine,
    stream: Option<u32>,
    options: &mut RunOptions,
) -> Result<(), RunError> {
    let outcome = advance_until(machine, stream, options);
    outcome.map_err(|error| machine.explained(error, stream))
}

fn advance_until(
    machine: &mut Machine,
    stream: Option<u32>,
    options: &mut RunOptions,
) -> Result<(), RunError> {
    let mut processed = 0_u64;
    loop {
        let moved = machine.cycle()?;
        processed += 1;
        if processed.is_multiple_of(PROGRESS_INTERVAL) {
            if let Some(progress) = options.progress.as_mut() {
                progress(machine.now());
            }
        }
        let done = stream.is_some_and(|stream| machine.is_stream_empty(stream));
        // Units of an SMX that go on, such as a monitor that is cleared, keep nobody from the next launch.
        if done || (moved != Moved::Shared && machine.is_idle()) {
            machine.advance_to(machine.now() + 1);
            return Ok(());
        }
        machine.advance()?;
        let limit = options.max_cycles.filter(|&limit| machine.now() > limit);
        if let Some(limit) = limit {
            return Err(RunError::CycleLimit { limit, state: machine.describe_smxs() });
        }
    }
}
