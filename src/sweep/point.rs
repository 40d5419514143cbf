//! Points of a study: what runs, on which machine, by which command.

use super::axes::{combinations, Axis};
use crate::digest;
use crate::machine::with_for_run;
use crate::runs::{Run, SIMULATOR};
use anyhow::{bail, Context};
use heddle_sim::config::GpuConfig;
use heddle_sim::ptx::Program;
use heddle_workloads::HostProgram;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::path::Path;

/// What all points have in common, before any axis changes it.
#[derive(Clone, Debug, Default)]
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

/// A point as its study has planned it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Planned {
    /// Its name, which says everything that its result depends on.
    pub id: String,
    /// Keys of the axes and their values here, in the order of the axes.
    pub varied: Vec<(String, String)>,
    /// The arguments of the program that runs it.
    pub command: Vec<String>,
}

/// A study: its points, and which simulator runs them.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Digest of the sources of the simulator.
    pub simulator: String,
    /// The points.
    pub points: Vec<Planned>,
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
    fn command(&self) -> Vec<String> {
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

    /// This point, as it is called and run.
    fn planned(self, known: &mut Known) -> anyhow::Result<Planned> {
        let (command, varied) = (self.command(), self.varied.clone());
        let id = id(&self, known);
        // Without axes, what is wrong names what runs.
        let id = if varied.is_empty() { id } else { id.with_context(|| place(&varied, &self.app)) };
        Ok(Planned { id: id?, varied, command })
    }
}

impl Planned {
    /// Returns its value on an axis.
    pub fn on(&self, axis: &str) -> Option<&str> {
        self.varied.iter().find(|(key, _)| key == axis).map(|(_, value)| value.as_str())
    }
}

impl Run for Planned {
    fn id(&self) -> &str {
        &self.id
    }

    /// Its place on the axes.
    fn place(&self) -> String {
        place(&self.varied, self.command.get(1).map_or("", String::as_str))
    }

    fn command(&self) -> &[String] {
        &self.command
    }
}

/// Says a place on axes, or what runs if there are none.
fn place(varied: &[(String, String)], app: &str) -> String {
    let pairs = varied.iter().map(|(key, value)| format!("{key}={value}"));
    match varied.is_empty() {
        true => app.to_owned(),
        false => pairs.collect::<Vec<_>>().join(", "),
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
        let mut known = Known::default();
        let points = combinations(axes)?.into_iter();
        let points = points.map(|values| base.varied(values).planned(&mut known));
        Ok(Self { simulator: SIMULATOR.into(), points: points.collect::<anyhow::Result<_>>()? })
    }

    /// Returns the keys of the axes.
    pub fn axes(&self) -> Vec<String> {
        let first = self.points.first().into_iter();
        first.flat_map(|point| point.varied.iter().map(|(key, _)| key.clone())).collect()
    }
}

/// What is known of files and applications, so that those of a thousand points are looked at once.
#[derive(Default)]
struct Known {
    /// Digests of files, by their paths.
    files: HashMap<String, String>,
    /// Applications, PTX files and host programs that can run, each with the files that it reads besides those of the
    /// command.
    apps: HashMap<String, Vec<String>>,
    /// Machines as they are before anything is set, by their names.
    machines: HashMap<String, GpuConfig>,
}

impl Known {
    /// The digest of a file that a word names, alone or behind its last colon; none if it names none.
    fn digest(&mut self, word: &str) -> anyhow::Result<Option<String>> {
        let path = [Some(word), word.rsplit_once(':').map(|(_, path)| path)];
        let Some(path) = path.into_iter().flatten().find(|path| Path::new(path).is_file()) else {
            return Ok(None);
        };
        if let Some(known) = self.files.get(path) {
            return Ok(Some(known.clone()));
        }
        let digest = digest::of_file(path).with_context(|| format!("cannot read {path}"))?;
        self.files.insert(path.to_owned(), digest.clone());
        Ok(Some(digest))
    }

    /// A machine.
    fn machine(&mut self, name: &str) -> anyhow::Result<GpuConfig> {
        if let Some(known) = self.machines.get(name) {
            return Ok(known.clone());
        }
        let machine = GpuConfig::open(name)?;
        self.machines.insert(name.to_owned(), machine.clone());
        Ok(machine)
    }

    /// The files that an application reads. One that cannot run is refused.
    fn app(&mut self, app: &str) -> anyhow::Result<Vec<String>> {
        if let Some(known) = self.apps.get(app) {
            return Ok(known.clone());
        }
        let reads = check_app(app)?;
        self.apps.insert(app.to_owned(), reads.clone());
        Ok(reads)
    }
}

/// Names a point by its simulator, its machine and its command, with the contents of the files in it.
fn id(point: &Point, known: &mut Known) -> anyhow::Result<String> {
    let reads = known.app(&point.app)?;
    let machine = with_for_run(known.machine(&point.config)?, &point.settings)?;
    let machine = serde_json::to_string(&machine)?;
    let mut all = Sha256::new();
    let words = [SIMULATOR, &machine].into_iter().map(str::to_owned);
    for word in words.chain(point.command()).chain(reads) {
        all.update(format!("{}\n{word}\n", word.len()));
        if let Some(file) = known.digest(&word)? {
            all.update(file);
        }
    }
    Ok(format!("{:x}", all.finalize())[..20].to_owned())
}

/// Returns the files that an application reads, which only a host program has. One that cannot run is refused.
fn check_app(app: &str) -> anyhow::Result<Vec<String>> {
    if app.ends_with(".toml") {
        let program = HostProgram::read(app)?;
        return Ok(program.inputs().to_vec());
    }
    if app.ends_with(".ptx") {
        let text =
            heddle_files::read_to_string(app).with_context(|| format!("cannot read {app}"))?;
        Program::parse(app, &text)?;
        return Ok(Vec::new());
    }
    if !heddle_workloads::names().any(|name| name == app) {
        let known = heddle_workloads::names().collect::<Vec<_>>().join(", ");
        bail!("no app is called `{app}`; known: {known}");
    }
    Ok(Vec::new())
}
