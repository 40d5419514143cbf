//! Measures one unit, from its Verilog to its survivors.

use super::coverage::{self, Coverage};
use super::earlier::{Earlier, Known};
use super::fates::{fates, Fate};
use super::judgement::{folder, Judgement};
use super::mutant::Mutant;
use super::mutants_of;
use super::netlist::{pick, possible, with_all, SELECT};
use super::replay::Mutated;
use super::stimulus::{without_comments, PinStimulus};
use crate::formal::{bench_of, plan_of};
use crate::report::fingerprint;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The results for a unit, kept in `verif/mutation`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// Fingerprint of the Verilog and of the recordings of the measurement.
    pub fingerprint: String,
    /// Fingerprint of the premises of the proofs.
    pub premises: String,
    /// Mutants tried.
    pub mutants: usize,
    /// Mutants that there are.
    pub possible: usize,
    /// Cycles of all recordings.
    pub cycles: usize,
    /// Survivors that are proved to be equivalent to the unit.
    pub proved: Vec<String>,
    /// Survivors that are not read to be equivalent, and with which the proof of the unit fails.
    pub refuted: Vec<String>,
    /// The other survivors, also those about which the solver had no answer in time.
    pub survivors: Vec<String>,
    /// Coverage of the unmutated Verilog by the recordings.
    pub coverage: Coverage,
}

/// Seed of the mutants whose results are kept.
pub const KEPT_SEED: u32 = 1;

/// Mutates a unit by a seed, with its inputs as narrow as `judgement` says, replays its recordings, and asks
/// for every survivor whether it is equivalent, and if not, whether the proof of the unit notices it; `told` gets
/// their fates as they come. Those that are `known` hold as long as their premises are the same. The error says which tool
/// failed and how.
pub fn measure(
    stimulus: &PinStimulus,
    judgement: &Judgement,
    known: &Known,
    seed: u32,
    mut told: impl FnMut(&str),
) -> Result<Measured, String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let sample = (mutants_of(stimulus.unit), seed);
    let mutants = pick(scratch.path(), stimulus, &judgement.narrow, sample)?;
    let alive = survivors(scratch.path(), stimulus, &mutants)?;
    let premises = premises(stimulus.unit)?;
    told(&format!("{} of {} mutants are not killed", alive.len(), mutants.len()));
    let told = |mutant: &Mutant, fate: Fate| told(&format!("{} {}", fate.told(), mutant.key));
    let earlier = Earlier::of(known, stimulus.unit, &premises, &judgement.narrow)?;
    let found = fates(scratch.path(), stimulus, judgement, earlier, &alive, told)?;
    let with = |wanted: &[Fate]| {
        let these = alive.iter().zip(&found).filter(|(_, fate)| wanted.contains(fate));
        these.map(|(mutant, _)| mutant.key.clone()).collect()
    };
    Ok(Measured {
        fingerprint: stimulus.fingerprint(),
        mutants: mutants.len(),
        possible: possible(scratch.path())?,
        cycles: stimulus.cycles(),
        proved: with(&[Fate::Proved]),
        refuted: with(&[Fate::Refuted]),
        survivors: with(&[Fate::Left, Fate::Timeout]),
        coverage: coverage::measure(stimulus)?,
        premises,
    })
}

/// Returns the fingerprint of the premises of proofs about a unit's mutants: its Verilog with its
/// properties.
pub fn premises(unit: &str) -> Result<String, String> {
    let plan = plan_of(unit)?;
    let bench = bench_of(&plan, None).map_err(|error| error.to_string())?;
    Ok(fingerprint(&without_comments(&bench)))
}

/// Returns the mutants that no recording kills.
pub fn survivors<'a>(
    dir: &Path,
    stimulus: &PinStimulus,
    mutants: &'a [Mutant],
) -> Result<Vec<&'a Mutant>, String> {
    let netlist = with_all(dir, mutants)?;
    let mutated = Mutated::compile(stimulus, netlist, SELECT).map_err(|error| error.to_string())?;
    if let Some(pin) = mutated.killed_by(0) {
        let unit = stimulus.unit;
        return Err(format!("{unit}: pin {pin} of its netlist differs from its model, unmutated"));
    }
    let numbered = mutants.iter().zip(1..);
    Ok(numbered
        .filter(|(_, number)| mutated.killed_by(*number).is_none())
        .map(|(mutant, _)| mutant)
        .collect())
}

impl Measured {
    /// The share of mutants that the recordings kill or the proof notices, without those that are proved to be
    /// equivalent; from 0 to 1.
    pub fn score(&self) -> f64 {
        let different = self.mutants - self.proved.len();
        (different - self.survivors.len()) as f64 / different.max(1) as f64
    }

    /// Reads the stored results of a unit. The error says what to run.
    pub fn read(unit: &str) -> Result<Self, String> {
        let path = folder().join(format!("{unit}.json"));
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|_| format!("{unit} was never measured; run scripts/mutate"))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Stores the results.
    pub fn write(&self, unit: &str) -> Result<(), String> {
        let path = folder().join(format!("{unit}.json"));
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(&path, text + "\n")
            .map_err(|error| format!("writing {}: {error}", path.display()))
    }
}
