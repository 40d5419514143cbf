//! The comparison with GPGPU-Sim, as a user sees it.

use crate::common::{assert_says, heddle, json, refusal};

#[test]
fn the_comparison_with_the_peer_shows_its_cycles_and_ours() {
    let report = json(&["compare", "--config", "gpgpusim-kepler", "--up-to", "128", "--json"]);
    let run = &report["runs"][0];
    assert_eq!((&run["case"], &run["machine"]), (&"matmul 128".into(), &"gpgpusim-kepler".into()));
    assert_eq!((&run["reference"], &run["peer"]["cycles"]), (&17_768.into(), &17_768.into()));
    assert_eq!(run["thread_instructions"], run["peer"]["thread_instructions"]);
    let ratio = run["ours"].as_f64().expect("a number") / 17_768.0;
    let shown = run["ratio"].as_f64().expect("a number");
    assert!((shown - ratio).abs() < 1e-12, "{shown} {ratio}");
    assert_eq!(report["latencies"].as_array().expect("a list").len(), 9);
    let summary = &report["summaries"][0];
    assert_eq!((&summary["cases"], &summary["worst_case"]), (&1.into(), &"matmul 128".into()));
    assert_eq!(summary["mean_error"], summary["worst_error"]);
}

#[test]
fn one_case_is_compared_on_both_machines_and_an_unknown_one_is_refused_with_those_there_are() {
    let report = json(&["compare", "--case", "ring_1", "--json"]);
    let machines: Vec<_> = (0..2).map(|n| &report["runs"][n]["machine"]).collect();
    assert_eq!(machines, ["gpgpusim-gtx480", "gpgpusim-kepler"]);
    let line = refusal(&["compare", "--case", "ring_2"]);
    assert_says(&line, &["there is no case `ring_2`", "ring_1, ring_32"]);
}

#[test]
fn the_comparison_refuses_machines_the_peer_has_not_run_on() {
    let line = refusal(&["compare", "--config", "k20c"]);
    assert_says(&line, &["`k20c`", "gpgpusim-gtx480 or gpgpusim-kepler"]);
}

#[test]
fn a_program_gets_what_the_peer_and_we_count_in_columns_of_their_own() {
    let table = |format| {
        let asked = ["compare", "--case", "ring_1", "--config", "gpgpusim-kepler"];
        let run = heddle(&[&asked[..], &["--format", format]].concat());
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
        String::from_utf8(run.stdout).expect("text")
    };
    let csv = table("csv");
    let lines: Vec<Vec<_>> =
        csv.lines().take(2).map(|line| line.split("\",\"").collect()).collect();
    assert!(!lines[1].iter().any(|cell| cell.contains(" / ")), "{csv}");
    assert_says(&csv, &["L1 hits, GPGPU-Sim", "L1 hits, ours", "DRAM reads, GPGPU-Sim"]);
    assert_says(&table("markdown"), &["DRAM reads, GPGPU-Sim / ours", "L1 hits |", " / "]);
}
