//! Absurd values for every key of a configuration and every size of every unit. Each is refused in one line that names
//! the key, or the run ends with right results; in either case soon, and with little memory.
//!
//! Keys, sizes and their limits are read from the program, so new ones are tried without a line here.
//! `HEDDLE_ABUSE=all` tries everything; without it, a sample that differs with `HEDDLE_SEED`.

use crate::common::{heddle, json};
use rand::seq::SliceRandom;
use rand::SeedableRng;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// What no key expects, whatever it is.
const ABSURD: &[&str] = &[
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
const RUNS: &[&[&str]] = &[
    &["bfs", "--input", "graph500:4:4:1", "--set", "kernel.launch=dtbl"],
    &["bfs", "--input", "graph500:4:4:1", "--set", "kernel.launch=cdp"],
    &["sw", "--input", "16:16", "--set", "tb.source=dats"],
    &["heat2d", "--input", "16:16", "--set", "tb.source=dats", "--set", "dats.policy=lrr"],
];

/// Seconds of processor time and KiB of memory that a command may take. Waiting for nothing is a hang as well; nobody
/// waits here, so time on the processor is all there is, however busy the machine.
const LIMITS: &str = "ulimit -t 20 -v 4194304";

/// What came of a command.
struct Outcome {
    code: Option<i32>,
    out: String,
    error: String,
}

fn limited(words: &[&str]) -> Outcome {
    let mut command = Command::new("bash");
    let script = format!("{LIMITS}; exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_heddle")]).args(words);
    let output = command.output().expect("bash runs");
    let [out, error] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    Outcome { code: output.status.code(), out, error }
}

/// One of the values, or all in a long run.
fn chosen<T>(all: Vec<T>, sample: usize) -> Vec<T> {
    if std::env::var("HEDDLE_ABUSE").is_ok_and(|which| which == "all") {
        return all;
    }
    let seed = std::env::var("HEDDLE_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut all = all;
    all.shuffle(&mut rand_chacha::ChaCha8Rng::seed_from_u64(seed));
    all.truncate(sample);
    all
}

/// Why an outcome is not one that a user can live with.
fn complaint(outcome: &Outcome, key: &str, succeeded: impl Fn(&str) -> bool) -> Option<String> {
    let error = outcome.error.trim_end();
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

/// The numbers at the limits that a refusal states, and next to them.
fn limits_in(refusal: &str) -> Vec<String> {
    let words = refusal.rsplit(':').next().unwrap_or_default().split_whitespace();
    let numbers = words.filter_map(|word| word.parse::<i128>().ok());
    numbers.flat_map(|n| [n - 1, n, n + 1]).map(|n| n.to_string()).collect()
}

/// Absurd values, and those around the limits that `refuse` states for an absurd one.
fn values(refuse: impl Fn(&str) -> String) -> BTreeSet<String> {
    let limits = limits_in(&refuse("-99999999999999"));
    ABSURD.iter().map(|&value| value.to_owned()).chain(limits).collect()
}

/// Every key of a configuration.
fn keys() -> Vec<String> {
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

#[test]
fn every_key_takes_absurd_values_by_a_refusal_that_names_it_or_a_run_with_right_results() {
    let mut trials = Vec::new();
    for key in chosen(keys(), 30) {
        let refuse = |value: &str| {
            let set = format!("{key}={value}");
            String::from_utf8_lossy(&heddle(&["config", "tiny", "--set", &set]).stderr).into_owned()
        };
        trials.extend(values(refuse).into_iter().map(|value| (key.clone(), value)));
    }
    let mut complaints = Vec::new();
    let mut runs = 0;
    for (key, value) in chosen(trials, 150) {
        let set = format!("{key}={value}");
        for run in RUNS {
            let outcome = limited(&[&["run", "--config", "tiny", "--set", &set], *run].concat());
            runs += u32::from(outcome.code == Some(0));
            let right = |out: &str| out.contains("agrees with the reference");
            if let Some(what) = complaint(&outcome, &key, right) {
                complaints.push(format!("{set} {run:?}: {what}"));
            }
            // A key that does nothing here may do something in the next run; another refusal is for all of them.
            if outcome.code != Some(0) && !outcome.error.contains("does nothing here") {
                break;
            }
        }
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
    assert!(runs > 20, "only {runs} runs came to their end");
}

/// The sizes of a unit, as it names them when it is asked for one that it does not have.
fn sizes(unit: &str) -> Vec<String> {
    let refusal = heddle(&["area", unit, "--storage", "--set", "nothing=1"]).stderr;
    let refusal = String::from_utf8_lossy(&refusal).into_owned();
    let named = refusal.split("it has: ").nth(1).unwrap_or_default();
    named.split(',').map(|size| size.trim().to_owned()).filter(|size| !size.is_empty()).collect()
}

#[test]
fn every_size_of_every_unit_takes_absurd_values_by_a_refusal_that_names_it_or_a_right_trial() {
    let listing = json(&["list", "--json"]);
    let units = listing["units"].as_array().expect("a list");
    let mut trials = Vec::new();
    for unit in units.iter().filter_map(|unit| unit["name"].as_str()) {
        for size in sizes(unit) {
            for preset in ["tiny", "paper"] {
                let refuse = |value: &str| {
                    let set = format!("{size}={value}");
                    let words = ["area", unit, "--storage", "--preset", preset, "--set", &set];
                    String::from_utf8_lossy(&heddle(&words).stderr).into_owned()
                };
                let values = values(refuse).into_iter();
                trials.extend(values.map(|value| (unit.to_owned(), preset, size.clone(), value)));
            }
        }
    }
    assert!(trials.len() > 500, "{}", trials.len());
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().display().to_string();
    let mut complaints = Vec::new();
    for (unit, preset, size, value) in chosen(trials, 120) {
        let set = format!("{size}={value}");
        let sized = [&unit, "--preset", preset, "--set", &set];
        for words in [&["area", "--storage"][..], &["wave", "--out", &out]] {
            let outcome = limited(&[words, &sized[..]].concat());
            if let Some(what) = complaint(&outcome, &size, |_| true) {
                complaints
                    .push(format!("{} {unit} --preset {preset} --set {set}: {what}", words[0]));
            }
        }
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}
