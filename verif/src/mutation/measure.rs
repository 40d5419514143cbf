//! One room, measured from its Verilog to its survivors.

use super::coverage::{self, Coverage};
use super::judgement::{folder, Judgement};
use super::mutant::Mutant;
use super::netlist::{pick, with_all, SELECT};
use super::replay::Mutated;
use super::stimulus::Stimulus;
use super::{mutants_of, proof};
use crate::report::fingerprint;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// What was found about a room; kept in `verif/mutation`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Measured {
    /// Of the Verilog and the recordings this was measured with.
    pub fingerprint: String,
    /// Of the Verilog alone.
    pub verilog: String,
    /// Mutants tried.
    pub mutants: usize,
    /// Cycles of all recordings.
    pub cycles: usize,
    /// Survivors that are proved to be the room.
    pub proved: Vec<String>,
    /// The other survivors.
    pub survivors: Vec<String>,
    /// What the recordings cover of the Verilog as it is.
    pub coverage: Coverage,
}

/// Mutates a room and replays its recordings. What was proved `before` holds as long as the Verilog
/// is the same. The error says which tool failed and how.
pub fn measure(stimulus: &Stimulus, before: Option<&Measured>) -> Result<Measured, String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mutants = pick_of(scratch.path(), stimulus)?;
    let alive = survivors(scratch.path(), stimulus, &mutants)?;
    let verilog = fingerprint(&stimulus.verilog);
    let before = before.filter(|before| before.verilog == verilog);
    let known = |key: &String| before.is_some_and(|before| before.proved.contains(key));
    let (proved, survivors) =
        alive.into_iter().map(|mutant| mutant.key.clone()).partition(|key| known(key));
    Ok(Measured {
        fingerprint: stimulus.fingerprint(),
        verilog,
        mutants: mutants.len(),
        cycles: stimulus.cycles(),
        proved,
        survivors,
        coverage: coverage::measure(stimulus)?,
    })
}

/// Asks Yosys about every survivor that is in no `judgement`; `told` hears the verdicts. That takes
/// seconds for each. The error says which tool failed and how.
pub fn prove(
    stimulus: &Stimulus,
    measured: &mut Measured,
    judgement: &Judgement,
    mut told: impl FnMut(&str),
) -> Result<(), String> {
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mutants = pick_of(scratch.path(), stimulus)?;
    proof::prepare(scratch.path())?;
    let judged = judgement.reasons();
    for key in std::mem::take(&mut measured.survivors) {
        let mutant = mutants.iter().find(|mutant| mutant.key == key);
        let asked = mutant.filter(|_| !judged.contains_key(key.as_str()));
        let same = match asked {
            Some(mutant) => proof::proves(scratch.path(), stimulus, mutant)?,
            None => false,
        };
        told(&format!("{} {key}", if same { "proved" } else { "left  " }));
        let verdict = if same { &mut measured.proved } else { &mut measured.survivors };
        verdict.push(key);
    }
    Ok(())
}

fn pick_of(dir: &Path, stimulus: &Stimulus) -> Result<Vec<Mutant>, String> {
    let narrow = Judgement::read(stimulus.room)?.narrow;
    pick(dir, stimulus, &narrow, mutants_of(stimulus.room))
}

/// The mutants that no recording kills.
pub fn survivors<'a>(
    dir: &Path,
    stimulus: &Stimulus,
    mutants: &'a [Mutant],
) -> Result<Vec<&'a Mutant>, String> {
    let netlist = with_all(dir, mutants)?;
    let mutated = Mutated::compile(stimulus, netlist, SELECT).map_err(|error| error.to_string())?;
    if let Some(pin) = mutated.killed_by(0) {
        let room = stimulus.room;
        return Err(format!("{room}: pin {pin} of its netlist differs from its model, unmutated"));
    }
    let numbered = mutants.iter().zip(1..);
    Ok(numbered
        .filter(|(_, number)| mutated.killed_by(*number).is_none())
        .map(|(mutant, _)| mutant)
        .collect())
}

impl Measured {
    /// What is kept about a room. The error says what to run.
    pub fn read(room: &str) -> Result<Self, String> {
        let path = folder().join(format!("{room}.json"));
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|_| format!("{room} was never measured; run scripts/mutate"))?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Whether a replay found the same; proofs are not compared.
    pub fn same_found(&self, other: &Self) -> bool {
        let found = |of: &Self| -> (BTreeSet<String>, Coverage) {
            (of.proved.iter().chain(&of.survivors).cloned().collect(), of.coverage.clone())
        };
        (&self.fingerprint, self.mutants, found(self))
            == (&other.fingerprint, other.mutants, found(other))
    }

    /// Keeps it.
    pub fn write(&self, room: &str) -> Result<(), String> {
        let path = folder().join(format!("{room}.json"));
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(&path, text + "\n")
            .map_err(|error| format!("writing {}: {error}", path.display()))
    }
}
