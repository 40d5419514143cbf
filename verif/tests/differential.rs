//! Tests that random PTX programs leave the same memory, bit for bit, on the executor of
//! `heddle-sim` and on an independent interpreter written from the PTX ISA document
//! (`heddle_verif::oracle`).
//!
//! `HEDDLE_PROGRAMS=100000 cargo test --release -p heddle-verif differential::` runs 100,000
//! programs instead of 2,000. `HEDDLE_SEED=7` runs the program of that seed alone, as a failure
//! says. `HEDDLE_FAILURES=1` stops at the first difference instead of the tenth.

use heddle_verif::oracle::failure::{check, Failure};
use heddle_verif::report::failures_dir;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};

/// Programs of a run in CI.
const PROGRAMS: u64 = 2_000;
/// Differences after which a run stops.
const FAILURES: usize = 10;

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")))
}

#[test]
fn random_programs_leave_the_same_memory_on_both_executors() {
    let seeds = match variable("HEDDLE_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..variable("HEDDLE_PROGRAMS").unwrap_or(PROGRAMS),
    };
    let limit = variable("HEDDLE_FAILURES").map_or(FAILURES, |count| count as usize);
    let terminal = std::io::stderr().is_terminal();
    // The same statements fail for many seeds; each is reported once.
    let mut failures: BTreeMap<String, Failure> = BTreeMap::new();
    let mut tried = 0;
    for seed in seeds {
        tried += 1;
        if terminal && tried % 1000 == 0 {
            eprint!("\r{tried} programs, {} differences", failures.len());
            std::io::stderr().flush().expect("a terminal takes text");
        }
        if let Some(failure) = check(seed) {
            failures.entry(failure.shape()).or_insert(failure);
        }
        if failures.len() >= limit {
            break;
        }
    }
    let dir = failures_dir();
    let told: Vec<String> = failures
        .values()
        .map(|failure| {
            let file = failure.write(&dir).expect("target is writable");
            format!("{failure}\n{}  program: {}\n", failure.lines, file.display())
        })
        .collect();
    assert!(
        told.is_empty(),
        "{} differences in {tried} programs:\n{}",
        told.len(),
        told.join("\n")
    );
}
