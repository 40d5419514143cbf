//! `heddle case`: one run of `heddle reproduce`.

use super::args::CaseArgs;
use super::output;
use super::provenance::{COMMIT, VERSION};
use crate::reproduce::{find, Case};
use anyhow::Context;
use serde::Serialize;
use serde_json::Value;

/// A result, and what it is a result of.
#[derive(Serialize)]
struct Measured {
    /// Command that repeats the run.
    command: String,
    version: &'static str,
    commit: &'static str,
    #[serde(flatten)]
    result: Value,
}

/// Runs the command.
pub fn run(args: &CaseArgs) -> anyhow::Result<()> {
    let cases = || find("all").into_iter().flat_map(|figure| figure.cases(args.size));
    let case: Case = cases().find(|case| case.name() == args.name).with_context(|| {
        format!("no figure has a run `{}` at size {}", args.name, args.size.name())
    })?;
    output::json(&Measured {
        command: case.command(&args.input),
        version: VERSION,
        commit: COMMIT,
        result: case.run(&args.input)?,
    })
}
