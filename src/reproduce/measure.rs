//! Cases as runs, and the results of all that figures need.

use super::case::Case;
use super::files::Files;
use crate::digest;
use crate::runs::{run_all, Outcome, Report, Run, Store, SIMULATOR};
use anyhow::bail;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Name of the field of a result with the input of its run.
pub const INPUT: &str = "input";

/// Digits of a digest that tell the runs of a case apart: on other inputs, and of other simulators.
const DIGITS: usize = 16;

/// A case on its input, to be run by `heddle case`.
struct CaseRun {
    id: String,
    name: String,
    command: Vec<String>,
}

impl CaseRun {
    fn of(case: &Case, files: &Files) -> anyhow::Result<Self> {
        let name = case.name();
        let command = ["case", &name, "--size", case.size.name(), "--input", files.input(case)];
        let command = command.map(str::to_owned).to_vec();
        Ok(Self { id: format!("{name}.{}", &digest(case, files)?[..DIGITS]), name, command })
    }
}

/// The digest of what a result depends on: the simulator, the machine, the application, its input (of a file, its
/// contents) and its options.
fn digest(case: &Case, files: &Files) -> anyhow::Result<String> {
    let config = serde_json::to_string(&case.variant.config()?)?;
    let options = serde_json::to_string(&case.options())?;
    let input = files.of(case).map_or(files.input(case), |file| &file.digest);
    Ok(digest::of([SIMULATOR, case.benchmark.app, input, &options, &config].join("\n")))
}

impl Run for CaseRun {
    fn id(&self) -> &str {
        &self.id
    }

    fn place(&self) -> String {
        self.name.clone()
    }

    fn command(&self) -> &[String] {
        &self.command
    }
}

/// Returns the input that a case of `results` ran on; that of its size if it has not run.
pub fn input_of<'a>(case: &'a Case, results: &'a BTreeMap<String, Value>) -> &'a str {
    let ran = results.get(&case.name()).and_then(|result| result.get(INPUT)?.as_str());
    ran.unwrap_or(case.benchmark.input(case.size))
}

/// The result of each case, by its name, on the input that `files` say, which it has as [`INPUT`]; those that `store`
/// does not hold are run, `at_once` at a time. All are run before those that failed are an error.
pub fn measure(
    cases: &[Case],
    files: &Files,
    store: &Store,
    at_once: usize,
    report: &dyn Report,
) -> anyhow::Result<BTreeMap<String, Value>> {
    let mut known = BTreeSet::new();
    let cases: Vec<&Case> = cases.iter().filter(|case| known.insert(case.name())).collect();
    let runs =
        cases.iter().map(|case| CaseRun::of(case, files)).collect::<anyhow::Result<Vec<_>>>()?;
    let outcomes = run_all(&runs, store, at_once, report, |fields| fields)?;
    let (mut results, mut failed) = (BTreeMap::new(), Vec::new());
    for (case, outcome) in cases.into_iter().zip(outcomes) {
        match outcome {
            Outcome::Done(mut fields) => {
                fields.insert(INPUT.to_owned(), files.input(case).into());
                results.insert(case.name(), fields.into());
            }
            Outcome::Failed(why) => failed.push(format!("{}: {why}", case.name())),
        }
    }
    let Some(first) = failed.first() else { return Ok(results) };
    match failed.len() {
        1 => bail!("{first}"),
        count => bail!("{count} of {} runs failed, the first is {first}", runs.len()),
    }
}
