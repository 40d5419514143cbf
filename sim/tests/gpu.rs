//! Whole runs on the fast models.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunError, RunOptions, RunResult};
use heddle_workloads::{AppOptions, Way};
use itertools::Itertools;

fn config(preset: &str, settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect("a setting");
    }
    config
}

fn run_with(
    app: &str,
    input: &str,
    config: &GpuConfig,
    options: RunOptions,
) -> Result<RunResult, RunError> {
    let no_options = AppOptions::default();
    let mut workload =
        heddle_workloads::build(app, Some(input), &no_options, config).expect("a workload");
    gpu::run(config, workload.as_mut(), &ModelUnits, options)
}

fn run(app: &str, input: &str, config: &GpuConfig) -> RunResult {
    run_with(app, input, config, RunOptions::default()).expect("the run completes")
}

#[test]
fn vector_addition_and_matrix_multiplication_agree_with_the_cpu() {
    for preset in ["k20c", "tiny"] {
        let config = config(preset, &[]);
        for (app, input) in [("vector_add", "3000"), ("matmul", "32")] {
            let result = run(app, input, &config);
            assert_eq!(result.difference, None, "{app} on {preset}");
            assert_eq!(result.launches, 0);
        }
    }
}

#[test]
fn bfs_agrees_with_the_cpu_however_work_is_launched() {
    for preset in ["k20c", "tiny"] {
        for (way, latency) in Way::ALL.into_iter().cartesian_product(["modelled", "ideal"]) {
            let (launch, gather) = way.axes();
            let launch = launch.to_string();
            let settings = [("kernel.launch", launch.as_str()), ("kernel.latency", latency)];
            let config = config(preset, &settings);
            let options = AppOptions::new(&[("gather", gather)]);
            let bfs = heddle_workloads::build("bfs", Some("graph500:8:16:1"), &options, &config);
            let mut bfs = bfs.expect("a workload");
            let result = gpu::run(&config, bfs.as_mut(), &ModelUnits, RunOptions::default());
            let result = result.expect("the run ends");
            assert_eq!(result.difference, None, "{way} {latency} on {preset}");
            let by_device = way.launches_from_device();
            assert_eq!(result.launches > 0, by_device, "{way} {latency} on {preset}");
            assert_eq!(result.kde_hit_rate.is_some(), way == Way::Dtbl);
        }
    }
}

#[test]
fn a_small_agt_spills_groups_and_the_result_is_still_right() {
    let settings =
        [("kernel.launch", "dtbl"), ("kernel.latency", "ideal"), ("units.agt_entries", "4")];
    let result = run("bfs", "graph500:9:16:1", &config("k20c", &settings));
    assert_eq!(result.difference, None);
    let hits = result.agt_hit_rate.expect("groups were allocated");
    assert!(hits < 0.9, "a 4-entry AGT cannot hold {hits} of the groups");
}

#[test]
fn more_slots_for_a_group_let_more_groups_into_the_agt_and_change_no_result() {
    let hits = |organisation, index| {
        let settings = [
            ("kernel.launch", "dtbl"),
            ("kernel.latency", "ideal"),
            ("units.agt_organisation", organisation),
            ("units.agt_index", index),
        ];
        // Larger inputs have more groups at a time than the AGT has entries. Which of them stay in memory, and how long,
        // then says more than where a group may stay.
        let result = run("bfs", "graph500:10:16:1", &config("k20c", &settings));
        assert_eq!(result.difference, None, "{organisation}, {index}");
        result.agt_hit_rate.expect("groups were allocated")
    };
    let hash = hits("hash", "thread");
    let two_way = hits("two-way", "thread");
    assert!(two_way > hash, "{two_way} with two ways, {hash} with one");
    let probing = hits("linear-probing", "thread");
    assert!(probing > hash, "{probing} with eight probes, {hash} with one");
    let per_smx = hits("hash", "thread-and-smx");
    assert!(per_smx > hash, "{per_smx} with one home slot per SMX, {hash} with one for all");
}

#[test]
fn children_beyond_the_pending_limit_are_refused_and_done_by_their_threads() {
    let settings = [("kernel.launch", "cdp"), ("kernel.pending_limit", "2")];
    let result = run("bfs", "graph500:9:16:1", &config("k20c", &settings));
    assert!(result.runtime_errors > 0);
    assert_eq!(result.first_runtime_error, Some("cudaErrorLaunchPendingCountExceeded"));
    assert_eq!(result.waiting_peak, 2);
    assert_eq!(result.difference, None);
}

#[test]
fn more_groups_without_a_kernel_than_the_limit_end_the_run() {
    let settings = [("kernel.launch", "dtbl"), ("kernel.pending_limit", "2")];
    let error =
        run_with("bfs", "graph500:9:16:1", &config("k20c", &settings), RunOptions::default());
    assert!(matches!(error, Err(RunError::PendingLimit { limit: 2, .. })));
}

#[test]
fn a_kernel_that_cannot_fit_an_smx_is_refused_with_its_demand() {
    let mut matmul =
        heddle_workloads::build("matmul", Some("32"), &AppOptions::default(), &config("k20c", &[]))
            .expect("built");
    let small = config("tiny", &[("smx.threads", "128")]);
    let error = gpu::run(&small, matmul.as_mut(), &ModelUnits, RunOptions::default());
    let message = error.expect_err("256 threads do not fit 128").to_string();
    assert!(message.contains("256 threads"), "{message}");
}
