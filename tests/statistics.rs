//! The page on statistics has every field of a result, and no other.

use crate::common::{assert_says, heddle, json};
use serde_json::Value;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../docs/src/statistics.md");

/// The names in the first column of the page's tables. One with a dot is a key of an object.
fn defined() -> BTreeSet<String> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `"));
    let names = rows.filter_map(|row| row.split(" | ").next());
    names.flat_map(|names| names.split(", ")).map(|name| name.replace('`', "")).collect()
}

#[test]
fn every_field_of_a_result_is_defined_on_the_page_and_the_page_defines_no_other() {
    let keys = |value: &Value| value.as_object().expect("an object").keys().cloned().collect();
    let run = ["run", "vector_add", "--input", "64", "--json", "--account", "--interval", "50"];
    let result = json(&run);
    let mut fields: BTreeSet<String> = keys(&result);
    let reasons: BTreeSet<String> = keys(&result["account"]);
    fields.extend(reasons.iter().map(|reason| format!("account.{reason}")));
    let interval: BTreeSet<String> = keys(&result["intervals"][0]);
    fields.extend(interval.iter().map(|name| format!("intervals.{name}")));
    let node: BTreeSet<String> = keys(&result["launch_tree"][0]);
    fields.extend(node.iter().map(|name| format!("launch_tree.{name}")));
    assert_eq!(fields, defined());
}

#[test]
fn intervals_are_printed_too_and_a_wrong_interval_is_refused() {
    let run = ["run", "bfs", "--input", "graph500:6:8:1", "--config", "tiny"];
    let text = |more: &[&str]| heddle(&[&run[..], more].concat());
    let kept = text(&["--account", "--interval", "2000"]);
    let kept = String::from_utf8(kept.stdout).expect("text");
    assert_says(&kept, &["lost", "bytes of", "2 000"]);
    let alone = text(&["--interval", "2000"]);
    assert!(!alone.status.success());
    assert_says(&String::from_utf8_lossy(&alone.stderr), &["--account"]);
    for wrong in ["0", "-5", "many", "99999999999999999999", "1.5"] {
        let refused = text(&["--account", &format!("--interval={wrong}")]);
        assert!(!refused.status.success(), "{wrong}");
        assert_says(&String::from_utf8_lossy(&refused.stderr), &["--interval", wrong]);
    }
}

#[test]
fn the_account_of_a_run_adds_up_to_one_and_is_null_unless_it_is_asked_for() {
    let run = ["run", "bfs", "--input", "graph500:7:8:1", "--set", "kernel.launch=dtbl", "--json"];
    assert!(json(&run)["account"].is_null());
    let result = json(&[&run[..], &["--account"]].concat());
    let sum = |shares: &Value| {
        let shares = shares.as_object().expect("an object").values();
        shares.map(|share| share.as_f64().expect("a number")).sum::<f64>()
    };
    assert!((sum(&result["account"]) - 1.0).abs() < 1e-9);
    assert!(result["account"]["issued"].as_f64().expect("a number") > 0.0);
    let smxs = result["account_smxs"].as_array().expect("a list");
    let kernels = result["account_kernels"].as_object().expect("an object");
    for part in smxs.iter().chain(kernels.values()) {
        assert!((sum(&part["shares"]) - 1.0).abs() < 1e-9, "{part}");
        assert_eq!(part["lanes"].as_object().expect("an object").len(), 32);
    }
    let lanes = result["active_lanes"].as_object().expect("an object").values();
    let instructions: u64 = lanes.map(|count| count.as_u64().expect("a count")).sum();
    assert_eq!(Some(instructions), result["warp_instructions"].as_u64());
    for field in ["l1_hit_rate", "l2_hit_rate", "dram_reads", "dram_writes"] {
        assert!(result[field].is_number(), "{field}");
    }
}

#[test]
fn the_account_is_printed_for_people_by_kernel() {
    let run = ["run", "bfs", "--input", "graph500:7:8:1", "--set", "kernel.launch=dtbl"];
    let text = |arguments: &[&str]| String::from_utf8(heddle(arguments).stdout).expect("text");
    assert!(!text(&run).contains("scheduler slots"));
    let kept = text(&[&run[..], &["--account"]].concat());
    for part in ["scheduler slots", "scoreboard_alu", "issued", "W25 to W32"] {
        assert!(kept.contains(part), "`{part}` is missing in: {kept}");
    }
}

#[test]
fn only_launching_code_parts_the_two_warp_execution_efficiencies() {
    let both = |run: Value| {
        let number = |name: &str| run[name].as_f64().expect("a number");
        [number("warp_execution_efficiency"), number("ideal_warp_execution_efficiency")]
    };
    let bfs = ["run", "bfs", "--input", "graph500:7:8:1", "--json", "--set"];
    let [flat, ideal] = both(json(&[&bfs[..], &["kernel.launch=flat"]].concat()));
    assert_eq!(flat, ideal);
    let [launching, ideal] = both(json(&[&bfs[..], &["kernel.launch=cdp"]].concat()));
    assert_ne!(launching, ideal);
}
