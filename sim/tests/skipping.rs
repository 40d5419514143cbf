//! Checks that skipping the cycles in which nothing can happen changes no number of a result, for the workloads
//! and the kernels of the calibration. The tests of features and of CDP also run each of their kernels both ways.

use crate::common::run_both_ways;
use heddle_sim::calibration::{peer, Chains, Kernel, Measured};
use heddle_sim::config::GpuConfig;
use heddle_sim::host::Workload;
use heddle_workloads::inputs::{load, InputSpec};
use heddle_workloads::{AppOptions, Bfs, MatMul, Nesting, VectorAdd};

const MODES: [(&str, &str); 5] = [
    ("flat", "modelled"),
    ("cdp", "modelled"),
    ("cdp", "ideal"),
    ("dtbl", "modelled"),
    ("dtbl", "ideal"),
];

fn config(preset: &str, settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect("a setting");
    }
    config
}

/// Runs a workload both ways. Its output must be right.
fn check<W: Workload>(config: &GpuConfig, make: impl Fn() -> W) {
    let (workload, result) = run_both_ways(config, make).expect("the run completes");
    assert_eq!(result.difference, None, "{}", workload.name());
}

/// Runs BFS on a small graph both ways.
fn check_bfs(config: &GpuConfig) {
    let graph = InputSpec::parse("graph500:6:8:1").and_then(|spec| load(&spec)).expect("a graph");
    let nesting = Nesting::of(config.kernel.launch, &AppOptions::default()).expect("a way");
    check(config, || Bfs::new(graph.clone(), nesting).expect("a graph with vertices"));
}

#[test]
fn skipping_time_changes_nothing_for_the_applications_in_any_mode() {
    for preset in ["tiny", "k20c"] {
        check(&config(preset, &[]), || VectorAdd::new(1500));
        check(&config(preset, &[]), || MatMul::new(32));
        for (launch, latency) in MODES {
            let settings = [("kernel.launch", launch), ("kernel.latency", latency)];
            check_bfs(&config(preset, &settings));
        }
    }
}

#[test]
fn skipping_time_changes_nothing_in_a_starved_front_end() {
    for scheduler in ["gto", "lrr", "two-level", "grouped", "owl"] {
        let settings = [
            ("warp.scheduler", scheduler),
            ("warp.active", "1"),
            ("smx.tb_launch_cycles", "37"),
            ("fetch.icache_sets", "1"),
            ("fetch.icache_ways", "1"),
            ("fetch.warps_per_cycle", "1"),
            ("registers.ports", "1"),
            ("registers.sfu_collectors", "1"),
            ("kernel.launch", "dtbl"),
        ];
        check_bfs(&config("tiny", &settings));
    }
}

#[test]
fn skipping_time_changes_nothing_for_the_kernels_of_the_calibration() {
    let tiny = config("tiny", &[]);
    let peers: Vec<GpuConfig> = peer().latencies.iter().map(|of| config(&of.config, &[])).collect();
    for config in peers.iter().chain([&tiny]) {
        run_both_ways(config, Chains::default).expect("the run completes");
        for (kernel, size) in [(Kernel::Vecadd, 2048), (Kernel::Matmul, 32)] {
            check(config, || Measured::new(kernel, size));
        }
    }
}
