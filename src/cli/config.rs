//! `heddle config`: prints a whole machine, value by value.

use super::args::ConfigArgs;
use super::output;
use crate::machine::configured;

/// Runs the command.
pub fn run(args: &ConfigArgs) -> anyhow::Result<()> {
    let config = configured(&args.preset, &args.settings)?;
    if args.json {
        return output::json(&config);
    }
    output::emit!("{}", config.with_sources(&args.preset)?.trim_end());
    Ok(())
}
