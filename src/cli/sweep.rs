//! `heddle sweep`: runs a study, and says what came of it.

use super::args::SweepArgs;
use super::output;
use super::progress::Bar;
use crate::results::Scalar;
use crate::sweep::{run_all, Axis, Folder, Outcome, Point, Study, StudyFile, Table};
use anyhow::{bail, Context};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::thread::available_parallelism;

/// Measures in the table on the terminal, besides the axes.
const SHOWN: [&str; 4] = ["cycles", "ipc", "l1_hit_rate", "verified"];
/// Most rows of the table on the terminal, and failures that are told.
const ROWS: usize = 40;
const FAILURES: usize = 8;

/// Runs the command. It is a success if every point is done.
pub fn run(args: &SweepArgs) -> anyhow::Result<ExitCode> {
    let study = study(args)?;
    let folder = Folder::open(&args.out, &study)?;
    let jobs = args.jobs.or_else(|| available_parallelism().ok()).map_or(1, |jobs| jobs.get());
    let program = std::env::current_exe().context("cannot find this program")?;
    let bar = Bar::new("points");
    let outcomes = run_all(&study, &folder, &program, jobs, &bar)?;
    bar.clear();
    let (done, failed) = Table::of(&study, &outcomes);
    folder.tables(&done, &failed)?;
    if output::is_json() {
        output::json(&rows(&done))?;
    } else {
        show(&study, &done);
    }
    let (all, out) = (outcomes.len(), args.out.display());
    if failed.rows.is_empty() {
        if !output::is_json() {
            output::note!("{all} points done: {out}/results.csv and results.parquet");
        }
        return Ok(ExitCode::SUCCESS);
    }
    let failures =
        study.points.iter().zip(&outcomes).filter_map(|(point, outcome)| match outcome {
            Outcome::Done(_) => None,
            Outcome::Failed(why) => Some((point.place(), why)),
        });
    for (place, why) in failures.take(FAILURES) {
        eprintln!("heddle: {place}: {why}");
    }
    let failed = failed.rows.len();
    eprintln!(
        "heddle: {failed} of {all} points failed, all in {out}/failures.csv; the same command runs these again"
    );
    Ok(ExitCode::FAILURE)
}

/// The study that was asked for.
fn study(args: &SweepArgs) -> anyhow::Result<Study> {
    let file = match args.what.ends_with(".toml") {
        true => StudyFile::read(&args.what)?,
        false => None,
    };
    let vary =
        args.vary.iter().map(|text| Axis::parse(text)).collect::<anyhow::Result<Vec<_>>>()?;
    let mut base = Point {
        app: args.what.clone(),
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
        bail!("{} says what varies and what is set; write it there, and leave --vary, --set, --input and --app out", args.what);
    }
    base.app = file.app.clone();
    base.input = file.input.clone();
    base.config = file.config.clone().unwrap_or(base.config);
    base.arguments = file.arguments.clone();
    let in_file = || args.what.clone();
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
    let axes = study.points.first().map_or(0, |point| point.varied.len());
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
