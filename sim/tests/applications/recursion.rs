//! Recursion by TBs: the sorts and the Mandelbrot set.

use super::bench::{run_way, LATENCIES};
use heddle_sim::gpu::RunResult;
use heddle_workloads::Way;
use itertools::Itertools;

/// Inputs that leave parts in several levels.
const INPUTS: [(&str, &str); 5] = [
    ("quicksort", "uniform-keys:300:65536:1"),
    ("quicksort", "gaussian-keys:300:40:1"),
    ("radixsort", "uniform-keys:300:65536:1"),
    ("radixsort", "gaussian-keys:300:40:1"),
    ("mandel", "48:2:2:30"),
];

fn run(way: Way, app: &str, input: &str, preset: &str, settings: &[(&str, &str)]) -> RunResult {
    let result = run_way(way, app, input, preset, settings);
    assert_eq!(result.difference, None, "{app} {input} {way} {settings:?} on {preset}");
    result
}

#[test]
fn every_recursion_agrees_with_the_cpu_however_work_is_launched() {
    for ((app, input), preset) in INPUTS.into_iter().cartesian_product(["k20c", "tiny"]) {
        let mut launched = Vec::new();
        for (way, latency) in Way::ALL.into_iter().cartesian_product(LATENCIES) {
            let result = run(way, app, input, preset, &[("kernel.latency", latency)]);
            let by_device = way.launches_from_device();
            assert_eq!(result.launches > 0, by_device, "{app} {way} {latency} on {preset}");
            assert_eq!(result.deepest_launch > 1, by_device, "{app} {way} {latency} on {preset}");
            if matches!(way, Way::Cdp | Way::Dtbl) {
                launched.push((result.launches, result.deepest_launch));
            }
        }
        assert!(launched.iter().all_equal(), "{app} {input} on {preset}: {launched:?}");
    }
}

#[test]
fn every_recursion_agrees_with_the_cpu_whatever_the_coarsening_and_the_smallest_part() {
    for ((app, input), way) in INPUTS.into_iter().cartesian_product(Way::ALL) {
        for (coarsening, smallest) in [("3", "32"), ("1", "1"), ("1", "200"), ("2", "5000")] {
            let settings = [("coarsening", coarsening), ("child_min_items", smallest)];
            let result = run(way, app, input, "tiny", &settings);
            assert!(smallest != "5000" || result.launches == 0, "{app} {way}");
        }
    }
}

#[test]
fn parts_deeper_than_launches_nest_are_done_by_the_tb_that_found_them() {
    for ((app, input), way) in INPUTS.into_iter().cartesian_product(Way::ALL) {
        if way.launches_from_device() {
            for limit in [0, 1] {
                let settings = [("kernel.nesting_limit", &*limit.to_string())];
                let result = run(way, app, input, "tiny", &settings);
                let (deepest, errors) = (result.deepest_launch, result.runtime_errors);
                assert_eq!((deepest, errors), (limit, 0), "{app} {way}");
            }
        }
    }
}

#[test]
fn refused_launches_are_done_by_the_tb_that_found_them() {
    for (app, input) in INPUTS {
        let settings = [("kernel.pending_limit", "1"), ("child_min_items", "4")];
        let result = run(Way::Cdp, app, input, "tiny", &settings);
        assert!(result.runtime_errors > 0, "{app} {input}: nothing was refused");
    }
}

#[test]
fn keys_of_any_number_and_variety_are_sorted() {
    for app in ["quicksort", "radixsort"] {
        for (count, keys) in [(1, 1), (2, 2), (31, 5), (32, 1), (127, 3), (129, 1000), (700, 2)] {
            for way in [Way::Flat, Way::Cdp] {
                run(way, app, &format!("uniform-keys:{count}:{keys}:1"), "tiny", &[]);
            }
        }
    }
}

#[test]
fn squares_of_two_pixels_and_images_of_one_square_are_drawn() {
    for input in ["2:1:0:5", "16:8:0:9", "16:1:3:20", "24:3:2:1"] {
        for way in [Way::Flat, Way::Dtbl] {
            run(way, "mandel", input, "tiny", &[]);
        }
    }
}

#[test]
fn quicksort_of_the_last_level_is_bubble_sort() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("keys");
    // The middle key of every range is its least one, so each level has one key less. The others change their order.
    let mut keys: Vec<u32> = Vec::new();
    for key in (0..80).rev() {
        keys.reverse();
        keys.insert(keys.len().div_ceil(2), key);
    }
    let lines: String = keys.iter().map(|key| format!("{key}\n")).collect();
    std::fs::write(&path, lines).expect("written");
    let input = path.to_str().expect("text");
    for way in [Way::Flat, Way::Cdp] {
        let result = run(way, "quicksort", input, "tiny", &[("child_min_items", "2")]);
        let launches = if way == Way::Cdp { 24 } else { 0 };
        assert_eq!((result.launches, result.deepest_launch), (launches, launches as u32), "{way}");
    }
}
