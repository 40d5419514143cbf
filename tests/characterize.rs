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
        let told = ["workload", "input", "machine", "launch"].map(|key| report[key].as_str());
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

/// LASER, section 4.1, Figure 5.
#[test]
fn distances_are_told_by_who_accessed_the_line_last_and_beside_the_caches() {
    let bfs = ["characterize", "bfs", "--input", "citation:3000:1", "--config", "laser13"];
    let report = json(&[&bfs[..], &["--set", "kernel.launch=cdp", "--json"]].concat());
    let (reuse, distance) = (&report["reuse"], &report["reuse"]["distance"]);
    let lines = ["l1_lines", "l1s_lines", "l2_lines"].map(|key| number(distance, key));
    assert_eq!(lines, [256, 13 * 256, 12 * 1024]);
    let mut all = number(distance, "first");
    for relation in ["self", "parent_child", "sibling", "other"] {
        let spread = &distance[relation];
        let counts = spread["log2"].as_array().expect("counts").iter().filter_map(Value::as_u64);
        assert_eq!(counts.sum::<u64>(), number(spread, "accesses"), "{relation}");
        let beyond = ["beyond_l1", "beyond_l1s", "beyond_l2"].map(|key| ratio(spread, key));
        assert!(beyond.is_sorted_by(|near, far| near >= far), "{relation}: {beyond:?}");
        all += number(spread, "accesses");
    }
    assert_eq!(all, number(reuse, "accesses"));
    assert!(ratio(&distance["self"], "beyond_l1") > 0.0);
}

/// LASER, sections 4 and 5, Figures 7, 8 and 10, and Table 2.
#[test]
fn pairs_and_chains_are_those_of_kernels_tbs_and_warps() {
    let bfs = ["characterize", "bfs", "--input", "citation:1000:1", "--json"];
    let report = json(&[&bfs[..], &["--set", "kernel.launch=cdp"]].concat());
    let (pairs, chains) = (&report["reuse"]["pairs"], &report["reuse"]["chains"]);
    for of in ["kernels", "tbs", "within_kernels", "warps"] {
        let bins = pairs[of]["bins"].as_array().expect("ten of them").iter();
        assert_eq!(bins.filter_map(Value::as_u64).sum::<u64>(), number(&pairs[of], "pairs"));
        assert!(ratio(&pairs[of], "mean") > 0.0 && number(&pairs[of], "left_out") == 0, "{of}");
    }
    for of in ["kernels", "tbs"] {
        let [units, chains, longest] =
            ["units", "chains", "longest"].map(|key| number(&chains[of], key));
        assert!(longest > 1 && chains + longest <= units + 1, "{of}: {units} {chains} {longest}");
    }
    assert!(number(&chains["kernels"], "units") > number(&report, "launches"), "the host's too");
}

/// LASER, sections 6 and 7.
#[test]
fn predictions_are_compared_if_there_are_monitors_and_the_optimal_l1_if_it_is_asked_for() {
    let bfs = ["characterize", "bfs", "--input", "citation:1000:1", "--config", "laser13"];
    let bfs = [&bfs[..], &["--set", "kernel.launch=cdp", "--json"]].concat();
    let more = ["--set", "laser.always_monitor=true", "--optimal-l1"];
    let [plain, report] = [&[][..], &more].map(|more| json(&[&bfs[..], more].concat()));
    assert_eq!(plain["cycles"], report["cycles"], "monitors have pins, but change no cycle");
    assert!(["predictor", "l1"].iter().all(|key| plain["reuse"][key].is_null()));
    let (predictor, l1) = (&report["reuse"]["predictor"], &report["reuse"]["l1"]);
    let [children, right, priority] =
        ["children", "right", "right_priority"].map(|key| number(predictor, key));
    assert_eq!(children, number(&report, "launches"));
    assert!(0 < right && right <= priority && priority <= children, "{predictor}");
    let rows = predictor["counts"].as_object().expect("a row for each class").values();
    let counts = rows.flat_map(|row| row.as_object().expect("counts").values());
    assert_eq!(counts.filter_map(Value::as_u64).sum::<u64>(), children);
    let [actual, lru, belady] = ["actual", "lru", "belady"].map(|key| ratio(l1, key));
    assert!(0.0 < lru && lru <= belady && actual <= belady && belady < 1.0, "{l1}");
}

#[test]
fn a_chart_shows_distances_and_ratios_and_overwrites_no_input() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("reuse.svg");
    let path = path.to_str().expect("text");
    let bfs = ["characterize", "bfs", "--input", "citation:1000:1", "--plot", path];
    text(&[&bfs[..], &["--set", "kernel.launch=cdp"]].concat());
    let chart = std::fs::read_to_string(path).expect("written");
    assert_says(
        &chart,
        &[
            "<svg",
            "Reuse: bfs citation:1000:1",
            "% of accesses",
            "pairs of kernels",
            "pairs of TBs",
            "an L1",
            "parent-child",
        ],
    );
    text(&["characterize", "bfs", "--input", "graph500:6:8:1", "--plot", path]);
    let ptx = ["characterize", WAITING, "--kernel", "sums", "--plot", WAITING];
    assert_says(&refusal(&ptx), &["--plot", "would overwrite the input"]);
    let nowhere = ["characterize", "bfs", "--plot", "/nowhere/reuse.svg"];
    assert_says(&refusal(&nowhere), &["cannot write /nowhere/reuse.svg"]);
}

#[test]
fn the_table_fits_a_terminal_of_80_columns() {
    let apps = [("amr", "combustion:4:2:1"), ("regx", "strings:64:16:1")];
    for (app, input) in apps {
        let run = ["characterize", app, "--input", input, "--set", "kernel.launch=dtbl"];
        let more = ["--optimal-l1", "--config", "laser13", "--set", "laser.always_monitor=true"];
        let table = text(&[&run[..], &more].concat());
        assert_says(
            &table,
            &["beyond", "warps of a TB", "longest", "predictions right", "at best"],
        );
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
    let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_says(&words, &["bfs.toml", "no shared footprint ratio"]);
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

#[test]
fn what_warps_repeat_is_a_share_of_each_kernel_and_the_run_is_as_ever() {
    let run = ["matmul", "--input", "40", "--json"];
    let report = json(&[&["characterize", "--redundancy"], &run[..]].concat());
    let plain = json(&[&["run"], &run[..]].concat());
    for key in ["trace_hash", "cycles", "verified"] {
        assert_eq!(report[key], plain[key], "{key}");
    }
    let found = &report["redundancy"];
    assert_eq!(found["instructions"], plain["warp_instructions"]);
    let [all, uniform, affine, unstructured] =
        ["redundant", "uniform", "affine", "unstructured"].map(|key| ratio(found, key));
    assert!((all - uniform - affine - unstructured).abs() < 1e-12, "{found}");
    assert!(ratio(found, "skippable") < ratio(found, "marked"), "{found}");
    let kernel = &found["kernels"][0];
    assert_eq!((&kernel["kernel"], &kernel["block"]), (&"matmul".into(), &vec![16, 16, 1].into()));
    let table = text(&["characterize", "matmul", "--input", "40", "--redundancy"]);
    assert_says(&table, &["uniform", "affine", "unstruc", "skip", "16x16", "matmul"]);
}

#[test]
fn what_warps_skip_or_what_is_shared_is_not_counted_beside_what_they_repeat() {
    let redundancy = ["characterize", "matmul", "--redundancy"];
    let skips = [&redundancy[..], &["--set", "frontend=darsie"]].concat();
    assert_says(&refusal(&skips), &["--redundancy", "frontend"]);
    for other in [&["--loads"][..], &["--optimal-l1"], &["--plot", "/tmp/never.svg"]] {
        let output = heddle(&[&redundancy[..], other].concat());
        assert!(!output.status.success(), "{other:?}");
        assert_says(&String::from_utf8_lossy(&output.stderr), &["--redundancy", other[0]]);
    }
}
