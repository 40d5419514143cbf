//! `heddle export`: writes units as IP packages.

use super::args::ExportArgs;
use super::progress::Progress;
use heddle_gen::export::{export, export_readme, Memory};
use heddle_gen::units::UNITS;

/// Runs the command.
pub fn run(args: &ExportArgs) -> anyhow::Result<()> {
    let names: Vec<&str> = match &args.unit {
        Some(unit) => vec![unit.as_str()],
        None => UNITS.to_vec(),
    };
    let memory: Memory = args.sram.parse().map_err(anyhow::Error::msg)?;
    for name in &names {
        let _progress = Progress::new(format!("exporting {name}"));
        let dir = args.out.join(name);
        export(name, &args.preset, memory, &dir)?;
        super::output::emit!("{}", dir.display());
    }
    if args.all {
        let page = export_readme(&names, &args.preset, &args.out)?;
        super::output::emit!("{}", page.display());
    }
    Ok(())
}
