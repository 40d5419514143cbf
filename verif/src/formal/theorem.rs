//! Proves the theorem of a machine: by induction over all units, and its covers by a search.

use super::check::{directory, in_parts, write};
use super::chip::{bench, Machine, CHIP};
use super::tools::design;
use super::{reach, FormalError};
use serde::{Deserialize, Serialize};
use std::fs;
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
    in_parts(&plan, &design(CHIP, ""), &dir)?;
    let proof = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let covers = reach::covers(machine, &plan, &machine.properties()?.covered)?;
    let seconds = (proof, begin.elapsed().as_secs_f64());
    let proved = Theorem { covers, seconds };
    write(&kept, &serde_json::to_string(&proved).expect("numbers and names"))?;
    Ok(proved)
}
