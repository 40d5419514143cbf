//! LaPerm's queues, as a user gets them: of groups with DTBL, of kernels with CDP.

use crate::common::json;

/// A run with LaPerm's queues.
fn run(app: &[&str], placement: &str, more: &[&str]) -> serde_json::Value {
    let placement = format!("tb.placement={placement}");
    let laperm = ["--set", "tb.source=laperm", "--set", &placement, "--json"];
    json(&[&["run"], app, &laperm, more].concat())
}

const BFS: [&str; 5] = ["bfs", "--input", "citation:16384:1", "--set", "kernel.launch=dtbl"];

#[test]
fn a_bound_placement_runs_children_on_the_smx_of_their_parents_and_another_does_not() {
    for launch in ["kernel.launch=dtbl", "kernel.launch=cdp"] {
        let bfs = [&BFS[..4], &[launch]].concat();
        let at_home = |placement| {
            let result = run(&bfs, placement, &[]);
            assert_eq!(result["verified"], true, "{launch}, {placement}");
            assert!(result["launches"].as_u64().expect("a number") > 50);
            result["children_on_parent_smx"].as_f64().expect("a ratio")
        };
        // A group without an eligible kernel becomes a kernel of the same home.
        assert_eq!(at_home("bound"), 1.0, "{launch}");
        assert!(at_home("any") < 0.3, "{launch}");
        assert!(at_home("adaptive") < 1.0, "{launch}");
    }
}

#[test]
fn every_group_that_finds_a_kernel_is_counted_once_among_the_insertions() {
    let result = run(&BFS, "bound", &[]);
    let number = |name: &str| result[name].as_f64().expect("a number");
    let groups = result["insertion_cycles_groups"].as_object().expect("an object");
    let groups: Vec<(u64, u64)> = groups
        .iter()
        .map(|(cycles, n)| (cycles.parse().expect("cycles"), n.as_u64().expect("groups")))
        .collect();
    let most = number("insertion_cycles_max");
    assert!(3.0 <= number("insertion_cycles") && number("insertion_cycles") <= most);
    let last = groups.iter().map(|(cycles, _)| *cycles).max().expect("a group");
    assert!(most <= last as f64 && last as f64 / 2.0 < most, "{most} and {last}");
    let all: u64 = groups.iter().map(|(_, n)| n).sum();
    // Groups without an eligible kernel do not come to the queues.
    let hits = number("kde_hit_rate") * number("launches");
    assert!((all as f64 - hits).abs() < 1e-6, "{all} and {hits}");
}

#[test]
fn circuits_and_models_of_a_machine_with_laperm_agree_on_every_cycle() {
    for launch in ["kernel.launch=dtbl", "kernel.launch=cdp"] {
        let bfs = ["bfs", "--input", "graph500:8:16:1", "--set", launch];
        for placement in ["any", "bound", "adaptive"] {
            let model = run(&bfs, placement, &[]);
            let circuit = run(&bfs, placement, &["--backend", "all=rtl"]);
            assert_eq!(model["trace_hash"], circuit["trace_hash"], "{launch}, {placement}");
        }
    }
}

#[test]
fn parents_that_wait_for_their_children_come_back_through_the_queues() {
    let ptx = concat!(env!("CARGO_MANIFEST_DIR"), "/sim/tests/ptx/cdp/waiting.compute_35.ptx");
    let launch = ["--kernel", "sums", "--grid", "60,1,1", "--block", "64,1,1"];
    let buffers = ["--arg", "zero:15360", "--arg", "zero:15360"];
    let machine = ["--config", "tiny", "--set", "kernel.launch=cdp", "--set", "smx.tbs=4"];
    let app = [&[ptx], &launch[..], &buffers, &machine].concat();
    for placement in ["any", "bound", "adaptive"] {
        let model = run(&app, placement, &[]);
        assert!(model["suspended_tbs"].as_u64().expect("a number") > 0, "{placement}");
        let circuit = run(&app, placement, &["--backend", "all=rtl"]);
        assert_eq!(model["trace_hash"], circuit["trace_hash"], "{placement}");
        assert_eq!(model["children_on_parent_smx"] == 1.0, placement == "bound", "{placement}");
    }
}

#[test]
fn queues_that_go_on_in_memory_change_what_happens_when_and_not_the_result() {
    let bfs = ["bfs", "--input", "graph500:8:16:1", "--config", "tiny"];
    let bfs = [&bfs[..], &["--set", "kernel.launch=dtbl"]].concat();
    for placement in ["any", "bound", "adaptive"] {
        let few = ["--set", "laperm.entries=4"];
        let model = run(&bfs, placement, &few);
        let circuit = run(&bfs, placement, &[&few[..], &["--backend", "all=rtl"]].concat());
        assert_eq!(model["trace_hash"], circuit["trace_hash"], "{placement}");
        let fits = run(&bfs, placement, &[]);
        assert_eq!([&model["verified"], &fits["verified"]], [true, true], "{placement}");
        assert_eq!(model["launches"], fits["launches"], "{placement}");
        assert_ne!(model["trace_hash"], fits["trace_hash"], "{placement}");
    }
}

#[test]
fn kernels_that_launch_nothing_take_as_long_as_with_the_fcfs_source_but_for_a_few_cycles() {
    let app = ["matmul", "--input", "64"];
    let cycles = |result: serde_json::Value| result["cycles"].as_f64().expect("a number");
    let fcfs = cycles(json(&[&["run"], &app[..], &["--json"]].concat()));
    let laperm = cycles(run(&app, "any", &[]));
    assert!((laperm - fcfs).abs() < 0.02 * fcfs, "{laperm} and {fcfs}");
}
