//! What can be typed.

mod output;
mod sweep;
mod workload;

pub use output::{Format, OutputArgs};
pub use sweep::{DirArgs, MergeArgs, Place, StudyArgs, SweepAction, SweepArgs, TaskArgs};
pub use workload::{CharacterizeArgs, LimitArgs, WorkloadArgs};

use crate::reproduce::Size;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

/// GPU scheduling hardware as synthesizable circuits, inside a fast cycle-level GPU that runs PTX.
#[derive(Parser)]
#[command(
    name = "heddle",
    version = crate::cli::provenance::VERSION_AND_COMMIT,
    about,
    max_term_width = 80,
    long_about = "\
Heddle simulates a GPU cycle by cycle and runs real PTX kernels on it. The parts of the GPU that \
decide which thread block runs where and when - the Kernel Management Unit, the Kernel Distributor, \
the Aggregated Group Table, sources of thread blocks, placement and residency - exist three times: as a fast model, as a \
rust-hdl circuit, and as Verilog compiled by Verilator. Any of them can replace any other in \
the middle of any workload, and not one cycle of the result changes.

Start with `heddle demo`. Tables also come as CSV, JSON and Markdown (--format); --json prints one JSON value."
)]
pub struct Cli {
    /// The command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// Commands.
#[derive(Subcommand)]
pub enum Command {
    /// The tour: one graph, every way to launch work on it, Verilog and a waveform to look at.
    Demo(DemoArgs),
    /// Run a workload, or PTX kernels of your own, and print what was measured.
    Run(Box<RunArgs>),
    /// Run a workload and print how much of what child TBs access their parents and siblings access too, and which accesses
    /// reuse a line; or what the warps of a TB repeat of each other.
    Characterize(Box<CharacterizeArgs>),
    /// Run a workload four times: as it is, and with schedulers that know from the first run what will be reused.
    Limit(Box<LimitArgs>),
    /// List units, applications, machine configurations and figures.
    List(ListArgs),
    /// List the forms of inputs; with inputs named, measure them beside the published originals.
    Inputs(InputsArgs),
    /// List the functions of a PTX file, or say of each instruction whether all warps of a TB compute the same.
    Ptx(PtxArgs),
    /// Print a whole machine configuration as TOML, each value with its source; or say what its keys mean.
    Config(ConfigArgs),
    /// Run the calibration cases on the machines of GPGPU-Sim and show its numbers beside ours.
    Compare(CompareArgs),
    /// Run a study: every combination of some settings, applications and inputs, into one table.
    Sweep(Box<SweepArgs>),
    /// Explain two results: what differed in their machines, programs and inputs, and what came of it.
    Diff(DiffArgs),
    /// Write results as one page of HTML, several of them side by side.
    Report(ReportArgs),
    /// Measure a figure of a paper and print it beside the published numbers.
    Reproduce(ReproduceArgs),
    /// Make one run of a figure and print its result; `heddle reproduce` does.
    #[command(hide = true)]
    Case(CaseArgs),
    /// Write units as IP packages: Verilog, test bench, cocotb test, FuseSoC core, constraints,
    /// data sheet and waveforms.
    Export(ExportArgs),
    /// Run a workload on circuits or Verilog and compare with the fast models, cycle by cycle.
    Lockstep(LockstepArgs),
    /// Print the storage of units beside published figures, their cost in gates or on FPGAs, and
    /// their clock.
    Area(AreaArgs),
    /// Record a waveform of one unit under a random stimulus of its specification.
    Wave(WaveArgs),
    /// Drive a recorded stimulus, such as that of a failing test, into a unit again.
    Replay(ReplayArgs),
    /// Print what a shell needs to complete commands and options.
    Completions(CompletionsArgs),
    /// Print a page of the manual, for `man`.
    Man(ManArgs),
}

impl Command {
    /// The form of the tables, of a command that prints any.
    pub fn output(&self) -> Option<&OutputArgs> {
        match self {
            Self::Demo(args) => Some(&args.output),
            Self::Run(args) => Some(&args.output),
            Self::Characterize(args) => Some(&args.output),
            Self::Limit(args) => Some(&args.output),
            Self::List(args) => Some(&args.output),
            Self::Inputs(args) => Some(&args.output),
            Self::Ptx(args) => Some(&args.output),
            Self::Config(args) => Some(&args.output),
            Self::Compare(args) => Some(&args.output),
            Self::Sweep(args) => args.output(),
            Self::Diff(args) => Some(&args.output),
            Self::Reproduce(args) => Some(&args.output),
            Self::Lockstep(args) => Some(&args.output),
            Self::Area(args) => Some(&args.output),
            Self::Report(_)
            | Self::Case(_)
            | Self::Export(_)
            | Self::Wave(_)
            | Self::Replay(_)
            | Self::Completions(_)
            | Self::Man(_) => None,
        }
    }
}

/// The choice of a machine.
#[derive(Args, Clone)]
pub struct MachineArgs {
    /// The machine: a preset, which `heddle list` shows, or a TOML file, complete or with `base = "k20c"` and what differs.
    #[arg(long, default_value = "k20c", value_name = "NAME|FILE.toml")]
    pub config: String,
    /// Change one value of the configuration, for example kernel.launch=dtbl (flat, cdp, dtbl) or
    /// kernel.latency=ideal; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub settings: Vec<String>,
}

/// The sizes of a unit, or the machine of a chip.
#[derive(Args, Clone)]
pub struct SizeArgs {
    /// Sizes of a unit, by the name of a preset, which `heddle list` shows: tiny, paper and others. A chip has those
    /// of its machine.
    #[arg(long, conflicts_with = "config")]
    pub preset: Option<String>,
    /// Sizes as in this machine: a preset, or a TOML file. The chip is that of k20c if no machine is named.
    #[arg(long, value_name = "NAME|FILE.toml")]
    pub config: Option<String>,
    /// Change one size of a unit, for example entries=256, or one value of the machine, for example
    /// units.agt_entries=256; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub settings: Vec<String>,
}

/// `heddle demo`
#[derive(Args)]
pub struct DemoArgs {
    /// Directory for Verilog, waveform and report; created if it does not exist.
    #[arg(long, default_value = "out", value_name = "DIR")]
    pub out: PathBuf,
    /// The graph: a generator such as `graph500:SCALE:EDGE_FACTOR[:SEED]`, or a file.
    #[arg(long, default_value = "graph500:12:16:1", value_name = "INPUT")]
    pub input: String,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle run`
#[derive(Args)]
#[command(after_help = workload::help("\
  heddle run bfs --input graph500:12:16:1 --set kernel.launch=dtbl \\
      --backend agt=rtl --json
  heddle run my.ptx --kernel saxpy --grid 32,1,1 --block 128,1,1 \\
      --arg f32:2 --arg random:4096:1 --arg random:4096:2 --arg u32:4096 --dump 1:y.npy
  heddle run my.ptx --kernel scan --arg npy:x.npy --arg zero:4096 \\
      --compare 1:expected.npy:1e-5
  heddle run docs/examples/bfs.toml"))]
pub struct RunArgs {
    /// What runs, and on what.
    #[command(flatten)]
    pub workload: WorkloadArgs,
    /// Keep the account of the warp schedulers: the share of their slots that were issued, or lost to each reason.
    #[arg(long)]
    pub account: bool,
    /// Measure by intervals of so many cycles as well: the account, IPC, occupancy, hit rates and bytes of DRAM.
    #[arg(long, value_name = "CYCLES", requires = "account")]
    pub interval: Option<NonZeroU64>,
    /// Write a timeline of launches and TBs for chrome://tracing or ui.perfetto.dev.
    #[arg(long, value_name = "FILE.json")]
    pub timeline: Option<PathBuf>,
    /// Draw the occupancy over time.
    #[arg(long, value_name = "FILE.svg")]
    pub occupancy: Option<PathBuf>,
    /// Draw when each TB of a dependency graph was ready and ran, as an animated picture.
    #[arg(long, value_name = "FILE.svg")]
    pub wavefront: Option<PathBuf>,
    /// Draw on which SMX the TBs ran that TBs launched, and on which their parents, over time.
    #[arg(long, value_name = "FILE.svg")]
    pub children: Option<PathBuf>,
    /// With frontend=darsie, have warps execute what they skip nevertheless, and end the run where a result differs.
    #[arg(long)]
    pub check_skips: bool,
    /// With frontend=darsie, call what stands in this line of the PTX redundant, whatever the compiler pass says; may be
    /// repeated.
    #[arg(long = "redundant", value_name = "LINE")]
    pub redundant_lines: Vec<u32>,
    /// Backends, as in agt=rtl,kmu=verilated or all=model.
    #[arg(long, value_name = "UNIT=BACKEND,...", default_value = "all=model")]
    pub backend: String,
    /// Seed of the power-up state of Verilated units.
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle list`
#[derive(Args)]
pub struct ListArgs {
    /// The machine whose units are counted and drawn.
    #[command(flatten)]
    pub machine: MachineArgs,
    /// Draw the units of the machine and their links as SVG, and list nothing.
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle inputs`
#[derive(Args)]
pub struct InputsArgs {
    /// Inputs to describe: generators such as citation:65536 or darpa:2048, or files. Without one,
    /// all forms are listed.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<String>,
    /// Application that takes the inputs; without it, files are read as graphs.
    #[arg(long, value_name = "APP")]
    pub app: Option<String>,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle ptx`
#[derive(Args)]
#[command(after_help = "\
A TB is a thread block. Its warps often compute the same values again, such as addresses from %ctaid.x \
or from %tid.x where the rows of a TB fill a warp exactly. --redundancy says of each instruction:

  DR  definitely redundant: every warp of a TB computes the same vector of 32 values
  CR  conditionally redundant: the same if TBs have several rows of 1, 2, 4, 8, 16 or 32 threads
  V   vector: warps may compute different vectors, or the instruction writes no register

with the line of the text, and the reason. With --block, CR becomes what it is in TBs of that shape. \
A class \"until a store\" holds while nobody stores to memory that was loaded. This is the compiler pass of DARSIE; \
docs/src/darsie.md explains it.

EXAMPLES
  heddle ptx my.ptx
  heddle ptx my.ptx --redundancy --block 16,16
  heddle ptx my.ptx --kernel scale<float> --redundancy --json")]
pub struct PtxArgs {
    /// The PTX file.
    #[arg(value_name = "FILE.ptx")]
    pub file: String,
    /// Only this kernel, by its name in the text or in C++, such as `scale<float>`.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Say of each instruction whether all warps of a TB compute the same, and why.
    #[arg(long)]
    pub redundancy: bool,
    /// The shape of the TBs in threads, to which the answer is adapted.
    #[arg(long, value_name = "X,Y,Z", requires = "redundancy")]
    pub block: Option<String>,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle config`
#[derive(Args)]
pub struct ConfigArgs {
    /// The machine: a preset, which `heddle list` shows, or a TOML file.
    #[arg(default_value = "k20c", value_name = "NAME|FILE.toml")]
    pub preset: String,
    /// Change one value, as `heddle run --set` does; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub settings: Vec<String>,
    /// Say of the keys of a section such as l1, or of one such as l1.ways, what they mean, in which unit, what they may
    /// be, what they need and which units they change; without KEY, list all keys.
    #[arg(long, value_name = "KEY", num_args = 0..=1, default_missing_value = "")]
    pub keys: Option<String>,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle compare`
#[derive(Args)]
pub struct CompareArgs {
    /// Only this machine, one for which GPGPU-Sim's numbers are stored; without it, all of them.
    #[arg(long, value_name = "NAME")]
    pub config: Option<String>,
    /// Change one value of the configuration, to see what it contributes; may be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub settings: Vec<String>,
    /// Only this case, such as triad1m or "matmul 128".
    #[arg(long, value_name = "NAME")]
    pub case: Option<String>,
    /// Only vecadd and matmul, up to this many elements or rows.
    #[arg(long, value_name = "N", conflicts_with = "case")]
    pub up_to: Option<u32>,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle reproduce`
#[derive(Args)]
pub struct ReproduceArgs {
    /// Figures such as dtbl-fig21, or all of a study: cdp, darsie, dtbl, laperm, laser, wireframe, sentences, all; `heddle list`
    /// shows them.
    #[arg(required = true, value_name = "FIGURE")]
    pub figures: Vec<String>,
    /// Size of the inputs.
    #[arg(long, value_enum, default_value_t = Size::Study)]
    pub size: Size,
    /// Directory for tables, charts and finished runs, in a subdirectory with the size's name.
    /// Finished runs of an interrupted command are not run again.
    #[arg(long, value_name = "DIR", default_value = "out/reproduce")]
    pub out: PathBuf,
    /// Directory of files that take the place of generated inputs: citationCiteseer.mtx, cage15.mtx,
    /// USA-road-d.USA.gr, kron_g500-logn20.mtx and others, gzipped or not. A benchmark without a
    /// file runs on its generated input. Tables are in a subdirectory SIZE-files.
    #[arg(long, value_name = "DIR")]
    pub inputs: Option<PathBuf>,
    /// Only these benchmarks, such as bfs_citation,amr: the rows and averages of figures of bars are theirs, and figures
    /// of other kinds are left out unless all of their benchmarks are named.
    #[arg(long, value_name = "BENCHMARKS", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Runs at a time; without it, one per core.
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle case`
#[derive(Args)]
pub struct CaseArgs {
    /// Name of the run: of its benchmark and its variant of the machine.
    #[arg(value_name = "BENCHMARK.VARIANT")]
    pub name: String,
    /// Size of which figures have it.
    #[arg(long, value_enum)]
    pub size: Size,
    /// Input of the application.
    #[arg(long, value_name = "INPUT")]
    pub input: String,
}

/// `heddle diff`
#[derive(Args)]
pub struct DiffArgs {
    /// A result, as `heddle run --json` prints it.
    #[arg(value_name = "A.json")]
    pub first: PathBuf,
    /// Another one.
    #[arg(value_name = "B.json")]
    pub second: PathBuf,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle completions`
#[derive(Args)]
#[command(after_help = "\
EXAMPLES
  heddle completions bash > ~/.local/share/bash-completion/completions/heddle
  heddle completions zsh > ~/.zfunc/_heddle
  heddle completions fish > ~/.config/fish/completions/heddle.fish")]
pub struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

/// `heddle man`
#[derive(Args)]
#[command(after_help = "\
EXAMPLES
  heddle man run | man -l -
  heddle man > ~/.local/share/man/man1/heddle.1")]
pub struct ManArgs {
    /// A command; without it, the page of the whole program.
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

/// `heddle report`
#[derive(Args)]
#[command(after_help = "\
The page needs no network and no script: it opens from a file, and can be sent as it is.

EXAMPLES
  heddle run bfs --set kernel.launch=cdp --account --json > cdp.json
  heddle run bfs --set kernel.launch=dtbl --account --json > dtbl.json
  heddle report dtbl.json --out dtbl.html
  heddle report cdp.json dtbl.json --out both.html")]
pub struct ReportArgs {
    /// Results, as `heddle run --json` prints them; the first is what the others are compared with.
    #[arg(required = true, value_name = "RESULT.json")]
    pub results: Vec<PathBuf>,
    /// The page.
    #[arg(long, value_name = "FILE.html")]
    pub out: PathBuf,
}

/// `heddle export`
#[derive(Args)]
pub struct ExportArgs {
    /// The unit, or `chip` for the whole machine of --config; `heddle list` shows the units.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    pub unit: Option<String>,
    /// Sizes; those of the papers if none are said.
    #[command(flatten)]
    pub sizes: SizeArgs,
    /// Export every unit.
    #[arg(long, conflicts_with_all = ["config", "settings"])]
    pub all: bool,
    /// Body of a memory's module: behavioural, or macro for an empty black box that a macro
    /// replaces in silicon.
    #[arg(long, value_name = "BODY", default_value = "behavioural")]
    pub sram: String,
    /// Output directory; it gets one directory per unit, and with --all a README.md. Files of an
    /// earlier export are replaced.
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// `heddle lockstep`
#[derive(Args)]
pub struct LockstepArgs {
    /// The application.
    pub app: String,
    /// Input of the application.
    #[arg(long, value_name = "INPUT")]
    pub input: Option<String>,
    /// Option of the application, for example gather=warp; may be repeated.
    #[arg(long = "app", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Sizes of the units: tiny or wide (the machines of that name) or paper (the machine of --config).
    #[arg(long, default_value = "paper")]
    pub preset: String,
    /// The machine.
    #[command(flatten)]
    pub machine: MachineArgs,
    /// Backends to compare with the models. Without it: every unit in turn and all together, as
    /// circuit and as Verilog.
    #[arg(long, value_name = "UNIT=BACKEND,...")]
    pub backend: Option<String>,
    /// In the run of the models, watch the stream contract and what SMXs, host, memory and units promise each other
    #[arg(long)]
    pub watch: bool,
    /// Compare every pin in every cycle, not only the trace hash
    #[arg(long)]
    pub every_pin: bool,
    /// Seed of the power-up state of Verilated units; printed with the result.
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// A family of FPGAs.
#[derive(Clone, Copy, ValueEnum)]
pub enum FpgaFamily {
    /// Lattice iCE40 (HX8K).
    Ice40,
    /// Lattice ECP5 (LFE5U-25F).
    Ecp5,
}

/// `heddle area`
#[derive(Args)]
pub struct AreaArgs {
    /// Only this unit, or `chip` for the whole machine of --config in one piece.
    pub unit: Option<String>,
    /// Storage alone, counted from the units' parameters: fast, and no tool is needed.
    #[arg(long, conflicts_with_all = ["liberty", "fpga"])]
    pub storage: bool,
    /// Map logic to the cells of this liberty file; without it, to the OSU library of 180 nm.
    #[arg(long, value_name = "FILE")]
    pub liberty: Option<PathBuf>,
    /// Place and route on this family of FPGAs as well.
    #[arg(long, value_enum, value_name = "FAMILY")]
    pub fpga: Option<FpgaFamily>,
    /// Units at a time; without it, one per core.
    #[arg(long, value_name = "N", conflicts_with = "storage")]
    pub jobs: Option<NonZeroUsize>,
    /// Sizes; those of the papers if none are said.
    #[command(flatten)]
    pub sizes: SizeArgs,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle wave`
#[derive(Args)]
pub struct WaveArgs {
    /// The unit.
    pub unit: String,
    /// Sizes; tiny ones if none are said.
    #[command(flatten)]
    pub sizes: SizeArgs,
    /// model, rtl or verilated.
    #[arg(long, default_value = "model")]
    pub backend: String,
    /// Seed of the stimulus.
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// Directory for UNIT.vcd, UNIT.fst and UNIT.gtkw.
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
}

/// `heddle replay`
#[derive(Args)]
pub struct ReplayArgs {
    /// The recording, written when a specification failed.
    pub file: PathBuf,
    /// model, rtl or verilated.
    #[arg(long, default_value = "rtl")]
    pub backend: String,
    /// Directory for the waveform.
    #[arg(long, value_name = "DIR", default_value = "out")]
    pub out: PathBuf,
}
