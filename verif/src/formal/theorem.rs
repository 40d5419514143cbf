//! Proves the theorem of a machine: by induction over all units, and its covers by a search.

use super::check::{directory, in_parts, write};
use super::chip::{bench, Machine, CHIP};
use super::kept::answer;
use super::tools::design;
use super::{reach, FormalError, Plan};
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
/// not repeated, as of a unit.
pub fn prove_chip(machine: &Machine) -> Result<Theorem, FormalError> {
    let text = bench(machine, &[], false)?.text;
    let plan = machine.plan()?;
    answer(machine.name, &plan, &text, || {
        let theorem = prove_here(machine, &plan, &text)?;
        let seconds = theorem.seconds.0 + theorem.seconds.1;
        Ok((theorem, seconds))
    })
}

/// The same, unless this checkout has done it before.
fn prove_here(machine: &Machine, plan: &Plan, text: &str) -> Result<Theorem, FormalError> {
    let dir = directory(plan, text)?;
    let kept = dir.join("proved.json");
    let known = fs::read_to_string(&kept).ok().and_then(|text| serde_json::from_str(&text).ok());
    if let Some(proved) = known {
        return Ok(proved);
    }
    let covered = machine.properties()?.covered;
    let prove = || in_parts(plan, &design(CHIP, ""), &dir);
    let reach = || reach::covers(machine, plan, &covered);
    // At one time, as both take minutes on one core each.
    let ((proof, first), (covers, second)) = std::thread::scope(|scope| {
        let proof = scope.spawn(|| timed(prove));
        let covers = timed(reach);
        (proof.join().expect("a proof that ends"), covers)
    });
    proof?;
    let proved = Theorem { covers: covers?, seconds: (first, second) };
    write(&kept, &serde_json::to_string(&proved).expect("numbers and names"))?;
    Ok(proved)
}

/// What `work` returns, and the seconds that it took.
fn timed<R>(work: impl FnOnce() -> R) -> (R, f64) {
    let begin = Instant::now();
    let result = work();
    (result, begin.elapsed().as_secs_f64())
}
