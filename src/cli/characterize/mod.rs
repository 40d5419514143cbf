//! `heddle characterize`: how much of what child TBs access their parents and siblings access too, and which accesses
//! reuse a line; or what the warps of a TB repeat of each other.

mod depth;
mod plot;
mod redundancy;
mod reuse;

use super::args::CharacterizeArgs;

use super::output;
use super::paths::Paths;
use super::provenance::{Provenance, VERSION_AND_COMMIT};
use super::run::machine;
use super::workload::{carry_out, verdict, Simulation};
use crate::digest;
use heddle_sim::config::LaunchMode;
use heddle_sim::gpu::{self, Footprints, ModelUnits, RunOptions, SharedFootprint};
use heddle_sim::mem::L1Replay;
use heddle_sim::smx::Accesses;
use plot::Plot;
use serde::Serialize;
use std::process::ExitCode;

/// Most characters of a kernel's name in the table.
const NAME: usize = 20;

/// The shared footprint ratios of some parents, and what they are ratios of.
#[derive(Serialize)]
struct Ratios {
    parent_child: Option<f64>,
    child_sibling: Option<f64>,
    parent_parent: Option<f64>,
    parents: u64,
    children: u64,
    parent_lines: u64,
    child_lines: u64,
    shared_lines: u64,
}

/// The ratios of a kernel's TBs at one level.
#[derive(Serialize)]
struct Row {
    level: u32,
    kernel: String,
    #[serde(flatten)]
    ratios: Ratios,
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    of: Provenance<'a>,
    launch: String,
    /// Whether only loads count.
    loads: bool,
    #[serde(flatten)]
    total: Ratios,
    rows: Vec<Row>,
    reuse: Reuse,
    launches: u64,
    cycles: u64,
    trace_hash: &'a str,
    verified: Option<bool>,
}

/// Accesses that reuse.
#[derive(Serialize)]
struct Reuse {
    #[serde(flatten)]
    ratios: reuse::Report,
    #[serde(flatten)]
    depth: depth::Report,
}

impl Ratios {
    fn of(found: &SharedFootprint) -> Self {
        Self {
            parent_child: found.parent_child.value(),
            child_sibling: found.child_sibling.value(),
            parent_parent: found.parent_parent.value(),
            parents: found.parents,
            children: found.children,
            parent_lines: found.parent_lines,
            child_lines: found.child_lines,
            shared_lines: found.shared_lines,
        }
    }
}

/// Runs the command. A result that contradicts the reference is a failure.
pub fn run(args: &CharacterizeArgs) -> anyhow::Result<ExitCode> {
    if args.redundancy {
        return redundancy::run(args);
    }
    let workload = &args.workload;
    let config = machine(&workload.machine)?;
    let accesses = if args.loads { Accesses::Loads } else { Accesses::All };
    let mut footprints = Footprints::of(accesses).in_depth(&config);
    let mut l1_replay = args.optimal_l1.then(L1Replay::default);
    let mut paths = Paths::of_workload(workload);
    let mut plot = None;
    let mut kernels = String::new();
    args.plot.iter().for_each(|path| paths.output("--plot", path));
    let result = carry_out(workload, &config, paths, |built| {
        kernels = digest::of(built.ptx());
        let mut simulation = Simulation::new(workload)?;
        // Before the run, so that a long one does not end with a file that cannot be written.
        plot = args.plot.as_deref().map(Plot::create).transpose()?;
        let options = RunOptions {
            footprints: Some(&mut footprints),
            l1_replay: l1_replay.as_mut(),
            ..simulation.options()
        };
        let outcome = gpu::run(&config, built, &ModelUnits, options);
        simulation.end(outcome)
    })?;
    let row = |(level, kernel, found): (u32, &str, &SharedFootprint)| {
        (found.parents > 0).then(|| Row { level, kernel: kernel.into(), ratios: Ratios::of(found) })
    };
    let report = Report {
        of: Provenance::new(workload, &config, kernels, "all=model", None),
        launch: config.kernel.launch.to_string(),
        loads: args.loads,
        total: Ratios::of(&footprints.total()),
        rows: footprints.rows().filter_map(row).collect(),
        reuse: Reuse {
            ratios: reuse::Report::of(footprints.reuse()),
            depth: depth::Report::of(&footprints, result.monitor.is_some(), l1_replay.as_ref()),
        },
        launches: result.launches,
        cycles: result.cycles,
        trace_hash: &result.trace_hash,
        verified: result.verified,
    };
    if let Some(plot) = plot {
        plot.write(&title(&report), notes(&report), &footprints)?;
    }
    if output::is_json() {
        output::json(&report)?;
        return Ok(verdict(workload, &result));
    }
    match report.rows.is_empty() {
        true => output::note!("{}", no_ratio(&report, config.kernel.launch)),
        false => output::show(&table(&report)),
    }
    output::show(&report.reuse.ratios.table());
    report.reuse.depth.print();
    Ok(verdict(workload, &result))
}

/// The title of the chart.
fn title(report: &Report) -> String {
    [Some(report.of.workload), report.of.input].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What ran, below the chart.
fn notes(report: &Report) -> Vec<String> {
    let Report { of, launch, launches, cycles, .. } = report;
    let counted = if report.loads { "loads only" } else { "loads, stores and atomics" };
    let machine = of.machine;
    vec![
        format!("On {machine} by {launch}: {launches} launches in {cycles} cycles. Counted are {counted}."),
        format!("Heddle {VERSION_AND_COMMIT}."),
    ]
}

/// Says that there is no ratio, and what the machine has to do with it.
fn no_ratio(report: &Report, launch: LaunchMode) -> String {
    let why = match launch {
        LaunchMode::Flat => "; kernel.launch is flat, and only with cdp or dtbl can a TB launch",
        LaunchMode::Cdp | LaunchMode::Dtbl => "",
    };
    format!(
        "{}: no TB launched another, so there is no shared footprint ratio{why}",
        report.of.workload
    )
}

fn table(report: &Report) -> String {
    let header = [
        "level, kernel",
        "parents",
        "children",
        "parent-\nchild",
        "child-\nsibling",
        "parent-\nparent",
    ];
    let row = |name: String, ratios: &Ratios| {
        vec![
            name,
            output::grouped(ratios.parents),
            output::grouped(ratios.children),
            output::percent(ratios.parent_child),
            output::percent(ratios.child_sibling),
            output::percent(ratios.parent_parent),
        ]
    };
    let mut rows: Vec<Vec<String>> = report
        .rows
        .iter()
        .map(|Row { level, kernel, ratios }| {
            row(format!("{level} {}", output::shortened(kernel, NAME)), ratios)
        })
        .collect();
    let all = if report.loads { "all, lines loaded" } else { "all" };
    rows.push(row(all.into(), &report.total));
    output::table(&header, &rows)
}
