//! What commands print for a reader who did not ask for JSON, and the files that they leave.

use crate::common::{assert_says, heddle, json, refusal};
use std::path::Path;

/// What a command that succeeds prints.
fn printed(arguments: &[&str]) -> String {
    let output = heddle(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// The row of a table that has all of these cells.
fn row<'a>(text: &'a str, cells: &[&str]) -> &'a str {
    let has = |line: &&str| cells.iter().all(|cell| line.contains(cell));
    text.lines().find(has).unwrap_or_else(|| panic!("no row with {cells:?} in\n{text}"))
}

fn recording() -> String {
    concat!(env!("CARGO_MANIFEST_DIR"), "/verif/regressions/fifo/push-beside-pop.json").to_string()
}

fn scratch() -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let path = dir.path().to_string_lossy().into_owned();
    (dir, path)
}

fn is_there(out: &Path, file: &str) {
    let size = std::fs::metadata(out.join(file)).map(|file| file.len());
    assert!(size.is_ok_and(|size| size > 0), "{file} is missing or empty");
}

#[test]
fn a_wave_of_a_unit_is_the_same_from_model_and_circuit() {
    let waves = ["model", "rtl"].map(|backend| {
        let (dir, out) = scratch();
        let names = printed(&["wave", "fifo", "--backend", backend, "--seed", "3", "--out", &out]);
        for file in ["fifo.vcd", "fifo.fst", "fifo.gtkw"] {
            is_there(dir.path(), file);
            row(&names, &[file]);
        }
        std::fs::read_to_string(dir.path().join("fifo.vcd")).expect("a waveform is text")
    });
    assert_eq!(waves[0], waves[1]);
}

#[test]
fn a_wave_of_unknown_sizes_is_refused_with_those_that_are_known() {
    let line = refusal(&["wave", "fifo", "--preset", "huge"]);
    assert_says(&line, &["fifo has no preset called huge", "tiny"]);
}

#[test]
fn a_recording_is_replayed_and_drawn() {
    let (dir, out) = scratch();
    let text = printed(&["replay", &recording(), "--backend", "rtl", "--out", &out]);
    assert_says(row(&text, &["agree"]), &["fifo: model and rtl agree on all", "cycles"]);
    is_there(dir.path(), "fifo.vcd");
}

#[test]
fn what_is_no_recording_is_refused_with_its_name() {
    assert_says(&refusal(&["replay", "no/such.json"]), &["cannot read no/such.json"]);
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    assert_says(&refusal(&["replay", manifest]), &["Cargo.toml is not a recording"]);
}

#[test]
fn the_demo_leaves_a_waveform_verilog_and_a_report() {
    let (dir, out) = scratch();
    let text = printed(&["demo", "--input", "graph500:7:8:1", "--out", &out]);
    let report = std::fs::read_to_string(dir.path().join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    let flat = ["flat", "CDP", "CDP-ideal", "DTBL", "DTBL-ideal"];
    let laperm = ["DTBL, TB-Pri", "DTBL, SMX-Bind", "DTBL, Adaptive-Bind"];
    for (place, mode) in flat.iter().chain(&laperm).enumerate() {
        let run = &report["rows"][place];
        assert_eq!((&run["mode"], &run["verified"]), (&(*mode).into(), &true.into()));
        assert_eq!(run["unit_steps"]["laperm"].is_number(), laperm.contains(mode), "{mode}");
        row(&text, &[&format!("ran {mode}:")]);
    }
    assert_eq!(report["rows"].as_array().map(Vec::len), Some(8));
    is_there(dir.path(), "wave/dtbl.vcd");
    is_there(dir.path(), "verilog/agt/rtl/heddle_agt.v");
    let table = std::fs::read_to_string(dir.path().join("report.txt")).expect("a report");
    assert!(text.contains(table.trim_end().split_once('\n').expect("a title and a table").1));
    // The page of all modes is named last.
    assert_says(text.trim_end().lines().last().expect("a line"), &["report.html"]);
    let page = std::fs::read_to_string(dir.path().join("report.html")).expect("a page");
    for part in ["8 results side by side", "DTBL, Adaptive-Bind", "Hottest lines", "intervals of"] {
        assert!(page.contains(part), "{part}");
    }
    let command = "heddle run bfs --config k20c --input graph500:7:8:1 --set kernel.launch=cdp";
    assert!(page.contains(command), "{command}");
}

#[test]
fn printed_storage_has_the_bytes_of_the_json() {
    let text = printed(&["area", "--storage"]);
    for unit in json(&["area", "--storage", "--json"])["units"].as_array().expect("a list") {
        let share = unit["percent_of_registers"].as_f64().expect("a share");
        row(&text, &[unit["name"].as_str().expect("a name"), &format!(" {share:.3} ")]);
    }
    for published in ["1 096", "20 480", "2 304"] {
        row(&text, &[published, " 0 "]);
    }
}

#[test]
fn printed_area_tells_a_unit_that_nothing_can_measure() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_heddle"));
    let output = command.args(["area", "arbiter"]).env("PATH", "").output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    row(&text, &["skipped:", "yosys", "is missing"]);
    row(&text, &["arbiter"]);
}

#[test]
fn printed_lockstep_has_a_verdict_and_the_hash_of_the_models() {
    let arguments = ["lockstep", "bfs", "--input", "graph500:6:8:1", "--preset", "tiny"];
    let launching = ["--set", "kernel.launch=dtbl", "--backend", "agt=rtl"];
    let text = printed(&[&arguments[..], &launching].concat());
    let hash = row(&text, &["models:", "trace hash"]);
    let hash = hash.split_once("trace hash ").expect("a hash").1;
    let hash = hash.split_once(';').expect("more after it").0;
    row(&text, &["agt=rtl", "equal", hash]);
}

#[test]
fn the_printed_comparison_has_cycles_of_both() {
    let text = printed(&["compare", "--config", "gpgpusim-kepler", "--up-to", "128"]);
    row(&text, &["matmul 128", "gpgpusim-kepler", "17 768", "equal"]);
}
