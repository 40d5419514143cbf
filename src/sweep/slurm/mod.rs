//! Studies on a cluster: the points of a study as the tasks of a job array of Slurm, which alone says what runs where and
//! when.

mod array;
mod job;
mod queue;
mod script;

pub use array::{points_of, Array};
pub use job::{most_tasks, Job};
pub use queue::{phase, tasks_of, Phase, Tasks};
pub use script::{BatchOption, Script};
