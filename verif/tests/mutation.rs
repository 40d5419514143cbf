//! Tests that the specification of a unit notices small changes of its Verilog, and that the book
//! says how many.

use heddle_gen::units::{for_unit, UNITS};
use heddle_gen::verilated::verilator_available;
use heddle_verif::formal::available;
use heddle_verif::mutation::bench::{score, FLOOR};
use heddle_verif::mutation::earlier::Known;
use heddle_verif::mutation::judgement::Judgement;
use heddle_verif::mutation::measure::{measure, premises, survivors, Measured, KEPT_SEED};
use heddle_verif::mutation::mutant::Mutant;
use heddle_verif::mutation::netlist::pick;
use heddle_verif::mutation::page::{page, page_path, Verdict};
use heddle_verif::mutation::proof::Prover;
use heddle_verif::mutation::refutation::Refuter;
use heddle_verif::mutation::rust::RustLines;
use heddle_verif::mutation::stimulus::{PinStimulus, Record};
use heddle_verif::page::check_whole;
use heddle_verif::tools::present;

/// Least share of the mutants that are not equivalent, and of the lines, in percent.
const SCORE: f64 = 95.0;
const LINES: f64 = 98.0;

/// Units that are measured again here; `scripts/mutate --check` measures all, which takes minutes.
const QUICK: [&str; 4] = ["register", "sram", "arbiter", "fifo"];

/// Returns whether mutants can be made, compiled and proved here.
fn tools() -> bool {
    present(verilator_available()) && present(available())
}

fn recorded(unit: &str) -> PinStimulus {
    for_unit(unit, Record).expect("the unit exists").expect("the specification hold")
}

fn verdicts() -> Vec<Verdict> {
    UNITS.iter().map(|unit| Verdict::read(unit).unwrap_or_else(|error| panic!("{error}"))).collect()
}

#[test]
fn the_page_is_what_was_measured() {
    let rust = RustLines::read().unwrap_or_else(|error| panic!("{error}"));
    check_whole(&page_path(), &page(&verdicts(), &rust), None, "scripts/mutate --page")
        .unwrap_or_else(|stale| panic!("{stale}"));
}

#[test]
fn what_was_measured_is_the_units_and_specifications_as_they_are() {
    let stale = |verdict: &Verdict| {
        let (unit, measured) = (verdict.unit, &verdict.measured);
        recorded(unit).fingerprint() != measured.fingerprint
            || premises(unit).as_deref() != Ok(measured.premises.as_str())
    };
    let stale: Vec<&str> = verdicts().iter().filter(|v| stale(v)).map(|v| v.unit).collect();
    assert!(stale.is_empty(), "stale; run scripts/mutate {}", stale.join(" "));
}

#[test]
fn the_specification_of_every_unit_kills_its_mutants_and_run_its_lines() {
    for verdict in verdicts() {
        let (unit, lines) = (verdict.unit, verdict.lines());
        let left = verdict.unexplained().join("\n");
        assert!(verdict.score() >= SCORE, "{unit}: {:.1} %\n{left}", verdict.score());
        assert!(lines >= LINES, "{unit}: {lines:.1} % of the lines are run");
    }
}

#[test]
fn a_killed_mutant_is_not_proved_to_be_the_unit() {
    if !tools() {
        return;
    }
    let stimulus = recorded("fifo");
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let mutants =
        pick(scratch.path(), &stimulus, &[], (30, KEPT_SEED)).expect("yosys lists mutants");
    let alive = survivors(scratch.path(), &stimulus, &mutants).expect("the mutants are compiled");
    let prover = Prover::new(scratch.path(), &stimulus).expect("the unit is proved");
    for mutant in mutants.iter().filter(|mutant| !alive.contains(mutant)) {
        let proved = prover.proves(mutant).expect("the tools run");
        assert_eq!(proved, Some(false), "{} is killed and proved harmless", mutant.key);
    }
}

#[test]
fn the_proof_of_a_unit_notices_what_changes_a_property_and_nothing_equivalent() {
    if !tools() {
        return;
    }
    let stimulus = recorded("fifo");
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let mutants =
        pick(scratch.path(), &stimulus, &[], (30, KEPT_SEED)).expect("yosys lists mutants");
    let prover = Prover::new(scratch.path(), &stimulus).expect("the unit is proved");
    // Making it requires that the proof goes through without a mutant.
    let refuter = Refuter::new(scratch.path(), &stimulus).expect("the unit is proved");
    let refuted = |mutant: &&Mutant| refuter.refutes(mutant).expect("the tools run") == Some(true);
    let (refuted, kept): (Vec<_>, Vec<_>) = mutants.iter().partition(refuted);
    assert!(refuted.len() > kept.len(), "{refuted:?}");
    for mutant in refuted {
        assert_eq!(prover.proves(mutant).expect("the tools run"), Some(false), "{}", mutant.key);
    }
}

#[test]
fn the_exported_testbench_of_the_fifo_finds_its_mutants() {
    if !tools() {
        return;
    }
    let score = score(&recorded("fifo"), "tiny").expect("the tools can tell");
    assert!(score.mutants > 100, "{score:?}");
    assert!(score.percent() >= FLOOR, "{score:?}");
}

#[test]
fn the_cells_of_the_kit_are_measured_again_with_the_same_result() {
    if !tools() {
        return;
    }
    for unit in QUICK {
        let judgement = Judgement::read(unit).unwrap_or_else(|error| panic!("{error}"));
        let found = measure(&recorded(unit), &judgement, &Known::Nothing, KEPT_SEED, |_| {})
            .expect("the tools can tell");
        let kept = Measured::read(unit).unwrap_or_else(|error| panic!("{error}"));
        assert!(kept == found, "{unit}: run scripts/mutate {unit}; found {found:#?}");
    }
}
