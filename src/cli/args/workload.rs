//! What names a workload, and the commands that only run one.

use super::{MachineArgs, OutputArgs};
use clap::Args;
use std::path::PathBuf;

/// The forms of `--arg` and what a host program is, for the end of a command's help, before its examples.
pub fn help(examples: &str) -> String {
    format!(
        "\
ARGUMENTS of a PTX kernel, in order, one --arg each:
  u32:N f32:X ...                 a scalar; kinds are u8 i8 u16 i16 u32 i32 u64 i64 f32 f64
  bytes:HEX                       a structure by value, in the order of memory
  zero:BYTES                      a device buffer of zeros; the kernel gets its address
  iota:COUNT                      a buffer of the 32-bit integers 0, 1, 2, ...
  random:COUNT:SEED               a buffer of 32-bit floats in [0, 1)
  npy:PATH.npy                    a buffer with a NumPy array (little-endian f2 f4 f8 i1-i8 u1-u8 b1)
  bin:PATH                        a buffer with the bytes of a file

A .toml host program has buffers, launches on streams, loops until a flag in device memory is clear,
dumps and comparisons; docs/src/host_programs.md lists its keys, docs/examples/bfs.toml is one.

EXAMPLES
{examples}"
    )
}

/// A workload, and the machine it runs on.
#[derive(Args)]
pub struct WorkloadArgs {
    /// An application (see `heddle list`), a .ptx file, or a .toml host program.
    #[arg(value_name = "APP|FILE.ptx|HOST.toml")]
    pub what: String,
    /// Input of an application: a generator such as graph500:12:16:1, a size, or a file.
    #[arg(long, value_name = "INPUT")]
    pub input: Option<String>,
    /// Option of an application, for example gather=warp; `heddle list` shows those it knows; may be repeated.
    #[arg(long = "app", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
    /// Kernel of a .ptx file, by its name there or in C++, such as `scale<float>`; not needed if the file has one
    /// kernel.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,
    /// Grid of a .ptx kernel, in TBs.
    #[arg(long, value_name = "X,Y,Z", default_value = "1,1,1")]
    pub grid: String,
    /// TB of a .ptx kernel, in threads.
    #[arg(long, value_name = "X,Y,Z", default_value = "32,1,1")]
    pub block: String,
    /// Dynamic shared memory of a .ptx kernel, in bytes.
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    pub shared: u32,
    /// An argument of a .ptx kernel; may be repeated (forms below).
    #[arg(long = "arg", value_name = "KIND:VALUE")]
    pub arguments: Vec<String>,
    /// Write a buffer argument (counted from 0) to a file after the run, as a NumPy array if its
    /// name ends in .npy; may be repeated.
    #[arg(long = "dump", value_name = "INDEX:PATH")]
    pub dumps: Vec<String>,
    /// Compare a buffer argument with a NumPy array after the run; floats may differ by TOLERANCE,
    /// or by TOLERANCE times the expected value; may be repeated.
    #[arg(long = "compare", value_name = "INDEX:REF.npy[:TOLERANCE]")]
    pub comparisons: Vec<String>,
    /// Stop with an error after this many core cycles; without it, only a loop that provably never
    /// ends is stopped.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_cycles: Option<u64>,
    /// Count N registers per thread for every kernel, in place of the allocator's count.
    #[arg(long, value_name = "N")]
    pub registers: Option<String>,
    /// Let loads outside every buffer return zeros, as on a GPU, and count them; without it, the
    /// first ends the run.
    #[arg(long)]
    pub zero_outside_reads: bool,
    /// Threads that step SMXs. The result is the same; more threads help on large machines with
    /// much to compute.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
    /// The machine.
    #[command(flatten)]
    pub machine: MachineArgs,
}

/// `heddle characterize`
#[derive(Args)]
#[command(after_help = help("\
  heddle characterize bfs --input citation:4096:1 --set kernel.launch=dtbl
  heddle characterize my.ptx --kernel parent --arg zero:4096 \\
      --set kernel.launch=cdp --json
  heddle characterize matmul --input 64 --redundancy"))]
pub struct CharacterizeArgs {
    /// What runs, and on what.
    #[command(flatten)]
    pub workload: WorkloadArgs,
    /// Count the lines of loads only, which an L1 may keep. Stores and atomics go past it to the L2.
    #[arg(long)]
    pub loads: bool,
    /// Replay what happened to the L1s under LRU and under Belady's optimal replacement. It takes 8 bytes of the host's
    /// memory for each line that loads and stores access.
    #[arg(long)]
    pub optimal_l1: bool,
    /// Print instead, for each kernel, which share of its warp instructions the warps of a TB repeat of each other, and how
    /// much of it DARSIE can skip at most.
    #[arg(long, conflicts_with_all = ["loads", "optimal_l1", "plot"])]
    pub redundancy: bool,
    /// Draw how far reuse lies, and how many ratios lie in each tenth, into an SVG file.
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}

/// `heddle limit`
#[derive(Args)]
#[command(after_help = help("\
  heddle limit bfs --input citation:4096:1 --config laser13 \\
      --set kernel.launch=cdp
  heddle limit sssp --input graph500:9:16:1 --config laser13 \\
      --set kernel.launch=cdp --json"))]
pub struct LimitArgs {
    /// What runs, and on what.
    #[command(flatten)]
    pub workload: WorkloadArgs,
    /// The backend of the units. There is only `model`: no circuit knows what will be reused.
    #[arg(long, default_value = "model", value_name = "model")]
    pub backend: String,
    /// The form of what is printed.
    #[command(flatten)]
    pub output: OutputArgs,
}
