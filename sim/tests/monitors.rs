//! Checks reuse monitors on machines that run.

use crate::common::run_both_ways;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run, ModelUnits, MonitorResult, RunOptions, RunResult};
use heddle_workloads::inputs::{load, InputSpec};
use heddle_workloads::{AppOptions, Bfs, Nesting};
use std::num::NonZeroUsize;

fn config(preset: &str, settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect("a setting");
    }
    config
}

fn bfs(config: &GpuConfig) -> Bfs {
    let graph = InputSpec::parse("graph500:8:16:1").and_then(|spec| load(&spec)).expect("a graph");
    let nesting = Nesting::of(config.kernel.launch, &AppOptions::default()).expect("a way");
    Bfs::new(graph, nesting).expect("a graph with vertices")
}

fn result(config: &GpuConfig, threads: usize) -> RunResult {
    let threads = NonZeroUsize::new(threads);
    let options = RunOptions { threads, ..RunOptions::default() };
    let result = run(config, &mut bfs(config), &ModelUnits, options).expect("the run completes");
    assert_eq!(result.verified, Some(true));
    result
}

fn monitor(config: &GpuConfig) -> MonitorResult {
    result(config, 1).monitor.expect("there are monitors")
}

#[test]
fn skipping_time_changes_nothing_where_monitors_decide() {
    for (preset, launch, scheduler) in
        [("tiny", "cdp", "gto"), ("tiny", "dtbl", "grouped"), ("laser13", "cdp", "grouped")]
    {
        let settings = [
            ("kernel.launch", launch),
            ("tb.source", "laser"),
            ("warp.scheduler", scheduler),
            ("laser.filter_words", "2"),
        ];
        let config = config(preset, &settings);
        let (_, result) = run_both_ways(&config, || bfs(&config)).expect("the run completes");
        assert_eq!(result.difference, None);
        assert!(result.monitor.is_some_and(|monitor| monitor.own.hits > 0), "{preset} {launch}");
    }
}

#[test]
fn a_monitor_slows_nothing_down() {
    for launch in ["flat", "cdp", "dtbl"] {
        let plain = result(&config("laser13", &[("kernel.launch", launch)]), 1);
        let always = [("kernel.launch", launch), ("laser.always_monitor", "true")];
        let watched = result(&config("laser13", &always), 1);
        assert_eq!(watched.cycles, plain.cycles, "{launch}");
        assert_eq!(watched.memory_latency, plain.memory_latency, "{launch}");
        assert_eq!(plain.monitor, None);
    }
}

#[test]
fn monitors_say_the_same_whatever_thread_steps_their_smx() {
    let config = config("laser13", &[("kernel.launch", "cdp"), ("tb.source", "laser")]);
    let [one, three] = [1, 3].map(|threads| result(&config, threads));
    assert_eq!(one.trace_hash, three.trace_hash);
    assert_eq!(one.monitor, three.monitor);
}

#[test]
fn whose_reads_count_is_as_the_configuration_says() {
    let with = |parents_count, own_reads| {
        monitor(&config(
            "laser13",
            &[
                ("kernel.launch", "cdp"),
                ("laser.always_monitor", "true"),
                ("laser.parents_count", parents_count),
                ("laser.own_reads", own_reads),
            ],
        ))
    };
    let all = with("true", "both");
    let reads = |counts: heddle_sim::gpu::RelationCounts| counts.hits + counts.misses;
    let counted = [all.parent_child, all.sibling, all.own].map(reads);
    assert_eq!(counted, [counted[0]; 3], "every read counts for each");
    let children = with("false", "children");
    assert!(reads(children.own) < counted[0]);
    assert_eq!(reads(children.own), reads(children.sibling));
    assert_eq!(children.own.hits, children.sibling.hits, "both filters hold what children read");
    let parents = reads(with("false", "parents").own);
    assert_eq!(parents + reads(children.own), counted[0], "parents here are no children");
}

#[test]
fn a_smaller_filter_takes_more_lines_for_known_that_it_does_not_hold() {
    let false_positives = |words| {
        let settings = [
            ("kernel.launch", "cdp"),
            ("laser.always_monitor", "true"),
            ("laser.filter_words", words),
        ];
        let monitor = monitor(&config("laser13", &settings));
        assert!(monitor.own.false_positives <= monitor.own.hits);
        monitor.own.false_positives
    };
    let [small, paper] = ["2", "55"].map(false_positives);
    assert!(small > 10 * paper.max(1), "{small} and {paper}");
}

#[test]
fn launches_are_counted_by_what_was_predicted_of_them() {
    let config = config("laser13", &[("kernel.launch", "cdp"), ("tb.source", "laser")]);
    let result = result(&config, 1);
    let predicted = result.monitor.expect("there are monitors").predicted;
    assert_eq!(predicted.values().sum::<u64>(), result.launches);
}
