//! Answers of the solver that are kept with the properties, so that the check of a change asks what the change concerns.
//!
//! `verif/formal/answers.json` has each under a digest of all that it answers: the text with the properties, the plan, the
//! scripts, and the versions of the tools. What is not there is asked, and `HEDDLE_ANSWERS=keep` writes it there if the answer
//! took a while; those of small units are asked in every check. The full check asks everything again.

use super::check::write;
use super::tools::{available, design};
use super::{all_points, FormalError, Plan};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/formal/answers.json");
/// Seconds that an answer takes at least that is kept.
const LONG: f64 = 2.0;

/// An answer, and the digest of what it answers.
#[derive(Serialize, Deserialize)]
struct Kept {
    digest: String,
    answer: Value,
}

/// By what is asked.
type Answers = BTreeMap<String, Kept>;

/// An unreadable file keeps nothing: then all is asked.
fn read() -> Answers {
    let text = fs::read_to_string(FILE).ok();
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Returns the answer to what is asked of `text` under a plan, and is called `name`: the one that is kept, or what `ask`
/// returns, with the seconds that it took. No error is kept.
pub(super) fn answer<A: Serialize + DeserializeOwned>(
    name: &str,
    plan: &Plan,
    text: &str,
    ask: impl FnOnce() -> Result<(A, f64), FormalError>,
) -> Result<A, FormalError> {
    let scripts = ["", "-DCOVER"].map(|defines| design(plan.unit, defines)).join("\n");
    let all = format!("{} {plan:?} {scripts} {text}", available()?);
    let digest: String = Sha256::digest(all).iter().map(|byte| format!("{byte:02x}")).collect();
    if all_points() {
        return Ok(ask()?.0);
    }
    if let Some(answer) = find(name, &digest) {
        return Ok(answer);
    }
    let (answer, seconds) = ask()?;
    if seconds >= LONG && std::env::var("HEDDLE_ANSWERS").is_ok_and(|value| value == "keep") {
        keep(name, digest, &answer)?;
    }
    Ok(answer)
}

fn find<A: DeserializeOwned>(name: &str, digest: &str) -> Option<A> {
    let kept = read().remove(name).filter(|kept| kept.digest == digest)?;
    serde_json::from_value(kept.answer).ok()
}

fn keep(name: &str, digest: String, answer: &impl Serialize) -> Result<(), FormalError> {
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock();
    let mut answers = read();
    let answer = serde_json::to_value(answer).expect("numbers and names");
    answers.insert(name.to_string(), Kept { digest, answer });
    let text = serde_json::to_string_pretty(&answers).expect("numbers and names");
    write(Path::new(FILE), &(text + "\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kept_answer_is_that_of_one_text_alone() {
        let answers = read();
        assert!(!answers.is_empty(), "{FILE} is read");
        for (name, Kept { digest, .. }) in &answers {
            assert!(find::<Value>(name, digest).is_some(), "{name}");
            assert_eq!(find::<Value>(name, &"0".repeat(64)), None, "{name}");
            assert_eq!(find::<Value>("another", digest), None, "{name}");
        }
    }

    #[test]
    fn what_is_not_kept_is_asked() {
        if available().is_err() {
            return;
        }
        let plan = crate::formal::plan_of("fifo").expect("it is readable");
        let asked = answer("a question that nobody keeps", &plan, "", || Ok((7, 0.0)));
        assert_eq!(asked.expect("an answer"), 7);
    }
}
