//! Runs an application.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunOptions, RunResult};
use heddle_sim::workloads::{self, LaunchMode};

pub const LATENCIES: [&str; 2] = ["modelled", "ideal"];

pub fn run(app: &str, input: &str, preset: &str, settings: &[(&str, &str)]) -> RunResult {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect("a setting");
    }
    let mut workload = workloads::build(app, Some(input), &config).expect("a workload");
    let options = RunOptions { max_cycles: Some(50_000_000), ..RunOptions::default() };
    gpu::run(&config, workload.as_mut(), &ModelUnits, options).expect("the run completes")
}

/// Returns whether the mode launches from the device.
pub fn by_device(mode: LaunchMode) -> bool {
    ![LaunchMode::Flat, LaunchMode::AggregateGrid].contains(&mode)
}
