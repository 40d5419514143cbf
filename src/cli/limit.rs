//! `heddle limit`: the limit study of LASER. A first run records what every TB accesses, and three more know it: the choice
//! of the next kernel, the SMX of each TB as well, and which warps take turns as well.

use super::args::LimitArgs;
use super::output;
use super::paths::Paths;
use super::provenance::Provenance;
use super::run::machine;
use super::workload::{carry_out, verdict, Simulation};
use crate::digest;
use anyhow::bail;
use heddle_sim::gpu::{
    self, check_limit, run_limit, LimitCounts, LimitLevel, LimitStudy, ModelUnits, ReuseProfile,
    RunOptions, RunResult,
};
use serde::Serialize;
use std::process::ExitCode;
use std::sync::Arc;

/// The schedulers that know what is reused, as the paper calls them.
const LEVELS: [(&str, LimitLevel); 3] = [
    ("kernel", LimitLevel::Kernel),
    ("kernel+wg", LimitLevel::Tb),
    ("kernel+wg+wavefront", LimitLevel::Warp),
];

/// A run, beside the first.
#[derive(Serialize)]
struct Row {
    schedulers: &'static str,
    cycles: u64,
    /// Cycles of the first run, divided by these.
    speedup: f64,
    l1_hit_rate: Option<f64>,
    l2_hit_rate: Option<f64>,
    children_on_parent_smx: Option<f64>,
    /// Kernels that TBs launched; of those, how many the first run did not launch.
    launches: u64,
    unknown_launches: u64,
    /// Kernels that were chosen because they reuse lines of one that ran.
    chosen_by_reuse: u64,
    /// TBs that joined the chain of another, of all that were placed.
    chained_tbs: Option<f64>,
    trace_hash: String,
    verified: Option<bool>,
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    of: Provenance<'a>,
    rows: Vec<Row>,
}

/// Runs the command. A result that contradicts the reference is a failure, and no further run is made.
pub fn run(args: &LimitArgs) -> anyhow::Result<ExitCode> {
    let workload = &args.workload;
    let config = machine(&workload.machine)?;
    check_limit(&config)?;
    if args.backend != "model" {
        bail!(
            "--backend {}: the limit study has no circuit, as none can know what will be reused; it runs on models only",
            args.backend
        );
    }
    let paths = || Paths::of_workload(workload);
    let mut profile = ReuseProfile::default();
    let mut kernels = String::new();
    let first = carry_out(workload, &config, paths(), |built| {
        kernels = digest::of(built.ptx());
        let mut simulation = Simulation::new(workload)?;
        let options = RunOptions { profile: Some(&mut profile), ..simulation.options() };
        let outcome = gpu::run(&config, built, &ModelUnits, options);
        simulation.end(outcome)
    })?;
    let profile = Arc::new(profile);
    let mut code = verdict(workload, &first);
    let mut rows = vec![row("baseline", first.cycles, &first, LimitCounts::default())];
    for (schedulers, level) in LEVELS {
        if code != ExitCode::SUCCESS {
            break;
        }
        let counts = LimitCounts::default();
        let mut study = LimitStudy { level, profile: profile.clone(), counts };
        let result = carry_out(workload, &config, paths(), |built| {
            let mut simulation = Simulation::new(workload)?;
            let outcome = run_limit(&config, built, &mut study, simulation.options());
            simulation.end(outcome)
        })?;
        code = verdict(workload, &result);
        rows.push(row(schedulers, first.cycles, &result, study.counts));
    }
    let report =
        Report { of: Provenance::new(workload, &config, kernels, &args.backend, None), rows };
    if output::is_json() {
        output::json(&report)?;
    } else {
        output::show(&table(&report));
    }
    Ok(code)
}

fn row(schedulers: &'static str, first: u64, result: &RunResult, counts: LimitCounts) -> Row {
    Row {
        schedulers,
        cycles: result.cycles,
        speedup: first as f64 / result.cycles as f64,
        l1_hit_rate: result.l1_hit_rate,
        l2_hit_rate: result.l2_hit_rate,
        children_on_parent_smx: result.children_on_parent_smx,
        launches: result.launches,
        unknown_launches: counts.unknown,
        chosen_by_reuse: counts.by_reuse,
        chained_tbs: (counts.placed > 0).then(|| counts.chained as f64 / counts.placed as f64),
        trace_hash: result.trace_hash.clone(),
        verified: result.verified,
    }
}

fn table(report: &Report) -> String {
    let header = [
        "schedulers that know",
        "cycles",
        "speedup",
        "L1 hits",
        "children on\nparent's SMX",
        "chosen\nby reuse",
        "TBs in chains\nof others",
        "unknown\nlaunches",
        "output",
    ];
    let row = |row: &Row| {
        vec![
            row.schedulers.to_string(),
            output::grouped(row.cycles),
            format!("{:.3}", row.speedup),
            output::percent(row.l1_hit_rate),
            output::percent(row.children_on_parent_smx),
            output::grouped(row.chosen_by_reuse),
            output::percent(row.chained_tbs),
            output::grouped(row.unknown_launches),
            row.verified.map_or("-", |right| if right { "right" } else { "wrong" }).to_string(),
        ]
    };
    let rows: Vec<Vec<String>> = report.rows.iter().map(row).collect();
    output::table(&header, &rows)
}
