//! Studies: a row for each point, once, whatever happens on the way.

mod array;
mod killed;
mod plots;
mod slurm;

use crate::common::{assert_says, heddle, json, refusal, SHORT_RUN};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::{tempdir, TempDir};

/// A study of six small points.
const STUDY: [&str; 10] = [
    "sweep",
    "bfs",
    "--config",
    "tiny",
    "--input",
    "graph500:6:8:1",
    "--vary",
    "kernel.launch=cdp,dtbl",
    "--vary",
    "smx.warps=16,20,24",
];

fn in_dir<'a>(dir: &'a TempDir, words: &[&'a str]) -> Vec<&'a str> {
    [words, &["--out", dir.path().to_str().expect("text")]].concat()
}

fn csv(dir: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(dir.join("results.csv")).expect("a table");
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    let row =
        |row: Result<csv::StringRecord, _>| row.expect("a row").iter().map(str::to_owned).collect();
    reader.records().map(row).collect()
}

/// The table without what depends on the moment of a run.
fn steady(dir: &Path) -> Vec<Vec<String>> {
    let table = csv(dir);
    let wall = table[0].iter().position(|name| name == "wall_seconds").expect("a column");
    let but_wall = |mut row: Vec<String>| {
        row.remove(wall);
        row
    };
    table.into_iter().map(but_wall).collect()
}

#[test]
fn a_study_has_a_row_for_each_combination_with_its_keys_and_results() {
    let dir = tempdir().expect("a directory");
    let rows = json(&in_dir(&dir, &[&STUDY[..], &["--json"]].concat()));
    let rows = rows.as_array().expect("rows");
    let places: BTreeSet<_> = rows
        .iter()
        .map(|row| (row["kernel.launch"].as_str().expect("a mode"), row["smx.warps"].as_u64()))
        .collect();
    assert_eq!((rows.len(), places.len()), (6, 6));
    assert!(rows.iter().all(|row| row["verified"] == true && row["l1.ways"].is_u64()), "{rows:?}");
    let alone = json(&[&SHORT_RUN[..], &["--set", "smx.warps=20", "--json"]].concat());
    let same = |row: &&Value| row["kernel.launch"] == "dtbl" && row["smx.warps"] == 20;
    let row = rows.iter().find(same).expect("the point");
    assert_eq!((&row["cycles"], &row["trace_hash"]), (&alone["cycles"], &alone["trace_hash"]));
    let table = csv(dir.path());
    assert_eq!(table.len(), 7);
    assert_eq!(table[0][..2], ["kernel.launch", "smx.warps"]);
    assert!(fs::read(dir.path().join("results.parquet")).expect("a table").starts_with(b"PAR1"));
    assert!(!dir.path().join("failures.csv").exists());
}

#[test]
fn a_study_runs_only_what_is_missing() {
    let dir = tempdir().expect("a directory");
    let study = in_dir(&dir, &STUDY);
    json(&[&study[..], &["--json"]].concat());
    let points = || -> Vec<_> {
        let files = fs::read_dir(dir.path().join("points")).expect("points");
        let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        files.sort();
        files
    };
    let made = |path: &Path| fs::metadata(path).expect("a file").modified().expect("a time");
    let before: Vec<_> = points().iter().map(|path| made(path)).collect();
    let first = csv(dir.path());
    // One is lost, one is cut off in the middle.
    fs::remove_file(&points()[2]).expect("it is there");
    let third = points()[2].clone();
    let text = fs::read_to_string(&third).expect("text");
    fs::write(&third, &text[..text.len() / 2]).expect("written");
    json(&[&study[..], &["--json"]].concat());
    let after: Vec<_> = points().iter().map(|path| made(path)).collect();
    let changed: Vec<_> = (0..6).filter(|&place| before[place] != after[place]).collect();
    assert_eq!(changed, [2, 3]);
    assert_eq!(first.len(), csv(dir.path()).len());
    // A point more is the only one that runs.
    let mut wider = study.clone();
    wider[9] = "smx.warps=16,20,24,32";
    json(&[&wider[..], &["--json"]].concat());
    assert_eq!(points().len(), 8);
    assert!(after.iter().all(|time| points().iter().any(|path| made(path) == *time)));
}

#[test]
fn a_point_that_fails_is_told_and_the_others_are_done() {
    let dir = tempdir().expect("a directory");
    let inputs = ["--vary", "input=graph500:6:8:1,no_such_file,graph500:5:8:1"];
    let study = in_dir(&dir, &[&["sweep", "bfs", "--config", "tiny"], &inputs[..]].concat());
    let output = heddle(&study);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert_says(&said, &["input=no_such_file: ", "1 of 3 points failed", "failures.csv"]);
    assert_eq!(csv(dir.path()).len(), 3);
    let failures = fs::read_to_string(dir.path().join("failures.csv")).expect("a table");
    assert!(failures.starts_with("input,why,command\nno_such_file,"), "{failures}");
    // What has failed is done when it can be.
    let fixed = ["--vary", "input=graph500:6:8:1,graph500:5:8:1"];
    json(&in_dir(&dir, &[&["sweep", "bfs", "--config", "tiny"], &fixed[..], &["--json"]].concat()));
    assert!(!dir.path().join("failures.csv").exists());
}

#[test]
fn a_study_in_a_file_is_the_same_as_on_the_command_line() {
    let (by_file, by_line) = (tempdir().expect("a directory"), tempdir().expect("a directory"));
    let file = by_file.path().join("study.toml");
    fs::write(
        &file,
        "app = 'bfs'\nconfig = 'tiny'\ninput = 'graph500:6:8:1'\n[vary]\n'kernel.launch' = ['cdp', 'dtbl']\n\
         'smx.warps' = [16, 20, 24]\n",
    )
    .expect("written");
    let out = by_file.path().join("study");
    let out = out.to_str().expect("text");
    json(&["sweep", file.to_str().expect("text"), "--out", out, "--json"]);
    json(&in_dir(&by_line, &[&STUDY[..], &["--json"]].concat()));
    assert_eq!(steady(Path::new(out)), steady(by_line.path()));
}

#[test]
fn a_ptx_kernel_is_swept_with_the_arguments_of_a_run() {
    let dir = tempdir().expect("a directory");
    let ptx = concat!(env!("CARGO_MANIFEST_DIR"), "/sim/tests/ptx/cdp/launches.ptx");
    let study = ["sweep", ptx, "--config", "tiny", "--vary", "kernel.launch=cdp,dtbl", "--json"];
    let run =
        ["--", "--kernel", "rows", "--grid", "4", "--arg", "zero:131072", "--arg", "zero:800000"];
    let rest = ["--arg", "u32:32", "--arg", "u32:128"];
    let out = dir.path().to_str().expect("text");
    let rows = json(&[&study[..], &["--out", out], &run, &rest].concat());
    let hashes: BTreeSet<_> =
        rows.as_array().expect("rows").iter().map(|row| row["trace_hash"].to_string()).collect();
    assert_eq!(hashes.len(), 2);
}

#[test]
fn a_directory_that_holds_something_else_is_left_alone() {
    let dir = tempdir().expect("a directory");
    fs::write(dir.path().join("thesis.txt"), "years of work").expect("written");
    let line = refusal(&in_dir(&dir, &STUDY));
    assert_says(&line, &["holds files that are no study's", "name a new directory"]);
    assert_eq!(fs::read_dir(dir.path()).expect("a directory").count(), 1);
}
