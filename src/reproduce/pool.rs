//! Runs cases, several at a time, and keeps each result as soon as it is there.

use super::case::Case;
use super::store::Store;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;

/// Is told what goes on.
pub trait Report: Sync {
    /// Before anything runs: of `all` cases, `kept` are there from before.
    fn begin(&self, all: usize, kept: usize);
    /// A case is about to run.
    fn start(&self, name: &str);
    /// A case has been finished and kept.
    fn finish(&self);
}

/// The result of each case, by its name; those that `store` does not hold are run, `jobs` at a time. The first error,
/// in the order of `cases`, ends it, but what is running then is finished and kept.
pub fn measure(
    cases: &[Case],
    store: &Store,
    jobs: usize,
    report: &dyn Report,
) -> anyhow::Result<BTreeMap<String, Value>> {
    let mut results = BTreeMap::new();
    let mut missing: Vec<&Case> = Vec::new();
    for case in cases {
        if let Some(result) = store.load(case)? {
            results.insert(case.name(), result);
        } else if !missing.iter().any(|other| other.name() == case.name()) {
            missing.push(case);
        }
    }
    report.begin(results.len() + missing.len(), results.len());
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let done = Mutex::new(Vec::new());
    let work = || {
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = missing.get(index) else { return };
            report.start(&case.name());
            let outcome = case.run();
            let outcome = outcome.and_then(|result| store.save(case, &result).map(|()| result));
            failed.fetch_or(outcome.is_err(), Ordering::Relaxed);
            report.finish();
            done.lock().expect("no worker panics while it holds this").push((index, outcome));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.min(missing.len()) {
            scope.spawn(work);
        }
        work();
    });
    let mut done = done.into_inner().expect("no worker panics while it holds this");
    done.sort_by_key(|(index, _)| *index);
    for (index, outcome) in done {
        results.insert(missing[index].name(), outcome?);
    }
    Ok(results)
}
