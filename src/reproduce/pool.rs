//! Runs cases, several at a time, and stores each result as soon as it is finished.

use super::case::Case;
use super::files::Files;
use super::store::Store;
use crate::parallel::each;
use serde_json::Value;
use std::collections::BTreeMap;

/// Receives the progress of the runs.
pub trait Report: Sync {
    /// Called before the first run: of `all` cases, `kept` were stored before.
    fn begin(&self, all: usize, kept: usize);
    /// A case is about to run.
    fn start(&self, name: &str);
    /// A case has been finished and kept.
    fn finish(&self);
}

/// Name of the field of a result with the input of its run.
pub const INPUT: &str = "input";

/// Returns the input that a case of `results` ran on; that of its size if it has not run.
pub fn input_of<'a>(case: &'a Case, results: &'a BTreeMap<String, Value>) -> &'a str {
    let ran = results.get(&case.name()).and_then(|result| result.get(INPUT)?.as_str());
    ran.unwrap_or(case.benchmark.input(case.size))
}

/// The result of each case, by its name, on the input that `files` say, which it has as [`INPUT`]; those that `store`
/// does not hold are run, `jobs` at a time. The first error, in the order of `cases`, ends it, but what is running then is finished
/// and kept.
pub fn measure(
    cases: &[Case],
    files: &Files,
    store: &Store,
    jobs: usize,
    report: &dyn Report,
) -> anyhow::Result<BTreeMap<String, Value>> {
    let mut results = BTreeMap::new();
    let mut missing: Vec<&Case> = Vec::new();
    for case in cases {
        if let Some(result) = store.load(case, files)? {
            results.insert(case.name(), result);
        } else if !missing.iter().any(|other| other.name() == case.name()) {
            missing.push(case);
        }
    }
    report.begin(results.len() + missing.len(), results.len());
    let run = |case: &&Case| {
        report.start(&case.name());
        let result = case.run(files.input(case)).and_then(|it| store.save(case, files, &it));
        report.finish();
        result
    };
    let names = missing.iter().map(|case| case.name());
    results.extend(names.zip(each(&missing, jobs, run)?));
    for case in cases {
        if let Some(fields) = results.get_mut(&case.name()).and_then(Value::as_object_mut) {
            fields.insert(INPUT.to_owned(), files.input(case).into());
        }
    }
    Ok(results)
}
