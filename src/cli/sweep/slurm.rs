//! `heddle sweep --on slurm`: submits a study as a job array.

use crate::cli::args::StudyArgs;
use crate::cli::output;
use crate::sweep::slurm::{most_tasks, phase, tasks_of, Array, BatchOption, Job, Phase, Script};
use crate::sweep::{Folder, Study};
use anyhow::{bail, Context};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

/// Most tasks of an array where no Slurm can be asked: what Slurm allows unless it is told otherwise.
const USUAL_TASKS: usize = 1001;

/// Writes the plan of the study and a job script for what is not done, and submits it, unless it is only to be shown.
pub fn submit(args: &StudyArgs, out: &Path, study: &Study) -> anyhow::Result<ExitCode> {
    let options = args
        .sbatch
        .iter()
        .map(|text| BatchOption::parse(text))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let most = match most_tasks() {
        Err(_) if args.dry_run => USUAL_TASKS,
        most => most?,
    };
    if !args.dry_run {
        refuse_twice(out)?;
    }
    let program = std::env::current_exe().context("cannot find this program")?;
    let from = std::env::current_dir().context("cannot find the current directory")?;
    let dir = std::path::absolute(out).context("--out")?;
    // A path that no job script can name is told before anything is written.
    let script = |array: &Array| {
        Script { array, program: &program, dir: &dir, from: &from, options: &options }.text()
    };
    script(&Array::new(&[], most))?;
    let folder = Folder::open(out, study)?;
    let done: Vec<bool> =
        study.points.iter().map(|point| folder.points.load(&point.id).is_some()).collect();
    let array = Array::new(&done, most);
    let path = Job::script(out);
    let path = path.display();
    let (all, tasks, out) = (done.len(), array.tasks.len(), out.display());
    let todo = done.iter().filter(|done| !**done).count();
    let mut job = None;
    let script = script(&array)?;
    if tasks > 0 {
        Job::prepare(&dir, &script)?;
        if !args.dry_run {
            job = Some(Job::submit(&dir, &array)?.job);
        }
    }
    if output::is_json() {
        output::json(&json!({
            "points": all, "done": all - todo, "tasks": tasks, "points_per_task": array.points_per_task,
            "script": path.to_string(), "job": job,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    if tasks == 0 {
        output::emit!("all {all} points are done, and nothing is submitted; `heddle sweep merge {out}` makes the tables");
        return Ok(ExitCode::SUCCESS);
    }
    let what = format!(
        "{todo} of {all} points in {tasks} tasks of up to {} points",
        array.points_per_task
    );
    match job {
        None => output::emit!("{script}\nnothing was submitted; `sbatch {path}` would run {what}"),
        Some(job) => output::emit!(
            "job {job}: {what}\n`heddle sweep status {out}` says how far it is, `heddle sweep merge {out}` makes the tables when it has ended"
        ),
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses a study whose job has not ended: its points would run twice. Slurm is asked only of a study that was submitted.
pub fn refuse_twice(out: &Path) -> anyhow::Result<()> {
    let Some(Job { job, .. }) = Job::read(out)? else { return Ok(()) };
    let tasks = tasks_of(&job).unwrap_or_default();
    let open = tasks.values().filter(|state| phase(state) != Phase::Ended).count();
    if open > 0 {
        bail!("{}: {open} tasks of job {job} wait or run; wait for them, or end them with `scancel {job}`", out.display());
    }
    Ok(())
}
