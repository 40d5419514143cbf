//! The binary, run as a user runs it.

use serde_json::Value;
use std::process::{Command, Output};

pub fn heddle(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.args(arguments).output().expect("the binary runs")
}

pub fn json(arguments: &[&str]) -> Value {
    let output = heddle(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?} failed: {error}");
    serde_json::from_slice(&output.stdout).expect("standard output is one JSON object")
}

/// Runs a command that must fail with one line on standard error, behind the explanation of a hang if it is one; returns
/// the line.
pub fn refusal(arguments: &[&str]) -> String {
    let output = heddle(arguments);
    assert!(!output.status.success(), "{arguments:?} succeeded");
    assert!(output.stdout.is_empty(), "{arguments:?} printed a result and failed");
    let error = String::from_utf8(output.stderr).expect("errors are text");
    let error = without_explanation(&error);
    assert_eq!(error.trim_end().lines().count(), 1, "not one line: {error}");
    error
}

/// What is said of an error, without the lines before it that explain a hang.
pub fn without_explanation(error: &str) -> String {
    match error.starts_with("heddle: the run has stopped; who waits for whom:\n") {
        true => {
            let rest = error.lines().skip(1).skip_while(|line| line.starts_with("  "));
            rest.map(|line| format!("{line}\n")).collect()
        }
        false => error.to_owned(),
    }
}

pub fn assert_says(line: &str, parts: &[&str]) {
    for part in parts {
        assert!(line.contains(part), "`{part}` is missing in: {line}");
    }
}

/// Every command, from the program's help, in which a long description goes on further to the right.
pub fn commands() -> Vec<String> {
    let help = String::from_utf8(heddle(&["--help"]).stdout).expect("text");
    let lines = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let lines = lines.take_while(|line| !line.trim().is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next().map(str::to_owned));
    names.filter(|name| name != "help").collect()
}

/// A run of a moment that launches groups from the device.
pub const SHORT_RUN: [&str; 8] =
    ["run", "bfs", "--config", "tiny", "--input", "graph500:6:8:1", "--set", "kernel.launch=dtbl"];
