//! Asks whether the proof of a unit's properties notices a mutant.
//!
//! The properties of [`crate::formal`] read nets of the unit by their names. Here the mutated netlist stands beside the
//! unit, its nets take the places of the unit's of the same names ([`splice`](super::splice)), and the proof is tried
//! again. It must go through without a mutant.

use super::mutant::Mutant;
use super::netlist::{apart, read, run, write, PREPARED, TOP};
use super::proof::unanswered;
use super::splice::spliced;
use super::stimulus::PinStimulus;
use super::PATIENCE;
use crate::formal::{bench_of, is_proved, plan_of, FormalError, Plan, PREPARE};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A unit with its properties, over any mutant.
pub struct Refuter {
    dir: PathBuf,
    plan: Plan,
    top: String,
    /// The unit with its properties, as Yosys writes it in JSON.
    properties: Value,
}

impl Refuter {
    /// Prepares the properties and proves them of the unmutated netlist. `dir` has the prepared unit.
    pub fn new(dir: &Path, stimulus: &PinStimulus) -> Result<Self, String> {
        let plan = plan_of(stimulus.unit)?;
        let bench = bench_of(&plan, None).map_err(|error| error.to_string())?;
        write(dir, "properties.v", &bench)?;
        let (top, file) = (stimulus.top.clone(), "properties.json");
        run(
            dir,
            &format!(
                "read_verilog -formal properties.v\nhierarchy -check -top {top}\n{PREPARE}\nwrite_json {file}\n"
            ),
        )?;
        let refuter = Self { properties: json(dir, file)?, dir: dir.to_path_buf(), plan, top };
        match refuter.is_proved("")? {
            Some(true) => Ok(refuter),
            Some(false) => {
                Err(format!("{}: the proof fails on its netlist, unmutated", stimulus.unit))
            }
            None => Err(unanswered(stimulus)),
        }
    }

    /// Returns whether the proof fails with the mutant, if the solver says so in time.
    pub fn refutes(&self, mutant: &Mutant) -> Result<Option<bool>, String> {
        let proved = self.is_proved(&format!("mutate {}\n", mutant.arguments))?;
        Ok(proved.map(|proved| !proved))
    }

    fn is_proved(&self, change: &str) -> Result<Option<bool>, String> {
        let own = apart(&self.dir)?;
        let (dir, file) = (own.path(), "changed.json");
        let script = format!("read_rtlil {PREPARED}\n{change}memory_map\nwrite_json {file}\n");
        run(dir, &script)?;
        let mut design = self.properties.clone();
        spliced(&mut design["modules"][&self.top], &json(dir, file)?["modules"][TOP])
            .ok_or_else(|| format!("{}: the netlist of Yosys has a new form", self.plan.unit))?;
        write(dir, "spliced.json", &design.to_string())?;
        match is_proved(&self.plan, "read_json spliced.json", dir, PATIENCE) {
            Err(FormalError::NoAnswer(_)) => Ok(None),
            answer => answer.map(Some).map_err(|error| error.to_string()),
        }
    }
}

fn json(dir: &Path, name: &str) -> Result<Value, String> {
    serde_json::from_str(&read(dir, name)?).map_err(|error| format!("{name}: {error}"))
}
