//! Exports a package into a scratch directory.

use heddle_gen::export::{export, Memory};
use tempfile::TempDir;

/// Exports the package of `unit` at `preset`.
pub fn package(unit: &str, preset: &str) -> TempDir {
    let dir = tempfile::tempdir().expect("a scratch directory");
    export(unit, preset, Memory::Behavioural, dir.path()).expect("units can be exported");
    dir
}
