//! `heddle sweep`: runs a study, here or on a cluster, and says what came of it.

mod slurm;
mod status;

use super::args::{MergeArgs, Place, StudyArgs, SweepAction, SweepArgs, TaskArgs};
use super::output;
use super::progress::Bar;
use crate::results::Scalar;
use crate::runs::{run_all, Outcome, Run, SIMULATOR};
use crate::sweep::slurm::points_of;
use crate::sweep::{Axis, Folder, Planned, Plot, Point, Row, Study, StudyFile, Table};
use anyhow::{bail, Context};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;
use std::thread::available_parallelism;

/// Measures in the table on the terminal, besides the axes.
const SHOWN: [&str; 4] = ["cycles", "ipc", "l1_hit_rate", "verified"];
/// Most rows of the table on the terminal, and failures that are told.
const ROWS: usize = 40;
const FAILURES: usize = 8;

/// Runs the command. A study is a success if every point is done.
pub fn run(args: &SweepArgs) -> anyhow::Result<ExitCode> {
    match &args.action {
        Some(SweepAction::Status(args)) => status::run(args),
        Some(SweepAction::Merge(args)) => merge(args),
        Some(SweepAction::Task(args)) => task(args),
        None => carry_out(&args.study),
    }
}

fn carry_out(args: &StudyArgs) -> anyhow::Result<ExitCode> {
    // Only a subcommand may leave them out.
    let (Some(what), Some(out)) = (&args.what, &args.out) else {
        bail!("nothing to sweep is named; `heddle sweep --help` has examples")
    };
    let study = study(what, args)?;
    let plots = plots(&args.plot, &study)?;
    if let Some(Place::Slurm) = args.on {
        return slurm::submit(args, out, &study);
    }
    slurm::refuse_twice(out)?;
    let folder = Folder::open(out, &study)?;
    let jobs = args.jobs.or_else(|| available_parallelism().ok()).map_or(1, |jobs| jobs.get());
    let outcomes = run_here(&study.points, &folder, jobs)?;
    let outcomes = study.points.iter().zip(outcomes).collect();
    finish(out, &folder, &study, outcomes, &plots)
}

/// The pictures that are asked for, of which nothing is known that would keep them from being drawn.
fn plots(asked: &[String], study: &Study) -> anyhow::Result<Vec<Plot>> {
    let plots = asked.iter().map(|text| {
        let plot = Plot::parse(text)?;
        plot.check(study).map(|()| plot)
    });
    plots.collect()
}

/// Runs points in processes of this program.
fn run_here(points: &[Planned], folder: &Folder, jobs: usize) -> anyhow::Result<Vec<Outcome<Row>>> {
    let bar = Bar::new("points");
    let outcomes = run_all(points, &folder.points, jobs, &bar, |fields| folder.names.row(fields));
    bar.clear();
    outcomes
}

/// Runs the points of one task of a job array.
fn task(args: &TaskArgs) -> anyhow::Result<ExitCode> {
    let (folder, study) = Folder::planned(&args.dir)?;
    if study.simulator != SIMULATOR {
        bail!(
            "{}: the study was planned by another build of heddle, whose results may differ; give its command again with this one",
            args.dir.display()
        );
    }
    folder.clear()?;
    let points = &study.points[points_of(args.index, args.points.get(), study.points.len())];
    let jobs = std::env::var("SLURM_CPUS_PER_TASK").ok().and_then(|count| count.parse().ok());
    let outcomes = run_here(points, &folder, jobs.unwrap_or(1))?;
    let outcomes: Vec<_> = points.iter().zip(outcomes).collect();
    for (place, why) in failures(&outcomes) {
        eprintln!("heddle: {place}: {why}");
    }
    let failed = failures(&outcomes).count();
    output::emit!("task {}: {} points done, {failed} failed", args.index, points.len() - failed);
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Writes the tables of the points that have run. It is a success if every point is done.
fn merge(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    let (args, asked) = (&args.of, &args.plot);
    let (folder, study) = Folder::planned(&args.dir)?;
    let plots = plots(asked, &study)?;
    folder.clear()?;
    let (mut outcomes, mut missing) = (Vec::new(), Vec::new());
    for point in &study.points {
        match folder.outcome(&point.id) {
            Some(outcome) => outcomes.push((point, outcome)),
            None => missing.push(point.place()),
        }
    }
    let code = finish(&args.dir, &folder, &study, outcomes, &plots)?;
    if missing.is_empty() {
        return Ok(code);
    }
    let (count, all, dir) = (missing.len(), study.points.len(), args.dir.display());
    missing.truncate(FAILURES);
    let more = if count > FAILURES { " and others" } else { "" };
    eprintln!(
        "heddle: {count} of {all} points are missing in {dir}: {}{more}; `heddle sweep status {dir}` says whether they run, and the command of the study runs them",
        missing.join("; ")
    );
    Ok(ExitCode::FAILURE)
}

/// Writes the tables of a study, and says what came of it.
fn finish(
    out: &Path,
    folder: &Folder,
    study: &Study,
    outcomes: Vec<(&Planned, Outcome<Row>)>,
    plots: &[Plot],
) -> anyhow::Result<ExitCode> {
    let all = outcomes.len();
    let failures: Vec<(String, String)> = failures(&outcomes).take(FAILURES).collect();
    let (done, failed) = Table::of(&study.axes(), outcomes, &folder.names.all());
    folder.tables(&done, &failed)?;
    // Without any result there is nothing to draw, and the failures are told.
    for plot in plots.iter().filter(|_| !done.rows.is_empty()) {
        let svg = plot.svg(study, &done, study.points.len() - done.rows.len())?;
        folder.picture(plot, &svg)?;
    }
    if output::is_json() {
        output::json(&rows(&done))?;
    } else {
        show(study, &done);
    }
    let out = out.display();
    if failed.rows.is_empty() {
        if !output::is_json() {
            output::note!("{all} points done: {out}/results.csv and results.parquet");
            plots.iter().for_each(|plot| output::note!("{out}/{}", plot.file()));
        }
        return Ok(ExitCode::SUCCESS);
    }
    for (place, why) in failures {
        eprintln!("heddle: {place}: {why}");
    }
    let failed = failed.rows.len();
    eprintln!(
        "heddle: {failed} of {all} points failed, all in {out}/failures.csv; the command of the study runs these again"
    );
    Ok(ExitCode::FAILURE)
}

/// The points that failed, and why.
fn failures<'a>(
    outcomes: &'a [(&Planned, Outcome<Row>)],
) -> impl Iterator<Item = (String, String)> + 'a {
    outcomes.iter().filter_map(|(point, outcome)| match outcome {
        Outcome::Done(_) => None,
        Outcome::Failed(why) => Some((point.place(), why.clone())),
    })
}

/// The study that was asked for.
fn study(what: &str, args: &StudyArgs) -> anyhow::Result<Study> {
    let file = match what.ends_with(".toml") {
        true => StudyFile::read(what)?,
        false => None,
    };
    let vary =
        args.vary.iter().map(|text| Axis::parse(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut base = Point {
        app: what.to_owned(),
        input: args.input.clone(),
        config: args.machine.config.clone(),
        settings: args.machine.settings.clone(),
        options: args.options.clone(),
        arguments: args.arguments.clone(),
        ..Point::default()
    };
    let Some(file) = file else { return Study::new(&base, &vary) };
    let more = !(args.vary.is_empty() && base.settings.is_empty() && base.options.is_empty());
    if more || args.input.is_some() || !args.arguments.is_empty() {
        bail!("{what} says what varies and what is set; write it there, and leave --vary, --set, --input and --app out");
    }
    base.app = file.app.clone();
    base.input = file.input.clone();
    base.config = file.config.clone().unwrap_or(base.config);
    base.arguments = file.arguments.clone();
    let in_file = || what.to_owned();
    base.settings = file.settings().with_context(in_file)?;
    base.options = file.options().with_context(in_file)?;
    Study::new(&base, &file.axes().with_context(in_file)?).with_context(in_file)
}

/// Each row as an object.
fn rows(table: &Table) -> Vec<BTreeMap<&str, &Scalar>> {
    let names = || table.names.iter().map(String::as_str);
    table.rows.iter().map(|row| names().zip(row).collect()).collect()
}

/// Prints the axes beside the first measures.
fn show(study: &Study, table: &Table) {
    let axes = study.axes().len();
    let shown = SHOWN.iter().filter_map(|name| table.names.iter().position(|known| known == name));
    let columns: Vec<usize> = (0..axes).chain(shown.filter(|column| *column >= axes)).collect();
    let cell = |scalar: &Scalar| match scalar {
        Scalar::Null => "-".into(),
        Scalar::Integer(value) if *value >= 0 => output::grouped(*value as u64),
        Scalar::Number(value) => format!("{value:.3}"),
        other => other.to_string(),
    };
    let row = |row: &Vec<Scalar>| columns.iter().map(|&column| cell(&row[column])).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().take(ROWS).map(row).collect();
    let header: Vec<&str> = columns.iter().map(|&column| table.names[column].as_str()).collect();
    output::show(&output::table(&header, &rows));
    if table.rows.len() > ROWS {
        output::note!("the first {ROWS} of {} rows", table.rows.len());
    }
}
