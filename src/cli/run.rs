//! `heddle run`: runs one workload and prints its result.

use super::account;
use super::args::{MachineArgs, RunArgs};
use super::output;
use super::paths::Paths;
use super::provenance::{Provenance, Stamped};
use super::record::Record;
use super::workload::{carry_out, verdict, Simulation};
use crate::digest;
use crate::machine::for_run;
use anyhow::{anyhow, bail};
use heddle_hw::chip::build::survey;
use heddle_hw::chip::{Layout, Standard};
use heddle_sim::config::{Frontend, GpuConfig, LaunchMode, TbSource};
use heddle_sim::gpu::{self, chip_sizes, RunOptions, RunResult};
use heddle_sim::host::Workload;
use heddle_verif::backends::Backends;
use std::process::ExitCode;

/// The machine that was asked for, for a run: a setting that does nothing is refused.
pub fn machine(args: &MachineArgs) -> anyhow::Result<GpuConfig> {
    for_run(&args.config, &args.settings)
}

/// Returns the units of a machine.
pub fn layout(config: &GpuConfig) -> anyhow::Result<Layout> {
    Ok(survey::<Standard>(&chip_sizes(config))?.0)
}

/// Returns the backends that `text` names, all of units that the machine has.
pub fn backends(text: &str, seed: u32, config: &GpuConfig) -> anyhow::Result<Backends> {
    let mut backends = Backends::parse(text).map_err(|e| anyhow!(e))?;
    // The run lays out the chip itself; it is done here only for what may name a unit that the machine does not have.
    if backends.names_units() {
        backends.check(&layout(config)?).map_err(|e| anyhow!(e))?;
    }
    backends.seed = seed;
    Ok(backends)
}

/// Runs the command. A result that contradicts the reference is a failure.
pub fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let workload = &args.workload;
    let config = machine(&workload.machine)?;
    if args.wavefront.is_some() && config.tb.source == TbSource::Fcfs {
        bail!("--wavefront draws dependency graphs, which tb.source=fcfs does not keep; add --set tb.source=dats");
    }
    if args.children.is_some() && config.kernel.launch == LaunchMode::Flat {
        bail!("--children draws what TBs launch, and with kernel.launch=flat none does; add --set kernel.launch=dtbl or cdp");
    }
    if config.frontend != Frontend::Darsie {
        if args.check_skips {
            bail!("--check-skips checks results that warps take from others, and only with frontend=darsie they do; add --set frontend=darsie");
        }
        if !args.redundant_lines.is_empty() {
            bail!("--redundant marks lines for the skip table, which only frontend=darsie has; add --set frontend=darsie");
        }
    }
    let backends = backends(&args.backend, args.seed, &config)?;
    let mut kernels = String::new();
    let result = carry_out(workload, &config, Paths::of_run(args), |workload| {
        kernels = digest::of(workload.ptx());
        simulate(&config, workload, &backends, args)
    })?;
    if output::is_json() {
        let of = Provenance::new(workload, &config, kernels, &args.backend, Some(args.seed));
        output::json(&Stamped { of, result: &result })?;
    } else {
        output::show(&summary(&result));
        account::tables(&result).iter().flatten().for_each(|table| output::show(table));
    }
    Ok(verdict(workload, &result))
}

fn simulate(
    config: &GpuConfig,
    workload: &mut dyn Workload,
    backends: &Backends,
    args: &RunArgs,
) -> anyhow::Result<RunResult> {
    let mut simulation = Simulation::new(&args.workload)?;
    let mut record = Record::begin(args)?;
    let options = RunOptions {
        account: args.account,
        interval: args.interval,
        check_skips: args.check_skips,
        redundant_lines: &args.redundant_lines,
        timeline: record.timeline.as_mut(),
        occupancy: record.occupancy.as_mut(),
        wavefront: record.wavefront.as_mut(),
        lineage: record.lineage.as_mut(),
        ..simulation.options()
    };
    let outcome = gpu::run(config, workload, backends, options);
    record.finish(config.smx.count)?;
    simulation.end(outcome)
}

/// Prints the result for people.
pub fn summary(result: &RunResult) -> String {
    let number = |value: f64| format!("{value:.3}");
    let whole = |value: f64| output::grouped(value.round() as u64);
    let rows = [
        ("cycles", output::grouped(result.cycles)),
        ("warp instructions", output::grouped(result.warp_instructions)),
        ("warp instructions skipped", output::grouped(result.skipped_instructions)),
        ("energy (mJ)", number(result.energy_joules * 1e3)),
        ("thread instructions", output::grouped(result.thread_instructions)),
        ("IPC (thread instructions per cycle)", number(result.ipc)),
        ("warp activity", output::percent(Some(result.warp_activity))),
        ("warp execution efficiency", output::percent(Some(result.warp_execution_efficiency))),
        ("load/store replay overhead", result.ldst_replay_overhead.map_or("-".into(), number)),
        ("occupancy", output::percent(Some(result.occupancy))),
        ("device launches", output::grouped(result.launches)),
        ("TBs suspended to wait for children", output::grouped(result.suspended_tbs)),
        (
            "device-runtime errors",
            match result.first_runtime_error {
                None => "none".into(),
                Some(first) => {
                    format!("{}, first {first}", output::grouped(result.runtime_errors))
                }
            },
        ),
        ("KDE hit rate", output::percent(result.kde_hit_rate)),
        ("AGT hit rate", output::percent(result.agt_hit_rate)),
        ("child TBs on their parent's SMX", output::percent(result.children_on_parent_smx)),
        (
            "longest insertion into LaPerm's queues (cycles)",
            result.insertion_cycles_max.map_or("-".into(), output::grouped),
        ),
        ("work of an SMX, over that of the busiest", output::percent(result.smx_balance)),
        ("waiting time (cycles)", result.waiting_cycles.map_or("-".into(), whole)),
        ("L1 hit rate", output::percent(result.l1_hit_rate)),
        ("L1 pending-hit rate", output::percent(result.l1_pending_hit_rate)),
        ("constant-cache hit rate", output::percent(result.constant_hit_rate)),
        ("L2 hit rate", output::percent(result.l2_hit_rate)),
        ("DRAM efficiency", output::percent(result.dram_efficiency)),
        ("DRAM bandwidth used", output::percent(result.dram_utilisation)),
        ("DRAM row-hit rate", output::percent(result.row_hit_rate)),
        ("memory latency (cycles)", result.memory_latency.map_or("-".into(), whole)),
        ("waiting for miss entries (cycles)", output::grouped(result.mshr_stall_cycles)),
        ("trace hash", result.trace_hash.clone()),
        (
            "output",
            match result.verified {
                Some(true) => "agrees with the reference".into(),
                Some(false) => "DIFFERS from the reference".into(),
                None => "no reference to compare with".into(),
            },
        ),
        ("simulation (s)", number(result.wall_seconds)),
    ];
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(name, value)| vec![name.to_string(), value]).collect();
    output::table(&["measure", "value"], &rows)
}
