//! Runs the points of a study that are not done, each in a process of its own.

use super::folder::{Folder, Outcome};
use super::memory::Memory;
use super::point::Planned;
use crate::parallel::each;
use crate::reproduce::Report;
use anyhow::Context;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Returns what became of each point, in their order. Those that `folder` has are not run again. `program` runs them,
/// `jobs` at a time. A point that was killed, as one is for which there is no memory, is run once more when all others have
/// ended, alone. An error is of the directory or the program, and ends the study.
pub fn run_all(
    points: &[Planned],
    folder: &Folder,
    program: &Path,
    jobs: usize,
    report: &dyn Report,
) -> anyhow::Result<Vec<Outcome>> {
    let mut outcomes: Vec<Option<Outcome>> =
        points.iter().map(|point| folder.load(&point.id).map(Outcome::Done)).collect();
    let kept = outcomes.iter().flatten().count();
    report.begin(points.len(), kept);
    let memory = Memory::default();
    let run = |point: &Planned, last: bool| -> anyhow::Result<Option<Outcome>> {
        report.start(&point.place());
        folder.forget(&point.id)?;
        let Output { status, stdout, stderr } = memory.with(|| process(program, point))?;
        if !last && status.signal().is_some() {
            return Ok(None);
        }
        report.finish();
        if !status.success() {
            let why = why(&String::from_utf8_lossy(&stderr), status.signal());
            folder.fail(&point.id, &why)?;
            return Ok(Some(Outcome::Failed(why)));
        }
        let row = folder.save(&point.id, &stdout).with_context(|| point.place())?;
        Ok(Some(Outcome::Done(row)))
    };
    for (jobs, last) in [(jobs, false), (1, true)] {
        let todo: Vec<usize> = (0..outcomes.len()).filter(|&n| outcomes[n].is_none()).collect();
        let ran = each(&todo, jobs, |&index| run(&points[index], last))?;
        for (index, outcome) in todo.into_iter().zip(ran) {
            outcomes[index] = outcome;
        }
    }
    Ok(outcomes.into_iter().flatten().collect())
}

/// Runs the command of a point to its end. It ends with this process, however that ends.
fn process(program: &Path, point: &Planned) -> anyhow::Result<Output> {
    let mut command = Command::new(program);
    command.args(&point.command);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    // SAFETY: the call between fork and exec is one system call, and touches no memory.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
    command.output().with_context(|| format!("cannot run {}", program.display()))
}

/// Says in one line why a command failed: the last thing it said.
fn why(stderr: &str, signal: Option<i32>) -> String {
    if let Some(signal) = signal {
        return format!(
            "killed by signal {signal}, alone too; it may need more memory than there is"
        );
    }
    let last = stderr.lines().rev().find(|line| !line.trim().is_empty());
    let last = last.unwrap_or("it failed and said nothing");
    last.strip_prefix("heddle: ").unwrap_or(last).to_owned()
}
