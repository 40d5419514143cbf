//! What a point of a study costs besides its simulation: `cargo bench -p heddle --bench sweep -- POINTS`.
//!
//! The runs are tiny, one at a time. The cost is the time of the whole command by point, less the time that the simulations
//! say they took: checking all points, starting a process for each, keeping its result, and the tables. On a loaded host the
//! processor time of the command, simulations and all, is the better bound.

use std::mem::MaybeUninit;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Points, if the command line says nothing.
const POINTS: u32 = 2500;

/// Runs a command, and returns how long it took.
fn timed(words: &[&str]) -> Duration {
    let begin = Instant::now();
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    let status = command.args(words).stdout(Stdio::null()).status().expect("it starts");
    assert!(status.success(), "{words:?}");
    begin.elapsed()
}

/// The processor time of all commands that have ended.
fn processor() -> Duration {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the structure is written whole, and all its bytes may be zero.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr());
        usage.assume_init()
    };
    let of = |time: libc::timeval| Duration::new(time.tv_sec as u64, 1000 * time.tv_usec as u32);
    of(usage.ru_utime) + of(usage.ru_stime)
}

/// The time of all simulations of a study.
fn simulated(dir: &Path) -> Duration {
    let mut table = csv::Reader::from_path(dir.join("results.csv")).expect("a table");
    let wall = table.headers().expect("names").iter().position(|name| name == "wall_seconds");
    let wall = wall.expect("a column");
    let seconds =
        table.records().map(|row| row.expect("a row")[wall].parse::<f64>().expect("a number"));
    Duration::from_secs_f64(seconds.sum())
}

fn main() {
    let asked = std::env::args().skip(1).find_map(|word| word.parse::<u32>().ok());
    let side = f64::from(asked.unwrap_or(POINTS)).sqrt().round() as u32;
    let points = side * side;
    let list = (1..=side).map(|n| n.to_string()).collect::<Vec<_>>().join(",");
    let axes = [format!("input={list}"), format!("kernel.host_launch_cycles={list}")];
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().to_str().expect("text");
    let study = [
        "sweep",
        "vector_add",
        "--config",
        "tiny",
        "--jobs",
        "1",
        "--vary",
        &axes[0],
        "--vary",
        &axes[1],
    ];
    let study = [&study[..], &["--out", out]].concat();
    let whole = timed(&study);
    let processor = processor();
    let simulated = simulated(dir.path());
    let again = timed(&study);
    let alone: Duration = (0..100)
        .map(|_| timed(&["run", "vector_add", "--config", "tiny", "--input", "50", "--json"]))
        .sum();
    let of_each = |time: Duration, count: u32| 1e3 * time.as_secs_f64() / f64::from(count);
    let run = of_each(alone, 100) - of_each(simulated, points);
    println!("{points} points, milliseconds for each:");
    for (time, what) in [
        (of_each(whole, points), "the study"),
        (of_each(simulated, points), "its simulations"),
        (
            of_each(whole.saturating_sub(simulated), points),
            "the difference: what a point costs besides its simulation",
        ),
        (run, "of which a `heddle run` alone, less its simulation"),
        (of_each(again, points), "the same command again, with all points done"),
        (of_each(processor, points), "processor time of the study, simulations and all"),
    ] {
        println!("  {time:8.3}  {what}");
    }
}
