//! Checks the energy of whole runs.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run, ModelUnits, RunOptions, RunResult};
use heddle_workloads::{build, AppOptions};

fn run_app(preset: &str, settings: &[(&str, &str)], app: &str, input: &str) -> RunResult {
    let mut config = GpuConfig::preset(preset).expect("a preset");
    settings.iter().for_each(|(key, value)| config.set(key, value).expect("a setting"));
    let workload = build(app, Some(input), &AppOptions::default(), &config);
    let mut workload = workload.expect("an application");
    run(&config, workload.as_mut(), &ModelUnits, RunOptions::default()).expect("the run completes")
}

/// The parts of a result, by name.
fn parts(result: &RunResult) -> Vec<(String, f64)> {
    let parts = serde_json::to_value(result.energy_parts).expect("an object");
    let parts = parts.as_object().expect("an object").clone().into_iter();
    parts.map(|(name, joules)| (name, joules.as_f64().expect("a number"))).collect()
}

#[test]
fn on_every_preset_the_parts_add_up_to_the_whole() {
    for name in GpuConfig::preset_names() {
        let result = run_app(name, &[], "matmul", "40");
        let parts = parts(&result);
        let sum: f64 = parts.iter().map(|(_, joules)| joules).sum();
        assert!((sum / result.energy_joules - 1.0).abs() < 1e-12, "{name}");
        for (part, joules) in parts {
            // Global loads pass some machines' L1s.
            let is_there = part != "skip_table" && part != "l1";
            assert!(joules >= 0.0 && (joules > 0.0 || !is_there), "{part} on {name}");
        }
    }
}

#[test]
fn what_warps_skip_is_neither_fetched_nor_executed() {
    let base = run_app("gtx1080ti", &[], "matmul", "64");
    let skips = run_app("gtx1080ti", &[("frontend", "darsie")], "matmul", "64");
    assert!(skips.skipped_instructions > 0);
    let [less, more] = [skips.energy_parts, base.energy_parts];
    assert!(less.fetch_decode < more.fetch_decode);
    assert!(less.register_file < more.register_file);
    assert!(less.execute < more.execute);
    assert!(less.shared < more.shared);
    assert_eq!(more.skip_table, 0.0);
    assert!(less.skip_table > 0.0);
}

#[test]
fn what_costs_nothing_takes_nothing() {
    let free = [("energy.dram_fj_per_bit", "0"), ("energy.smx_idle_mw", "0")];
    let result = run_app("tiny", &free, "matmul", "40");
    assert_eq!((result.energy_parts.dram, result.energy_parts.leakage), (0.0, 0.0));
}
