//! `heddle compare`: prints GPGPU-Sim's numbers beside ours.

use super::args::{CompareArgs, MachineArgs};
use super::{output, run::machine};
use anyhow::{anyhow, bail};
use heddle_sim::calibration::{measure, measure_latencies, peer, PeerRun, OPERATIONS};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::RunResult;
use serde::Serialize;
use std::process::ExitCode;

#[derive(Serialize)]
struct Run {
    peer: PeerRun,
    cycles: u64,
    /// Our cycles, divided by GPGPU-Sim's.
    ratio: f64,
    thread_instructions: u64,
    l1_accesses: u64,
    l1_hit_rate: Option<f64>,
    l2_accesses: u64,
    l2_hit_rate: Option<f64>,
    dram_reads: u64,
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

#[derive(Serialize)]
struct Report {
    runs: Vec<Run>,
    latencies: Vec<Latency>,
}

/// Runs the command. A different number of thread instructions is a failure: timing may differ, but
/// not the work.
pub fn run(args: &CompareArgs) -> anyhow::Result<ExitCode> {
    let peer = peer();
    let machines: Vec<&str> = peer.latencies.iter().map(|l| l.config.as_str()).collect();
    if let Some(name) = args.config.as_deref().filter(|name| !machines.contains(name)) {
        bail!(
            "there are no numbers of GPGPU-Sim for `{name}`; --config can be {}",
            machines.join(" or ")
        );
    }
    let asked = |name: &str| args.config.as_deref().is_none_or(|config| config == name);
    let mut report = Report { runs: Vec::new(), latencies: Vec::new() };
    for peer in peer.runs {
        if asked(&peer.config) && args.up_to.is_none_or(|most| peer.size <= most) {
            let result = measure(&preset(&peer.config, args)?, &peer)?;
            report.runs.push(beside(peer, &result)?);
        }
    }
    for peer in peer.latencies.iter().filter(|peer| asked(&peer.config)) {
        let ours = measure_latencies(&preset(&peer.config, args)?)?;
        for ((operation, peer_cycles), cycles) in
            OPERATIONS.into_iter().zip(peer.cycles()).zip(ours)
        {
            let (config, ratio) = (peer.config.clone(), cycles / peer_cycles);
            report.latencies.push(Latency { config, operation, peer_cycles, cycles, ratio });
        }
    }
    if args.json {
        output::json(&report)?;
    } else {
        print(&report);
    }
    let different = |run: &&Run| run.thread_instructions != run.peer.thread_instructions;
    let Some(run) = report.runs.iter().find(different) else { return Ok(ExitCode::SUCCESS) };
    let (name, size, config) = (run.peer.kernel.name(), run.peer.size, &run.peer.config);
    let (ours, peer) = (run.thread_instructions, run.peer.thread_instructions);
    eprintln!(
        "heddle: {name} {size} on {config}: {ours} thread instructions, GPGPU-Sim has {peer}"
    );
    Ok(ExitCode::FAILURE)
}

fn preset(name: &str, args: &CompareArgs) -> anyhow::Result<GpuConfig> {
    machine(&MachineArgs { config: name.to_string(), settings: args.settings.clone() })
}

fn beside(peer: PeerRun, ours: &RunResult) -> anyhow::Result<Run> {
    if let Some(difference) = &ours.difference {
        return Err(anyhow!(
            "{} {}: the output is wrong: {difference}",
            peer.kernel.name(),
            peer.size
        ));
    }
    let ratio = ours.cycles as f64 / peer.cycles as f64;
    Ok(Run {
        peer,
        cycles: ours.cycles,
        ratio,
        thread_instructions: ours.thread_instructions,
        l1_accesses: ours.l1_accesses,
        l1_hit_rate: ours.l1_hit_rate,
        l2_accesses: ours.l2_accesses,
        l2_hit_rate: ours.l2_hit_rate,
        dram_reads: ours.dram_reads,
    })
}

fn print(report: &Report) {
    let pair = |peer: Option<String>, ours: String| match peer {
        Some(peer) => format!("{peer} / {ours}"),
        None => format!("- / {ours}"),
    };
    let row = |run: &Run| {
        let peer = &run.peer;
        let equal = run.thread_instructions == peer.thread_instructions;
        let hits = |peer: Option<f64>, ours| {
            pair(peer.map(|rate| output::percent(Some(rate))), output::percent(ours))
        };
        vec![
            format!("{} {}", peer.kernel.name(), peer.size),
            peer.config.clone(),
            output::grouped(peer.cycles),
            output::grouped(run.cycles),
            format!("{:.2}", run.ratio),
            if equal { "equal".into() } else { output::grouped(run.thread_instructions) },
            pair(peer.l1_accesses.map(output::grouped), output::grouped(run.l1_accesses)),
            hits(peer.l1_hit_rate, run.l1_hit_rate),
            pair(Some(output::grouped(peer.l2_accesses)), output::grouped(run.l2_accesses)),
            hits(Some(peer.l2_hit_rate), run.l2_hit_rate),
        ]
    };
    let header = [
        "kernel",
        "config",
        "GPGPU-Sim cycles",
        "our cycles",
        "ratio",
        "thread instructions",
        "L1 accesses, GPGPU-Sim / ours",
        "L1 hits",
        "L2 accesses, GPGPU-Sim / ours",
        "L2 hits",
    ];
    let rows: Vec<_> = report.runs.iter().map(row).collect();
    output::emit!("{}", output::table(&header, &rows));
    let row = |latency: &Latency| {
        let numbers = [latency.peer_cycles, latency.cycles, latency.ratio];
        let numbers = numbers.map(|number| format!("{number:.2}"));
        [vec![latency.operation.to_string(), latency.config.clone()], numbers.to_vec()].concat()
    };
    let rows: Vec<_> = report.latencies.iter().map(row).collect();
    let header = ["cycles per dependent operation", "config", "GPGPU-Sim", "ours", "ratio"];
    output::emit!("{}", output::table(&header, &rows));
}
