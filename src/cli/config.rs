//! `heddle config`: prints a whole machine, value by value.

use super::args::{ConfigArgs, MachineArgs};
use super::{output, run::configured};

/// Runs the command.
pub fn run(args: &ConfigArgs) -> anyhow::Result<()> {
    let settings = args.settings.clone();
    let config = configured(&MachineArgs { config: args.preset.clone(), settings })?;
    if args.json {
        return output::json(&config);
    }
    output::emit!("{}", config.with_sources(&args.preset)?.trim_end());
    Ok(())
}
