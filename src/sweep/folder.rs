//! The directory of a study: the whole result of each point that is done, and the tables of all.

use super::columns::Table;
use super::plan;
use super::plot::Plot;
use super::point::Study;
use super::row::{Names, Row};
use anyhow::{bail, Context};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// File by which a directory is known to be a study's.
const STUDY: &str = "study.json";
/// Table of the points that failed.
const FAILURES: &str = "failures.csv";
/// How the files of a point end: with its result, and with why it has none.
const DONE: &str = "json";
const FAILED: &str = "failed";

/// What became of a point that has run.
pub enum Outcome {
    /// Its result.
    Done(Row),
    /// Why it has none.
    Failed(String),
}

/// The directory.
pub struct Folder {
    out: PathBuf,
    points: PathBuf,
    /// Names of the values of the results that it has given.
    pub names: Names,
}

impl Folder {
    /// Opens a directory, which is made if it is not there, and writes the list of the points. Results of points that a
    /// study had before are kept. A directory that holds anything else is refused.
    pub fn open(out: &Path, study: &Study) -> anyhow::Result<Self> {
        let shown = out.display();
        if out.is_file() {
            bail!("{shown} is a file; name a directory for the study");
        }
        if out.exists() && !out.join(STUDY).is_file() {
            let mut entries = fs::read_dir(out).with_context(|| format!("cannot read {shown}"))?;
            if entries.next().is_some() {
                bail!("{shown} holds files that are no study's; name a new directory, or one of a study");
            }
        }
        fs::create_dir_all(out).with_context(|| format!("cannot make {shown}"))?;
        let points = out.join("points");
        let folder = Self { out: out.to_owned(), points: points.clone(), names: Names::default() };
        let text = serde_json::to_string_pretty(study)?;
        // First of all, so that a directory with anything in it is known to be a study's.
        folder.write(STUDY, text.as_bytes())?;
        fs::create_dir_all(&points).with_context(|| format!("cannot make {}", points.display()))?;
        folder.clear()?;
        Ok(folder)
    }

    /// Opens the directory of a study that has been planned.
    pub fn planned(out: &Path) -> anyhow::Result<(Self, Study)> {
        let study = plan::read(&out.join(STUDY))?;
        let points = out.join("points");
        Ok((Self { out: out.to_owned(), points, names: Names::default() }, study))
    }

    /// Removes what killed processes have left here.
    pub fn clear(&self) -> anyhow::Result<()> {
        [&self.out, &self.points].into_iter().filter(|dir| dir.is_dir()).try_for_each(|dir| {
            heddle_files::remove_abandoned(dir).with_context(|| {
                format!("cannot clear {} of what a killed study left", dir.display())
            })
        })
    }

    /// Returns what became of a point, if it has run.
    pub fn outcome(&self, id: &str) -> Option<Outcome> {
        let failed = || fs::read_to_string(self.of(id, FAILED)).ok().map(Outcome::Failed);
        self.load(id).map(Outcome::Done).or_else(failed)
    }

    /// Returns the result of a point that is done. A file that is none is as if it were not there.
    pub fn load(&self, id: &str) -> Option<Row> {
        Some(self.names.row(serde_json::from_slice(&fs::read(self.of(id, DONE)).ok()?).ok()?))
    }

    /// Keeps the result of a point, and returns it as [`load`](Self::load) will.
    pub fn save(&self, id: &str, result: &[u8]) -> anyhow::Result<Row> {
        let fields = serde_json::from_slice(result).context("the result is no JSON object")?;
        write(&self.of(id, DONE), result)?;
        Ok(self.names.row(fields))
    }

    /// Keeps why a point failed.
    pub fn fail(&self, id: &str, why: &str) -> anyhow::Result<()> {
        write(&self.of(id, FAILED), why.as_bytes())
    }

    /// Forgets why a point failed, as it is about to run again.
    pub fn forget(&self, id: &str) -> anyhow::Result<()> {
        remove(&self.of(id, FAILED))
    }

    /// Writes the tables of what is done and of what failed.
    pub fn tables(&self, done: &Table, failed: &Table) -> anyhow::Result<()> {
        self.write("results.csv", &done.csv()?)?;
        self.write("results.parquet", &done.parquet()?)?;
        if !failed.rows.is_empty() {
            return self.write(FAILURES, &failed.csv()?);
        }
        remove(&self.out.join(FAILURES))
    }

    /// Writes a picture.
    pub fn picture(&self, plot: &Plot, svg: &str) -> anyhow::Result<()> {
        self.write(&plot.file(), svg.as_bytes())
    }

    fn of(&self, id: &str, kind: &str) -> PathBuf {
        self.points.join(format!("{id}.{kind}"))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        write(&self.out.join(name), bytes)
    }
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    heddle_files::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}
