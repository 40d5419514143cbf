//! Runs on the machines of the limit study.

use super::machine::ChainMachine;
use super::{LimitLevel, LimitStudy};
use crate::config::{GpuConfig, LaunchMode, TbSource, WarpScheduler};
use crate::gpu::error::RunError;
use crate::gpu::options::RunOptions;
use crate::gpu::result::RunResult;
use crate::gpu::run::{run, run_on};
use crate::host::Workload;
use heddle_hw::chip::ModelUnits;

/// Runs a workload on a machine that knows what is reused. It has models only.
pub fn run_limit<'a>(
    config: &GpuConfig,
    workload: &mut dyn Workload,
    study: &'a mut LimitStudy,
    options: RunOptions<'a>,
) -> Result<RunResult, RunError> {
    check_limit(config)?;
    let level = study.level;
    let mut config = config.clone();
    if level == LimitLevel::Warp {
        config.warp.scheduler = WarpScheduler::Grouped;
    }
    let options = RunOptions { limit: Some(study), ..options };
    match level {
        LimitLevel::Kernel => run(&config, workload, &ModelUnits, options),
        _ => run_on::<ChainMachine>(&config, workload, &ModelUnits, options),
    }
}

/// Refuses a machine of which there is no limit study.
pub fn check_limit(config: &GpuConfig) -> Result<(), RunError> {
    if config.kernel.launch != LaunchMode::Cdp {
        return Err(RunError::Unit(format!(
            "the limit study orders kernels that TBs launch, and with kernel.launch={} there are none; add --set kernel.launch=cdp",
            config.kernel.launch
        )));
    }
    if config.tb.source != TbSource::Fcfs || config.has_monitors() {
        return Err(RunError::Unit(
            "the limit study has schedulers of its own; leave tb.source=fcfs and laser.always_monitor=false"
                .into(),
        ));
    }
    Ok(())
}
