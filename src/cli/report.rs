//! `heddle report`: writes one page of HTML from results.

use super::args::ReportArgs;
use super::output;
use super::paths::Paths;
use crate::report;
use anyhow::Context;

/// Runs the command.
pub fn run(args: &ReportArgs) -> anyhow::Result<()> {
    let mut paths = Paths::default();
    args.results.iter().for_each(|result| paths.input(result));
    paths.output("--out", &args.out);
    paths.check()?;
    let page = report::page(&report::read(&args.results)?)?;
    let shown = args.out.display();
    heddle_files::write(&args.out, page).with_context(|| format!("cannot write {shown}"))?;
    output::emit!("{shown}");
    Ok(())
}
