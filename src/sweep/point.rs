//! Points of a study: what runs, on which machine, by which command.

use super::axes::{combinations, Axis};
use crate::digest;
use crate::machine::for_run;
use crate::reproduce::SIMULATOR;
use anyhow::{bail, Context};
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::path::Path;

/// What all points have in common, before any axis changes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Point {
    /// Keys of the axes and their values here, in the order of the axes.
    pub varied: Vec<(String, String)>,
    /// The application, PTX file or host program.
    pub app: String,
    /// Input of an application.
    pub input: Option<String>,
    /// The machine.
    pub config: String,
    /// Keys of the machine and their values; a later one counts.
    pub settings: Vec<String>,
    /// Options of the application.
    pub options: Vec<String>,
    /// Further arguments of `heddle run`.
    pub arguments: Vec<String>,
}

/// A study: its points, and a name for each that says everything its result depends on.
pub struct Study {
    /// The points.
    pub points: Vec<Point>,
    /// Their names, in the same order.
    pub ids: Vec<String>,
}

impl Point {
    /// This point with values of the axes.
    fn varied(&self, values: Vec<(String, String)>) -> Self {
        let mut point = self.clone();
        for (key, value) in &values {
            match key.as_str() {
                "app" => point.app = value.clone(),
                "input" => point.input = Some(value.clone()),
                "config" => point.config = value.clone(),
                key => match key.strip_prefix("app.") {
                    Some(option) => replace(&mut point.options, option, value),
                    None => replace(&mut point.settings, key, value),
                },
            }
        }
        point.varied = values;
        point
    }

    /// Returns the arguments of the program that runs it.
    pub fn command(&self) -> Vec<String> {
        let mut words = vec!["run".to_owned(), self.app.clone()];
        let mut add = |option: &str, value: &str| words.extend([option.into(), value.into()]);
        self.input.iter().for_each(|input| add("--input", input));
        add("--config", &self.config);
        self.settings.iter().for_each(|setting| add("--set", setting));
        self.options.iter().for_each(|option| add("--app", option));
        words.extend(self.arguments.iter().cloned());
        words.push("--json".into());
        words
    }

    /// Says its place on the axes.
    pub fn place(&self) -> String {
        let pairs = self.varied.iter().map(|(key, value)| format!("{key}={value}"));
        match self.varied.is_empty() {
            true => self.app.clone(),
            false => pairs.collect::<Vec<_>>().join(", "),
        }
    }
}

/// Sets KEY=VALUE among pairs.
fn replace(pairs: &mut Vec<String>, key: &str, value: &str) {
    pairs.retain(|pair| pair.split_once('=').is_none_or(|(known, _)| known != key));
    pairs.push(format!("{key}={value}"));
}

impl Study {
    /// Every combination of the axes, around a base. A point that cannot run is refused, with its place on the axes.
    pub fn new(base: &Point, axes: &[Axis]) -> anyhow::Result<Self> {
        let points: Vec<Point> =
            combinations(axes)?.into_iter().map(|values| base.varied(values)).collect();
        let mut files = Digests::default();
        let mut ids = Vec::with_capacity(points.len());
        for point in &points {
            ids.push(id(point, &mut files).with_context(|| point.place())?);
        }
        Ok(Self { points, ids })
    }
}

/// Digests of files by their path, so that a file of a thousand points is read once.
#[derive(Default)]
struct Digests(HashMap<String, String>);

impl Digests {
    /// The digest of a file that a word names, alone or behind its last colon; none if it names none.
    fn of(&mut self, word: &str) -> anyhow::Result<Option<String>> {
        let path = [Some(word), word.rsplit_once(':').map(|(_, path)| path)];
        let Some(path) = path.into_iter().flatten().find(|path| Path::new(path).is_file()) else {
            return Ok(None);
        };
        if let Some(known) = self.0.get(path) {
            return Ok(Some(known.clone()));
        }
        let digest = digest::of_file(path).with_context(|| format!("cannot read {path}"))?;
        self.0.insert(path.to_owned(), digest.clone());
        Ok(Some(digest))
    }
}

/// Names a point by its simulator, its machine and its command, with the contents of the files in it.
fn id(point: &Point, files: &mut Digests) -> anyhow::Result<String> {
    check_app(&point.app)?;
    let machine = serde_json::to_string(&for_run(&point.config, &point.settings)?)?;
    let mut all = Sha256::new();
    for word in [SIMULATOR, &machine].into_iter().map(str::to_owned).chain(point.command()) {
        all.update(format!("{}\n{word}\n", word.len()));
        if let Some(file) = files.of(&word)? {
            all.update(file);
        }
    }
    Ok(format!("{:x}", all.finalize())[..20].to_owned())
}

fn check_app(app: &str) -> anyhow::Result<()> {
    if app.ends_with(".ptx") || app.ends_with(".toml") {
        return match Path::new(app).is_file() {
            true => Ok(()),
            false => bail!("cannot read {app}: there is no such file"),
        };
    }
    if !heddle_workloads::names().any(|name| name == app) {
        let known = heddle_workloads::names().collect::<Vec<_>>().join(", ");
        bail!("no app is called `{app}`; known: {known}");
    }
    Ok(())
}
