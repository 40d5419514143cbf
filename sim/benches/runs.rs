//! Warp instructions per second of whole runs, from the first cycle to the last. `cargo bench -p heddle-sim`.

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunOptions, RunResult};
use heddle_workloads::AppOptions;

/// Each run is measured so often; the fastest counts, as others share the machine.
const REPEATS: usize = 5;

/// What is run: workload, input and launch mode.
const RUNS: [(&str, &str, &str); 5] = [
    ("vector_add", "1000000", "flat"),
    ("matmul", "256", "flat"),
    ("bfs", "graph500:13:16:1", "flat"),
    ("bfs", "graph500:13:16:1", "cdp"),
    ("bfs", "graph500:13:16:1", "dtbl"),
];

fn run(preset: &str, (app, input, launch): (&str, &str, &str)) -> Result<RunResult, String> {
    let mut config = GpuConfig::preset(preset).map_err(|error| error.to_string())?;
    config.set("kernel.launch", launch).map_err(|error| error.to_string())?;
    let workload = heddle_workloads::build(app, Some(input), &AppOptions::default(), &config);
    let mut workload = workload.map_err(|error| error.to_string())?;
    let result = gpu::run(&config, workload.as_mut(), &ModelUnits, RunOptions::default());
    result.map_err(|error| error.to_string())
}

fn main() -> Result<(), String> {
    println!(
        "{:<8} {:<12} {:<18} {:<6} {:>18}",
        "machine", "app", "input", "launch", "instructions/s"
    );
    for preset in ["gtx480", "k20c"] {
        for what in RUNS {
            let mut best = 0.0_f64;
            for _ in 0..REPEATS {
                let result = run(preset, what)?;
                best = best.max(result.warp_instructions as f64 / result.wall_seconds);
            }
            let (app, input, launch) = what;
            println!("{preset:<8} {app:<12} {input:<18} {launch:<6} {best:>18.0}");
        }
    }
    Ok(())
}
