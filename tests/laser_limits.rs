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
        let words =
            ["run", "bfs", "--config", "laser13", "--set", "tb.source=laser", "--set", set];
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
const GROUPS: [&str; 7] = [
    "bfs",
    "--input",
    "graph500:8:16:1",
    "--config",
    "tiny",
    "--set",
    "kernel.launch=dtbl",
];

#[test]
fn groups_that_the_queues_do_not_hold_wait_in_memory_and_memory_without_room_for_them_is_told() {
    let few = ["--set", "laperm.entries=4"];
    let result = laser(&GROUPS, &few);
    assert_eq!(result["verified"], true);
    let circuit = laser(&GROUPS, &[&few[..], &["--backend", "all=rtl"]].concat());
    assert_eq!(result["trace_hash"], circuit["trace_hash"]);
    assert_ne!(result["trace_hash"], laser(&GROUPS, &[])["trace_hash"], "it matters");
}

#[test]
fn without_launches_laser_is_laperm_and_takes_as_long_as_the_fcfs_source_but_for_a_few_cycles() {
    for app in [["matmul", "--input", "64"], ["bfs", "--input", "graph500:8:16:1"]] {
        let app = [&app[..], &["--config", "laser13"]].concat();
        let with = |source: &str| {
            let source = format!("tb.source={source}");
            json(&[&["run"], &app[..], &["--json", "--set", &source]].concat())
        };
        let (laser, fcfs) = (with("laser"), with("fcfs"));
        assert_eq!(laser["verified"], true, "{app:?}");
        let reads = &laser["monitor"];
        println!("{app:?}: {} {} {reads}", cycles(&laser), cycles(&fcfs));
    }
}
