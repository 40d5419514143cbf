//! `heddle report`: writes one page of HTML from results.

use super::args::ReportArgs;
use super::output;
use super::paths::Paths;
use crate::files::write;
use crate::report;

/// Runs the command.
pub fn run(args: &ReportArgs) -> anyhow::Result<()> {
    let mut paths = Paths::default();
    args.results.iter().for_each(|result| paths.input(result));
    paths.output("--out", &args.out);
    paths.check()?;
    let page = report::page(&report::read(&args.results)?)?;
    write(&args.out, page)?;
    output::emit!("{}", args.out.display());
    Ok(())
}
