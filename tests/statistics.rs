//! The page on statistics has every field of a result, and no other.

mod common;

use common::json;
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
fn what_is_counted_by_hand_is_what_a_run_reports() {
    // Two warps, none of which diverges; 26 of the second warp's 32 lanes fail the bounds check.
    let result = json(&["run", "vector_add", "--input", "38", "--json"]);
    let number = |name: &str| result[name].as_f64().expect("a number");
    assert_eq!(result["tbs"], 1);
    assert_eq!(number("warp_activity"), {
        number("thread_instructions") / (32.0 * number("warp_instructions"))
    });
    assert_eq!(number("ldst_replay_overhead"), 0.0);
    assert!(number("warp_execution_efficiency") >= number("warp_activity"));
    assert_eq!(
        number("warp_execution_efficiency"),
        number("ideal_warp_execution_efficiency"),
        "nothing is launched"
    );
    assert!(number("issue_activity") <= number("smx_activity"));
}
