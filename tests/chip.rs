//! The chip in one piece: its package passes its own test bench, a wrong wire fails it, and the machine
//! runs on it with the trace of the models.

use crate::common::{assert_says, heddle, json, refusal};
use heddle_gen::verilated::verilator_available;
use heddle_verif::tools::present;
use std::path::Path;
use std::process::Command;

/// Machines that have other units each.
const MACHINES: [&[&str]; 3] = [
    &[],
    &["--set", "kernel.launch=dtbl"],
    &["--set", "kernel.launch=dtbl", "--set", "tb.source=dats"],
];

fn export(settings: &[&str], dir: &Path) {
    let dir = dir.to_str().expect("text");
    let mut args = vec!["export", "chip", "--config", "tiny", "--out", dir];
    args.extend(settings);
    let run = heddle(&args);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

/// What the test bench of the package in `dir` prints; none without Icarus.
fn bench(dir: &Path) -> Option<String> {
    let tb = dir.join("chip/tb");
    let args = ["-g2005", "-y", ".", "-y", "../rtl", "-o", "chip.vvp", "heddle_chip_tb.v"];
    let compiled = Command::new("iverilog").args(args).current_dir(&tb).output();
    let missing = compiled.as_ref().map(|_| ()).map_err(|_| "iverilog is missing: scripts/setup");
    if !present(missing) {
        return None;
    }
    let compiled = compiled.expect("it is there");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let run = Command::new("vvp").args(["-n", "-N", "chip.vvp"]).current_dir(&tb).output();
    Some(String::from_utf8_lossy(&run.expect("vvp comes with iverilog").stdout).into_owned())
}

#[test]
fn the_package_of_a_chip_passes_its_own_test_bench() {
    for settings in MACHINES {
        let dir = tempfile::tempdir().expect("a directory");
        export(settings, dir.path());
        let Some(said) = bench(dir.path()) else { return };
        assert!(said.contains("PASS: heddle_chip, "), "{settings:?}: {said}");
    }
}

#[test]
fn a_wire_of_the_top_module_that_leads_elsewhere_fails_the_test_bench() {
    let dir = tempfile::tempdir().expect("a directory");
    export(&[], dir.path());
    let top = dir.path().join("chip/rtl/heddle_chip.v");
    let text = std::fs::read_to_string(&top).expect("readable");
    let (right, wrong) = (".disp_pc(kmu_disp_pc)", ".disp_pc(kmu_disp_param)");
    assert!(text.contains(right), "{text}");
    std::fs::write(&top, text.replace(right, wrong)).expect("writable");
    let Some(said) = bench(dir.path()) else { return };
    assert!(!said.contains("PASS") && said.contains("fcfs_tb_pc"), "{said}");
}

#[test]
fn the_chip_in_one_piece_leaves_the_trace_of_the_models() {
    if !present(verilator_available()) {
        return;
    }
    let cases: [&[&str]; 3] = [
        &["bfs", "--input", "graph500:7:8:1", "--set", "kernel.launch=dtbl"],
        &["bfs", "--input", "graph500:7:8:1", "--set", "kernel.launch=cdp"],
        &["sw", "--input", "256:16", "--set", "tb.source=dats"],
    ];
    for case in cases {
        let mut args =
            vec!["lockstep", "--preset", "tiny", "--backend", "chip=verilated", "--json"];
        args.extend(case);
        let report = json(&args);
        assert_eq!(report["equal"], true, "{case:?}: {report}");
        assert_eq!(report["runs"][0]["backend"], "chip=verilated");
    }
}

#[test]
fn a_backend_is_chosen_and_tried_for_units_that_the_machine_has() {
    let line = refusal(&["lockstep", "bfs", "--preset", "tiny", "--backend", "agt=rtl"]);
    assert_says(&line, &["agt=rtl", "no agt", "kmu, kernel_distributor, fcfs"]);
    let line = refusal(&["run", "bfs", "--backend", "dgb=rtl"]);
    assert_says(&line, &["dgb=rtl", "no dgb"]);
    let report =
        json(&["lockstep", "bfs", "--input", "graph500:6:8:1", "--preset", "tiny", "--json"]);
    let runs = report["runs"].as_array().expect("a list");
    let tried = |unit: &str| runs.iter().any(|run| run["backend"] == format!("{unit}=rtl"));
    assert!(tried("kmu") && !tried("agt") && !tried("dgb"), "{report}");
}

#[test]
fn the_chip_in_one_piece_is_verilog_and_every_unit() {
    let line = refusal(&["run", "bfs", "--backend", "chip=rtl"]);
    assert_says(&line, &["chip=verilated", "not rtl"]);
    let line = refusal(&["run", "bfs", "--backend", "chip=verilated,kmu=rtl"]);
    assert_says(&line, &["chip=verilated is every unit"]);
}

#[test]
fn a_unit_is_exported_at_sizes_of_ones_own_or_at_those_of_a_machine() {
    let dir = tempfile::tempdir().expect("a directory");
    let out = dir.path().to_str().expect("a path in UTF-8");
    let sheet = |args: &[&str]| {
        let run = heddle(&[&["export", "agt", "--out", out], args].concat());
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        std::fs::read_to_string(dir.path().join("agt/doc/heddle_agt.md")).expect("readable")
    };
    let own = sheet(&["--set", "entries=256", "--set", "organisation=two-way"]);
    assert!(
        own.contains("preset paper, entries=256, organisation=two-way (entries: 256,"),
        "{own}"
    );
    let machine =
        ["--config", "tiny", "--set", "kernel.launch=dtbl", "--set", "units.agt_entries=64"];
    let machines = sheet(&machine);
    assert!(
        machines.contains("kernel.launch=dtbl, units.agt_entries=64 (entries: 64,"),
        "{machines}"
    );
}

#[test]
fn sizes_that_a_unit_or_a_chip_cannot_have_are_refused_and_nothing_is_written() {
    let refused = |args: &[&str]| refusal(&[args, &["--out", "nowhere"]].concat());
    let line = refused(&["export", "agt", "--set", "entries=100"]);
    assert_says(&line, &["agt: entries=100", "a power of two from 4 to 65536"]);
    let line = refused(&["export", "agt", "--set", "units.agt_entries=64"]);
    assert_says(&line, &["this machine has no agt"]);
    let line = refused(&["export", "agt", "--preset", "tiny", "--set", "units.agt_entries=64"]);
    assert_says(&line, &["--preset tiny and --set units.agt_entries=64"]);
    assert_says(
        &refused(&["export", "chip", "--set", "entries=4"]),
        &["--set entries=4", "a unit"],
    );
    assert_says(&refused(&["export", "chip", "--preset", "tiny"]), &["--preset tiny", "--config"]);
    assert_says(
        &refusal(&["area", "fifo", "--set", "depth=3"]),
        &["fifo: depth=3", "power of two"],
    );
    assert_says(
        &refused(&["wave", "fifo", "--set", "width=3"]),
        &["no size called width", "depth"],
    );
    assert!(!std::path::Path::new("nowhere").exists());
}

#[test]
fn the_storage_of_a_chip_is_that_of_the_units_it_has() {
    let bytes = |args: &[&str]| {
        let report = json(&[&["area", "chip", "--storage", "--json"], args].concat());
        report["units"][0]["total_bytes"].as_u64().expect("a number")
    };
    let (flat, dtbl) = (bytes(&[]), bytes(&["--set", "kernel.launch=dtbl"]));
    let agt = json(&["area", "agt", "--storage", "--json"])["units"][0]["total_bytes"].as_u64();
    assert_eq!(Some(dtbl - flat), agt);
}
