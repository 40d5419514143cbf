//! Tests an exported package under Verilator: its testbench passes, and its dump equals the
//! recording in Rust.

use crate::common::dump::Dump;
use crate::common::package::package;
use heddle_gen::units::{pins_of, UNITS};
use heddle_gen::verilated::verilator_available;
use heddle_hw::kit::Pin;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread::available_parallelism;

/// Compiles the testbench in `dir`, with the assertions of the contract bound, in `build`. A place takes one bench at a time,
/// and one after the other, so that Verilator's runtime is compiled once. Their runs are short, so nothing is optimised.
fn compile(top: &str, dir: &Path, build: &Path) {
    let mut verilator = Command::new("verilator");
    verilator.args(["--binary", "--trace", "-j", "2", "--timescale", "1ns/1ps"]);
    verilator.args(["-y", ".", "-y", "../rtl"]);
    verilator.current_dir(dir.join("tb"));
    verilator.arg("--Mdir").arg(build);
    for kind in ["FAST", "SLOW", "GLOBAL"] {
        verilator.args(["-MAKEFLAGS", &format!("OPT_{kind}=-O0")]);
    }
    // The program is named after the first file.
    verilator.arg("--assert").args([format!("{top}_tb.v"), format!("../sva/{top}_sva.sv")]);
    let out = verilator.output().expect("verilator was found");
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{top}: {told}");
    assert!(!told.contains("%Warning"), "{top}: {told}");
}

/// Returns a group's name as a scope of our waveforms.
fn scope(pin: &Pin) -> String {
    pin.group.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_")
}

/// Compares every pin in every cycle of the dump of `unit`'s testbench with the waveforms of the
/// package.
fn compare(unit: &str, dir: &Path) {
    let top = format!("heddle_{unit}");
    let rows = std::fs::read_to_string(dir.join(format!("tb/{top}_tb.hex"))).expect("readable");
    let rows = rows.lines().filter_map(|line| line.split_once('_'));
    let count = |end: &str| u64::from_str_radix(end, 16).expect("hexadecimal") & 0x7FFF;
    let cycles: u64 = rows.map(|(_, end)| count(end)).sum();
    assert!(cycles > 0, "{unit}: nothing was recorded");
    let mut bench = Dump::read(&dir.join(format!("tb/{top}_tb.vcd")));
    let mut recorded = ["vcd", "fst"].map(|kind| {
        let path = dir.join(format!("wave/{top}.{kind}"));
        (kind, Dump::read(&path))
    });
    // The bench samples at the falling edge, in the middle of each cycle of 10 ns. The first cycle
    // begins 5 ns after the start; a recorded cycle is 1 ns.
    let looks: Vec<u64> = (1..=cycles).map(|cycle| 10_000 * cycle).collect();
    let steps: Vec<u64> = (0..cycles).map(|cycle| 1_000 * cycle).collect();
    let (inputs, outputs) = pins_of(unit).expect("the list names its own units");
    for pin in inputs.iter().chain(outputs) {
        let theirs = bench.values(&["TOP", &format!("{top}_tb"), pin.name], &looks).expect(unit);
        for (kind, dump) in &mut recorded {
            let ours = dump.values(&[unit, &scope(pin), pin.name], &steps).expect(unit);
            for (cycle, (ours, theirs)) in ours.iter().zip(&theirs).enumerate() {
                assert_eq!(ours, theirs, "{unit}: {} in cycle {cycle} of the {kind}", pin.name);
            }
        }
    }
}

/// Runs the testbench of `unit`, which is compiled in `build`, and compares its dump with the recording.
fn run_and_compare(unit: &str, build: &Path) {
    let dir = package(unit, "tiny");
    let top = format!("heddle_{unit}");
    compile(&top, dir.path(), build);
    let mut bench = Command::new(build.join(format!("V{top}_tb")));
    let out = bench.current_dir(dir.path().join("tb")).output().expect("it was compiled");
    let said = String::from_utf8_lossy(&out.stdout);
    assert!(out.status.success() && said.contains("PASS:"), "{unit}: {said}");
    compare(unit, dir.path());
}

#[test]
fn the_testbench_of_every_unit_passes_under_verilator_and_its_dump_is_the_recorded_run() {
    if let Err(error) = verilator_available() {
        println!("skipped: {error}");
        return;
    }
    let left = Mutex::new(UNITS.iter());
    let threads = available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let build = tempfile::tempdir().expect("a scratch directory");
                let next = || left.lock().expect("no bench runs under the lock").next();
                while let Some(unit) = next() {
                    run_and_compare(unit, build.path());
                }
            });
        }
    });
}

#[test]
fn the_bound_assertions_say_which_rule_a_unit_breaks() {
    if let Err(error) = verilator_available() {
        println!("skipped: {error}");
        return;
    }
    // A stream that takes its valid back takes the payload with it, which is told first.
    let stays = "rule 2: the unit changes the payload of out before the transfer";
    let zero = "rule 2: the unit has a payload of out without out_valid";
    let idle = "rule 4: the unit is idle, its inputs are quiet, and an output changes";
    let breaks = [
        ("fifo", "occupied_q <= 1'b1;", "occupied_q <= count_q == 6'd0;", stays),
        ("fifo", "out_data = 32'd0", "out_data = 32'd1", zero),
        // After a reset it clears its table, and only then takes groups.
        ("agt", "assign idle = ", "assign idle = 1'b1 | ", idle),
    ];
    let build = tempfile::tempdir().expect("a scratch directory");
    for (unit, right, wrong, rule) in breaks {
        let (dir, top) = (package(unit, "tiny"), format!("heddle_{unit}"));
        let file = dir.path().join(format!("rtl/{top}.v"));
        let text = std::fs::read_to_string(&file).expect("readable");
        assert!(text.contains(right), "{right}");
        std::fs::write(&file, text.replacen(right, wrong, 1)).expect("writable");
        compile(&top, dir.path(), build.path());
        let mut bench = Command::new(build.path().join(format!("V{top}_tb")));
        let out = bench.current_dir(dir.path().join("tb")).output().expect("it was compiled");
        let said = String::from_utf8_lossy(&out.stdout) + String::from_utf8_lossy(&out.stderr);
        assert!(!out.status.success() && said.contains(rule), "{wrong}: {said}");
    }
}
