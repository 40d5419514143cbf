//! Makes the runs that are not done, each in a process of its own.

use super::memory::Memory;
use super::store::{Outcome, Store};
use super::Run;
use crate::parallel::each;
use anyhow::Context;
use serde_json::{Map, Value};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Receives the progress of the runs.
pub trait Report: Sync {
    /// Called before the first run: of `all`, `kept` were done before.
    fn begin(&self, all: usize, kept: usize);
    /// One is about to run.
    fn start(&self, place: &str);
    /// One has ended and is kept.
    fn finish(&self);
}

/// Returns what became of each run, in their order, and of each result what `keep` takes of it. Those that `store` has are
/// not run again. Processes of this program run the others, `at_once` at a time. A run that was killed, as one is for
/// which there is no memory, is run once more when all others have ended, alone. An error is of the directory or the
/// program, and ends all.
pub fn run_all<R: Send>(
    runs: &[impl Run],
    store: &Store,
    at_once: usize,
    report: &dyn Report,
    keep: impl Fn(Map<String, Value>) -> R + Sync,
) -> anyhow::Result<Vec<Outcome<R>>> {
    let stored = |id: &str| Some(Outcome::Done(keep(store.load(id)?)));
    let mut outcomes: Vec<Option<Outcome<R>>> = runs.iter().map(|run| stored(run.id())).collect();
    report.begin(runs.len(), outcomes.iter().flatten().count());
    let memory = Memory::default();
    let program = std::env::current_exe().context("cannot find this program")?;
    let carry_out = |run: &dyn Run, last: bool| -> anyhow::Result<Option<Outcome<R>>> {
        report.start(&run.place());
        store.forget(run.id())?;
        let Output { status, stdout, stderr } = memory.with(|| process(&program, run))?;
        if !last && status.signal().is_some() {
            return Ok(None);
        }
        report.finish();
        if !status.success() {
            let why = why(&String::from_utf8_lossy(&stderr), status.signal());
            store.fail(run.id(), &why)?;
            return Ok(Some(Outcome::Failed(why)));
        }
        let result = store.save(run.id(), &stdout).with_context(|| run.place())?;
        Ok(Some(Outcome::Done(keep(result))))
    };
    for (at_once, last) in [(at_once, false), (1, true)] {
        let todo: Vec<usize> = (0..runs.len()).filter(|&n| outcomes[n].is_none()).collect();
        let ran = each(&todo, at_once, |&index| carry_out(&runs[index], last))?;
        for (index, outcome) in todo.into_iter().zip(ran) {
            outcomes[index] = outcome;
        }
    }
    Ok(outcomes.into_iter().flatten().collect())
}

/// Runs the command of a run to its end. It ends with this process, however that ends.
fn process(program: &Path, run: &dyn Run) -> anyhow::Result<Output> {
    let mut command = Command::new(program);
    command.args(run.command());
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
