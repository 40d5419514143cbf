//! Shared footprints of applications: recording them changes nothing, and they are those of the application, not of
//! the way it launches.

use crate::common::timeless;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{
    self, Distances, Footprints, ModelUnits, RunOptions, RunResult, SharedFootprint,
};
use heddle_sim::mem::L1Replay;
use heddle_workloads::{build, AppOptions};
use std::num::NonZeroUsize;

fn machine(launch: &str) -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    for (key, value) in [("smx.count", "4"), ("kernel.launch", launch)] {
        config.set(key, value).expect(key);
    }
    config
}

fn run(app: &str, input: &str, launch: &str, options: RunOptions) -> RunResult {
    let config = machine(launch);
    let mut workload =
        build(app, Some(input), &AppOptions::default(), &config).expect("a workload");
    gpu::run(&config, workload.as_mut(), &ModelUnits, options).expect("the run completes")
}

fn shared(app: &str, input: &str, launch: &str) -> SharedFootprint {
    let mut footprints = Footprints::default();
    let options = RunOptions { footprints: Some(&mut footprints), ..RunOptions::default() };
    let result = run(app, input, launch, options);
    assert_eq!(result.verified, Some(true), "{app} by {launch}");
    footprints.total()
}

#[test]
fn recording_changes_no_cycle_and_no_output_with_one_thread_or_three() {
    let apps = [("bfs", "citation:400:1"), ("join", "uniform:256:256:8:1")];
    for (app, input) in apps {
        for launch in ["flat", "cdp", "dtbl"] {
            let plain = run(app, input, launch, RunOptions::default());
            let mut found = Vec::new();
            for threads in [1, 3] {
                let mut footprints = Footprints::default().in_depth(&machine(launch));
                let mut replay = L1Replay::default();
                let options = RunOptions {
                    threads: NonZeroUsize::new(threads),
                    footprints: Some(&mut footprints),
                    l1_replay: Some(&mut replay),
                    ..RunOptions::default()
                };
                let recorded = run(app, input, launch, options);
                assert_eq!(timeless(&recorded), timeless(&plain), "{app} by {launch}");
                let distances = footprints.distances().expect("they are recorded").clone();
                let reuse = footprints.reuse().clone();
                found.push((footprints.total(), distances, reuse, replay));
            }
            assert_eq!(found[0], found[1], "{app} by {launch}");
            let (total, distances, reuse, replay) = &found[0];
            assert_eq!(total.parents == 0, launch == "flat", "{app} by {launch}");
            let Distances { first, own, parent_child, sibling, other, .. } = distances;
            let spreads = [own, parent_child, sibling, other];
            let again: u64 = spreads.iter().map(|spread| spread.accesses).sum();
            assert_eq!(first + again, reuse.kernels.accesses, "every access is the first or not");
            assert_eq!(sibling.accesses > 0, launch != "flat", "{app} by {launch}");
            let L1Replay { loads, hits, pending_hits, lru, belady, .. } = *replay;
            assert!(
                lru > 0 && belady >= lru.max(hits + pending_hits) && belady < loads,
                "{replay:?}"
            );
        }
    }
}

#[test]
fn the_ratios_of_join_and_pre_are_the_same_by_cdp_and_by_dtbl() {
    for (app, input) in [("join", "uniform:256:256:8:1"), ("pre", "movielens:32:100:25:1")] {
        let [cdp, dtbl] = ["cdp", "dtbl"].map(|launch| shared(app, input, launch));
        assert!(cdp.parents > 0 && cdp.shared_lines > 0, "{app}: {cdp:?}");
        let counts = |found: &SharedFootprint| {
            [found.parents, found.children, found.child_lines, found.shared_lines]
        };
        assert_eq!(counts(&cdp), counts(&dtbl), "{app}");
        for [one, other] in ratios(&cdp, &dtbl) {
            // TBs end in another order, in which the ratios are added.
            assert!((one - other).abs() < 1e-12, "{app}: {cdp:?} {dtbl:?}");
        }
    }
}

/// Which thread finds a vertex first, and so launches its child, is a matter of time.
#[test]
fn the_ratios_of_graph_applications_differ_little_between_cdp_and_dtbl() {
    for app in ["bfs", "sssp"] {
        let [cdp, dtbl] = ["cdp", "dtbl"].map(|launch| shared(app, "citation:1000:1", launch));
        for [one, other] in ratios(&cdp, &dtbl) {
            assert!((one - other).abs() < 0.05, "{app}: {cdp:?} {dtbl:?}");
        }
    }
}

/// The ratios that both have to have.
fn ratios(cdp: &SharedFootprint, dtbl: &SharedFootprint) -> [[f64; 2]; 2] {
    let both = |of: fn(&SharedFootprint) -> Option<f64>| {
        [cdp, dtbl].map(|found| of(found).expect("a ratio"))
    };
    [both(|found| found.parent_child.value()), both(|found| found.child_sibling.value())]
}
