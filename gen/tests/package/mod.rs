//! An exported package in a scratch directory.

use heddle_gen::export::{export, Memory};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The package of `room` at `preset`.
pub fn package(room: &str, preset: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a scratch directory");
    export(room, preset, Memory::Behavioural, dir.path()).expect("rooms can be exported");
    dir
}

/// The testbench in `dir`, then the Verilog in order of names: what a simulator is given.
pub fn sources(top: &str, dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir.join("rtl")).expect("readable");
    let mut modules: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    modules.sort();
    modules.insert(0, dir.join("tb").join(format!("{top}_tb.v")));
    modules
}
