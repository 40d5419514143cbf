//! `heddle characterize --redundancy`: what the warps of TBs repeat of each other, by kernel.

use super::super::args::CharacterizeArgs;
use super::super::output;
use super::super::paths::Paths;
use super::super::provenance::Provenance;
use super::super::run::machine;
use super::super::workload::{carry_out, verdict, Simulation};
use super::NAME;
use crate::digest;
use anyhow::bail;
use heddle_sim::config::Frontend;
use heddle_sim::exec::RedundancyCounts;
use heddle_sim::gpu::{self, ModelUnits, RedundancyCensus, RunOptions};
use serde::Serialize;
use std::process::ExitCode;

/// Shares of the warp instructions of a kernel, or of all.
#[derive(Serialize)]
struct Shares {
    /// Repeated by the warps of a TB.
    redundant: Option<f64>,
    /// Of these, those that read one value in all lanes; a base and a stride; neither.
    uniform: Option<f64>,
    affine: Option<f64>,
    unstructured: Option<f64>,
    /// Executed with some lanes inactive.
    inactive: Option<f64>,
    /// Marked by the compiler pass, and executed with all lanes.
    marked: Option<f64>,
    /// Marked, and executed by another warp before: what DARSIE can skip at most.
    skippable: Option<f64>,
}

impl Shares {
    fn of(counts: &RedundancyCounts) -> Self {
        let share =
            |part: u64| (counts.instructions > 0).then(|| part as f64 / counts.instructions as f64);
        Self {
            redundant: share(counts.redundant()),
            uniform: share(counts.uniform),
            affine: share(counts.affine),
            unstructured: share(counts.unstructured),
            inactive: share(counts.inactive),
            marked: share(counts.marked),
            skippable: share(counts.repeated),
        }
    }
}

/// A kernel in TBs of one shape.
#[derive(Serialize)]
struct Row {
    kernel: String,
    block: [u32; 3],
    tbs: u64,
    instructions: u64,
    #[serde(flatten)]
    shares: Shares,
}

#[derive(Serialize)]
struct Redundancy {
    instructions: u64,
    #[serde(flatten)]
    shares: Shares,
    kernels: Vec<Row>,
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    of: Provenance<'a>,
    redundancy: Redundancy,
    cycles: u64,
    trace_hash: &'a str,
    verified: Option<bool>,
}

/// Runs the command. A result that contradicts the reference is a failure.
pub fn run(args: &CharacterizeArgs) -> anyhow::Result<ExitCode> {
    let workload = &args.workload;
    let config = machine(&workload.machine)?;
    if config.frontend != Frontend::Base {
        bail!(
            "--redundancy counts what warps execute, and they skip some of it unless frontend is base; leave out --set frontend"
        );
    }
    let mut census = RedundancyCensus::default();
    let mut kernels = String::new();
    let result = carry_out(workload, &config, Paths::of_workload(workload), |built| {
        kernels = digest::of(built.ptx());
        let mut simulation = Simulation::new(workload)?;
        let options = RunOptions { redundancy: Some(&mut census), ..simulation.options() };
        let outcome = gpu::run(&config, built, &ModelUnits, options);
        simulation.end(outcome)
    })?;
    let rows = census.kernels().map(|row| Row {
        kernel: row.kernel.clone(),
        block: row.block,
        tbs: row.tbs,
        instructions: row.counts.instructions,
        shares: Shares::of(&row.counts),
    });
    let total = census.total();
    let report = Report {
        of: Provenance::new(workload, &config, kernels, "all=model", None),
        redundancy: Redundancy {
            instructions: total.instructions,
            shares: Shares::of(&total),
            kernels: rows.collect(),
        },
        cycles: result.cycles,
        trace_hash: &result.trace_hash,
        verified: result.verified,
    };
    match output::is_json() {
        true => output::json(&report)?,
        false => output::show(&report.redundancy.table()),
    }
    Ok(verdict(workload, &result))
}

impl Redundancy {
    fn table(&self) -> String {
        let header = [
            "kernel",
            "TB",
            "warp\ninstructions",
            "redun-\ndant",
            "uniform",
            "affine",
            "unstruc-\ntured",
            "skip-\npable",
        ];
        let row = |name: String, tb: String, instructions: u64, shares: &Shares| {
            let Shares { redundant, uniform, affine, unstructured, skippable, .. } = shares;
            let mut row = vec![name, tb, output::grouped(instructions)];
            let shares = [redundant, uniform, affine, unstructured, skippable];
            row.extend(shares.map(|share| output::percent(*share)));
            row
        };
        let rows = self.kernels.iter().map(|kernel| {
            let [x, y, z] = kernel.block;
            let tb = if z > 1 { format!("{x}x{y}x{z}") } else { format!("{x}x{y}") };
            let name = output::shortened(&kernel.kernel, NAME);
            row(name, tb, kernel.instructions, &kernel.shares)
        });
        let mut rows: Vec<_> = rows.collect();
        rows.push(row("all".into(), String::new(), self.instructions, &self.shares));
        output::table(&header, &rows)
    }
}
