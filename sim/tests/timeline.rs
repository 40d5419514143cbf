//! Compares what `--timeline` and `--occupancy` record with what the run measured.

use crate::common::trace::{self, check_slices, number};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, OccupancyCurve, RunOptions, RunResult, Timeline};
use heddle_workloads::AppOptions;
use serde_json::Value;
use std::collections::BTreeMap;

fn config(preset: &str, settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect("a setting");
    }
    config
}

/// Returns the text of the timeline, the curve, and the result if the run did not fail.
fn record(
    input: &str,
    config: &GpuConfig,
    max_cycles: Option<u64>,
) -> (String, OccupancyCurve, Option<RunResult>) {
    record_gathering("none", input, config, max_cycles)
}

/// The same, with children gathered in some way.
fn record_gathering(
    gather: &str,
    input: &str,
    config: &GpuConfig,
    max_cycles: Option<u64>,
) -> (String, OccupancyCurve, Option<RunResult>) {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let mut timeline = Timeline::new(file.reopen().expect("the file"));
    let mut curve = OccupancyCurve::default();
    let record = RunOptions {
        timeline: Some(&mut timeline),
        occupancy: Some(&mut curve),
        max_cycles,
        ..RunOptions::default()
    };
    let options = AppOptions::new(&[("gather", gather)]);
    let mut workload =
        heddle_workloads::build("bfs", Some(input), &options, config).expect("a workload");
    let result = gpu::run(config, workload.as_mut(), &ModelUnits, record).ok();
    timeline.finish().expect("written");
    (std::fs::read_to_string(file.path()).expect("read"), curve, result)
}

fn count(events: &[Value], phase: &str, category: &str) -> u64 {
    events.iter().filter(|e| e["ph"] == phase && e["cat"] == category).count() as u64
}

#[test]
fn the_timeline_agrees_with_the_result_in_every_mode() {
    let ways =
        [("flat", "none"), ("cdp", "none"), ("dtbl", "none"), ("cdp", "block"), ("cdp", "grid")];
    for (mode, gather) in ways {
        let config = config("k20c", &[("kernel.launch", mode)]);
        let (text, curve, result) = record_gathering(gather, "graph500:8:16:1", &config, None);
        let result = result.expect("the run ends");
        assert_eq!(result.difference, None, "{mode}");
        let events = trace::parse(&text);
        assert_eq!(check_slices(&events), result.tbs, "{mode}");
        assert_eq!(count(&events, "b", "host kernel"), result.host_launches, "{mode}");
        let device = count(&events, "b", "kernel") + count(&events, "b", "group");
        assert_eq!(device, result.launches, "{mode}");
        assert_eq!(count(&events, "b", "group") > 0, mode == "dtbl");

        let times = |phase: &'static str| {
            let of_phase = events.iter().filter(move |e| e["ph"] == phase);
            of_phase.map(|e| (number(e, "id"), number(e, "ts"))).collect::<BTreeMap<_, _>>()
        };
        let (called, started) = (times("s"), times("f"));
        assert_eq!(called.keys().collect::<Vec<_>>(), started.keys().collect::<Vec<_>>());
        let waited: u64 = started.iter().map(|(id, at)| at - called[id]).sum();
        let mean = (!called.is_empty()).then(|| waited as f64 / called.len() as f64);
        assert_eq!(mean, result.waiting_cycles, "{mode}");

        let last = curve.spans().last().expect("a span").1;
        assert_eq!(last, result.cycles, "{mode}");
        let area: f64 = curve.spans().map(|(from, to, share)| (to - from) as f64 * share).sum();
        let mean = area / result.cycles as f64;
        assert!((mean - result.occupancy).abs() < 1e-9, "{mode}: {mean} {}", result.occupancy);
    }
}

#[test]
fn recording_changes_no_cycle_and_is_the_same_every_time() {
    let config = config("tiny", &[("kernel.launch", "dtbl")]);
    let (first, _, recorded) = record("graph500:6:8:1", &config, None);
    let (second, _, _) = record("graph500:6:8:1", &config, None);
    assert_eq!(first, second);
    let mut workload =
        heddle_workloads::build("bfs", Some("graph500:6:8:1"), &AppOptions::default(), &config)
            .expect("a workload");
    let plain = gpu::run(&config, workload.as_mut(), &ModelUnits, RunOptions::default());
    let (plain, recorded) =
        (plain.expect("the run completes"), recorded.expect("the run completes"));
    assert_eq!((plain.cycles, plain.trace_hash), (recorded.cycles, recorded.trace_hash));
    assert_eq!(plain.occupancy, recorded.occupancy);
}

#[test]
fn a_run_that_fails_leaves_a_timeline_that_ends() {
    let config = config("k20c", &[("kernel.launch", "dtbl")]);
    let (text, _, result) = record("graph500:8:16:1", &config, Some(30_000));
    assert!(result.is_none());
    assert!(check_slices(&trace::parse(&text)) > 0);
}

#[test]
fn counters_show_what_was_busy() {
    let config = config("k20c", &[("kernel.launch", "cdp")]);
    let (text, _, result) = record("graph500:8:16:1", &config, None);
    let events = trace::parse(&text);
    let most = |name: &str| {
        let of_name = events.iter().filter(|e| e["ph"] == "C" && e["name"] == name);
        of_name.map(|e| number(&e["args"], "now")).max().unwrap_or_else(|| panic!("no {name}"))
    };
    let peak = result.expect("the run completes").waiting_peak;
    assert!((1..=peak).contains(&most("device launches waiting")));
    assert!((2..=32).contains(&most("live KDEs")));
    assert!((4..=13 * 64).contains(&most("resident warps")));
    assert_eq!(most("occupied AGT entries"), 0);
}
