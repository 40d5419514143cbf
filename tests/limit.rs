//! `heddle limit`: the limit study, as a user gets it.

use crate::common::{assert_says, heddle, json, refusal};
use serde_json::Value;

const BFS: [&str; 8] = [
    "limit",
    "bfs",
    "--input",
    "graph500:8:16:1",
    "--config",
    "laser13",
    "--set",
    "kernel.launch=cdp",
];

#[test]
fn one_command_runs_the_baseline_and_three_levels_and_prints_them() {
    let report = json(&[&BFS[..], &["--json"]].concat());
    let rows = report["rows"].as_array().expect("a list");
    let names: Vec<&str> = rows.iter().filter_map(|row| row["schedulers"].as_str()).collect();
    assert_eq!(names, ["baseline", "kernel", "kernel+wg", "kernel+wg+wavefront"]);
    let first = rows[0]["cycles"].as_f64().expect("a number");
    for row in rows {
        assert_eq!(row["verified"], Value::Bool(true), "{row}");
        let number = |key: &str| row[key].as_f64().expect("a number");
        assert!((number("speedup") * number("cycles") / first - 1.0).abs() < 1e-9, "{row}");
    }
    let text = String::from_utf8(heddle(&BFS).stdout).expect("text");
    assert_says(&text, &["baseline", "kernel+wg+wavefront", "L1 hits", "right"]);
}

#[test]
fn bad_use_is_refused_in_one_line() {
    let line = refusal(&["limit", "bfs", "--input", "graph500:6:8:1"]);
    assert_says(&line, &["the limit study orders kernels that TBs launch", "kernel.launch=cdp"]);
    let circuit = refusal(&[&BFS[..], &["--backend", "rtl"]].concat());
    assert_says(&circuit, &["no circuit", "limit study"]);
}
