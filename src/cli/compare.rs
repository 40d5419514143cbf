//! `heddle compare`: prints GPGPU-Sim's numbers beside ours.

use super::args::{CompareArgs, Format, MachineArgs};
use super::progress::Progress;
use super::{output, run::machine};
use anyhow::{anyhow, bail};
use heddle_sim::calibration::{
    measure, measure_latencies, peer, references, Reference, OPERATIONS,
};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::RunResult;
use serde::Serialize;
use std::process::ExitCode;

/// A case on a machine.
#[derive(Serialize)]
struct Run {
    case: String,
    machine: String,
    /// GPGPU-Sim's cycles.
    reference: u64,
    /// Our cycles.
    ours: u64,
    /// Ours, divided by GPGPU-Sim's.
    ratio: f64,
    /// What GPGPU-Sim counts.
    peer: Reference,
    thread_instructions: u64,
    warp_instructions: u64,
    l1_accesses: u64,
    l1_hit_rate: Option<f64>,
    l2_accesses: u64,
    l2_hit_rate: Option<f64>,
    dram_reads: u64,
    dram_writes: u64,
}

#[derive(Serialize)]
struct Latency {
    config: String,
    operation: &'static str,
    peer_cycles: f64,
    cycles: f64,
    /// Our cycles, divided by GPGPU-Sim's.
    ratio: f64,
}

/// How far our cycles are from GPGPU-Sim's, over the cases on a machine.
#[derive(Serialize)]
struct Summary {
    machine: String,
    cases: usize,
    /// Mean of |ratio - 1|.
    mean_error: f64,
    /// The largest |ratio - 1|.
    worst_error: f64,
    worst_case: String,
    /// Geometric mean of the ratios.
    bias: f64,
}

#[derive(Serialize)]
struct Report {
    runs: Vec<Run>,
    summaries: Vec<Summary>,
    latencies: Vec<Latency>,
}

/// Runs the command. A different number of instructions is a failure: timing may differ, but not the work.
pub fn run(args: &CompareArgs) -> anyhow::Result<ExitCode> {
    let latencies = peer().latencies;
    let machines: Vec<&str> = latencies.iter().map(|l| l.config.as_str()).collect();
    if let Some(name) = args.config.as_deref().filter(|name| !machines.contains(name)) {
        bail!(
            "there are no numbers of GPGPU-Sim for `{name}`; --config can be {}",
            machines.join(" or ")
        );
    }
    let mut asked = references();
    if let Some(name) = &args.case {
        if !asked.iter().any(|(reference, _)| reference.case == *name) {
            let mut names: Vec<String> = asked.into_iter().map(|(peer, _)| peer.case).collect();
            names.sort();
            names.dedup();
            bail!("there is no case `{name}`; --case can be {}", names.join(", "));
        }
        asked.retain(|(reference, _)| reference.case == *name);
    }
    let on = |machine: &str| args.config.as_deref().is_none_or(|config| config == machine);
    let small =
        |peer: &Reference| args.up_to.is_none_or(|most| peer.size.is_some_and(|n| n <= most));
    asked.retain(|(reference, _)| on(&reference.machine) && small(reference));
    let mut runs = Vec::new();
    let progress = Progress::new("compare");
    for (reference, mut workload) in asked {
        progress.say(&format!("{} on {}", reference.case, reference.machine));
        let result = measure(&preset(&reference.machine, args)?, workload.as_mut())?;
        runs.push(beside(reference, &result)?);
    }
    drop(progress);
    let mut report = Report { summaries: summaries(&machines, &runs), runs, latencies: Vec::new() };
    for peer in latencies.iter().filter(|peer| on(&peer.config) && args.case.is_none()) {
        let ours = measure_latencies(&preset(&peer.config, args)?)?;
        for ((operation, peer_cycles), cycles) in
            OPERATIONS.into_iter().zip(peer.cycles()).zip(ours)
        {
            let (config, ratio) = (peer.config.clone(), cycles / peer_cycles);
            report.latencies.push(Latency { config, operation, peer_cycles, cycles, ratio });
        }
    }
    if output::is_json() {
        output::json(&report)?;
    } else {
        print(&report);
    }
    let different = |run: &&Run| run.thread_instructions != run.peer.thread_instructions;
    let mut differing = report.runs.iter().filter(different).peekable();
    let code = if differing.peek().is_some() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    for Run { case, machine, thread_instructions, peer, .. } in differing {
        eprintln!(
            "heddle: {case} on {machine}: {thread_instructions} thread instructions, GPGPU-Sim has {}",
            peer.thread_instructions
        );
    }
    Ok(code)
}

fn preset(name: &str, args: &CompareArgs) -> anyhow::Result<GpuConfig> {
    machine(&MachineArgs { config: name.to_string(), settings: args.settings.clone() })
}

fn beside(peer: Reference, ours: &RunResult) -> anyhow::Result<Run> {
    if let Some(difference) = &ours.difference {
        return Err(anyhow!("{}: the output is wrong: {difference}", peer.case));
    }
    Ok(Run {
        case: peer.case.clone(),
        machine: peer.machine.clone(),
        reference: peer.cycles,
        ours: ours.cycles,
        ratio: ours.cycles as f64 / peer.cycles as f64,
        peer,
        thread_instructions: ours.thread_instructions,
        warp_instructions: ours.warp_instructions,
        l1_accesses: ours.l1_accesses,
        l1_hit_rate: ours.l1_hit_rate,
        l2_accesses: ours.l2_accesses,
        l2_hit_rate: ours.l2_hit_rate,
        dram_reads: ours.dram_reads,
        dram_writes: ours.dram_writes,
    })
}

fn summaries(machines: &[&str], runs: &[Run]) -> Vec<Summary> {
    let of = |machine: &&str| {
        let runs: Vec<&Run> = runs.iter().filter(|run| run.machine == *machine).collect();
        let error = |run: &&Run| (run.ratio - 1.0).abs();
        let worst = *runs.iter().max_by(|a, b| error(a).total_cmp(&error(b)))?;
        let count = runs.len() as f64;
        Some(Summary {
            machine: (*machine).to_owned(),
            cases: runs.len(),
            mean_error: runs.iter().map(error).sum::<f64>() / count,
            worst_error: error(&worst),
            worst_case: worst.case.clone(),
            bias: (runs.iter().map(|run| run.ratio.ln()).sum::<f64>() / count).exp(),
        })
    };
    machines.iter().filter_map(of).collect()
}

/// What GPGPU-Sim and we count, which is one column for people, and two for programs.
const PAIRS: [&str; 5] = ["L1 accesses", "L1 hits", "L2 accesses", "L2 hits", "DRAM reads"];

fn print(report: &Report) {
    let apart = output::format() == Format::Csv;
    let pair = |[peer, ours]: [String; 2]| match apart {
        true => vec![peer, ours],
        false => vec![format!("{peer} / {ours}")],
    };
    let row = |run: &Run| {
        let peer = &run.peer;
        let equal = run.thread_instructions == peer.thread_instructions;
        let counts = |peer: Option<u64>, ours| {
            [peer.map_or_else(|| "-".to_owned(), output::grouped), output::grouped(ours)]
        };
        let rates = |peer, ours| [output::percent(peer), output::percent(ours)];
        let pairs: [_; PAIRS.len()] = [
            counts(peer.l1_accesses, run.l1_accesses),
            rates(peer.l1_hit_rate, run.l1_hit_rate),
            counts(Some(peer.l2_accesses), run.l2_accesses),
            rates(Some(peer.l2_hit_rate), run.l2_hit_rate),
            counts(peer.dram_reads, run.dram_reads),
        ];
        let row = [
            run.case.clone(),
            run.machine.clone(),
            output::grouped(run.reference),
            output::grouped(run.ours),
            format!("{:.2}", run.ratio),
            if equal { "equal".into() } else { output::grouped(run.thread_instructions) },
        ];
        row.into_iter().chain(pairs.into_iter().flat_map(pair)).collect()
    };
    let header =
        ["case", "config", "GPGPU-Sim cycles", "our cycles", "ratio", "thread instructions"];
    let pairs = PAIRS.iter().flat_map(|what| match apart {
        true => vec![format!("{what}, GPGPU-Sim"), format!("{what}, ours")],
        false if what.ends_with("hits") => vec![(*what).to_owned()],
        false => vec![format!("{what}, GPGPU-Sim / ours")],
    });
    let header: Vec<_> = header.into_iter().map(String::from).chain(pairs).collect();
    let rows: Vec<_> = report.runs.iter().map(row).collect();
    output::show(&output::table(&header, &rows));
    for s in &report.summaries {
        let mean = output::percent(Some(s.mean_error));
        let worst = output::percent(Some(s.worst_error));
        output::note!(
            "{}: {} cases, mean error {mean}, worst {worst} ({}), bias {:.3}",
            s.machine,
            s.cases,
            s.worst_case,
            s.bias
        );
    }
    if report.latencies.is_empty() {
        return;
    }
    let row = |latency: &Latency| {
        let numbers = [latency.peer_cycles, latency.cycles, latency.ratio];
        let numbers = numbers.map(|number| format!("{number:.2}"));
        [vec![latency.operation.to_string(), latency.config.clone()], numbers.to_vec()].concat()
    };
    let rows: Vec<_> = report.latencies.iter().map(row).collect();
    let header = ["cycles per dependent operation", "config", "GPGPU-Sim", "ours", "ratio"];
    output::show(&output::table(&header, &rows));
}
