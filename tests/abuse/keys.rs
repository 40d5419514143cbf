//! Every key of a configuration and every size of a unit, one at a time.

use super::{chosen, complaint, keys, limited, ABSURD, RUNS};
use crate::common::{heddle, json};
use std::collections::BTreeSet;

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
