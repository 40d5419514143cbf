//! `heddle characterize`: shared footprint ratios of applications and of PTX, as a user gets them.

use crate::common::{assert_says, heddle, json, refusal};
use serde_json::Value;

const WAITING: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/sim/tests/ptx/cdp/waiting.compute_35.ptx");
const RATIOS: [&str; 3] = ["parent_child", "child_sibling", "parent_parent"];

fn number(report: &Value, key: &str) -> u64 {
    report[key].as_u64().expect(key)
}

fn ratio(report: &Value, key: &str) -> f64 {
    report[key].as_f64().expect(key)
}

fn text(arguments: &[&str]) -> String {
    let output = heddle(arguments);
    assert!(output.status.success(), "{arguments:?} failed");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn an_application_has_ratios_between_0_and_1_and_runs_as_it_does_unrecorded() {
    for mode in ["kernel.launch=cdp", "kernel.launch=dtbl"] {
        let bfs = ["bfs", "--input", "citation:1000:1", "--set", mode, "--json"];
        let report = json(&[&["characterize"], &bfs[..]].concat());
        let run = json(&[&["run"], &bfs[..]].concat());
        for key in ["trace_hash", "cycles", "launches", "verified"] {
            assert_eq!(report[key], run[key], "{mode}: {key}");
        }
        for key in RATIOS {
            assert!((0.0..=1.0).contains(&ratio(&report, key)), "{mode}: {report}");
        }
        assert!(number(&report, "parents") <= number(&report, "children"));
        assert!(number(&report, "shared_lines") <= number(&report, "child_lines"));
        let told = ["workload", "input", "config", "launch"].map(|key| report[key].as_str());
        let launch = mode.strip_prefix("kernel.launch=");
        assert_eq!(told, [Some("bfs"), Some("citation:1000:1"), Some("k20c"), launch]);
    }
}

#[test]
fn rows_are_the_levels_of_nested_launches_and_add_up() {
    let input = ["--input", "combustion:4:2:1", "--set", "kernel.launch=dtbl"];
    let report = json(&[&["characterize", "amr", "--json"], &input[..]].concat());
    let rows = report["rows"].as_array().expect("a list");
    let levels: Vec<u64> = rows.iter().map(|row| number(row, "level")).collect();
    assert_eq!(levels, [0, 1]);
    for key in ["parents", "children", "parent_lines", "child_lines", "shared_lines"] {
        let sum: u64 = rows.iter().map(|row| number(row, key)).sum();
        assert_eq!(number(&report, key), sum, "{key}");
    }
}

#[test]
fn lines_that_are_only_stored_or_changed_at_once_may_be_left_out() {
    let bfs = ["characterize", "bfs", "--input", "citation:1000:1", "--set", "kernel.launch=dtbl"];
    let [all, loads] =
        [&["--json"][..], &["--json", "--loads"]].map(|more| json(&[&bfs[..], more].concat()));
    assert_eq!((&all["loads"], &loads["loads"]), (&false.into(), &true.into()));
    assert_eq!((&all["trace_hash"], &all["children"]), (&loads["trace_hash"], &loads["children"]));
    for key in ["parent_lines", "child_lines", "shared_lines"] {
        assert!(number(&loads, key) < number(&all, key), "{key}: {loads} {all}");
    }
    assert!(number(&loads["reuse"], "accesses") < number(&all["reuse"], "accesses"));
    assert!(text(&[&bfs[..], &["--loads"]].concat()).contains("all, lines loaded"));
}

/// LASER, equations (1) to (3): of accesses, where the footprints above are of lines.
#[test]
fn accesses_that_reuse_are_told_by_kernel_tb_and_warp() {
    let bfs = ["characterize", "bfs", "--input", "citation:1000:1", "--json"];
    let by = |mode| json(&[&bfs[..], &["--set", mode]].concat())["reuse"].clone();
    let reuse = by("kernel.launch=cdp");
    let share = |of: &Value, key: &str| of[key].as_f64().expect("a share");
    for of in [&reuse, &reuse["tbs"]] {
        for key in ["self", "parent_child", "sibling"] {
            assert!((0.0..1.0).contains(&share(of, key)) && share(of, key) > 0.0, "{key}: {of}");
        }
    }
    assert!(share(&reuse, "self") > share(&reuse["tbs"], "self"), "a kernel has several TBs");
    assert!(share(&reuse["tbs"], "self") > share(&reuse["warps"], "intra"), "a TB several warps");
    assert!(share(&reuse["warps"], "inter") > 0.0, "{reuse}");
    let children = &reuse["ratios"]["parent_child"];
    let bins = children["bins"].as_array().expect("ten of them");
    assert_eq!(bins.len(), 10);
    let parents = json(&[&bfs[..], &["--set", "kernel.launch=cdp"]].concat());
    let ratios: u64 = bins.iter().filter_map(Value::as_u64).sum();
    assert_eq!(ratios, number(&parents, "launches"), "one for each child kernel");
    let flat = by("kernel.launch=flat");
    assert!(share(&flat, "self") > 0.0);
    assert_eq!((share(&flat, "parent_child"), share(&flat, "sibling")), (0.0, 0.0));
}

#[test]
fn the_table_fits_a_terminal_of_80_columns() {
    let apps = [("amr", "combustion:4:2:1"), ("regx", "strings:64:16:1")];
    for (app, input) in apps {
        let run = ["characterize", app, "--input", input, "--set", "kernel.launch=dtbl"];
        let table = text(&run);
        assert_says(&table, &["child", "sibling", "all", "1 ", " %"]);
        assert!(table.lines().all(|line| line.chars().count() <= 80), "{table}");
    }
}

#[test]
fn what_launches_nothing_has_no_ratio_and_says_so() {
    let flat = ["characterize", "bfs", "--input", "graph500:6:8:1"];
    assert_says(&text(&flat), &["bfs", "no shared footprint ratio", "flat", "cdp or dtbl"]);
    let report = json(&[&flat[..], &["--json"]].concat());
    assert!(RATIOS.iter().all(|key| report[key].is_null()), "{report}");
    assert_eq!((number(&report, "parents"), number(&report, "launches")), (0, 0));
    let small = ["characterize", "sssp", "--input", "flight:256:1", "--set", "kernel.launch=cdp"];
    let line = text(&small);
    assert_says(&line, &["sssp", "no shared footprint ratio"]);
    assert!(!line.contains("flat"), "another mode would not help: {line}");
}

#[test]
fn ptx_that_launches_is_characterized_as_it_is_run() {
    let launch = ["--kernel", "sums", "--grid", "30,1,1", "--block", "64,1,1"];
    let buffers = ["--arg", "zero:7680", "--arg", "zero:7680"];
    for mode in ["kernel.launch=cdp", "kernel.launch=dtbl"] {
        let run = [&["characterize", WAITING], &launch[..], &buffers, &["--set", mode, "--json"]];
        let report = json(&run.concat());
        // Each parent reads what its two children store, a line each.
        assert_eq!((number(&report, "parents"), number(&report, "children")), (30, 60));
        assert_eq!(RATIOS.map(|key| ratio(&report, key)), [1.0, 0.0, 0.0], "{mode}");
        assert_eq!(report["rows"][0]["kernel"], "sums");
    }
}

#[test]
fn a_host_program_is_characterized_too() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/examples/bfs.toml");
    let line = text(&["characterize", program]);
    assert_says(&line, &["bfs.toml", "no shared footprint ratio"]);
}

#[test]
fn bad_input_is_refused_in_one_line_as_a_run_refuses_it() {
    let cases: [&[&str]; 5] = [
        &["no_such_app"],
        &["bfs", "--kernel", "k"],
        &[WAITING, "--app", "gather=warp"],
        &[WAITING, "--kernel", "no_such_kernel"],
        &["bfs", "--set", "units.agt_entries=8"],
    ];
    for case in cases {
        let line = refusal(&[&["characterize"], case].concat());
        assert_eq!(line, refusal(&[&["run"], case].concat()));
    }
}
