//! Warp policies of one's own: what they are asked, what they may answer, and what comes of it.

mod asked;
mod example;
mod faulty;
mod written_anew;

use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run, ModelUnits, RunError, RunOptions, RunResult};
use heddle_sim::smx::{SchedulerId, WarpPolicy, Warps};
use heddle_workloads::AppOptions;

/// A policy that is a function.
struct Picks<F>(F);

impl<F: FnMut(&Warps<'_>) -> Option<usize> + Send> WarpPolicy for Picks<F> {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        self.0(warps)
    }
}

/// The policy of a scheduler that picks what a function says.
fn picks<F>(pick: F) -> Box<dyn WarpPolicy>
where
    F: FnMut(&Warps<'_>) -> Option<usize> + Send + 'static,
{
    Box::new(Picks(pick))
}

/// Makes the policy of a scheduler.
type MakePolicy<'a> = &'a dyn Fn(SchedulerId) -> Box<dyn WarpPolicy>;

/// A small machine with these settings.
fn machine(settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    for (key, value) in settings {
        config.set(key, value).expect(key);
    }
    config
}

/// Runs an application with a policy, or with that of the configuration. Its output must be right.
fn run_app<'a>(
    (app, input): (&str, &str),
    config: &GpuConfig,
    warp_policy: Option<MakePolicy<'a>>,
    options: RunOptions<'a>,
) -> Result<RunResult, RunError> {
    let built = heddle_workloads::build(app, Some(input), &AppOptions::default(), config);
    let options = RunOptions { warp_policy, max_cycles: Some(5_000_000), ..options };
    let result = run(config, built.expect("it builds").as_mut(), &ModelUnits, options)?;
    assert_eq!(result.difference, None, "{app}");
    Ok(result)
}
