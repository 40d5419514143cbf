//! Compares runs that skip time with runs that step through every cycle.

pub mod account;
pub mod launch_tree;
pub mod trace;

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, RunError, RunOptions, RunResult};
use heddle_sim::host::Workload;

/// Most core cycles of a run.
const MAX_CYCLES: u64 = 50_000_000;

/// Returns the part of a result that describes the simulated machine, without the host's time.
pub fn timeless(result: &RunResult) -> String {
    format!("{:#?}", RunResult { wall_seconds: 0.0, ..result.clone() })
}

/// Runs a workload twice, made anew for each run: skipping cycles without any change, and through every cycle.
/// Panics if the results differ. Returns one of them with its workload.
pub fn run_both_ways<W: Workload>(
    config: &GpuConfig,
    make: impl Fn() -> W,
) -> Result<(W, RunResult), RunError> {
    let run = |no_skip: bool| {
        let mut workload = make();
        let max_cycles = Some(MAX_CYCLES);
        let options = RunOptions { no_skip, max_cycles, account: true, ..RunOptions::default() };
        let result = gpu::run(config, &mut workload, &ModelUnits, options);
        result.map(|result| (workload, result))
    };
    let skipped = run(false);
    match (&skipped, &run(true)) {
        (Ok((workload, skipped)), Ok((_, stepped))) => {
            assert_eq!(timeless(skipped), timeless(stepped), "{}", workload.name());
            account::check_account(skipped, config);
            launch_tree::check_launch_tree(skipped);
        }
        (Err(skipped), Err(stepped)) => assert_eq!(skipped.to_string(), stepped.to_string()),
        (Ok(_), Err(error)) => panic!("only through every cycle: {error}"),
        (Err(error), Ok(_)) => panic!("only with time skipped: {error}"),
    }
    skipped
}
