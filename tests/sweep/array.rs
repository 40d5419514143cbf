//! Studies as job arrays, without a Slurm: what would be submitted, tasks run by hand, and commands of Slurm that say what a
//! test wants.

use super::{csv, steady, STUDY};
use crate::common::{assert_says, heddle, json, refusal};
use serde_json::{json, Value};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::{tempdir, TempDir};

/// A directory of commands that stand for those of Slurm.
struct Commands(TempDir);

impl Commands {
    fn new(commands: &[(&str, &str)]) -> Self {
        let dir = tempdir().expect("a directory");
        for (name, text) in commands {
            let path = dir.path().join(name);
            fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("written");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("set");
        }
        Self(dir)
    }

    /// Runs heddle, which finds these and no other programs.
    fn run(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
        command.args(words).env("PATH", self.0.path()).output().expect("it runs")
    }

    fn json(&self, words: &[&str]) -> Value {
        let output = self.run(words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?} failed: {error}");
        serde_json::from_slice(&output.stdout).expect("JSON")
    }
}

fn text(dir: &Path) -> &str {
    dir.to_str().expect("text")
}

#[test]
fn a_dry_run_writes_and_prints_the_script_and_its_tasks_make_the_tables_of_a_local_run() {
    let (dir, local) = (tempdir().expect("a directory"), tempdir().expect("a directory"));
    // An array of at most four tasks for six points.
    let slurm = Commands::new(&[
        ("scontrol", "echo 'MaxArraySize            = 4'"),
        ("sbatch", "echo something was submitted >&2; exit 1"),
        ("squeue", "exit 1"),
    ]);
    let out = ["--out", text(dir.path())];
    let on =
        ["--on", "slurm", "--dry-run", "--sbatch", "partition=short", "--sbatch", "--time=1:00:00"];
    let output = slurm.run(&[&STUDY[..], &out, &on].concat());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let script = fs::read_to_string(dir.path().join("slurm/job.sh")).expect("a script");
    let parts = [
        "#SBATCH --array=0-2\n",
        "#SBATCH --partition=short\n",
        "#SBATCH --time=1:00:00\n",
        "--points 2\n",
    ];
    assert_says(&script, &parts);
    assert_says(
        &said,
        &[&script, "nothing was submitted", "6 of 6 points in 3 tasks of up to 2 points"],
    );
    assert!(
        !dir.path().join("slurm/job.json").exists() && !dir.path().join("results.csv").exists()
    );

    let status = |more: &[&str]| {
        slurm.json(&[&["sweep", "status", text(dir.path()), "--json"], more].concat())
    };
    assert_eq!([&status(&[])["missing"], &status(&[])["done"]], [&json!(6), &json!(0)]);
    let task = |index: &str| {
        let output =
            slurm.run(&["sweep", "task", text(dir.path()), "--index", index, "--points", "2"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    task("1");
    assert_eq!([&status(&[])["missing"], &status(&[])["done"]], [&json!(4), &json!(2)]);
    let merge = ["sweep", "merge", text(dir.path())];
    let early = heddle(&merge);
    assert_eq!(early.status.code(), Some(1));
    let line = String::from_utf8_lossy(&early.stderr).into_owned();
    assert_says(
        &line,
        &["4 of 6 points are missing", "kernel.launch=cdp, smx.warps=16", "sweep status"],
    );
    assert_eq!(csv(dir.path()).len(), 3, "the points that are done");
    // What is done is in no task of another submission.
    slurm.run(&[&STUDY[..], &out, &on].concat());
    let script = fs::read_to_string(dir.path().join("slurm/job.sh")).expect("a script");
    assert_says(&script, &["#SBATCH --array=0,2\n"]);
    task("0");
    task("2");
    task("3");
    json(&[&merge[..], &["--json"]].concat());
    json(&[&STUDY[..], &["--out", text(local.path()), "--json"]].concat());
    assert_eq!(steady(dir.path()), steady(local.path()));
    assert!(dir.path().join("results.parquet").exists());
    let ended = slurm.run(&[&STUDY[..], &out, &on].concat());
    assert_says(
        &String::from_utf8_lossy(&ended.stdout),
        &["all 6 points are done", "nothing is submitted"],
    );
}

#[test]
fn a_submission_says_its_job_and_the_status_says_what_slurm_knows_of_its_tasks() {
    let dir = tempdir().expect("a directory");
    let slurm = Commands::new(&[
        ("scontrol", "echo 'MaxArraySize = 1001'"),
        ("sbatch", "echo '77;here'"),
        ("squeue", "[ \"$1\" = --jobs=77 ] || exit 1; echo '0 RUNNING'; echo '1 PENDING'; echo '2 PENDING'"),
        ("sacct", "echo '77_3|TIMEOUT'; echo '77_0|PENDING'"),
    ]);
    let study = [&STUDY[..], &["--out", text(dir.path()), "--on", "slurm"]].concat();
    let said = slurm.run(&study);
    let said = String::from_utf8_lossy(&said.stdout).into_owned();
    assert_says(
        &said,
        &["job 77: 6 of 6 points in 6 tasks", "heddle sweep status", "heddle sweep merge"],
    );
    let status = ["sweep", "status", text(dir.path())];
    let found = slurm.json(&[&status[..], &["--json"]].concat());
    for (name, count) in
        [("points", 6), ("done", 0), ("running", 1), ("pending", 2), ("missing", 3), ("failed", 0)]
    {
        assert_eq!(found[name], count, "{name}: {found}");
    }
    assert_eq!((&found["job"], &found["tasks"]["TIMEOUT"]), (&json!("77"), &json!(1)));
    let shown = String::from_utf8(slurm.run(&status).stdout).expect("text");
    assert_says(&shown, &["1 RUNNING", "1 TIMEOUT", "missing: kernel.launch=dtbl, smx.warps=16"]);
    // Its points would run twice.
    let again = slurm.run(&study);
    assert!(!again.status.success());
    assert_says(
        &String::from_utf8_lossy(&again.stderr),
        &["3 tasks of job 77 wait or run", "scancel 77"],
    );
    let here = [&STUDY[..], &["--out", text(dir.path())]].concat();
    let local = slurm.run(&here);
    let said = String::from_utf8_lossy(&local.stderr).into_owned();
    assert!(!local.status.success() && said.lines().count() == 1, "{said}");
    assert_says(&said, &["3 tasks of job 77 wait or run", "scancel 77"]);
    assert!(!dir.path().join("results.csv").exists(), "it ran");
    // Where there is no Slurm, the directory alone tells.
    let found = Commands::new(&[]).json(&[&status[..], &["--json"]].concat());
    assert_eq!((&found["missing"], &found["tasks"]), (&json!(6), &Value::Null));
}

#[test]
fn a_study_runs_here_when_its_job_has_ended_and_slurm_is_asked_only_of_what_was_submitted() {
    let dir = tempdir().expect("a directory");
    let asked = dir.path().join("asked");
    let squeue = format!("echo \"$1\" >> '{}'; echo '0 COMPLETED'", asked.display());
    let slurm = Commands::new(&[
        ("scontrol", "echo 'MaxArraySize = 1001'"),
        ("sbatch", "echo 78"),
        ("squeue", &squeue),
        ("sacct", "exit 1"),
    ]);
    let out = dir.path().join("study");
    let study = ["sweep", "vector_add", "--config", "tiny", "--vary", "input=32", "--json"];
    let study = [&study[..], &["--out", text(&out)]].concat();
    slurm.json(&[&study[..], &["--on", "slurm"]].concat());
    assert!(!asked.exists(), "there was no job to ask of");
    slurm.json(&study);
    assert_eq!(fs::read_to_string(&asked).expect("it was asked"), "--jobs=78\n");
    // Where there is no Slurm, the study runs here.
    Commands::new(&[]).json(&study);
}

#[test]
fn a_point_that_fails_in_a_task_is_told_by_the_status_and_the_table_of_failures() {
    let dir = tempdir().expect("a directory");
    let none = Commands::new(&[]);
    let study = ["sweep", "bfs", "--config", "tiny", "--vary", "input=graph500:6:8:1,no_such_file"];
    let dry = none
        .run(&[&study[..], &["--out", text(dir.path()), "--on", "slurm", "--dry-run"]].concat());
    assert!(dry.status.success(), "{}", String::from_utf8_lossy(&dry.stderr));
    for (index, code) in [("0", 0), ("1", 1)] {
        let ran = none.run(&["sweep", "task", text(dir.path()), "--index", index, "--points", "1"]);
        assert_eq!(ran.status.code(), Some(code), "{}", String::from_utf8_lossy(&ran.stderr));
    }
    let status = none.json(&["sweep", "status", text(dir.path()), "--json"]);
    assert_eq!(
        (&status["done"], &status["failed"], &status["missing"]),
        (&json!(1), &json!(1), &json!(0))
    );
    assert_eq!(status["failures"][0]["point"], "input=no_such_file");
    let merged = heddle(&["sweep", "merge", text(dir.path())]);
    assert_eq!(merged.status.code(), Some(1));
    let failures = fs::read_to_string(dir.path().join("failures.csv")).expect("a table");
    assert!(failures.starts_with("input,why,command\nno_such_file,"), "{failures}");
}

#[test]
fn what_cannot_be_submitted_is_refused_in_one_line() {
    let dir = tempdir().expect("a directory");
    let out = dir.path().join("study");
    let on = |slurm: &Commands, more: &[&str]| {
        let output =
            slurm.run(&[&STUDY[..], &["--out", text(&out), "--on", "slurm"], more].concat());
        let line = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && line.trim_end().lines().count() == 1, "{line}");
        line
    };
    let none = Commands::new(&[]);
    assert_says(&on(&none, &[]), &["cannot run scontrol", "--dry-run"]);
    assert_says(
        &on(&none, &["--sbatch", "array=1-3", "--dry-run"]),
        &["--sbatch array=1-3", "leave it out"],
    );
    assert_says(
        &on(&none, &["--sbatch", "short", "--sbatch", "-p", "--dry-run"]),
        &["--sbatch -p", "NAME=VALUE"],
    );
    assert_says(
        &on(&Commands::new(&[("scontrol", "echo MaxArraySize = 0")]), &[]),
        &["no job arrays"],
    );
    assert!(!out.exists(), "something is left");
    let refuses = Commands::new(&[
        ("scontrol", "echo MaxArraySize = 9"),
        ("sbatch", "echo 'sbatch: error: invalid partition specified: short' >&2; exit 1"),
    ]);
    assert_says(&on(&refuses, &[]), &["sbatch failed", "invalid partition"]);
    let told = refusal(&["sweep", "status", text(&dir.path().join("none"))]);
    assert_says(&told, &["is no directory of a study", "--out"]);
}
