//! `scripts/mutate`: measures units and writes the results, or compares with the stored ones.

use heddle_gen::synth::yosys;
use heddle_gen::units::{for_unit, UNITS};
use heddle_verif::mutation::bench::{score, Score, FLOOR};
use heddle_verif::mutation::earlier::Known;
use heddle_verif::mutation::judgement::{folder, Judgement};
use heddle_verif::mutation::measure::{measure, Measured, KEPT_SEED};
use heddle_verif::mutation::page::{page, page_path, Verdict};
use heddle_verif::mutation::rust::RustLines;
use heddle_verif::mutation::stimulus::{PinStimulus, Record, RecordAt};
use std::process::ExitCode;
use std::time::Instant;

/// Use of a measurement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Keep,
    Compare,
    OnlyPage,
    Benches,
    /// Other mutants than those whose results are kept.
    Fresh(u32),
}

/// The least score of a unit for other mutants than those whose results are kept.
const FRESH_FLOOR: f64 = 0.95;

fn main() -> ExitCode {
    let mut units: Vec<String> = std::env::args().skip(1).collect();
    let mode = match units.first().map(String::as_str) {
        Some("--check") => Mode::Compare,
        Some("--page") => Mode::OnlyPage,
        Some("--benches") => Mode::Benches,
        Some("--seed") => match units.get(1).and_then(|seed| seed.parse().ok()) {
            Some(seed) => Mode::Fresh(seed),
            None => return told(Err("--seed needs a number, such as 7".into())),
        },
        _ => Mode::Keep,
    };
    if matches!(mode, Mode::Fresh(_)) {
        units.remove(0);
    }
    if mode != Mode::Keep {
        units.remove(0);
    }
    if units.is_empty() {
        units = UNITS.iter().map(|unit| unit.to_string()).collect();
    }
    let done = match mode {
        Mode::OnlyPage => write_page(),
        Mode::Benches => benches(&units),
        Mode::Compare => each(&units, compare),
        Mode::Fresh(seed) => each(&units, |stimulus| fresh(stimulus, seed)),
        Mode::Keep => each(&units, keep).and_then(|()| write_page()),
    };
    told(done)
}

fn told(done: Result<(), String>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mutate: {error}");
            ExitCode::FAILURE
        }
    }
}

fn each(units: &[String], act: impl Fn(&PinStimulus) -> Result<(), String>) -> Result<(), String> {
    yosys().map_err(|missing| missing.to_string())?;
    for unit in units {
        let begin = Instant::now();
        let stimulus = for_unit(unit, Record).map_err(|error| error.to_string())??;
        act(&stimulus)?;
        println!("{unit}: {} s", begin.elapsed().as_secs());
    }
    Ok(())
}

/// Requires that the exported testbenches find most mutants.
fn benches(units: &[String]) -> Result<(), String> {
    yosys().map_err(|missing| missing.to_string())?;
    let mut low = Vec::new();
    for unit in units {
        for preset in ["tiny", "paper"] {
            let begin = Instant::now();
            let stimulus =
                for_unit(unit, RecordAt(preset)).map_err(|error| error.to_string())??;
            let score = score(&stimulus, preset)?;
            let (percent, seconds) = (score.percent(), begin.elapsed().as_secs());
            let Score { tried, mutants, .. } = score;
            let found = score.found();
            println!(
                "{unit} {preset}: {found} of {mutants} ({tried} tried), {percent} %, {seconds} s"
            );
            if percent < FLOOR {
                score.missed.iter().for_each(|key| println!("missed {key}"));
                low.push(format!("{unit} at {preset}: {percent} %"));
            }
        }
    }
    match low.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "testbenches that find less than {FLOOR} % of the mutants: {}",
            low.join(", ")
        )),
    }
}

fn tell(verdict: &str) {
    println!("{verdict}");
}

fn keep(stimulus: &PinStimulus) -> Result<(), String> {
    let known = Known::Earlier(Measured::read(stimulus.unit).ok());
    let judgement = Judgement::read(stimulus.unit)?;
    measure(stimulus, &judgement, &known, KEPT_SEED, tell)?.write(stimulus.unit)
}

/// Requires that other mutants are killed like those whose results are kept.
fn fresh(stimulus: &PinStimulus, seed: u32) -> Result<(), String> {
    let known = Known::Earlier(None);
    let found = measure(stimulus, &Judgement::read(stimulus.unit)?, &known, seed, tell)?;
    let (unit, score) = (stimulus.unit, 100.0 * found.score());
    let (left, proved) = (found.survivors.len(), found.proved.len());
    println!(
        "{unit}: seed {seed}: {score:.1} % of {} mutants of {}, {proved} of them equivalent, {} noticed only by the proof",
        found.mutants,
        found.possible,
        found.refuted.len()
    );
    found.survivors.iter().for_each(|key| println!("left   {key}"));
    match found.score() < FRESH_FLOOR {
        true => Err(format!("{unit}: {left} mutants of seed {seed} survive: {score:.1} %")),
        false => Ok(()),
    }
}

fn compare(stimulus: &PinStimulus) -> Result<(), String> {
    let judgement = Judgement::read(stimulus.unit)?;
    let found = measure(stimulus, &judgement, &Known::Nothing, KEPT_SEED, tell)?;
    if Measured::read(stimulus.unit)? == found {
        return Ok(());
    }
    let path = folder().join(format!("{}.json", stimulus.unit));
    Err(format!("{} is not what is found now: {found:#?}; run scripts/mutate", path.display()))
}

fn write_page() -> Result<(), String> {
    let verdicts = UNITS.iter().map(|unit| Verdict::read(unit)).collect::<Result<Vec<_>, _>>()?;
    let (path, rust) = (page_path(), RustLines::read()?);
    std::fs::write(&path, page(&verdicts, &rust))
        .map_err(|error| format!("{}: {error}", path.display()))
}
