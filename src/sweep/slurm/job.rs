//! The job of a study: submitted, and known by its directory.

use super::array::Array;
use crate::files::{make_dir, write};
use anyhow::{bail, Context};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A job array that was submitted.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The number that Slurm gave it.
    pub job: String,
    /// Points of each of its tasks.
    pub points_per_task: usize,
}

impl Job {
    /// Returns the file of the job script in the directory of a study.
    pub fn script(dir: &Path) -> PathBuf {
        dir.join("slurm/job.sh")
    }

    fn file(dir: &Path) -> PathBuf {
        dir.join("slurm/job.json")
    }

    /// Reads the job of a study, if one was submitted.
    pub fn read(dir: &Path) -> anyhow::Result<Option<Self>> {
        let path = Self::file(dir);
        let shown = path.display();
        if !path.exists() {
            return Ok(None);
        }
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {shown}"))?;
        let job: Self = serde_json::from_str(&text).with_context(|| {
            format!("{shown} is no job that `heddle sweep --on slurm` submitted; remove it")
        })?;
        if job.points_per_task == 0 || !is_number(&job.job) {
            bail!("{shown} is no job that `heddle sweep --on slurm` submitted; remove it");
        }
        Ok(Some(job))
    }

    /// Writes the job script.
    pub fn prepare(dir: &Path, script: &str) -> anyhow::Result<()> {
        make_dir(&dir.join("slurm"))?;
        write(&Self::script(dir), script)
    }

    /// Submits the job script, and keeps which job it is.
    pub fn submit(dir: &Path, array: &Array) -> anyhow::Result<Self> {
        let said = slurm("sbatch", &["--parsable", &Self::script(dir).display().to_string()])?;
        // Behind a semicolon is the name of the cluster.
        let job = said.trim().split(';').next().unwrap_or_default().to_owned();
        if !is_number(&job) {
            bail!("sbatch did not say which job it made, but: {}", said.trim());
        }
        let job = Self { job, points_per_task: array.points_per_task };
        let path = Self::file(dir);
        heddle_files::write(&path, serde_json::to_string(&job)?).with_context(|| {
            format!("job {} was submitted, and {} cannot be written", job.job, path.display())
        })?;
        Ok(job)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns how many tasks an array may have on this cluster.
pub fn most_tasks() -> anyhow::Result<usize> {
    let config = slurm("scontrol", &["show", "config"])?;
    let line = config.lines().find_map(|line| line.trim().strip_prefix("MaxArraySize"));
    let value = line.and_then(|line| line.trim_start().strip_prefix('=')?.trim().parse().ok());
    match value {
        Some(0) => bail!("this cluster has no job arrays: its MaxArraySize is 0; run the study without --on slurm"),
        Some(most) => Ok(most),
        None => bail!("`scontrol show config` does not say MaxArraySize; is this a Slurm that works?"),
    }
}

/// Returns what a command of Slurm prints.
pub fn slurm(program: &str, arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.with_context(|| {
        format!("cannot run {program}: --on slurm needs the commands of Slurm; --dry-run writes the job script without them")
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
        bail!("{program} failed: {}", said.trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
