//! `heddle export`: a room to take away.

use super::args::ExportArgs;
use super::progress::Progress;
use heddle_gen::export::export;
use heddle_gen::rooms::ROOMS;

/// Runs the command.
pub fn run(args: &ExportArgs) -> anyhow::Result<()> {
    let names: Vec<&str> = match &args.unit {
        Some(unit) => vec![unit.as_str()],
        None => ROOMS.to_vec(),
    };
    for name in names {
        let _progress = Progress::new(format!("exporting {name}"));
        let dir = args.out.join(name);
        export(name, &args.preset, args.sram, &dir)?;
        super::output::emit!("{}", dir.display());
    }
    Ok(())
}
