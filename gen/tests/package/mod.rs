//! An exported package in a scratch directory.

use heddle_gen::export::{export, Memory};
use tempfile::TempDir;

/// The package of `room` at `preset`.
pub fn package(room: &str, preset: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a scratch directory");
    export(room, preset, Memory::Behavioural, dir.path()).expect("rooms can be exported");
    dir
}
