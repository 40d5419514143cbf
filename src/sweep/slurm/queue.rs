//! What Slurm knows of the tasks of a job.

use super::job::slurm;
use std::collections::BTreeMap;

/// The states of tasks, in Slurm's words, by their index.
pub type Tasks = BTreeMap<usize, String>;

/// How far a task is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// It waits.
    Pending,
    /// It runs.
    Running,
    /// It has ended, however it did.
    Ended,
}

/// Returns the phase of a task in a state.
pub fn phase(state: &str) -> Phase {
    match state {
        "PENDING" | "REQUEUED" | "REQUEUE_FED" | "REQUEUE_HOLD" | "SPECIAL_EXIT"
        | "RESV_DEL_HOLD" => Phase::Pending,
        "RUNNING" | "COMPLETING" | "CONFIGURING" | "SUSPENDED" | "STOPPED" | "SIGNALING"
        | "STAGE_OUT" | "RESIZING" => Phase::Running,
        _ => Phase::Ended,
    }
}

/// Asks the queue for the tasks of a job, and the accounting for those that the queue has forgotten. `None` if neither
/// answers: there is no Slurm here, or it knows no such job.
pub fn tasks_of(job: &str) -> Option<Tasks> {
    let job = format!("--jobs={job}");
    let queue = slurm("squeue", &[&job, "--array", "--states=all", "--noheader", "--format=%K %T"]);
    let kept = ["--array", "--allocations", "--noheader", "--parsable2", "--format=JobID,State"];
    let kept = slurm("sacct", &[&[job.as_str()], &kept[..]].concat());
    if queue.is_err() && kept.is_err() {
        return None;
    }
    let mut tasks: Tasks =
        kept.iter().flat_map(|text| text.lines()).filter_map(of_accounting).collect();
    tasks.extend(queue.iter().flat_map(|text| text.lines()).filter_map(of_queue));
    Some(tasks)
}

/// Reads a line such as `7 RUNNING`.
fn of_queue(line: &str) -> Option<(usize, String)> {
    let (index, state) = line.trim().split_once(' ')?;
    Some((index.parse().ok()?, state.trim().to_owned()))
}

/// Reads a line such as `1234_7|CANCELLED by 1000`.
fn of_accounting(line: &str) -> Option<(usize, String)> {
    let (job, state) = line.trim().split_once('|')?;
    let index = job.split_once('_')?.1.parse().ok()?;
    Some((index, state.split(' ').next()?.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_queue_and_of_the_accounting_are_read_and_others_are_not() {
        assert_eq!(of_queue("7 RUNNING"), Some((7, "RUNNING".into())));
        assert_eq!(of_queue("N/A PENDING"), None);
        assert_eq!(of_queue(""), None);
        assert_eq!(of_accounting("12_7|CANCELLED by 1000"), Some((7, "CANCELLED".into())));
        assert_eq!(of_accounting("12_[8-9]|PENDING"), None);
        assert_eq!(of_accounting("12|FAILED"), None);
    }

    #[test]
    fn a_task_that_neither_waits_nor_runs_has_ended() {
        let phases =
            ["PENDING", "RUNNING", "FAILED", "TIMEOUT", "OUT_OF_MEMORY", "COMPLETED"].map(phase);
        use Phase::{Ended, Pending, Running};
        assert_eq!(phases, [Pending, Running, Ended, Ended, Ended, Ended]);
    }
}
