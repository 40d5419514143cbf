//! LASER at its limits: sizes that it does not have, memory that its queues exhaust, and programs that launch nothing.

use crate::common::{assert_says, json, refusal};
use serde_json::Value;

/// A run of LASER's machine.
fn laser(app: &[&str], more: &[&str]) -> Value {
    json(&[&["run"], app, &["--set", "tb.source=laser", "--json"], more].concat())
}

fn cycles(result: &Value) -> u64 {
    result["cycles"].as_u64().expect("a number")
}

#[test]
fn sizes_that_the_filters_the_queues_and_the_placement_do_not_have_are_refused_with_their_limits() {
    for (set, parts) in [
        ("laser.filter_words=0", ["laser.filter_words", "allowed are 2 to 64"]),
        ("laser.filter_words=1", ["laser.filter_words", "allowed are 2 to 64"]),
        ("laser.filter_words=65", ["laser.filter_words", "allowed are 2 to 64"]),
        ("laser.filter_words=-1", ["laser.filter_words", "allowed are 2 to 64"]),
        ("laser.first_children=-1", ["laser.first_children", "allowed are 0 to 16777216"]),
        ("laperm.entries=2", ["laperm.entries", "allowed are 4 to 256"]),
        ("laperm.entries=512", ["laperm.entries", "allowed are 4 to 256"]),
        ("laperm.entries=12", ["laperm.entries", "power of two"]),
        // There is a queue for each SMX, as long as there is a pin for it.
        ("smx.count=145", ["smx.count", "allowed are 1 to 144"]),
        ("smx.cluster=2", ["smx.cluster", "13"]),
    ] {
        let words = ["run", "bfs", "--config", "laser13", "--set", "tb.source=laser", "--set", set];
        assert_says(&refusal(&words), &parts);
    }
}

#[test]
fn a_machine_with_more_smxs_than_a_narrow_one_has_queues_for_all_of_them() {
    let bfs = ["bfs", "--input", "graph500:6:8:1", "--config", "laser13"];
    for (count, launch) in [("1", "kernel.launch=dtbl"), ("144", "kernel.launch=cdp")] {
        let count = format!("smx.count={count}");
        let result = laser(&bfs, &["--set", &count, "--set", launch]);
        assert_eq!(result["verified"], true, "{count}");
    }
}

/// A graph whose launches, if they are groups, are more than the queues of the SMXs hold.
const GROUPS: [&str; 7] =
    ["bfs", "--input", "graph500:8:16:1", "--config", "tiny", "--set", "kernel.launch=dtbl"];

#[test]
fn groups_that_the_queues_do_not_hold_wait_in_memory() {
    let few = ["--set", "laperm.entries=4"];
    let result = laser(&GROUPS, &few);
    assert_eq!(result["verified"], true);
    let circuit = laser(&GROUPS, &[&few[..], &["--backend", "all=rtl"]].concat());
    assert_eq!(result["trace_hash"], circuit["trace_hash"]);
    assert_ne!(result["trace_hash"], laser(&GROUPS, &[])["trace_hash"], "it matters");
}

#[test]
fn launches_for_which_memory_has_no_room_end_the_run_with_a_line_that_says_so() {
    let ptx = concat!(env!("CARGO_MANIFEST_DIR"), "/sim/tests/ptx/cdp/launches.ptx");
    let launch = ["--kernel", "rows", "--grid", "16", "--block", "64", "--config", "tiny"];
    let arguments = ["--arg", "zero:131072", "--arg", "zero:800000", "--arg", "u32:32"];
    let machine = ["--arg", "u32:1024", "--set", "tb.source=laser", "--set", "laperm.entries=4"];
    let few = [&["run", ptx], &launch[..], &arguments, &machine].concat();
    for launch in ["kernel.launch=dtbl", "kernel.launch=cdp"] {
        let memory = ["--set", launch, "--set", "memory_bytes=1048576"];
        let line = refusal(&[&few[..], &memory].concat());
        assert_says(
            &line,
            &["device memory: 32 bytes do not fit", "1048576 of 1048576", "raise memory_bytes"],
        );
        json(&[&few[..], &["--set", launch, "--json"]].concat());
    }
}

#[test]
fn without_launches_nothing_is_counted_and_a_run_takes_as_long_as_with_the_fcfs_source_but_for_few_cycles(
) {
    for app in [["matmul", "--input", "64"], ["bfs", "--input", "graph500:8:16:1"]] {
        let app = [&app[..], &["--config", "laser13"]].concat();
        let fcfs = cycles(&json(&[&["run"], &app[..], &["--json"]].concat())) as f64;
        let result = laser(&app, &[]);
        assert_eq!(result["verified"], true, "{app:?}");
        let taken = cycles(&result) as f64;
        assert!((taken - fcfs).abs() < 0.02 * fcfs, "{app:?}: {taken} and {fcfs}");
        for filter in ["parent_child", "sibling", "self"] {
            assert_eq!(result["monitor"][filter]["hits"], 0, "{app:?}, {filter}");
            assert_eq!(result["monitor"][filter]["misses"], 0, "{app:?}, {filter}");
        }
        let predicted = result["monitor"]["predicted"].as_object().expect("an object");
        assert!(predicted.values().all(|launches| launches == 0), "{app:?}");
    }
}
