//! Proves one unit, and reports a property that does not hold.

use super::alone::{alone, Begin};
use super::bench::{properties_file, properties_of, Bench};
use super::kept::answer;
use super::tools::{ask, ask_within, available, design, translate, Kind};
use super::{all_points, FormalError, Plan};
use crate::report::{failures_dir, fingerprint};
use heddle_gen::units::for_unit;
use heddle_gen::verilated::target_dir;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A unit whose properties hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proved {
    /// Covers, each with the first cycle after power-up in which it can be reached.
    pub covers: Vec<(String, u32)>,
    /// Seconds of the proof.
    pub proof_seconds: f64,
    /// Seconds of the search for covers.
    pub cover_seconds: f64,
}

/// A property that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refuted {
    /// Name of the unit, with its sizes if they are not those of the preset.
    pub unit: String,
    /// Labels of the properties that fail in that cycle; those of streams begin with the stream's
    /// name.
    pub properties: Vec<String>,
    /// Cycle after power-up, or `None` if only the induction step fails.
    pub cycle: Option<u32>,
    /// File of the waveform; none if the answer is one that is kept.
    #[serde(skip)]
    pub waveform: Option<PathBuf>,
}

impl fmt::Display for Refuted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let properties = self.properties.join(", ");
        write!(f, "{}: {properties} ", self.unit)?;
        match self.cycle {
            Some(cycle) => write!(f, "does not hold in cycle {cycle} after power-up")?,
            None => write!(
                f,
                "does not follow from the cycles before, so it is false or needs a helper"
            )?,
        }
        match &self.waveform {
            Some(waveform) => write!(f, "; see {}", waveform.display()),
            None => Ok(()),
        }
    }
}

/// A line of a unit's Verilog, and its replacement.
pub type Change<'a> = (&'a str, &'a str);

/// Returns the text to be proved: a unit's Verilog with its properties.
pub fn bench_of(plan: &Plan, change: Option<Change<'_>>) -> Result<String, FormalError> {
    let properties = read(&properties_file(plan.unit))?;
    let stream = read(&properties_file("heddle_stream"))?;
    let bench = Bench { plan, properties: &properties, stream: &stream, change };
    let text = for_unit(plan.unit, bench).expect("plans name units");
    text.map_err(|source| FormalError::Point { unit: plan.unit, source })
}

/// Writes the text to be proved into a directory that no other text has.
pub(super) fn directory(plan: &Plan, text: &str) -> Result<PathBuf, FormalError> {
    let versions = available()?;
    let hash = fingerprint(&format!("{versions} {plan:?} {text}"));
    let dir = target_dir().join("heddle-formal").join(format!("{}-{hash}", plan.unit));
    fs::create_dir_all(&dir).map_err(|source| FormalError::File { path: dir.clone(), source })?;
    write(&dir.join("bench.v"), text)?;
    Ok(dir)
}

/// Proves the properties of a unit by k-induction and reaches its covers. A proof of the same text by the same tools is not
/// repeated: this checkout has made it, or it is kept with the properties.
pub fn prove(plan: &Plan) -> Result<Proved, FormalError> {
    let text = bench_of(plan, None)?;
    answer(&plan.to_string(), plan, &text, || {
        let proved = prove_here(plan, &text)?;
        let seconds = proved.proof_seconds + proved.cover_seconds;
        Ok((proved, seconds))
    })
}

/// The same, unless this checkout has done it before.
fn prove_here(plan: &Plan, text: &str) -> Result<Proved, FormalError> {
    let properties = read(&properties_file(plan.unit))?;
    let dir = directory(plan, text)?;
    // With its deep covers it is another result.
    let deep = all_points() && !plan.deep.is_empty();
    let kept = dir.join(if deep { "proved_deep.json" } else { "proved.json" });
    let known = fs::read_to_string(&kept).ok().and_then(|text| serde_json::from_str(&text).ok());
    if let Some(proved) = known {
        return Ok(proved);
    }
    let begin = Instant::now();
    in_parts(plan, &design(plan.unit, ""), &dir)?;
    let proof_seconds = begin.elapsed().as_secs_f64();
    let begin = Instant::now();
    let covers = covers(plan, &properties_of(&properties).covered, &dir)?;
    let cover_seconds = begin.elapsed().as_secs_f64();
    let proved = Proved { covers, proof_seconds, cover_seconds };
    write(&kept, &serde_json::to_string(&proved).expect("numbers and names"))?;
    Ok(proved)
}

/// Returns the unit in SMT, every wire under its name, with its assumptions and its properties,
/// which have been proved. Under the assumptions the properties may be used as lemmas.
pub fn lemmas(plan: &Plan) -> Result<String, FormalError> {
    prove(plan)?;
    let dir = directory(plan, &bench_of(plan, None)?)?;
    translate(plan.unit, &design(plan.unit, ""), Kind::Lemmas, &dir)?;
    read(&dir.join(Kind::Lemmas.file()))
}

/// Searches for a failure of a unit with a changed line: first within `cycles` cycles from
/// power-up, then in the induction step. Returns `None` if the changed unit is proved.
pub fn refute(
    plan: &Plan,
    change: Change<'_>,
    cycles: u32,
) -> Result<Option<Refuted>, FormalError> {
    let text = bench_of(plan, Some(change))?;
    let asked = format!("{plan} with `{}`, {cycles} cycles", change.1);
    answer(&asked, plan, &format!("{cycles} {text}"), || {
        let begin = Instant::now();
        let dir = directory(plan, &text)?;
        let design = design(plan.unit, "");
        translate(plan.unit, &design, Kind::Proof, &dir)?;
        let base = base_case(plan, cycles, &design, &dir);
        let refuted = refuted_by(base.and_then(|()| in_parts(plan, &design, &dir)))?;
        Ok((refuted, begin.elapsed().as_secs_f64()))
    })
}

/// The counterexample with which a proof ended, or none if it went through.
fn refuted_by(proof: Result<(), FormalError>) -> Result<Option<Refuted>, FormalError> {
    match proof {
        Err(FormalError::Refuted(refuted)) => Ok(Some(*refuted)),
        other => other.map(|()| None),
    }
}

/// Searches for a run of a changed unit that breaks `property` within `cycles` cycles. No other property is looked at, so
/// a helper that fails before does not end the search.
pub fn breaks(
    plan: &Plan,
    change: Change<'_>,
    property: &str,
    begin: Begin,
    cycles: u32,
) -> Result<Option<Refuted>, FormalError> {
    let text = alone(&bench_of(plan, Some(change))?, property, begin);
    let asked = format!("{property} of {plan} with `{}`, {cycles} cycles", change.1);
    answer(&asked, plan, &format!("{cycles} {text}"), || {
        let begin = Instant::now();
        let dir = directory(plan, &text)?;
        let design = design(plan.unit, "");
        translate(plan.unit, &design, Kind::Proof, &dir)?;
        let refuted = refuted_by(base_case(plan, cycles, &design, &dir))?;
        Ok((refuted, begin.elapsed().as_secs_f64()))
    })
}

/// Returns the last step in which the tool checked assertions.
fn last_step(said: &str) -> Option<u32> {
    let step = after(said, "Checking assertions in step ").last()?;
    step.trim_end_matches('.').parse().ok()
}

/// Returns whether the proof goes through for what the script `design` makes in `dir`, with at most `time` for each
/// question to the solver.
pub fn is_proved(
    plan: &Plan,
    design: &str,
    dir: &Path,
    time: Duration,
) -> Result<bool, FormalError> {
    const FILE: &str = Kind::Proof.file();
    for (plan, only) in plan.parts() {
        translate(plan.unit, &(design.to_string() + &only), Kind::Proof, dir)?;
        let (steps, first) = (plan.k.to_string(), (plan.k + 1).to_string());
        // The step fails more often than the first cycles.
        for arguments in [&["-i", "-t", &steps, FILE][..], &["-t", &first, FILE]] {
            if !ask_within(plan.unit, arguments, dir, Some(time))?.0 {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Proves all parts of a plan for what the script `design` makes in `dir`.
pub(super) fn in_parts(plan: &Plan, design: &str, dir: &Path) -> Result<(), FormalError> {
    for (plan, only) in plan.parts() {
        let design = design.to_string() + &only;
        translate(plan.unit, &design, Kind::Proof, dir)?;
        base_case(&plan, plan.k, &design, dir)?;
        induction(&plan, &design, dir)?;
    }
    Ok(())
}

/// Proves the first `cycles` cycles after power-up of what the script `design` has made in `dir`.
pub(super) fn base_case(
    plan: &Plan,
    cycles: u32,
    design: &str,
    dir: &Path,
) -> Result<(), FormalError> {
    question(plan, &["-t", &(cycles + 1).to_string()], true, design, dir)
}

/// Proves a cycle after `k` good ones.
fn induction(plan: &Plan, design: &str, dir: &Path) -> Result<(), FormalError> {
    question(plan, &["-i", "-t", &plan.k.to_string()], false, design, dir)
}

fn question(
    plan: &Plan,
    arguments: &[&str],
    from_power_up: bool,
    design: &str,
    dir: &Path,
) -> Result<(), FormalError> {
    let asked: Vec<&str> = arguments.iter().copied().chain([Kind::Proof.file()]).collect();
    let (yes, said) = ask(plan.unit, &asked, dir)?;
    if yes {
        return Ok(());
    }
    translate(plan.unit, design, Kind::Waveform, dir)?;
    let hash = fingerprint(&dir.to_string_lossy());
    let kept = failures_dir().join("formal").join(format!("{}-{hash}", plan.unit));
    fs::create_dir_all(&kept).map_err(|source| FormalError::File { path: kept.clone(), source })?;
    let waveform = kept.join("wave.vcd");
    let path = waveform.to_string_lossy().into_owned();
    let again = ["--dump-vcd", &path, Kind::Waveform.file()];
    ask(plan.unit, &arguments.iter().copied().chain(again).collect::<Vec<_>>(), dir)?;
    Err(FormalError::Refuted(Box::new(Refuted {
        unit: plan.to_string(),
        properties: after(&said, "Assert failed in ").filter_map(label).collect(),
        cycle: last_step(&said).filter(|_| from_power_up),
        waveform: Some(waveform),
    })))
}

/// Returns the text after `mark` in each line that has it.
fn after<'a>(said: &'a str, mark: &'a str) -> impl Iterator<Item = &'a str> {
    said.lines().filter_map(move |line| line.split_once(mark)).map(|(_, rest)| rest.trim())
}

/// Returns the label of `module: label`, and of a path through instances.
fn label(place: &str) -> Option<String> {
    let label = place.split_once(": ")?.1;
    Some(label.split(" (").next().unwrap_or(label).replace(".kept.", "."))
}

fn covers(plan: &Plan, known: &[String], dir: &Path) -> Result<Vec<(String, u32)>, FormalError> {
    let later = |label: &&String| plan.deep.contains(label) && !all_points();
    let (dropped, wanted): (Vec<&String>, Vec<&String>) = known.iter().partition(later);
    let without = |label| format!("; chformal -cover -remove c:{label}");
    let dropped: String = dropped.into_iter().map(without).collect();
    let design = design(plan.unit, "-DCOVER") + &dropped;
    translate(plan.unit, &design, Kind::Cover, dir)?;
    let steps = (plan.cover_within + 1).to_string();
    let (_, said) = ask(plan.unit, &["-c", "-t", &steps, Kind::Cover.file()], dir)?;
    let reached: Vec<(&str, u32)> = after(&said, "Reached cover statement at ")
        .filter_map(|rest| rest.trim_end_matches('.').split_once(" in step "))
        .filter_map(|(name, step)| Some((name, step.parse().ok()?)))
        .collect();
    let find = |name: &str| reached.iter().find(|(known, _)| *known == name).map(|found| found.1);
    let missing = wanted.iter().filter(|name| find(name).is_none());
    let missing: Vec<String> = missing.map(|name| name.to_string()).collect();
    if !missing.is_empty() {
        let plan = Box::new(plan.clone());
        return Err(FormalError::Unreached { plan, covers: missing });
    }
    Ok(wanted.iter().filter_map(|name| Some((name.to_string(), find(name)?))).collect())
}

pub(super) fn read(path: &Path) -> Result<String, FormalError> {
    fs::read_to_string(path).map_err(|source| FormalError::File { path: path.into(), source })
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), FormalError> {
    fs::write(path, text).map_err(|source| FormalError::File { path: path.into(), source })
}
