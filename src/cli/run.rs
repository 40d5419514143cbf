//! `heddle run`: one workload, one result.

use super::args::{MachineArgs, RunArgs};
use super::output;
use super::progress::Progress;
use anyhow::{anyhow, bail, Context};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, RunOptions, RunResult};
use heddle_sim::workloads::{self, PtxFile, Workload};
use heddle_verif::backends::Backends;
use std::path::Path;
use std::process::ExitCode;

/// The machine that was asked for.
pub fn machine(args: &MachineArgs) -> anyhow::Result<GpuConfig> {
    let mut config = GpuConfig::preset(&args.config)?;
    for setting in &args.settings {
        let (key, value) = setting
            .split_once('=')
            .ok_or_else(|| anyhow!("setting `{setting}` is not of the form KEY=VALUE"))?;
        config.set(key, value)?;
    }
    Ok(config)
}

/// The application `name`, in the form the machine launches kernels.
pub fn application(
    name: &str,
    input: Option<&str>,
    config: &GpuConfig,
) -> anyhow::Result<Box<dyn Workload>> {
    Ok(workloads::build(name, input, config.kernel.launch)?)
}

/// Runs the command. A result that contradicts the reference is a failure.
pub fn run(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let config = machine(&args.machine)?;
    let mut backends = Backends::parse(&args.backend).map_err(|e| anyhow!(e))?;
    backends.seed = args.seed;
    if !args.what.ends_with(".ptx") {
        if args.kernel.is_some() || !args.arguments.is_empty() || !args.dumps.is_empty() {
            bail!("--kernel, --arg and --dump belong to .ptx files, and `{}` is none", args.what);
        }
        let mut workload = application(&args.what, args.input.as_deref(), &config)?;
        return finish(simulate(&config, workload.as_mut(), &backends, args)?, args);
    }
    if args.input.is_some() {
        bail!("--input belongs to applications; give a .ptx kernel its buffers with --arg");
    }
    let mut workload = ptx_file(args)?;
    let dumps = args.dumps.iter().map(|dump| parse_dump(dump, &workload, args.arguments.len()));
    let dumps = dumps.collect::<anyhow::Result<Vec<_>>>()?;
    let result = simulate(&config, &mut workload, &backends, args)?;
    for (index, path) in dumps {
        std::fs::write(path, workload.output(index).unwrap_or_default())
            .with_context(|| format!("cannot write {path}"))?;
    }
    finish(result, args)
}

fn finish(result: RunResult, args: &RunArgs) -> anyhow::Result<ExitCode> {
    if args.json {
        output::json(&result)?;
    } else {
        output::emit!("{}", summary(&result));
    }
    if result.verified == Some(false) {
        let difference = result.difference.as_deref().unwrap_or("");
        eprintln!("heddle: {}: the output differs from the CPU reference: {difference}", args.what);
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn simulate(
    config: &GpuConfig,
    workload: &mut dyn Workload,
    backends: &Backends,
    args: &RunArgs,
) -> anyhow::Result<RunResult> {
    let progress = Progress::new(&args.what);
    let mut tick = |cycle| progress.cycle(cycle);
    let options = RunOptions {
        progress: Some(&mut tick),
        max_cycles: args.max_cycles,
        ..RunOptions::default()
    };
    Ok(gpu::run(config, workload, backends, options)?)
}

fn ptx_file(args: &RunArgs) -> anyhow::Result<PtxFile> {
    let text = std::fs::read_to_string(&args.what)
        .with_context(|| format!("cannot read {}", args.what))?;
    let kernel = args
        .kernel
        .clone()
        .ok_or_else(|| anyhow!("name the kernel of {} with --kernel NAME", args.what))?;
    let mut file = PtxFile::new(&args.what, text, kernel);
    file.grid = parse_dimensions("--grid", &args.grid)?;
    file.block = parse_dimensions("--block", &args.block)?;
    file.shared_bytes = args.shared;
    for (index, argument) in args.arguments.iter().enumerate() {
        file.push_argument(argument).map_err(|e| anyhow!("--arg {index} `{argument}`: {e}"))?;
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

/// Refuses now what would only fail after a long run.
fn parse_dump<'a>(
    text: &'a str,
    workload: &PtxFile,
    arguments: usize,
) -> anyhow::Result<(usize, &'a str)> {
    let form = || anyhow!("--dump `{text}` is not of the form INDEX:PATH");
    let (index, path) = text.split_once(':').ok_or_else(form)?;
    let index: usize = index.parse().map_err(|_| form())?;
    if index >= arguments {
        bail!("--dump {index}: there are only {arguments} arguments, counted from 0");
    }
    if !workload.is_buffer(index) {
        bail!("--dump {index}: argument {index} is not a buffer");
    }
    let dir = Path::new(path).parent().filter(|dir| !dir.as_os_str().is_empty());
    if path.is_empty() || Path::new(path).is_dir() || dir.is_some_and(|dir| !dir.is_dir()) {
        bail!("--dump `{text}`: cannot write to `{path}`; give a file in a directory that exists");
    }
    Ok((index, path))
}

/// The result for people.
pub fn summary(result: &RunResult) -> String {
    let number = |value: f64| format!("{value:.3}");
    let rows = [
        ("cycles", output::grouped(result.cycles)),
        ("warp instructions", output::grouped(result.warp_instructions)),
        ("thread instructions", output::grouped(result.thread_instructions)),
        ("IPC (thread instructions per cycle)", number(result.ipc)),
        ("warp activity", output::percent(Some(result.warp_activity))),
        ("occupancy", output::percent(Some(result.occupancy))),
        ("device launches", output::grouped(result.launches)),
        ("KDE hit rate", output::percent(result.kde_hit_rate)),
        ("AGT hit rate", output::percent(result.agt_hit_rate)),
        (
            "waiting time (cycles)",
            result.waiting_cycles.map_or("-".into(), |cycles| format!("{cycles:.0}")),
        ),
        ("L1 hit rate", output::percent(result.l1_hit_rate)),
        ("L2 hit rate", output::percent(result.l2_hit_rate)),
        ("trace hash", result.trace_hash.clone()),
        (
            "output",
            match result.verified {
                Some(true) => "agrees with the CPU reference".into(),
                Some(false) => "DIFFERS from the CPU reference".into(),
                None => "no reference to compare with".into(),
            },
        ),
        ("simulation (s)", number(result.wall_seconds)),
    ];
    let rows: Vec<Vec<String>> =
        rows.into_iter().map(|(name, value)| vec![name.to_string(), value]).collect();
    output::table(&["measure", "value"], &rows)
}
