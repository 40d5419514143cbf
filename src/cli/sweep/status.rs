//! `heddle sweep status`: says how far a study is.

use super::FAILURES;
use crate::cli::args::DirArgs;
use crate::cli::output;
use crate::sweep::slurm::{tasks_of, Job, Tasks};
use crate::sweep::{Folder, Status};
use serde::Serialize;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// What is said of a study.
#[derive(Serialize)]
struct Said {
    #[serde(flatten)]
    status: Status,
    /// The job that was submitted last, if any was.
    job: Option<String>,
    /// Tasks of the job by their state; absent if Slurm was not asked, or knows it no more.
    tasks: Option<BTreeMap<String, usize>>,
}

/// Runs the command.
pub fn run(args: &DirArgs) -> anyhow::Result<ExitCode> {
    let (folder, study) = Folder::planned(&args.dir)?;
    let job = Job::read(&args.dir)?;
    let tasks = job.as_ref().and_then(|job| tasks_of(&job.job));
    let of = tasks.clone().unwrap_or_default();
    let status =
        Status::of(&study, &folder, &of, job.as_ref().map_or(1, |job| job.points_per_task));
    let said = Said { status, job: job.map(|job| job.job), tasks: tasks.as_ref().map(by_state) };
    if output::is_json() {
        output::json(&said)?;
    } else {
        show(args, &said);
    }
    Ok(ExitCode::SUCCESS)
}

fn by_state(tasks: &Tasks) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    tasks.values().for_each(|state| *counts.entry(state.clone()).or_default() += 1);
    counts
}

fn show(args: &DirArgs, said: &Said) {
    let Said { status, job, tasks } = said;
    let dir = args.dir.display();
    let row = |(name, count): (&str, usize)| vec![name.to_owned(), output::grouped(count as u64)];
    let counts = [
        ("done", status.done),
        ("failed", status.failed),
        ("running", status.running),
        ("pending", status.pending),
        ("missing", status.missing),
        ("all", status.points),
    ];
    output::show(&output::table(&["", "points"], &counts.map(row)));
    match (job, tasks) {
        (None, _) => (),
        (Some(job), None) => output::note!("job {job}: no Slurm that knows it answers here"),
        (Some(job), Some(tasks)) => {
            let states = tasks.iter().map(|(state, count)| format!("{count} {state}"));
            output::note!("tasks of job {job}: {}", states.collect::<Vec<_>>().join(", "));
        }
    }
    for failure in status.failures.iter().take(FAILURES) {
        output::note!("failed: {}: {}", failure.point, failure.why);
    }
    for place in status.missing_points.iter().take(FAILURES) {
        output::note!("missing: {place}");
    }
    let Status { points, done, running, pending, .. } = *status;
    if done == points {
        output::note!("all points are done; `heddle sweep merge {dir}` makes the tables");
    } else if running + pending == 0 {
        output::note!("the command of the study runs what has failed or is missing; --json has the whole lists");
    }
}
