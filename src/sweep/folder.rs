//! The directory of a study: the whole result of each point that is done, and the tables of all.

use super::columns::Table;
use super::plan;
use super::plot::Plot;
use super::point::Study;
use super::row::{Names, Row};
use crate::files::{make_dir, remove, write};
use crate::runs::{Outcome, Store};
use anyhow::{bail, Context};
use std::fs;
use std::path::{Path, PathBuf};

/// File by which a directory is known to be a study's.
const STUDY: &str = "study.json";
/// Table of the points that failed.
const FAILURES: &str = "failures.csv";

/// The directory.
pub struct Folder {
    out: PathBuf,
    /// The results of its points.
    pub points: Store,
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
        make_dir(out)?;
        let folder = Self::at(out);
        let text = serde_json::to_string_pretty(study)?;
        // First of all, so that a directory with anything in it is known to be a study's.
        folder.write(STUDY, text.as_bytes())?;
        folder.points.make()?;
        folder.clear()?;
        Ok(folder)
    }

    fn at(out: &Path) -> Self {
        Self { out: out.to_owned(), points: Store::at(out.join("points")), names: Names::default() }
    }

    /// Opens the directory of a study that has been planned.
    pub fn planned(out: &Path) -> anyhow::Result<(Self, Study)> {
        let study = plan::read(&out.join(STUDY))?;
        Ok((Self::at(out), study))
    }

    /// Removes what killed processes have left here.
    pub fn clear(&self) -> anyhow::Result<()> {
        heddle_files::remove_abandoned(&self.out).with_context(|| {
            format!("cannot clear {} of what a killed study left", self.out.display())
        })?;
        self.points.clear()
    }

    /// Returns what became of a point, if it has run.
    pub fn outcome(&self, id: &str) -> Option<Outcome<Row>> {
        Some(match self.points.outcome(id)? {
            Outcome::Done(result) => Outcome::Done(self.names.row(result)),
            Outcome::Failed(why) => Outcome::Failed(why),
        })
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

    fn write(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        write(&self.out.join(name), bytes)
    }
}
