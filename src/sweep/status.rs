//! How far a study is.

use super::folder::Folder;
use super::point::Study;
use super::slurm::{phase, Phase, Tasks};
use crate::runs::{Outcome, Run};
use serde::Serialize;

/// A point without a result, and why.
#[derive(Debug, Serialize)]
pub struct Failure {
    /// Its place on the axes.
    pub point: String,
    /// What it said last.
    pub why: String,
}

/// The points of a study by what has become of them. A failed one has run and has no result; a missing one neither has run
/// nor is in a task that waits or runs.
#[derive(Debug, Default, Serialize)]
pub struct Status {
    /// All points.
    pub points: usize,
    /// Points with a result.
    pub done: usize,
    /// Points that have failed.
    pub failed: usize,
    /// Points of tasks that run.
    pub running: usize,
    /// Points of tasks that wait.
    pub pending: usize,
    /// The others.
    pub missing: usize,
    /// Those that have failed.
    pub failures: Vec<Failure>,
    /// The places of those that are missing.
    pub missing_points: Vec<String>,
}

impl Status {
    /// Looks at each point in its directory, and for one that has not run, at the task of `tasks` that has it among its
    /// `points_per_task`.
    pub fn of(study: &Study, folder: &Folder, tasks: &Tasks, points_per_task: usize) -> Self {
        let mut status = Self { points: study.points.len(), ..Self::default() };
        for (index, point) in study.points.iter().enumerate() {
            let task = tasks.get(&(index / points_per_task)).map(|state| phase(state));
            match (folder.points.outcome(&point.id), task) {
                (Some(Outcome::Done(_)), _) => status.done += 1,
                (Some(Outcome::Failed(why)), _) => {
                    status.failed += 1;
                    status.failures.push(Failure { point: point.place(), why });
                }
                (None, Some(Phase::Running)) => status.running += 1,
                (None, Some(Phase::Pending)) => status.pending += 1,
                (None, Some(Phase::Ended) | None) => {
                    status.missing += 1;
                    status.missing_points.push(point.place());
                }
            }
        }
        status
    }
}
