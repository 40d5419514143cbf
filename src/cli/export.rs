//! `heddle export`: a unit, or the whole chip, to take away.

use super::args::ExportArgs;
use super::chip::export_machine;
use super::progress::Progress;
use super::sizes::of_unit;
use crate::parallel::each;
use heddle_gen::export::{export, export_readme, Memory};
use heddle_gen::units::UNITS;
use std::thread::available_parallelism;

/// Runs the command.
pub fn run(args: &ExportArgs) -> anyhow::Result<()> {
    let memory: Memory = args.sram.parse().map_err(anyhow::Error::msg)?;
    if args.unit.as_deref() == Some("chip") {
        return export_machine(args, memory);
    }
    let names: Vec<&str> = match &args.unit {
        Some(unit) => vec![unit.as_str()],
        None => UNITS.to_vec(),
    };
    let progress = Progress::new("exporting");
    let jobs = available_parallelism().map_or(1, usize::from);
    let written = each(&names, jobs, |name| {
        progress.say(name);
        let dir = args.out.join(name);
        export(name, of_unit(&args.sizes, name, "paper")?, memory, &dir)?;
        anyhow::Ok(dir)
    })?;
    drop(progress);
    for dir in written {
        super::output::emit!("{}", dir.display());
    }
    if args.all {
        let page =
            export_readme(&names, args.sizes.preset.as_deref().unwrap_or("paper"), &args.out)?;
        super::output::emit!("{}", page.display());
    }
    Ok(())
}
