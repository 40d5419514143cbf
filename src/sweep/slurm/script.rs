//! The job script of a study.

use super::array::Array;
use crate::cli::provenance::quoted;
use anyhow::bail;
use std::path::Path;

/// Options of sbatch on which the study depends, and which are therefore not for anybody else to set.
const OURS: [&str; 12] = [
    "array",
    "chdir",
    "output",
    "error",
    "open-mode",
    "requeue",
    "no-requeue",
    "wrap",
    "parsable",
    "ntasks",
    "test-only",
    "wait",
];

/// An option of sbatch, such as partition=short or exclusive.
#[derive(Clone, Debug, PartialEq)]
pub struct BatchOption(String);

impl BatchOption {
    /// Reads NAME=VALUE or NAME, with or without the dashes before it.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let bare = text.strip_prefix("--").unwrap_or(text);
        let (name, value) =
            bare.split_once('=').map_or((bare, None), |(name, value)| (name, Some(value)));
        if name.len() < 2
            || name.starts_with('-')
            || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
        {
            bail!("--sbatch {text}: this is not of the form NAME=VALUE with a long option of sbatch, such as partition=short");
        }
        if OURS.contains(&name) {
            bail!("--sbatch {text}: the study sets --{name} itself; leave it out");
        }
        let value = value.map(|value| {
            in_script(value).map_err(|error| error.context(format!("--sbatch {text}")))
        });
        Ok(Self(match value.transpose()? {
            Some(value) => format!("--{name}={value}"),
            None => format!("--{name}"),
        }))
    }
}

/// What a job script says.
pub struct Script<'a> {
    /// The tasks.
    pub array: &'a Array,
    /// This program.
    pub program: &'a Path,
    /// The directory of the study; absolute.
    pub dir: &'a Path,
    /// The directory to which the paths of the study are relative.
    pub from: &'a Path,
    /// Further options of sbatch.
    pub options: &'a [BatchOption],
}

impl Script<'_> {
    /// Returns its text. An error is of a path that cannot stand in it.
    pub fn text(&self) -> anyhow::Result<String> {
        let Self { array, options, .. } = self;
        let [program, dir, from] =
            [self.program, self.dir, self.from].map(|path| path.display().to_string());
        // A % begins what Slurm replaces.
        let log = in_script(&format!("{}/slurm/%a.log", dir.replace('%', "%%")))?;
        let more: String =
            options.iter().map(|BatchOption(text)| format!("#SBATCH {text}\n")).collect();
        Ok(format!(
            "#!/bin/sh\n\
             #SBATCH --job-name=heddle\n\
             #SBATCH --array={}\n\
             #SBATCH --chdir={}\n\
             #SBATCH --output={log}\n\
             #SBATCH --open-mode=append\n\
             #SBATCH --requeue\n\
             {more}\
             # Runs those points of the task that are not done, so that it may be killed and run again.\n\
             exec {} sweep task {} --index \"$SLURM_ARRAY_TASK_ID\" --points {}\n",
            array.indices(),
            in_script(&from)?,
            quoted(&program),
            quoted(&dir),
            array.points_per_task,
        ))
    }
}

/// Returns a value as a line of options of sbatch has it: in quotes if it needs them.
fn in_script(value: &str) -> anyhow::Result<String> {
    if value.contains(['"', '\'', '\\']) || value.chars().any(char::is_control) {
        bail!("`{}` has quotes, backslashes or control characters, which the options of a job script cannot have", value.escape_debug());
    }
    Ok(match value.contains([' ', '#', ';']) {
        true => format!("\"{value}\""),
        false => value.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_given_with_or_without_dashes_and_quoted_where_they_must_be() {
        let line = |text: &str| BatchOption::parse(text).expect("an option").0;
        assert_eq!(line("partition=short"), "--partition=short");
        assert_eq!(line("--time=1:00:00"), "--time=1:00:00");
        assert_eq!(line("exclusive"), "--exclusive");
        assert_eq!(line("comment=a b"), "--comment=\"a b\"");
        let told = |text: &str| format!("{:#}", BatchOption::parse(text).expect_err("none"));
        assert!(told("-p short").contains("NAME=VALUE"), "{}", told("-p short"));
        assert!(told("-p").contains("NAME=VALUE"));
        assert!(told("=x").contains("NAME=VALUE"));
        assert!(told("").contains("NAME=VALUE"));
        assert!(told("array=0-3").contains("leave it out"));
        assert!(told("comment=a\nb").contains("control characters"));
    }

    #[test]
    fn a_script_runs_the_points_of_its_task_from_where_the_study_was_planned() {
        let array = Array { points_per_task: 3, tasks: vec![0, 1, 4] };
        let options = [BatchOption::parse("mem=4G").expect("an option")];
        let [program, dir, from] =
            ["/opt/my heddle", "/data/100% of it", "/home/me"].map(Path::new);
        let script = Script { array: &array, program, dir, from, options: &options };
        let text = script.text().expect("a script");
        for line in [
            "#SBATCH --array=0-1,4",
            "#SBATCH --chdir=/home/me",
            "#SBATCH --output=\"/data/100%% of it/slurm/%a.log\"",
            "#SBATCH --mem=4G",
            "exec '/opt/my heddle' sweep task '/data/100% of it' --index \"$SLURM_ARRAY_TASK_ID\" --points 3",
        ] {
            assert!(text.lines().any(|known| known == line), "{line} is missing in {text}");
        }
        let bad = Script { from: Path::new("/it's"), ..script };
        assert!(bad.text().is_err());
    }
}
