//! Proves the theorem of a machine: by induction over all units, and its covers by a search.

use super::check::{base_case, directory, induction, write};
use super::chip::{bench, Machine, CHIP};
use super::tools::{design, translate_made, Kind};
use super::{reach, FormalError, Plan};
use itertools::Itertools;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::time::Instant;

/// A theorem that holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Theorem {
    /// Covers, each with a cycle in which it is reached.
    pub covers: Vec<(String, u32)>,
    /// Seconds of the induction, and of the search for covers.
    pub seconds: (f64, f64),
}

/// Proves the theorem of a machine by k-induction, and reaches its covers. A proof of the same text by the same tools is
/// not repeated.
pub fn prove_chip(machine: &Machine) -> Result<Theorem, FormalError> {
    let text = bench(machine, &[], false)?.text;
    let plan = machine.plan()?;
    let dir = directory(&plan, &text)?;
    let kept = dir.join("proved.json");
    let known = fs::read_to_string(&kept).ok().and_then(|text| serde_json::from_str(&text).ok());
    if let Some(proved) = known {
        return Ok(proved);
    }
    let begin = Instant::now();
    induct(machine, &plan, &dir)?;
    let proof = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let covers = reach::covers(machine, &plan, &machine.properties()?.covered)?;
    let seconds = (proof, begin.elapsed().as_secs_f64());
    let proved = Theorem { covers, seconds };
    write(&kept, &serde_json::to_string(&proved).expect("numbers and names"))?;
    Ok(proved)
}

/// Proves all properties but those that follow from more good cycles only; then each of these, where all others are known.
fn induct(machine: &Machine, plan: &Plan, dir: &Path) -> Result<(), FormalError> {
    let late = machine.late()?;
    let mut without = late.iter().map(|(label, _)| format!("; chformal -assert -remove c:{label}"));
    let rest = (plan.clone(), without.join(""));
    let alone = late.iter().map(|(label, k)| {
        let others = format!("; chformal -assert2assume t:$assert c:{label} %d");
        (Plan { k: *k, ..plan.clone() }, others)
    });
    for (plan, only) in std::iter::once(rest).chain(alone) {
        let design = design(CHIP, "") + &only;
        translate_made(CHIP, &design, Kind::Proof, dir)?;
        base_case(&plan, plan.k, &design, dir)?;
        induction(&plan, &design, dir)?;
    }
    Ok(())
}
