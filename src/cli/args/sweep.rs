//! What a study is asked for.

use super::{MachineArgs, OutputArgs};
use clap::Args;
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

EXAMPLES
  heddle sweep bfs --input graph500:8:16:1 --vary kernel.launch=cdp,dtbl \\
      --vary smx.count=4,8,13 --out study
  heddle sweep bfs --vary input=graph500:8:16:1,citation:1000:1 \\
      --vary warp.scheduler=gto,lrr --out study
  heddle sweep my.ptx --vary l1.ways=2,4,8 --out study -- \\
      --kernel scale --grid 64 --arg zero:65536
  heddle sweep study.toml --out study")]
pub struct SweepArgs {
    /// An application, a .ptx file or a .toml host program, as for `heddle run`; or a study, which is a .toml file with
    /// `app`.
    #[arg(value_name = "APP|FILE|STUDY.toml")]
    pub what: String,
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
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Points at a time, each a process of its own; without it, one per core. Fewer run while the memory is short.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
    /// Further arguments of `heddle run`.
    #[arg(last = true, value_name = "ARG")]
    pub arguments: Vec<String>,
}
