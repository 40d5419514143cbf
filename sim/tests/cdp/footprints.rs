//! Shared footprints of kernels whose lines can be counted by hand, and what recording them changes: nothing.

use super::bench::{config, Case, MODES};
use super::launches::rows;
use super::waiting::{grandparents, waiting_sums};
use crate::common::timeless;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{Footprints, RunOptions, RunResult, SharedFootprint};

fn machine(launch: &str, latency: &str) -> GpuConfig {
    config("tiny", &[("kernel.launch", launch), ("kernel.latency", latency), ("smx.tbs", "4")])
}

/// Runs a case with its footprints recorded. Returns its buffers too.
fn record(case: &Case, config: &GpuConfig) -> (Footprints, Vec<Vec<u32>>, RunResult) {
    let mut footprints = Footprints::default();
    let options = RunOptions { footprints: Some(&mut footprints), ..RunOptions::default() };
    let (found, result) = case.machine_with(config, options).expect("the run completes");
    (footprints, found, result)
}

#[test]
fn recording_footprints_changes_no_cycle_and_no_output() {
    for (launch, latency) in MODES {
        let config = machine(launch, latency);
        for case in [waiting_sums(30).0, rows(64, 96).0, grandparents().0] {
            let (_, found, recorded) = record(&case, &config);
            let (expected, plain) = case.machine(&config).expect("the run completes");
            let what = format!("{} by {launch}, {latency}", case.kernel);
            assert_eq!(found, expected, "{what}");
            assert_eq!(timeless(&recorded), timeless(&plain), "{what}");
        }
    }
}

#[test]
fn a_parent_that_is_suspended_keeps_its_lines_and_shares_what_its_children_store() {
    for (launch, latency) in MODES {
        let (footprints, _, result) = record(&waiting_sums(30).0, &machine(launch, latency));
        assert!(result.suspended_tbs > 0, "{launch}, {latency}");
        let total = footprints.total();
        // Each parent reads the two lines that its children store, one each, and stores two more.
        assert_eq!((total.parents, total.children), (30, 60));
        assert_eq!((total.parent_lines, total.child_lines, total.shared_lines), (120, 60, 60));
        assert_eq!(ratios(&total), [Some(1.0), Some(0.0), Some(0.0)], "{launch}, {latency}");
    }
}

#[test]
fn the_parameters_of_a_launch_are_in_no_footprint() {
    for (launch, latency) in MODES {
        let (footprints, ..) = record(&rows(64, 96).0, &machine(launch, latency));
        let total = footprints.total();
        // A parent only passes structures to its 32 children of two TBs, which read a line and store a line each.
        assert_eq!((total.parents, total.children), (3, 192));
        assert_eq!((total.parent_lines, total.child_lines), (0, 384));
        assert_eq!(ratios(&total), [Some(0.0), Some(0.0), None], "{launch}, {latency}");
    }
}

#[test]
fn each_level_of_nested_launches_has_a_row_of_its_own() {
    for (launch, latency) in MODES {
        let (footprints, ..) = record(&grandparents().0, &machine(launch, latency));
        let rows: Vec<_> = footprints.rows().collect();
        let [(0, "grandparent", top), (1, "between", middle)] = rows[..] else {
            panic!("{launch}, {latency}: {} rows", rows.len());
        };
        // The TB of `between` accesses nothing. Its four children store a line each.
        assert_eq!((top.parents, top.children, top.child_lines), (1, 1, 0));
        assert_eq!(ratios(top), [None; 3]);
        assert_eq!((middle.parents, middle.children, middle.child_lines), (1, 4, 4));
        assert_eq!(ratios(middle), [Some(0.0), Some(0.0), None]);
    }
}

fn ratios(found: &SharedFootprint) -> [Option<f64>; 3] {
    [&found.parent_child, &found.child_sibling, &found.parent_parent].map(|mean| mean.value())
}
