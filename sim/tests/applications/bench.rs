//! Runs an application.

use crate::common::account::check_account;
use crate::common::launch_tree::check_launch_tree;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunOptions, RunResult};
use heddle_workloads::{AppOptions, Way};

pub const LATENCIES: [&str; 2] = ["modelled", "ideal"];

/// Runs an application on a machine. Settings without a section are options of the application.
pub fn run(app: &str, input: &str, preset: &str, settings: &[(&str, &str)]) -> RunResult {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    let (settings, options): (Vec<_>, Vec<_>) =
        settings.iter().copied().partition(|(key, _)| key.contains('.'));
    for (key, value) in settings {
        config.set(key, value).expect("a setting");
    }
    let options = AppOptions::new(&options);
    let mut workload =
        heddle_workloads::build(app, Some(input), &options, &config).expect("a workload");
    let options =
        RunOptions { max_cycles: Some(50_000_000), account: true, ..RunOptions::default() };
    let result = gpu::run(&config, workload.as_mut(), &ModelUnits, options);
    let result = result.expect("the run completes");
    check_account(&result, &config);
    check_launch_tree(&result);
    result
}

/// Runs an application whose children are launched in some way. Options that mean nothing for it are left out.
pub fn run_way(
    way: Way,
    app: &str,
    input: &str,
    preset: &str,
    settings: &[(&str, &str)],
) -> RunResult {
    let (launch, gather) = way.axes();
    let launch = launch.to_string();
    let means = |key: &str| match key {
        "child_min_items" => way != Way::Flat,
        "coarsening" => way.gathers(),
        _ => true,
    };
    let mut all = vec![("kernel.launch", launch.as_str())];
    all.extend(way.gathers().then_some(("gather", gather)));
    all.extend(settings.iter().copied().filter(|(key, _)| means(key)));
    run(app, input, preset, &all)
}
