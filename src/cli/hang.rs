//! Shows why a run came to a stop: for people before the error, for programs as JSON in place of the result.

use super::output;
use heddle_sim::gpu::{Explanation, RunError};
use serde::Serialize;

/// What `--json` prints of a run that came to a stop.
#[derive(Serialize)]
struct Stopped<'a> {
    /// The error in one line, as on standard error.
    error: String,
    /// Who waits for whom.
    hang: &'a Explanation,
}

/// Prints the explanation of an error as JSON, if it has one.
pub fn json(error: &RunError) -> anyhow::Result<()> {
    match error.explanation() {
        Some(hang) => output::json(&Stopped { error: error.to_string(), hang }),
        None => Ok(()),
    }
}

/// The lines to be shown before an error.
pub fn lines(error: &anyhow::Error) -> Vec<String> {
    let explanation = error.downcast_ref::<RunError>().and_then(RunError::explanation);
    let Some(explanation) = explanation else { return Vec::new() };
    let text = explanation.to_string();
    let head = "heddle: the run has stopped; who waits for whom:";
    std::iter::once(head).chain(text.lines()).map(str::to_owned).collect()
}
