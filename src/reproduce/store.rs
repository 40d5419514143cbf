//! Stores finished runs on disk. A file is written completely or not at all, and is used only if it
//! is of the same run by the same simulator.

use super::case::Case;
use super::files::Files;
use crate::digest;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// The digest of the sources that runs depend on; `sources.rs` has which.
pub const SIMULATOR: &str = env!("HEDDLE_SIMULATOR");

/// A directory of finished runs.
pub struct Store {
    runs: PathBuf,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    /// Of the simulator, the machine, the application, its input (of a file, its contents) and its options.
    fingerprint: String,
    /// Command that repeats the run.
    command: String,
    /// Result, as `heddle run --json` prints it.
    result: Value,
}

impl Store {
    /// Opens the store in `out`, which is created if it does not exist.
    pub fn open(out: &Path) -> anyhow::Result<Self> {
        let runs = out.join("runs");
        fs::create_dir_all(&runs).with_context(|| format!("cannot make {}", runs.display()))?;
        Ok(Self { runs })
    }

    /// Returns the result of a run that has been finished before.
    pub fn load(&self, case: &Case, files: &Files) -> anyhow::Result<Option<Value>> {
        let Ok(text) = fs::read(self.path(case, files)) else { return Ok(None) };
        let entry = serde_json::from_slice::<Entry>(&text).ok();
        let fingerprint = self.fingerprint(case, files)?;
        Ok(entry.filter(|entry| entry.fingerprint == fingerprint).map(|entry| entry.result))
    }

    /// Stores the result of a run, and returns it as [`load`](Self::load) will: a number may differ in its last bit, and
    /// tables must not depend on when their runs were made.
    pub fn save(&self, case: &Case, files: &Files, result: &Value) -> anyhow::Result<Value> {
        let entry = Entry {
            fingerprint: self.fingerprint(case, files)?,
            command: case.command(files.input(case)),
            result: result.clone(),
        };
        let mut text = serde_json::to_string_pretty(&entry)?;
        text.push('\n');
        write_whole(&self.path(case, files), text.as_bytes())?;
        Ok(serde_json::from_str::<Entry>(&text)?.result)
    }

    /// Returns the file of a run. Runs on different files, and on a generated input, have different ones.
    fn path(&self, case: &Case, files: &Files) -> PathBuf {
        let of = files.of(case).map_or(String::new(), |file| format!(".{}", file.name));
        self.runs.join(format!("{}{of}.json", case.name()))
    }

    fn fingerprint(&self, case: &Case, files: &Files) -> anyhow::Result<String> {
        let config = serde_json::to_string(&case.variant.config()?)?;
        let options = serde_json::to_string(&case.options())?;
        let input = files.of(case).map_or(files.input(case), |file| &file.digest);
        let parts = [SIMULATOR, case.benchmark.app, input, &options, &config];
        Ok(digest::of(parts.join("\n")))
    }
}

/// Writes a file completely or not at all, even if it is interrupted.
pub fn write_whole(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    heddle_files::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}
