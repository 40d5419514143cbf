//! The page on statistics has every field of a result, and no other.

use crate::common::json;
use serde_json::Value;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../docs/src/statistics.md");

/// The names in the first column of the page's table.
fn defined() -> BTreeSet<String> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `"));
    let names = rows.filter_map(|row| row.split(" | ").next());
    names.flat_map(|names| names.split(", ")).map(|name| name.replace('`', "")).collect()
}

#[test]
fn every_field_of_a_result_is_defined_on_the_page_and_the_page_defines_no_other() {
    let result = json(&["run", "vector_add", "--input", "64", "--json"]);
    let fields = result.as_object().expect("an object").keys().cloned();
    assert_eq!(fields.collect::<BTreeSet<String>>(), defined());
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
