//! Writes the book's page of mutants and coverage, from measurements and judgements.

use super::coverage::Share;
use super::judgement::Judgement;
use super::measure::Measured;
use super::rust::RustLines;
use super::stimulus::STIMULI;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// A unit's measurement and the judgements of a reader.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Name of the unit.
    pub unit: &'static str,
    /// The measurement.
    pub measured: Measured,
    /// The judgements.
    pub judgement: Judgement,
}

impl Verdict {
    /// Reads the stored results of a unit. The error is a file that is missing or cannot be read,
    /// or a judgement of a mutant or line that was not found.
    pub fn read(unit: &'static str) -> Result<Self, String> {
        let (measured, judgement) = (Measured::read(unit)?, Judgement::read(unit)?);
        let verdict = Self { unit, measured, judgement };
        match verdict.unfounded() {
            None => Ok(verdict),
            Some(key) => Err(format!(
                "verif/mutation/{unit}.toml checks `{key}`, which is no unproved survivor and no \
                 line that is never run; remove it"
            )),
        }
    }

    /// Returns a judgement of a mutant or line that was not found.
    fn unfounded(&self) -> Option<&str> {
        let survived = |key: &&str| self.measured.survivors.iter().any(|found| found == key);
        let unrun = |key: &&str| self.measured.coverage.unrun.iter().any(|found| found == key);
        let mut mutants = self.judgement.reasons().into_keys();
        let mut lines = self.judgement.unrun().into_keys();
        mutants.find(|key| !survived(key)).or_else(|| lines.find(|key| !unrun(key)))
    }

    /// Returns the survivors without a judgement.
    pub fn unexplained(&self) -> Vec<&str> {
        let reasons = self.judgement.reasons();
        let keys = self.measured.survivors.iter().map(String::as_str);
        keys.filter(|key| !reasons.contains_key(key)).collect()
    }

    /// Returns the number of mutants that some recording kills.
    pub fn killed(&self) -> usize {
        let Measured { mutants, proved, refuted, survivors, .. } = &self.measured;
        mutants - proved.len() - refuted.len() - survivors.len()
    }

    /// Returns the mutants that a recording kills or the proof notices, in percent of those that are not equivalent.
    pub fn score(&self) -> f64 {
        self.percent(self.killed() + self.measured.refuted.len())
    }

    /// Returns a number of mutants in percent of those that are not equivalent.
    fn percent(&self, mutants: usize) -> f64 {
        let noticed = self.killed() + self.measured.refuted.len();
        100.0 * mutants as f64 / (noticed + self.unexplained().len()) as f64
    }

    /// Returns the lines that are run, in percent of those that can be run at `tiny`.
    pub fn lines(&self) -> f64 {
        let (reasons, coverage) = (self.judgement.unrun(), &self.measured.coverage);
        let cannot = coverage.unrun.iter().filter(|line| reasons.contains_key(line.as_str()));
        let Share { seen, of } = coverage.lines;
        Share { seen, of: of - cannot.count() }.percent()
    }

    fn row(&self, rust: &RustLines) -> String {
        let (m, c) = (&self.measured, &self.measured.coverage);
        let counts = [
            m.possible,
            m.mutants,
            self.killed(),
            m.refuted.len(),
            m.proved.len(),
            self.judgement.reasons().len(),
            self.unexplained().len(),
        ];
        let counts: String = counts.iter().map(|count| format!("| {count} ")).collect();
        let shares = format!("{:.1} | {:.1}", self.lines(), c.toggles.percent());
        let rust = rust.units.get(self.unit);
        let rust = rust.map_or(NONE.to_string(), |share| format!("{:.1}", share.percent()));
        let (unit, score, killed) = (self.unit, self.score(), self.percent(self.killed()));
        format!(
            "| {unit} {counts}| {score:.1} | {killed:.1} | {} | {shares} | {rust} |\n",
            m.cycles
        )
    }

    /// Lists the mutants that are not killed and not proved, and the lines that are never run, with
    /// the reasons.
    fn details(&self) -> String {
        let mut text = String::new();
        for pin in &self.judgement.narrow {
            let because = format!("Inputs not mutated above these bits: {}", pin.because);
            list(&mut text, &because, [format!("{}[{}:0]", pin.pin, pin.bits - 1).as_str()]);
        }
        for entry in &self.judgement.equivalent {
            list(&mut text, &entry.because, entry.mutants.iter().map(String::as_str));
        }
        let unexplained = self.unexplained();
        if !unexplained.is_empty() {
            list(&mut text, "Not killed, and not equivalent as far as known.", unexplained);
        }
        let reasons = self.judgement.unrun();
        let mut unrun = BTreeMap::<&str, Vec<&str>>::new();
        for line in &self.measured.coverage.unrun {
            let because = reasons.get(line.as_str()).copied();
            unrun
                .entry(because.unwrap_or("No stimulus reaches this line."))
                .or_default()
                .push(line);
        }
        for (because, lines) in unrun {
            list(&mut text, &format!("Never run: {because}"), lines);
        }
        text
    }
}

/// Returns the row of a crate, of which only the Rust code is measured.
fn crate_row(name: &str, share: Share) -> Option<String> {
    let header = INTRODUCTION.lines().find(|line| line.starts_with("| unit "))?;
    let between = format!("| {NONE} ").repeat(header.matches('|').count() - 3);
    Some(format!("| {name} {between}| {:.1} |\n", share.percent()))
}

fn list<'a>(text: &mut String, title: &str, keys: impl IntoIterator<Item = &'a str>) {
    let keys: Vec<&str> = keys.into_iter().collect();
    writeln!(text, "- {title} ({})", keys.len()).expect("writing to a string");
    for key in keys {
        writeln!(text, "  - `{key}`").expect("writing to a string");
    }
}

/// Text of a cell without a value.
const NONE: &str = "–";

/// Returns the path of the page.
pub fn page_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/verification/mutation.md")
}

/// Returns the whole page.
pub fn page(verdicts: &[Verdict], rust: &RustLines) -> String {
    let units = verdicts.iter().map(|verdict| verdict.row(rust));
    let crates = rust.crates.iter().filter_map(|(name, &share)| crate_row(name, share));
    let rows: String = units.chain(crates).collect();
    let mut page = INTRODUCTION.replace("@STIMULI@", &STIMULI.to_string()).replace("@ROWS@", &rows);
    for verdict in verdicts {
        let details = verdict.details();
        if !details.is_empty() {
            write!(page, "\n### {}\n\n{details}", verdict.unit).expect("writing to a string");
        }
    }
    page
}

const INTRODUCTION: &str = "# Mutants and coverage

<!-- Written by scripts/mutate from verif/mutation. -->

This page shows how many small changes of a unit's Verilog its specification notices, and how many lines of the Verilog it runs.

| unit | mutants there are | tried | killed | only by proof | equivalent, proved | equivalent, read | left | score % | by recordings % | cycles | lines % | toggles % | Rust lines % |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
@ROWS@
`scripts/mutate` writes this table, and `scripts/mutate UNIT` the rows of some units. The table depends on every unit's Verilog and every
word of the recordings. A test compares these with a fingerprint kept beside the results in `verif/mutation`, and fails when they differ; comments of the Verilog do not count. `scripts/coverage` measures the last column and the rows of the crates.

## How it is measured

- **Recordings.** @STIMULI@ stimuli, as many as the specification's test plays on a unit at `tiny` and drawn as it draws them, are played on its model, and the pins are recorded. In a replay the environment does not
  react to outputs: it repeats the recorded inputs. Before each recording the unit powers up in a random state and sees one edge of reset, with a row of the recording on its inputs.
- **Mutants.** Yosys reads the Verilog and flattens it into cells of words. It removes registers that keep their value after a reset, and bits on which no output depends: at `tiny` there are many
  of these, and a change of them has no effect. `mutate -list` then picks bits of ports of cells, evenly over cells, wires and lines, registers and memories among
  them. It fixes each at 0 or 1, inverts it, or lets another bit of the port interfere. Clocks, and ports of Yosys' memory cells that the Verilog does not have, are skipped. All mutants are in one
  netlist, compiled by Verilator once, in which an input selects one. With none selected it must repeat the recordings.
- **Killed** is a mutant with which an output differs from the recording in any cycle.
- **Equivalent, proved.** The unit and the mutant begin with the same bits in their registers and see the same pins, and Bitwuzla finds no cycle in which an output or the next value of a
  register differs. Bits of registers that may differ are then left free in the mutant, and it is asked again. It may use what the [proofs](formal.md) of the unit assume, which is the protocol
  of its pins, and what they prove. So no neighbour that keeps the protocol can distinguish such a mutant from the unit. The keys are in `verif/mutation/*.json`.
- **Equivalent, read.** The same, with a reason in words; the list below has them.
- **Only by proof** are survivors with which the [proof](formal.md) of the unit fails: its nets are put under the unit's properties by their names, and the induction is tried again. Most are high bits of
  numbers, such as of nodes, which no run of some thousand cycles reaches. The proof goes through for the netlist without a mutant.
- **Left** are survivors that are none of these: neither stimuli nor properties notice them, or they are equivalent without a proof or reason, or the solver was given up after ten minutes.
- **Score** is the share of mutants that a recording kills or the proof notices, among those that are not equivalent; beside it the share that recordings kill alone. A test keeps the score of every unit above 95 %.
- **Lines** are lines of the Verilog with statements that were run, of those that can be run at `tiny`; the list below has the others. **Toggles** are bits of ports and signals that changed after the reset, in every instance. Verilator counts both in a replay of
  the same recordings. At `tiny` many wires have bits that are always zero, as pins are as wide as at every size.
- **Rust lines** are lines of Rust code that the tests of the workspace run, of those that have code, as cargo-llvm-cov counts. A unit has its five files; a crate has all files in its `src`, units
  and command-line programs too. Files of tests (`tests/`, `tests.rs`, `*_tests.rs`) are not counted, and modules of tests inside other files are. Lines that a test runs in
  another process count. `scripts/coverage --check` fails if a row falls by more than one percentage point.

A mutant is named by its mode, the port and bit of the cell, the kind of cell, the net it drives, and the expression it comes from; `#2` is the second of that name.

## What was not killed and not proved
";
