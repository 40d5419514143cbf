//! A workload that the command line names: built, run as its options say, and checked.

use super::args::{Format, WorkloadArgs};
use super::paths::Paths;
use super::progress::Progress;
use super::{hang, output};
use anyhow::{anyhow, bail, Context};
use heddle_sim::config::GpuConfig;
use heddle_sim::exec::{Warning, WarningKind};
use heddle_sim::gpu::{RunError, RunOptions, RunResult};
use heddle_sim::host::Workload;
use heddle_sim::ptx::{Program, MOST_REGISTERS};
use heddle_sim::runtime::CudaError;
use heddle_workloads::{AppOptions, HostProgram, PtxFile};
use std::num::NonZeroUsize;
use std::process::ExitCode;

/// The application `name` with options written as `KEY=VALUE`, in the form the machine launches kernels.
pub fn application(
    name: &str,
    input: Option<&str>,
    options: &[String],
    config: &GpuConfig,
) -> anyhow::Result<Box<dyn Workload>> {
    Ok(heddle_workloads::build(name, input, &AppOptions::parse(options)?, config)?)
}

/// Builds the workload, lets `run` run it, and writes what its options say. `paths` are those of the command.
pub fn carry_out(
    args: &WorkloadArgs,
    config: &GpuConfig,
    mut paths: Paths,
    run: impl FnOnce(&mut dyn Workload) -> anyhow::Result<RunResult>,
) -> anyhow::Result<RunResult> {
    let what = &args.what;
    let (is_ptx, is_script) = (what.ends_with(".ptx"), what.ends_with(".toml"));
    if (is_ptx || is_script) && !args.options.is_empty() {
        bail!("--app belongs to applications, and `{what}` is a file");
    }
    if is_ptx {
        return carry_out_ptx(args, paths, run);
    }
    if args.kernel.is_some()
        || !(args.arguments.is_empty() && args.dumps.is_empty() && args.comparisons.is_empty())
    {
        bail!("--kernel, --arg, --dump and --compare belong to .ptx files, and `{what}` is none");
    }
    if !is_script {
        paths.check()?;
        let input = args.input.as_deref();
        return run(application(what, input, &args.options, config)?.as_mut());
    }
    if args.input.is_some() {
        bail!("--input belongs to applications; a host program names its files in [[buffer]]");
    }
    let mut host_program = HostProgram::read(what)?;
    host_program.inputs().iter().for_each(|path| paths.input(path));
    host_program.outputs().for_each(|path| paths.output("[[dump]]", path));
    paths.check().with_context(|| what.clone())?;
    let result = run(&mut host_program).with_context(|| what.clone())?;
    host_program.write_dumps()?;
    Ok(result)
}

fn carry_out_ptx(
    args: &WorkloadArgs,
    mut paths: Paths,
    run: impl FnOnce(&mut dyn Workload) -> anyhow::Result<RunResult>,
) -> anyhow::Result<RunResult> {
    if args.input.is_some() {
        bail!("--input belongs to applications; give a .ptx kernel its buffers with --arg");
    }
    let mut workload = ptx_file(args)?;
    workload.inputs().iter().for_each(|path| paths.input(path));
    workload.outputs().for_each(|path| paths.output("--dump", path));
    paths.check()?;
    let result = run(&mut workload)?;
    workload.write_dumps().map_err(|e| anyhow!("--dump: {e}"))?;
    Ok(result)
}

fn ptx_file(args: &WorkloadArgs) -> anyhow::Result<PtxFile> {
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

/// Reads up to three dimensions; those that are left out are 1.
pub fn parse_dimensions(option: &str, text: &str) -> anyhow::Result<[u32; 3]> {
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

/// One simulation of a workload as its options say. It shows the progress, and then what kernels printed and the
/// warnings.
pub struct Simulation<'a> {
    args: &'a WorkloadArgs,
    threads: NonZeroUsize,
    registers: Option<u32>,
    tick: Box<dyn FnMut(u64)>,
    printed: Vec<String>,
}

impl<'a> Simulation<'a> {
    /// Checks the options.
    pub fn new(args: &'a WorkloadArgs) -> anyhow::Result<Self> {
        let threads = NonZeroUsize::new(args.threads).ok_or_else(|| {
            anyhow!("--threads 0: a run needs at least one thread; give 1 or more")
        })?;
        let registers = args.registers.as_deref().map(registers).transpose()?;
        let progress = Progress::new(&args.what);
        let tick = Box::new(move |cycle| progress.cycle(cycle));
        Ok(Self { args, threads, registers, tick, printed: Vec::new() })
    }

    /// The options of the run, without recorders.
    pub fn options(&mut self) -> RunOptions<'_> {
        RunOptions {
            progress: Some(&mut *self.tick),
            max_cycles: self.args.max_cycles,
            zero_outside_reads: self.args.zero_outside_reads,
            registers: self.registers,
            threads: Some(self.threads),
            printed: Some(&mut self.printed),
            ..RunOptions::default()
        }
    }

    /// Prints what kernels printed, and the warnings. Returns the result. Of a run that came to a stop, the explanation takes
    /// its place in JSON.
    pub fn end(self, outcome: Result<RunResult, RunError>) -> anyhow::Result<RunResult> {
        let Self { args, tick, printed, .. } = self;
        drop(tick);
        // Output before a fault often shows its cause. In a JSON result it is part of the value.
        let text = printed.concat();
        let text = text.strip_suffix('\n').unwrap_or(&text);
        match output::format() {
            _ if printed.is_empty() => {}
            Format::Json => {}
            Format::Table => output::emit!("{text}"),
            Format::Csv | Format::Markdown => eprintln!("{text}"),
        }
        if let (Err(error), true) = (&outcome, output::is_json()) {
            hang::json(error)?;
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
}

/// Returns the registers per thread that `--registers` gives.
fn registers(text: &str) -> anyhow::Result<u32> {
    let count = text.parse().ok().filter(|count| (1..=MOST_REGISTERS).contains(count));
    count.ok_or_else(|| {
        anyhow!("--registers {text}: a thread has 1 to {MOST_REGISTERS} registers; give one of these numbers")
    })
}

/// A result that contradicts the reference is a failure, which is said on standard error.
pub fn verdict(args: &WorkloadArgs, result: &RunResult) -> ExitCode {
    if result.verified != Some(false) {
        return ExitCode::SUCCESS;
    }
    let difference = result.difference.as_deref().unwrap_or("");
    let refused = runtime_errors(result).map_or(String::new(), |text| format!("; {text}"));
    eprintln!("heddle: {}: the output is wrong: {difference}{refused}", args.what);
    ExitCode::FAILURE
}

/// Returns the device-runtime errors of a run and what to do about the first, if there were any.
fn runtime_errors(result: &RunResult) -> Option<String> {
    let first = result.first_runtime_error?;
    let setting = CudaError::ALL.iter().find(|error| error.name() == first)?.setting();
    let way_out = setting.map_or(String::new(), |key| format!(", raise {key}"));
    Some(format!("{} device-runtime calls failed (first: {first}{way_out})", result.runtime_errors))
}
