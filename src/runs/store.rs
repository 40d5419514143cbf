//! Keeps finished runs on disk. A file is written completely or not at all.

use crate::files::{make_dir, remove, write};
use anyhow::Context;
use serde_json::{Map, Value};
use std::fs;
use std::path::PathBuf;

/// How the files of a run end: with its result, and with why it has none.
const DONE: &str = "json";
const FAILED: &str = "failed";

/// What became of a run, by what is wanted of its result.
pub enum Outcome<R> {
    /// Its result.
    Done(R),
    /// Why it has none.
    Failed(String),
}

/// A directory of finished runs.
pub struct Store(PathBuf);

impl Store {
    /// The directory `dir`, which need not be there until something is kept.
    pub fn at(dir: PathBuf) -> Self {
        Self(dir)
    }

    /// Makes the directory if it is not there.
    pub fn make(&self) -> anyhow::Result<()> {
        make_dir(&self.0)
    }

    /// Removes what killed processes have left here.
    pub fn clear(&self) -> anyhow::Result<()> {
        if !self.0.is_dir() {
            return Ok(());
        }
        heddle_files::remove_abandoned(&self.0)
            .with_context(|| format!("cannot clear {} of what was killed", self.0.display()))
    }

    /// Returns what became of a run, if it has run.
    pub fn outcome(&self, id: &str) -> Option<Outcome<Map<String, Value>>> {
        let failed = || fs::read_to_string(self.of(id, FAILED)).ok().map(Outcome::Failed);
        self.load(id).map(Outcome::Done).or_else(failed)
    }

    /// Returns the result of a run that is done. A file that is none is as if it were not there.
    pub fn load(&self, id: &str) -> Option<Map<String, Value>> {
        serde_json::from_slice(&fs::read(self.of(id, DONE)).ok()?).ok()
    }

    /// Keeps the result of a run, and returns it as [`load`](Self::load) will.
    pub fn save(&self, id: &str, result: &[u8]) -> anyhow::Result<Map<String, Value>> {
        let fields = serde_json::from_slice(result).context("the result is no JSON object")?;
        write(&self.of(id, DONE), result)?;
        Ok(fields)
    }

    /// Keeps why a run failed.
    pub fn fail(&self, id: &str, why: &str) -> anyhow::Result<()> {
        write(&self.of(id, FAILED), why.as_bytes())
    }

    /// Forgets why a run failed, as it is about to run again.
    pub fn forget(&self, id: &str) -> anyhow::Result<()> {
        remove(&self.of(id, FAILED))
    }

    fn of(&self, id: &str, kind: &str) -> PathBuf {
        self.0.join(format!("{id}.{kind}"))
    }
}
