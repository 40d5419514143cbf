//! `heddle run`: runs one workload and prints its result.

use super::account;
use super::args::{MachineArgs, RunArgs};
use super::output;
use super::paths::Paths;
use super::progress::Progress;
use super::record::Record;
use anyhow::{anyhow, bail, Context};
use heddle_hw::chip::build::survey;
use heddle_hw::chip::{Layout, Standard};
use heddle_sim::config::{GpuConfig, TbSource};
use heddle_sim::exec::{Warning, WarningKind};
use heddle_sim::gpu::{self, chip_sizes, RunOptions, RunResult};
use heddle_sim::host::Workload;
use heddle_sim::ptx::{Program, MOST_REGISTERS};
use heddle_sim::runtime::CudaError;
use heddle_verif::backends::Backends;
use heddle_workloads::{AppOptions, HostProgram, PtxFile};
use std::num::NonZeroUsize;
use std::process::ExitCode;

/// The machine that was asked for, for a run: a setting that does nothing is refused.
pub fn machine(args: &MachineArgs) -> anyhow::Result<GpuConfig> {
    let config = configured(args)?;
    config.check_relevance(
        args.settings.iter().filter_map(|setting| Some(setting.split_once('=')?.0)),
    )?;
    Ok(config)
}

/// The machine that was asked for, whatever it is for.
pub fn configured(args: &MachineArgs) -> anyhow::Result<GpuConfig> {
    let mut config = GpuConfig::open(&args.config)?;
    for setting in &args.settings {
        let (key, value) = setting
            .split_once('=')
            .ok_or_else(|| anyhow!("setting `{setting}` is not of the form KEY=VALUE"))?;
        config.set(key, value)?;
    }
    Ok(config)
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

/// The application `name` with options written as `KEY=VALUE`, in the form the machine launches kernels.
pub fn application(
    name: &str,
    input: Option<&str>,
    options: &[String],
    config: &GpuConfig,
) -> anyhow::Result<Box<dyn Workload>> {
    Ok(heddle_workloads::build(name, input, &AppOptions::parse(options)?, config)?)
}

/// Runs the command. A result that contradicts the reference is a failure.
pub fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let config = machine(&args.machine)?;
    if args.wavefront.is_some() && config.tb.source == TbSource::Fcfs {
        bail!("--wavefront draws dependency graphs, which tb.source=fcfs does not keep; add --set tb.source=dats");
    }
    let backends = backends(&args.backend, args.seed, &config)?;
    let file = args.what.ends_with(".ptx") || args.what.ends_with(".toml");
    if file && !args.options.is_empty() {
        bail!("--app belongs to applications, and `{}` is a file", args.what);
    }
    if args.what.ends_with(".ptx") {
        return run_ptx(args, &config, &backends);
    }
    if args.kernel.is_some()
        || !(args.arguments.is_empty() && args.dumps.is_empty() && args.comparisons.is_empty())
    {
        let what = &args.what;
        bail!("--kernel, --arg, --dump and --compare belong to .ptx files, and `{what}` is none");
    }
    if args.what.ends_with(".toml") {
        return run_script(args, &config, &backends);
    }
    Paths::of_run(args).check()?;
    let mut workload = application(&args.what, args.input.as_deref(), &args.options, &config)?;
    finish(simulate(&config, workload.as_mut(), &backends, args)?, args)
}

fn run_ptx(args: &RunArgs, config: &GpuConfig, backends: &Backends) -> anyhow::Result<ExitCode> {
    if args.input.is_some() {
        bail!("--input belongs to applications; give a .ptx kernel its buffers with --arg");
    }
    let mut workload = ptx_file(args)?;
    let mut paths = Paths::of_run(args);
    workload.inputs().iter().for_each(|path| paths.input(path));
    workload.outputs().for_each(|path| paths.output("--dump", path));
    paths.check()?;
    let result = simulate(config, &mut workload, backends, args)?;
    workload.write_dumps().map_err(|e| anyhow!("--dump: {e}"))?;
    finish(result, args)
}

fn run_script(args: &RunArgs, config: &GpuConfig, backends: &Backends) -> anyhow::Result<ExitCode> {
    if args.input.is_some() {
        bail!("--input belongs to applications; a host program names its files in [[buffer]]");
    }
    let mut host_program = HostProgram::read(&args.what)?;
    let mut paths = Paths::of_run(args);
    host_program.inputs().iter().for_each(|path| paths.input(path));
    host_program.outputs().for_each(|path| paths.output("[[dump]]", path));
    paths.check().with_context(|| args.what.clone())?;
    let result = simulate(config, &mut host_program, backends, args);
    let result = result.with_context(|| args.what.clone())?;
    host_program.write_dumps()?;
    finish(result, args)
}

fn finish(result: RunResult, args: &RunArgs) -> anyhow::Result<ExitCode> {
    if args.json {
        output::json(&result)?;
    } else {
        output::emit!("{}", summary(&result));
        if let Some(tables) = account::tables(&result) {
            output::emit!("{tables}");
        }
    }
    if result.verified == Some(false) {
        let difference = result.difference.as_deref().unwrap_or("");
        let refused = runtime_errors(&result).map_or(String::new(), |text| format!("; {text}"));
        eprintln!("heddle: {}: the output is wrong: {difference}{refused}", args.what);
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the device-runtime errors of a run and what to do about the first, if there were any.
fn runtime_errors(result: &RunResult) -> Option<String> {
    let first = result.first_runtime_error?;
    let setting = CudaError::ALL.iter().find(|error| error.name() == first)?.setting();
    let way_out = setting.map_or(String::new(), |key| format!(", raise {key}"));
    Some(format!("{} device-runtime calls failed (first: {first}{way_out})", result.runtime_errors))
}

/// Returns the registers per thread that `--registers` gives.
fn registers(text: &str) -> anyhow::Result<u32> {
    let count = text.parse().ok().filter(|count| (1..=MOST_REGISTERS).contains(count));
    count.ok_or_else(|| {
        anyhow!("--registers {text}: a thread has 1 to {MOST_REGISTERS} registers; give one of these numbers")
    })
}

fn simulate(
    config: &GpuConfig,
    workload: &mut dyn Workload,
    backends: &Backends,
    args: &RunArgs,
) -> anyhow::Result<RunResult> {
    let threads = NonZeroUsize::new(args.threads)
        .ok_or_else(|| anyhow!("--threads 0: a run needs at least one thread; give 1 or more"))?;
    let registers = args.registers.as_deref().map(registers).transpose()?;
    let progress = Progress::new(&args.what);
    let mut tick = |cycle| progress.cycle(cycle);
    let mut printed = Vec::new();
    let mut record = Record::begin(args)?;
    let options = RunOptions {
        progress: Some(&mut tick),
        max_cycles: args.max_cycles,
        zero_outside_reads: args.zero_outside_reads,
        registers,
        threads: Some(threads),
        account: args.account,
        printed: Some(&mut printed),
        timeline: record.timeline.as_mut(),
        occupancy: record.occupancy.as_mut(),
        wavefront: record.wavefront.as_mut(),
        ..RunOptions::default()
    };
    let outcome = gpu::run(config, workload, backends, options);
    record.finish()?;
    // Output before a fault often shows its cause. In a JSON result it is part of the value.
    let text = printed.concat();
    if !text.is_empty() && !args.json {
        output::emit!("{}", text.strip_suffix('\n').unwrap_or(&text));
    }
    let result = outcome?;
    for Warning { kind, count, place } in &result.warnings {
        let (what, count, text) = (&args.what, output::grouped(*count), kind.text());
        let first = match (kind, &result.first_outside_read) {
            (WarningKind::OutsideRead, Some(first)) => format!(": {first}"),
            _ => String::new(),
        };
        eprintln!("heddle: {what}: warning: {count} {text}; the first at {place}{first}");
    }
    Ok(result)
}

fn ptx_file(args: &RunArgs) -> anyhow::Result<PtxFile> {
    let text = heddle_files::read_to_string(&args.what)
        .with_context(|| format!("cannot read {}", args.what))?;
    let program = Program::parse(&args.what, &text)?;
    let kernel = match &args.kernel {
        Some(name) => program.kernel(name).map_err(|e| anyhow!("{}: --kernel: {e}", args.what)),
        None => program.only_kernel().map_err(|e| anyhow!("{}: {e}; use --kernel NAME", args.what)),
    }?;
    let mut file = PtxFile::new(&args.what, text, kernel.name.clone());
    file.grid = parse_dimensions("--grid", &args.grid)?;
    file.block = parse_dimensions("--block", &args.block)?;
    file.shared_bytes = args.shared;
    for (index, argument) in args.arguments.iter().enumerate() {
        file.push_argument(argument).map_err(|e| anyhow!("--arg {index} `{argument}`: {e}"))?;
    }
    for dump in &args.dumps {
        file.push_dump(dump).map_err(|e| anyhow!("--dump `{dump}`: {e}"))?;
    }
    for comparison in &args.comparisons {
        file.push_comparison(comparison).map_err(|e| anyhow!("--compare `{comparison}`: {e}"))?;
    }
    Ok(file)
}

fn parse_dimensions(option: &str, text: &str) -> anyhow::Result<[u32; 3]> {
    let mut dimensions = [1; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        bail!("{option} `{text}` has more than three dimensions");
    }
    for (dimension, part) in dimensions.iter_mut().zip(parts) {
        *dimension = part.trim().parse().ok().filter(|&n| n > 0).ok_or_else(|| {
            anyhow!("{option} `{text}`: `{part}` is not a positive 32-bit number")
        })?;
    }
    Ok(dimensions)
}

/// Prints the result for people.
pub fn summary(result: &RunResult) -> String {
    let number = |value: f64| format!("{value:.3}");
    let rows = [
        ("cycles", output::grouped(result.cycles)),
        ("warp instructions", output::grouped(result.warp_instructions)),
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
        (
            "waiting time (cycles)",
            result.waiting_cycles.map_or("-".into(), |cycles| format!("{cycles:.0}")),
        ),
        ("L1 hit rate", output::percent(result.l1_hit_rate)),
        ("L1 pending-hit rate", output::percent(result.l1_pending_hit_rate)),
        ("constant-cache hit rate", output::percent(result.constant_hit_rate)),
        ("L2 hit rate", output::percent(result.l2_hit_rate)),
        ("DRAM efficiency", output::percent(result.dram_efficiency)),
        ("DRAM bandwidth used", output::percent(result.dram_utilisation)),
        ("DRAM row-hit rate", output::percent(result.row_hit_rate)),
        (
            "memory latency (cycles)",
            result.memory_latency.map_or("-".into(), |cycles| format!("{cycles:.0}")),
        ),
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
