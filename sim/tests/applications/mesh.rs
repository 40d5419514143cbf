//! Mesh refinement and the tree of Barnes and Hut.

use super::bench::{by_device, run, LATENCIES};
use heddle_sim::workloads::LaunchMode;
use itertools::Itertools;

#[test]
fn amr_agrees_with_the_cpu_however_work_is_launched() {
    for preset in ["k20c", "tiny"] {
        for (mode, latency) in LaunchMode::ALL.into_iter().cartesian_product(LATENCIES) {
            let launch = mode.to_string();
            let settings = [("kernel.launch", launch.as_str()), ("kernel.latency", latency)];
            let result = run("amr", "combustion:3:2:1", preset, &settings);
            assert_eq!(result.difference, None, "{launch} {latency} on {preset}");
            let by_host = !by_device(mode);
            assert_eq!(result.launches > 0, !by_host, "{launch} {latency} on {preset}");
            let deepest = if by_host { 0 } else { 2 };
            assert_eq!(result.deepest_launch, deepest, "{launch} {latency} on {preset}");
        }
    }
}

#[test]
fn amr_agrees_with_the_cpu_whatever_the_coarsening_and_the_smallest_child() {
    for mode in LaunchMode::ALL {
        let launch = mode.to_string();
        for (coarsening, smallest) in [("3", "32"), ("3", "1"), ("1", "65")] {
            let settings = [
                ("kernel.launch", launch.as_str()),
                ("kernel.coarsening", coarsening),
                ("kernel.child_min_items", smallest),
            ];
            let result = run("amr", "combustion:2:2:2", "tiny", &settings);
            assert_eq!(result.difference, None, "{launch} {coarsening} {smallest}");
            assert!(smallest != "65" || result.launches == 0, "patches have 64 cells");
        }
    }
}

#[test]
fn bht_agrees_with_the_cpu_however_work_is_launched() {
    for preset in ["k20c", "tiny"] {
        for (mode, latency) in LaunchMode::ALL.into_iter().cartesian_product(LATENCIES) {
            let launch = mode.to_string();
            let settings = [("kernel.launch", launch.as_str()), ("kernel.latency", latency)];
            let result = run("bht", "points:200:1", preset, &settings);
            assert_eq!(result.difference, None, "{launch} {latency} on {preset}");
            let by_host = !by_device(mode);
            assert_eq!(result.launches > 0, !by_host, "{launch} {latency} on {preset}");
        }
    }
}

#[test]
fn bht_agrees_with_the_cpu_whatever_the_coarsening_and_the_smallest_child() {
    for mode in LaunchMode::ALL {
        let launch = mode.to_string();
        for (coarsening, smallest) in [("3", "32"), ("1", "1"), ("1", "65")] {
            let settings = [
                ("kernel.launch", launch.as_str()),
                ("kernel.coarsening", coarsening),
                ("kernel.child_min_items", smallest),
            ];
            let result = run("bht", "points:150:2", "tiny", &settings);
            assert_eq!(result.difference, None, "{launch} {coarsening} {smallest}");
            assert!(smallest != "65" || result.launches == 0, "nodes have at most 64 cells");
        }
    }
}
