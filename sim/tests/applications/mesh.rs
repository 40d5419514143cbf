//! Mesh refinement and the tree of Barnes and Hut.

use super::bench::{run_way, LATENCIES};
use heddle_workloads::Way;
use itertools::Itertools;

#[test]
fn amr_agrees_with_the_cpu_however_work_is_launched() {
    for preset in ["k20c", "tiny"] {
        for (way, latency) in Way::ALL.into_iter().cartesian_product(LATENCIES) {
            let settings = [("kernel.latency", latency)];
            let result = run_way(way, "amr", "combustion:3:2:1", preset, &settings);
            assert_eq!(result.difference, None, "{way} {latency} on {preset}");
            let by_host = !way.launches_from_device();
            assert_eq!(result.launches > 0, !by_host, "{way} {latency} on {preset}");
            let deepest = if by_host { 0 } else { 2 };
            assert_eq!(result.deepest_launch, deepest, "{way} {latency} on {preset}");
        }
    }
}

#[test]
fn amr_agrees_with_the_cpu_whatever_the_coarsening_and_the_smallest_child() {
    for way in Way::ALL {
        for (coarsening, smallest) in [("3", "32"), ("3", "1"), ("1", "65")] {
            let settings = [("coarsening", coarsening), ("child_min_items", smallest)];
            let result = run_way(way, "amr", "combustion:2:2:2", "tiny", &settings);
            assert_eq!(result.difference, None, "{way} {coarsening} {smallest}");
            assert!(smallest != "65" || result.launches == 0, "patches have 64 cells");
        }
    }
}

#[test]
fn bht_agrees_with_the_cpu_however_work_is_launched() {
    for preset in ["k20c", "tiny"] {
        for (way, latency) in Way::ALL.into_iter().cartesian_product(LATENCIES) {
            let settings = [("kernel.latency", latency)];
            let result = run_way(way, "bht", "points:200:1", preset, &settings);
            assert_eq!(result.difference, None, "{way} {latency} on {preset}");
            let by_host = !way.launches_from_device();
            assert_eq!(result.launches > 0, !by_host, "{way} {latency} on {preset}");
        }
    }
}

#[test]
fn bht_agrees_with_the_cpu_whatever_the_coarsening_and_the_smallest_child() {
    for way in Way::ALL {
        for (coarsening, smallest) in [("3", "32"), ("1", "1"), ("1", "65")] {
            let settings = [("coarsening", coarsening), ("child_min_items", smallest)];
            let result = run_way(way, "bht", "points:150:2", "tiny", &settings);
            assert_eq!(result.difference, None, "{way} {coarsening} {smallest}");
            assert!(smallest != "65" || result.launches == 0, "nodes have at most 64 cells");
        }
    }
}
