//! Two results beside each other.

use crate::common::{assert_says, heddle, json};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

fn result(path: &Path, more: &[&str]) {
    let run = ["run", "bfs", "--config", "tiny", "--input", "graph500:6:8:1", "--json"];
    let value = json(&[&run[..], more].concat());
    fs::write(path, value.to_string()).expect("written");
}

#[test]
fn a_result_says_what_it_is_a_result_of() {
    let run = ["run", "bfs", "--config", "tiny", "--set", "kernel.launch=dtbl", "--json"];
    let result = json(&[&run[..], &["--backend", "agt=rtl", "--seed", "3"]].concat());
    let text = |name: &str| result[name].as_str().unwrap_or_else(|| panic!("{name}")).to_owned();
    assert!(text("command").starts_with("heddle run bfs --config tiny --set kernel.launch=dtbl"));
    assert_eq!(text("version"), env!("CARGO_PKG_VERSION"));
    assert!(!text("commit").is_empty());
    assert_eq!(
        (text("workload"), text("machine"), text("backend")),
        ("bfs".into(), "tiny".into(), "agt=rtl".into())
    );
    assert!(text("input").contains(':'), "the input that is taken without --input");
    assert_eq!(result["overrides"], serde_json::json!(["kernel.launch=dtbl"]));
    assert_eq!(result["config"]["kernel"]["launch"], "dtbl");
    assert_eq!(result["seeds"]["power_up"], 3);
    assert_eq!(text("ptx_sha256").len(), 64);
    let version = heddle(&["--version"]);
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    assert_says(&version, &[env!("CARGO_PKG_VERSION"), &text("commit")]);
}

#[test]
fn two_results_differ_in_what_was_changed_and_in_what_came_of_it() {
    let dir = tempdir().expect("a directory");
    let [a, b] = ["a.json", "b.json"].map(|name| dir.path().join(name));
    result(&a, &["--set", "kernel.launch=dtbl"]);
    result(&b, &["--set", "kernel.launch=dtbl", "--set", "kernel.host_launch_cycles=500"]);
    let [a, b] = [&a, &b].map(|path| path.to_str().expect("text"));
    let found = json(&["diff", a, b, "--json"]);
    let names = |side: &str| -> Vec<String> {
        let changes = found[side].as_array().expect("changes").iter();
        changes.map(|change| change["name"].as_str().expect("a name").to_owned()).collect()
    };
    assert_eq!(names("differ_in"), ["command", "config.kernel.host_launch_cycles", "overrides"]);
    let way: &Value = &found["differ_in"][1];
    assert_eq!((&way["first"], &way["second"]), (&"0".into(), &"500".into()));
    assert_eq!(way["ratio"], Value::Null, "nothing is a multiple of 0");
    let mut changes = found["differ_out"].as_array().expect("changes").iter();
    let cycles = changes.find(|change| change["name"] == "cycles").expect("it is later");
    assert!(cycles["ratio"].as_f64().is_some_and(|ratio| ratio > 1.0), "{cycles}");
    assert!(names("differ_out").contains(&"trace_hash".to_owned()), "{found}");
    assert!(!names("differ_out").contains(&"wall_seconds".to_owned()));
    let said = String::from_utf8(heddle(&["diff", a, b]).stdout).expect("text");
    assert_says(
        &said,
        &[
            "What they are results of differs",
            "config.kernel.host_launch_cycles",
            "What came of it",
        ],
    );
}

#[test]
fn the_same_run_on_another_backend_differs_in_nothing_that_came_of_it() {
    let dir = tempdir().expect("a directory");
    let [a, b] = ["a.json", "b.json"].map(|name| dir.path().join(name));
    result(&a, &["--set", "kernel.launch=dtbl"]);
    result(&b, &["--set", "kernel.launch=dtbl", "--backend", "kmu=rtl"]);
    let output = heddle(&["diff", a.to_str().expect("text"), b.to_str().expect("text")]);
    let said = String::from_utf8(output.stdout).expect("text");
    assert_says(&said, &["backend", "What came of it is the same", "The trace hashes are equal"]);
}
