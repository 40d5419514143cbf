//! `heddle lockstep`: compares circuits and Verilog with the models, for one workload.

use super::args::LockstepArgs;
use super::output;
use super::progress::Progress;
use super::run::{backends, layout, machine};
use super::workload::application;
use anyhow::bail;
use heddle_sim::config::GpuConfig;
use heddle_verif::backends::Backends;
use heddle_verif::lockstep::{every_choice, Comparison, Program};
use heddle_verif::report::failures_dir;
use serde::Serialize;
use std::process::ExitCode;

/// The printed result.
#[derive(Serialize)]
struct Report {
    equal: bool,
    cycles: u64,
    trace_hash: String,
    seed: u32,
    skipped: Vec<String>,
    runs: Vec<Comparison>,
}

/// Runs the command; exit code 1 at a difference.
pub fn run(args: &LockstepArgs) -> anyhow::Result<ExitCode> {
    let mut chosen = args.machine.clone();
    match args.preset.as_str() {
        "paper" => {}
        machine @ ("tiny" | "wide") => chosen.config = machine.into(),
        other => bail!("unknown preset `{other}`; presets are: tiny, paper, wide"),
    }
    let config = machine(&chosen)?;
    let mut skipped = Vec::new();
    let layout = layout(&config)?;
    let mut choices = match &args.backend {
        Some(text) => vec![backends(text, args.seed, &config)?],
        None => {
            let verilator = heddle_gen::verilated::verilator_available();
            if let Err(reason) = &verilator {
                skipped.push(format!("verilated units: {reason}"));
            }
            every_choice(&layout, verilator.is_ok())
        }
    };
    choices.iter_mut().for_each(|backends| backends.seed = args.seed);
    let report = lockstep(args, &config, &choices, skipped)?;
    if output::is_json() {
        output::json(&report)?;
    } else {
        print(&report);
    }
    Ok(if report.equal { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn lockstep(
    args: &LockstepArgs,
    config: &GpuConfig,
    choices: &[Backends],
    skipped: Vec<String>,
) -> anyhow::Result<Report> {
    let build = || {
        let built = application(&args.app, args.input.as_deref(), &args.options, config);
        built.map_err(|error| format!("{error:#}"))
    };
    let (command, failures) = (command(args), failures_dir());
    let program = Program {
        config,
        build: &build,
        command: &command,
        failures: &failures,
        watch: args.watch,
        every_pin: args.every_pin,
    };
    let model = {
        let _progress = Progress::new("all=model");
        program.reference()?
    };
    let mut runs = Vec::new();
    for backends in choices {
        let _progress = Progress::new(backends.to_string());
        runs.push(program.compare(backends, &model)?);
    }
    Ok(Report {
        equal: runs.iter().all(|run| run.equal),
        cycles: model.cycles,
        trace_hash: model.trace_hash,
        seed: args.seed,
        skipped,
        runs,
    })
}

/// Returns the command as it was typed, without the backends.
fn command(args: &LockstepArgs) -> String {
    let mut words = vec!["heddle lockstep".to_string(), args.app.clone()];
    words.extend(args.input.iter().map(|input| format!("--input {input}")));
    words.extend(args.options.iter().map(|option| format!("--app {option}")));
    words.push(format!("--preset {} --config {}", args.preset, args.machine.config));
    words.extend(args.machine.settings.iter().map(|setting| format!("--set {setting}")));
    words.push(format!("--seed {}", args.seed));
    words.join(" ")
}

fn print(report: &Report) {
    let row = |run: &Comparison| {
        let verdict = if run.equal { "equal" } else { "DIFFERENT" };
        let missing = || "-".to_string();
        vec![
            run.backend.clone(),
            verdict.into(),
            run.cycles.map_or_else(missing, output::grouped),
            run.trace_hash.clone().unwrap_or_else(missing),
            run.wall_seconds.map_or_else(missing, |seconds| format!("{seconds:.2}")),
        ]
    };
    let rows: Vec<_> = report.runs.iter().map(row).collect();
    output::show(&output::table(&["backends", "verdict", "cycles", "trace hash", "s"], &rows));
    output::note!(
        "models: {} cycles, trace hash {}; power-up seed {}",
        output::grouped(report.cycles),
        report.trace_hash,
        report.seed
    );
    for skipped in &report.skipped {
        output::note!("skipped: {skipped}");
    }
    for run in &report.runs {
        if let Some(difference) = &run.difference {
            output::note!("{}: {difference}", run.backend);
        }
    }
}
