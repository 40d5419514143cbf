//! The directory of a study: the whole result of each point that is done, and the tables of all.

use super::columns::Table;
use super::point::Study;
use anyhow::{bail, Context};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs;
use std::path::{Path, PathBuf};

/// File by which a directory is known to be a study's.
const STUDY: &str = "study.json";
/// Table of the points that failed.
const FAILURES: &str = "failures.csv";

/// What became of a point.
pub enum Outcome {
    /// Its result.
    Done(Map<String, Value>),
    /// Why it has none.
    Failed(String),
}

/// A point, as the directory lists it.
#[derive(Serialize, Deserialize)]
struct Listed {
    id: String,
    varied: Vec<(String, String)>,
    command: Vec<String>,
}

/// The directory.
pub struct Folder {
    out: PathBuf,
    points: PathBuf,
}

impl Folder {
    /// Opens a directory, which is made if it is not there, and writes the list of the points. Results of points that a
    /// study had before are kept. A directory that holds anything else is refused.
    pub fn open(out: &Path, study: &Study) -> anyhow::Result<Self> {
        let shown = out.display();
        if out.exists() && !out.join(STUDY).is_file() {
            let mut entries = fs::read_dir(out).with_context(|| format!("cannot read {shown}"))?;
            if entries.next().is_some() {
                bail!("{shown} holds files that are no study's; name a new directory, or one of a study");
            }
        }
        fs::create_dir_all(out).with_context(|| format!("cannot make {shown}"))?;
        let points = out.join("points");
        let folder = Self { out: out.to_owned(), points: points.clone() };
        let listed = study.points.iter().zip(&study.ids).map(|(point, id)| Listed {
            id: id.clone(),
            varied: point.varied.clone(),
            command: point.command(),
        });
        let text = serde_json::to_string_pretty(&listed.collect::<Vec<_>>())?;
        // First of all, so that a directory with anything in it is known to be a study's.
        folder.write(STUDY, text.as_bytes())?;
        fs::create_dir_all(&points).with_context(|| format!("cannot make {}", points.display()))?;
        Ok(folder)
    }

    /// Returns the result of a point that is done. A file that is none is as if it were not there.
    pub fn load(&self, id: &str) -> Option<Map<String, Value>> {
        serde_json::from_slice(&fs::read(self.of(id)).ok()?).ok()
    }

    /// Keeps the result of a point.
    pub fn save(&self, id: &str, result: &[u8]) -> anyhow::Result<()> {
        let path = self.of(id);
        heddle_files::write(&path, result)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Writes the tables of what is done and of what failed.
    pub fn tables(&self, done: &Table, failed: &Table) -> anyhow::Result<()> {
        self.write("results.csv", &done.csv()?)?;
        self.write("results.parquet", &done.parquet()?)?;
        if !failed.rows.is_empty() {
            return self.write(FAILURES, &failed.csv()?);
        }
        match fs::remove_file(self.out.join(FAILURES)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).with_context(|| format!("cannot remove {FAILURES}"))
            }
            _ => Ok(()),
        }
    }

    fn of(&self, id: &str) -> PathBuf {
        self.points.join(format!("{id}.json"))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.out.join(name);
        heddle_files::write(&path, bytes)
            .with_context(|| format!("cannot write {}", path.display()))
    }
}
