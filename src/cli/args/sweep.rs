//! What a study is asked for.

use super::{MachineArgs, OutputArgs};
use clap::{Args, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// `heddle sweep`
#[derive(Args)]
#[command(after_help = "\
A study is every combination of the values of its axes. An axis is a key of the configuration, or
  app        the application, PTX file or host program
  input      its input
  config     the machine
  app.KEY    an option of the application, such as app.gather

A study in a file has the same parts; arguments are for `heddle run`, as those of a PTX kernel:
  app = \"bfs\"
  config = \"k20c\"
  set = { \"kernel.pending_limit\" = 4096 }
  arguments = [\"--max-cycles\", \"10000000\"]
  [vary]
  input = [\"graph500:8:16:1\", \"citation:1000:1\"]
  \"kernel.launch\" = [\"cdp\", \"dtbl\"]
  [[vary_together]]
  \"smx.count\" = [13, 26]
  \"dram.channels\" = [5, 10]

DIR has results.csv and results.parquet, a row for each point that is done; failures.csv, if points failed; and points/, \
with the whole result of each. The same command again runs only what is missing or has failed.

With --on slurm the points are the tasks of a job array. DIR and the files of the study must be there \
on all its nodes.
`heddle sweep status DIR` says how far it is, and `heddle sweep merge DIR` makes the tables.

EXAMPLES
  heddle sweep bfs --input graph500:8:16:1 --vary kernel.launch=cdp,dtbl \\
      --vary smx.count=4,8,13 --out study
  heddle sweep bfs --vary input=graph500:8:16:1,citation:1000:1 \\
      --vary warp.scheduler=gto,lrr --out study
  heddle sweep bfs --vary smx.count=4,8,13 --vary l1.ways=2,4 --out study \\
      --plot line:smx.count,cycles
  heddle sweep my.ptx --vary l1.ways=2,4,8 --out study -- \\
      --kernel scale --grid 64 --arg zero:65536
  heddle sweep study.toml --out study
  heddle sweep study.toml --out study --on slurm \\
      --sbatch partition=short --sbatch time=1:00:00 --sbatch mem=4G
  heddle sweep status study
  heddle sweep merge study")]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct SweepArgs {
    /// What to do with a study that has been planned.
    #[command(subcommand)]
    pub action: Option<SweepAction>,
    /// The study.
    #[command(flatten)]
    pub study: StudyArgs,
}

impl SweepArgs {
    /// The form of what is printed; a task of a job array prints no table.
    pub fn output(&self) -> Option<&OutputArgs> {
        match &self.action {
            None => Some(&self.study.output),
            Some(SweepAction::Status(args)) => Some(&args.output),
            Some(SweepAction::Merge(args)) => Some(&args.of.output),
            Some(SweepAction::Task(_)) => None,
        }
    }
}

/// What is done with the directory of a study.
#[derive(Subcommand)]
pub enum SweepAction {
    /// Say how many points are done, running, waiting, failed and missing.
    Status(DirArgs),
    /// Write the tables of a study that ran elsewhere.
    Merge(MergeArgs),
    /// Run the points of one task of a job array; job scripts do.
    #[command(hide = true)]
    Task(TaskArgs),
}

/// `heddle sweep merge`
#[derive(Args)]
pub struct MergeArgs {
    /// The directory, and how it is told of.
    #[command(flatten)]
    pub of: DirArgs,
    /// A picture, as for a study that runs here; may be repeated.
    #[arg(long, value_name = PLOT)]
    pub plot: Vec<String>,
}

/// What a picture can be.
const PLOT: &str = "line:X,Y|heat:X,Y,VALUE|pareto:A,B";

/// `heddle sweep status`
#[derive(Args)]
pub struct DirArgs {
    /// The directory that was given to --out.
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle sweep task`
#[derive(Args)]
pub struct TaskArgs {
    /// The directory of the study.
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Index of the task.
    #[arg(long, value_name = "N")]
    pub index: usize,
    /// Points of each task.
    #[arg(long, value_name = "N")]
    pub points: NonZeroUsize,
}

/// Where the points of a study run.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Place {
    /// On the nodes of a cluster, as tasks of a job array.
    Slurm,
}

/// A study to run.
#[derive(Args)]
pub struct StudyArgs {
    /// An application, a .ptx file or a .toml host program, as for `heddle run`; or a study, which is a .toml file with
    /// `app`.
    #[arg(value_name = "APP|FILE|STUDY.toml", required = true)]
    pub what: Option<String>,
    /// Input of the application.
    #[arg(long, value_name = "INPUT")]
    pub input: Option<String>,
    /// Option of the application; may be repeated.
    #[arg(long = "app", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// An axis and its values; may be repeated.
    #[arg(long, value_name = "KEY=A,B,...")]
    pub vary: Vec<String>,
    /// The machine that is varied.
    #[command(flatten)]
    pub machine: MachineArgs,
    /// Directory of the study; created if it does not exist.
    #[arg(long, value_name = "DIR", required = true)]
    pub out: Option<PathBuf>,
    /// Points at a time, each a process of its own; without it, one per core. Fewer run while the memory is short.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// Draw a picture of columns of the table into DIR, as SVG; may be repeated. line draws Y over the axis X, with a line
    /// for each combination of the other axes; heat draws VALUE by the axes X and Y, as colours; pareto draws A and B of all
    /// points, and which points no other beats in both: less is better, or with max:A, more.
    #[arg(long, value_name = PLOT, conflicts_with = "on")]
    pub plot: Vec<String>,
    /// Where the points run; without it, here.
    #[arg(long, value_enum, value_name = "PLACE", conflicts_with = "jobs")]
    pub on: Option<Place>,
    /// An option of sbatch, such as partition=short, time=1:00:00, mem=4G or cpus-per-task=2, with which a task runs two
    /// points at a time; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", requires = "on", allow_hyphen_values = true)]
    pub sbatch: Vec<String>,
    /// Write the job script and say what would be submitted, and submit nothing.
    #[arg(long, requires = "on")]
    pub dry_run: bool,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Further arguments of `heddle run`.
    #[arg(last = true, value_name = "ARG")]
    pub arguments: Vec<String>,
}
