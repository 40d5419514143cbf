//! `heddle config`: prints a whole machine, value by value, or what its keys mean.

use super::args::ConfigArgs;
use super::{keys, output};
use crate::machine::configured;
use heddle_sim::config::wrap_comments;

/// Characters of a line.
const COLUMNS: usize = 80;

/// Runs the command.
pub fn run(args: &ConfigArgs) -> anyhow::Result<()> {
    let config = configured(&args.preset, &args.settings)?;
    if let Some(name) = &args.keys {
        return keys::run(name, &config, output::is_json());
    }
    if output::is_json() {
        return output::json(&config);
    }
    if args.output.format.is_some() {
        let rows: Vec<_> =
            config.entries().into_iter().map(|(key, value)| vec![key, value]).collect();
        output::show(&output::table(&["key", "value"], &rows));
        return Ok(());
    }
    let text = wrap_comments(&config.with_sources(&args.preset)?, COLUMNS);
    output::emit!("{}", text.trim_end());
    Ok(())
}
