//! Absurd values for every key of a configuration, every size of every unit and every value of a host program, and
//! machines drawn at random. Each is refused in one line, or the run ends with right results; in either case soon, and
//! with little memory.
//!
//! Keys, sizes and their limits are read from the program, so new ones are tried without a line here.
//! `HEDDLE_ABUSE=all` tries everything; without it, a sample that differs with `HEDDLE_SEED`.

mod keys;
mod machines;
mod programs;

use crate::common::{json, without_explanation};
use rand::seq::SliceRandom;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::process::Command;

/// What no key expects, whatever it is.
pub const ABSURD: &[&str] = &[
    "",
    "0",
    "-1",
    "1",
    "3",
    "100",
    "65536",
    "2147483648",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "1.5",
    "nan",
    "1e3",
    "0x10",
    "true",
    "no such word",
];

/// Runs that reach units in every way of launching.
pub const RUNS: &[&[&str]] = &[
    &["bfs", "--input", "graph500:4:4:1", "--set", "kernel.launch=dtbl"],
    &["bfs", "--input", "graph500:4:4:1", "--set", "kernel.launch=cdp"],
    &[
        "bfs",
        "--input",
        "graph500:4:4:1",
        "--set",
        "kernel.launch=dtbl",
        "--set",
        "tb.source=laser",
    ],
    &["sw", "--input", "16:16", "--set", "tb.source=dats"],
    &["heat2d", "--input", "16:16", "--set", "tb.source=dats", "--set", "dats.policy=lrr"],
];

/// Seconds of processor time and KiB of memory that a command may take. Waiting for nothing is a hang as well; nobody
/// waits here, so time on the processor is all there is, however busy the machine.
pub const LIMITS: &str = "ulimit -t 20 -v 4194304";

/// What came of a command.
pub struct Outcome {
    /// Exit code; none if a signal ended it, such as for its time or memory.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub error: String,
}

pub fn limited(words: &[&str]) -> Outcome {
    let mut command = Command::new("bash");
    let script = format!("{LIMITS}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_heddle")]).args(words);
    let output = command.output().expect("bash runs");
    let [out, error] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    Outcome { code: output.status.code(), out, error }
}

/// Whether everything is to be tried.
pub fn is_long() -> bool {
    std::env::var("HEDDLE_ABUSE").is_ok_and(|which| which == "all")
}

/// The generator of this run's choices.
pub fn generator() -> ChaCha8Rng {
    let seed = std::env::var("HEDDLE_SEED").ok().and_then(|seed| seed.parse().ok());
    ChaCha8Rng::seed_from_u64(seed.unwrap_or(1))
}

/// A sample of the values, or all in a long run.
pub fn chosen<T>(mut all: Vec<T>, sample: usize) -> Vec<T> {
    if !is_long() {
        all.shuffle(&mut generator());
        all.truncate(sample);
    }
    all
}

/// Why an outcome is not one that a user can live with.
pub fn complaint(outcome: &Outcome, key: &str, succeeded: impl Fn(&str) -> bool) -> Option<String> {
    let error = without_explanation(&outcome.error);
    let error = error.trim_end();
    match outcome.code {
        Some(0) if succeeded(&outcome.out) => None,
        Some(0) => Some("it ended without right results".to_owned()),
        Some(1) if error.lines().count() != 1 => Some(format!("not one line: {error}")),
        Some(1) if !error.contains(key) => Some(format!("the key is not named: {error}")),
        Some(1) => None,
        Some(code) => Some(format!("exit code {code}: {error}")),
        None => Some(format!("ended by a signal, such as for its time or memory: {error}")),
    }
}

/// Every key of a configuration.
pub fn keys() -> Vec<String> {
    fn walk(prefix: &str, node: &Value, found: &mut Vec<String>) {
        let Value::Object(fields) = node else {
            found.push(prefix.trim_end_matches('.').to_owned());
            return;
        };
        fields.iter().for_each(|(name, child)| walk(&format!("{prefix}{name}."), child, found));
    }
    let mut found = Vec::new();
    walk("", &json(&["config", "tiny", "--json"]), &mut found);
    assert!(found.len() > 100, "{found:?}");
    found
}
