//! Machines drawn at random from what a configuration may say: smoke-size programs end on each of them.

use super::{generator, is_long, keys, limited, Outcome, RUNS};
use crate::common::heddle;
use rand::seq::IndexedRandom;
use rand::Rng;

/// What a key may be.
enum Domain {
    Range(u64, u64),
    Words(Vec<String>),
}

/// Returns what a key may be, as the refusal of an absurd value says.
fn domain(key: &str) -> Option<Domain> {
    let refusal = |value: &str| {
        let set = format!("{key}={value}");
        String::from_utf8_lossy(&heddle(&["config", "tiny", "--set", &set]).stderr).into_owned()
    };
    let said = refusal("-99999999999999");
    if let Some((_, range)) = said.split_once("allowed are ") {
        let (low, high) = range.trim().split_once(" to ")?;
        return Some(Domain::Range(low.parse().ok()?, high.parse().ok()?));
    }
    if said.contains("use true or false") {
        return Some(Domain::Words(["true", "false"].map(str::to_owned).to_vec()));
    }
    // Words between backquotes, after the key and the value.
    let (_, words) = said.split_once("expected ")?;
    let words = words.split('`').skip(1).step_by(2).map(str::to_owned);
    Some(Domain::Words(words.collect()))
        .filter(|domain| !matches!(domain, Domain::Words(w) if w.is_empty()))
}

/// Draws a value: small and large ones as often as each other, and every second one a power of two.
fn draw(domain: &Domain, generator: &mut impl Rng) -> String {
    match domain {
        Domain::Words(words) => format!("\"{}\"", words.choose(generator).expect("a word"))
            .replace("\"true\"", "true")
            .replace("\"false\"", "false"),
        &Domain::Range(low, high) => {
            let bits = generator.random_range(0..=64 - high.leading_zeros());
            let power = 1_u64.checked_shl(bits).unwrap_or(0);
            let number = match generator.random_bool(0.5) {
                true => power,
                false => generator.random_range(power / 2..=power),
            };
            number.clamp(low, high).to_string()
        }
    }
}

/// Returns why a run is not one that a user can live with: a machine that is accepted is one on which programs end.
fn complaint(outcome: &Outcome) -> Option<String> {
    let error = outcome.error.trim_end();
    let refused =
        ["configuration key", "cannot launch kernel", "device memory", "means nothing to it"];
    match outcome.code {
        Some(0) if outcome.out.contains("agrees with the reference") => None,
        Some(1)
            if error.lines().count() == 1 && refused.iter().any(|what| error.contains(what)) =>
        {
            None
        }
        code => Some(format!("code {code:?}: {error}")),
    }
}

#[test]
fn small_programs_end_on_every_machine_that_is_accepted() {
    let domains: Vec<(String, Domain)> =
        keys().into_iter().filter_map(|key| Some((key.clone(), domain(&key)?))).collect();
    let words = domains.iter().filter(|(_, domain)| matches!(domain, Domain::Words(_))).count();
    assert!(domains.len() > 150 && words > 15, "{} keys, {words} with words", domains.len());
    let mut generator = generator();
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("machine.toml");
    let mut complaints = Vec::new();
    let mut ended = 0;
    for _ in 0..if is_long() { 1500 } else { 100 } {
        let changes = generator.random_range(1..8);
        let drawn: Vec<_> = domains.choose_multiple(&mut generator, changes).collect();
        let lines =
            drawn.iter().map(|(key, domain)| format!("{key} = {}\n", draw(domain, &mut generator)));
        let text = format!("base = \"tiny\"\n{}", lines.collect::<String>());
        std::fs::write(&file, &text).expect("written");
        let run = RUNS.choose(&mut generator).expect("a run");
        let outcome = limited(&[&["run", "--config", &file.display().to_string()], *run].concat());
        ended += u32::from(outcome.code == Some(0));
        if let Some(what) = complaint(&outcome) {
            complaints.push(format!("heddle run {} on\n{text}{what}", run.join(" ")));
        }
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n\n"));
    assert!(ended > 10, "only {ended} runs came to their end");
}
