//! The machine that a configuration and settings name.

use anyhow::anyhow;
use heddle_sim::config::GpuConfig;

/// Opens a configuration, a preset or a file, with settings of the form KEY=VALUE, whatever it is for.
pub fn configured(config: &str, settings: &[String]) -> anyhow::Result<GpuConfig> {
    with(GpuConfig::open(config)?, settings)
}

/// The same, for a run: a setting that does nothing is refused.
pub fn for_run(config: &str, settings: &[String]) -> anyhow::Result<GpuConfig> {
    with_for_run(GpuConfig::open(config)?, settings)
}

/// The same, of a configuration that has been opened.
pub fn with_for_run(config: GpuConfig, settings: &[String]) -> anyhow::Result<GpuConfig> {
    let config = with(config, settings)?;
    config
        .check_relevance(settings.iter().filter_map(|setting| Some(setting.split_once('=')?.0)))?;
    Ok(config)
}

fn with(mut config: GpuConfig, settings: &[String]) -> anyhow::Result<GpuConfig> {
    for setting in settings {
        let (key, value) = setting
            .split_once('=')
            .ok_or_else(|| anyhow!("setting `{setting}` is not of the form KEY=VALUE"))?;
        config.set(key, value)?;
    }
    config.check_scheduling()?;
    Ok(config)
}
