//! Compares circuits with Verilog written by hand. The references meet the units' specifications,
//! and the printed Verilog is not much longer, larger or slower; that of the kit is smaller and faster.

use heddle_gen::synth::library::{Library, OSU018};
use heddle_gen::synth::{logic, opensta, timing, yosys};
use heddle_gen::units::for_unit;
use heddle_gen::verilated::{verilator_available, Compiled};
use heddle_gen::verilog::{emit, Module, Verilog, SRAM_NAME};
use heddle_hw::kit::pins::ports;
use heddle_hw::kit::trial::{search_both, Plan};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Class, Pins, Spec};
use heddle_verif::formal::{available, compare, Equality};
use heddle_verif::page;
use heddle_verif::tools::present;
use std::path::Path;

/// Stimuli per unit, preset and check.
const CASES: u32 = 48;

/// Seed of the power-up state.
const POWER_UP: u32 = 7;

/// Units that have a reference.
const UNITS: [&str; 3] = ["agt", "arbiter", "fifo"];

/// Limits of a printed unit: its lines, cells and period over those of its reference.
const LINES: f64 = 1.5;
/// Most lines of a unit that is smaller and faster than by hand: its circuit is another one, with a tree in place of a
/// subtraction, and takes more text.
const LINES_AHEAD: f64 = 2.6;
const CELLS: f64 = 1.05;
const PERIOD: f64 = 1.05;

/// Units of the kit, which others are built from: neither cells nor period may exceed those of the reference.
const AHEAD: [&str; 2] = ["arbiter", "fifo"];

/// The reference of a unit, with the defaults of its parameters replaced.
fn reference(unit: &str, parameters: &[(&str, u32)]) -> Verilog {
    let top = format!("heddle_ref_{unit}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("reference").join(format!("{top}.v"));
    let mut text = std::fs::read_to_string(path).expect("the reference is readable");
    for (name, value) in parameters {
        let start = text.find(&format!("{name} = ")).expect("the reference has the parameter");
        let start = start + name.len() + 3;
        let end = start + text[start..].find([',', '\n']).expect("the parameter ends");
        text.replace_range(start..end, &value.to_string());
    }
    let memory = text.contains(SRAM_NAME).then(Module::memory);
    let modules = [Module { name: top.clone(), text }].into_iter().chain(memory).collect();
    Verilog { top, modules }
}

struct Hold {
    preset: &'static str,
    reference: Verilog,
}

impl UnitVisitor for Hold {
    type Output = ();

    fn visit<R: Spec>(self) {
        let params = R::preset(self.preset).expect("the unit has the preset");
        let plan = Plan::from_env(CASES).expect("HEDDLE_CASES and HEDDLE_SEED are numbers");
        let compiled = Compiled::<R::In, R::Out>::from_verilog(&self.reference, Class::Narrow);
        let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
        if let Err(found) = search_both::<R, _>(&params, plan, || compiled.unit(POWER_UP)) {
            panic!("{} at {}: {}; {}", R::NAME, self.preset, found.failure, found.stimulus);
        }
    }
}

fn hold(unit: &str, preset: &'static str, parameters: &[(&str, u32)]) {
    if !present(verilator_available()) {
        return;
    }
    let reference = reference(unit, parameters);
    for_unit(unit, Hold { preset, reference }).expect("the unit exists");
}

#[test]
fn the_arbiter_by_hand_meets_the_specification_and_equals_the_model() {
    hold("arbiter", "paper", &[]);
}

#[test]
fn the_fifo_by_hand_meets_the_specification_and_equals_the_model() {
    hold("fifo", "paper", &[]);
    hold("fifo", "tiny", &[("DEPTH", 2)]);
}

#[test]
fn the_agt_by_hand_meets_the_specification_and_equals_the_model() {
    hold("agt", "paper", &[]);
    hold("agt", "tiny", &[("ENTRIES", 8)]);
}

#[test]
fn the_agt_by_hand_meets_the_specification_in_its_other_organisations() {
    hold("agt", "tiny-linear-probing", &[("ENTRIES", 16), ("STRIDE", 1), ("FURTHER", 7)]);
    hold("agt", "tiny-two-way", &[("ENTRIES", 8), ("STRIDE", 4), ("FURTHER", 1)]);
}

struct Equal<'a> {
    reference: &'a Verilog,
}

impl UnitVisitor for Equal<'_> {
    type Output = Equality;

    fn visit<R: Spec>(self) -> Equality {
        let printed = emit::<R>(&R::tiny()).expect("the unit can be printed");
        let pins = [R::In::pins(Class::Narrow), R::Out::pins(Class::Narrow)].map(ports);
        let dir = tempfile::tempdir().expect("a scratch directory");
        let verdict = compare([&printed, self.reference], [&pins[0], &pins[1]], dir.path());
        verdict.unwrap_or_else(|error| panic!("{error}"))
    }
}

fn equality(unit: &str, reference: &Verilog) -> Equality {
    for_unit(unit, Equal { reference }).expect("the unit exists")
}

#[test]
fn fifo_and_arbiter_are_proved_equal_to_those_by_hand_in_every_run() {
    if present(available()) {
        for (unit, parameters) in [("fifo", &[("DEPTH", 2)][..]), ("arbiter", &[])] {
            assert_eq!(equality(unit, &reference(unit, parameters)), Equality::Proved, "{unit}");
        }
    }
}

#[test]
fn a_fifo_by_hand_that_loses_one_word_of_four_billion_is_not_proved_equal() {
    if present(available()) {
        let mut wrong = reference("fifo", &[("DEPTH", 2)]);
        let text = &mut wrong.modules[0].text;
        *text = text.replace("if (push) tail", "if (push & in_data != 32'h4d2) tail");
        assert_eq!(equality("fifo", &wrong), Equality::Differs(3));
    }
}

struct Print;

impl UnitVisitor for Print {
    type Output = Verilog;

    fn visit<R: Spec>(self) -> Verilog {
        emit::<R>(&R::paper()).expect("the unit can be printed")
    }
}

/// Lines that are neither empty nor comments, of all modules but the memory, which both have.
fn lines(verilog: &Verilog) -> usize {
    let code = |line: &&str| {
        let line = line.trim();
        let comment = line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/");
        !line.is_empty() && !comment
    };
    let own = verilog.modules.iter().filter(|module| module.name != SRAM_NAME);
    own.flat_map(|module| module.text.lines()).filter(code).count()
}

#[test]
fn printed_units_are_not_much_longer_larger_or_slower_than_by_hand() {
    let cells = std::fs::metadata(OSU018);
    let cells = cells.map_err(|_| format!("{OSU018} is missing: run scripts/setup"));
    if !present(yosys()) || !present(opensta()) || !present(cells) {
        return;
    }
    let (yosys, sta) = (yosys().expect("it is present"), opensta().expect("it is present"));
    let library = Library::open(Path::new(OSU018), &yosys).expect("the library is usable");
    let fo4_ns = timing::fo4_ns(&library, &sta).expect("a chain of inverters can be timed");
    let mut rows = Vec::new();
    let mut beyond = Vec::new();
    for unit in UNITS {
        let printed = for_unit(unit, Print).expect("the unit exists");
        let by_hand = reference(unit, &[]);
        let pair = [&printed, &by_hand].map(|verilog| {
            let logic =
                logic::synthesize(verilog, &library, &yosys).expect("it can be synthesized");
            let timing = timing::analyze(&logic, &verilog.top, &library, &sta);
            (lines(verilog), timing.expect("it can be timed").period_ns / fo4_ns, logic)
        });
        let [(printed_lines, printed_fo4, printed), (hand_lines, hand_fo4, hand)] = pair;
        rows.push(vec![
            format!("`{}`", unit),
            format!("{printed_lines} / {hand_lines}"),
            format!("{} / {}", printed.cells, hand.cells),
            format!("{} / {}", printed.flip_flops, hand.flip_flops),
            format!("{:.0} / {:.0}", printed.nand2, hand.nand2),
            format!("{printed_fo4:.1} / {hand_fo4:.1}"),
        ]);
        let ratio = |a: f64, b: f64| a / b;
        let ahead = AHEAD.contains(&unit);
        let (lines, cells, period) =
            if ahead { (LINES_AHEAD, 1.0, 1.0) } else { (LINES, CELLS, PERIOD) };
        let checks = [
            ("lines", ratio(printed_lines as f64, hand_lines as f64), lines),
            ("cells", ratio(printed.cells as f64, hand.cells as f64), cells),
            ("period", ratio(printed_fo4, hand_fo4), period),
        ];
        for (what, is, bound) in checks {
            if is > bound {
                beyond.push(format!("{}: {what} {is:.2}, bound {bound:.2}", unit));
            }
        }
    }
    let header = ["unit", "lines", "cells", "flip-flops", "NAND2", "period FO4"];
    let table = page::table(&header, &rows);
    println!("printed / by hand\n{table}");
    assert!(beyond.is_empty(), "beyond the bounds: {}", beyond.join("; "));
    if !yosys.version.starts_with(page::YOSYS) || sta.version != page::OPENSTA {
        let (tools, wanted) = ([&yosys.version, &sta.version], [page::YOSYS, page::OPENSTA]);
        return println!("skipped: the table is of {wanted:?}, not of {tools:?}");
    }
    let area = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/area.md");
    page::check(&area, "by hand", &table).unwrap_or_else(|stale| panic!("{stale}"));
}
