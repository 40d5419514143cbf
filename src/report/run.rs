//! A result that a page is made of: read once, and checked before anything is drawn.

use super::fields::{number, object, Fields};
use super::figures;
use super::intervals::{self, Stretch};
use super::launches::{self, Node};
use super::lines::{self, Depth, Line};
use crate::results::{flatten, read, Scalar};
use anyhow::{bail, Context};
use heddle_sim::config::GpuConfig;
use heddle_sim::smx::Reason;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

/// How far the shares of an account may be from adding up to 1: they are printed with 17 digits.
const ROUNDING: f64 = 1e-6;

/// Shares of scheduler slots by reason, in the order of [`Reason::ALL`]; names of other versions come last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shares(pub Vec<(String, f64)>);

/// The account of a part of a run: of an SMX or a kernel.
#[derive(Clone, Debug)]
pub struct Part {
    /// The SMX by its number, or the kernel.
    pub name: String,
    /// Slots.
    pub slots: f64,
    /// What became of them.
    pub shares: Shares,
    /// Issued warp instructions.
    pub instructions: f64,
}

/// A result.
pub struct Run {
    /// What it is called on the page.
    pub name: String,
    fields: Map<String, Value>,
    /// The account of the whole run, if one was kept.
    pub account: Option<Shares>,
    /// The same by SMX.
    pub smxs: Vec<Part>,
    /// The occupancy of each SMX.
    pub occupancies: Vec<f64>,
    /// The account by kernel.
    pub kernels: Vec<Part>,
    /// The account by depth of the launch.
    pub depths: Vec<Depth>,
    /// The account by line, the hottest first.
    pub lines: Vec<Line>,
    /// Who launched what, if the result says so.
    pub launches: Vec<Node>,
    /// What was measured by intervals of time, if anything was.
    pub intervals: Vec<Stretch>,
    /// The machine, or why this version cannot make one of what the result says.
    pub machine: Result<GpuConfig, String>,
    /// Every key of the machine, as the result has it.
    pub keys: BTreeMap<String, Scalar>,
}

impl Run {
    /// Reads a result from a file.
    pub fn read(path: &Path, name: String) -> anyhow::Result<Self> {
        let place = path.display().to_string();
        Self::of(&place, name, read(path)?)
    }

    /// Takes a result that was read from `place`.
    pub fn of(place: &str, name: String, fields: Map<String, Value>) -> anyhow::Result<Self> {
        let of = Fields { place, map: &fields };
        if of.number("cycles")?.is_none() {
            bail!("{place} has no `cycles`, so it is no result of `heddle run ... --json`; make one by that");
        }
        for name in figures::names() {
            of.number(name)?;
        }
        for name in [
            "command",
            "version",
            "commit",
            "workload",
            "machine",
            "backend",
            "host",
            "input",
            "ptx_sha256",
        ] {
            of.text(name)?;
        }
        let config = of.object("config")?.with_context(|| format!("{place}: `config` is empty"))?;
        let account = of.object("account")?;
        let account = account
            .map(|map| Shares::read(&format!("{place}: `account`"), map, false))
            .transpose()?;
        let smxs = of.list("account_smxs")?.unwrap_or_default().iter().enumerate();
        let smxs = smxs.map(|(smx, part)| Part::of(place, "account_smxs", smx.to_string(), part));
        let smxs = smxs.collect::<anyhow::Result<_>>()?;
        let occupancies = of.list("occupancy_smxs")?.unwrap_or_default().iter();
        let occupancies = occupancies.map(|value| number(place, "occupancy_smxs", value));
        let occupancies = occupancies.collect::<anyhow::Result<_>>()?;
        let kernels = of.object("account_kernels")?.into_iter().flatten();
        let kernels =
            kernels.map(|(name, part)| Part::of(place, "account_kernels", name.clone(), part));
        let kernels = kernels.collect::<anyhow::Result<_>>()?;
        let (depths, lines) = (lines::depths(of)?, lines::read(of)?);
        let (launches, intervals) = (launches::read(of)?, intervals::read(of)?);
        let (machine, keys) = (machine(config), flatten(config));
        Ok(Self {
            name,
            account,
            smxs,
            occupancies,
            kernels,
            depths,
            lines,
            launches,
            intervals,
            machine,
            keys,
            fields,
        })
    }

    /// Returns a number of the result.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.fields.get(name)?.as_f64()
    }

    /// Returns any field as text; what is absent is empty.
    pub fn shown(&self, name: &str) -> String {
        match self.fields.get(name) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(list)) if list.iter().all(Value::is_string) => {
                list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
            }
            Some(Value::Object(members)) => members
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(name, value)| format!("{name} {value}"))
                .collect::<Vec<_>>()
                .join(", "),
            Some(other) => other.to_string(),
        }
    }

    /// Returns the members of an object of numbers; what is none is left out.
    pub fn numbers(&self, name: &str) -> Vec<(&str, f64)> {
        let members = self.fields.get(name).and_then(Value::as_object).into_iter().flatten();
        members.filter_map(|(name, value)| Some((name.as_str(), value.as_f64()?))).collect()
    }

    /// Returns the key of the machine as text; one that is absent is empty.
    pub fn key(&self, name: &str) -> String {
        self.keys.get(name).map_or_else(String::new, Scalar::to_string)
    }
}

impl Shares {
    /// Reads the shares of `map`, which add up to 1, or to 0 if they `may_be_empty`.
    pub fn read(place: &str, map: &Map<String, Value>, may_be_empty: bool) -> anyhow::Result<Self> {
        let mut shares = Vec::new();
        for (name, value) in map {
            shares.push((name.clone(), number(place, name, value)?));
        }
        let sum: f64 = shares.iter().map(|(_, share)| share).sum();
        let is_whole = (sum - 1.0).abs() < ROUNDING || may_be_empty && sum == 0.0;
        if !is_whole {
            bail!("{place}: the shares add up to {sum:.6}, and should to 1; the file has been changed, so run again");
        }
        shares.sort_by_key(|(name, _)| place_of(name));
        Ok(Self(shares))
    }

    /// Reads the `slots` of an object and what became of them. Without slots there may be no shares.
    pub fn with_slots(fields: Fields) -> anyhow::Result<(f64, Self)> {
        let place = fields.place;
        let slots = fields.number("slots")?.with_context(|| format!("{place} has no `slots`"))?;
        let shares =
            fields.object("shares")?.with_context(|| format!("{place} has no `shares`"))?;
        Ok((slots, Self::read(place, shares, slots == 0.0)?))
    }

    /// Returns the names that have a share in any of these, in their order.
    pub fn names<'a>(of: impl Iterator<Item = &'a Self>) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for (name, share) in of.flat_map(|shares| &shares.0) {
            if *share > 0.0 && !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        names.sort_by_key(|name| place_of(name));
        names
    }

    /// Returns the share with a name; what is absent has none.
    pub fn share(&self, name: &str) -> f64 {
        self.0.iter().find(|(other, _)| other == name).map_or(0.0, |(_, share)| *share)
    }
}

impl Part {
    fn of(file: &str, field: &str, name: String, value: &Value) -> anyhow::Result<Self> {
        let place = format!("{file}: `{field}.{name}`");
        let fields = Fields { place: &place, map: object(&place, value)? };
        let (slots, shares) = Shares::with_slots(fields)?;
        let mut instructions = 0.0;
        for (lanes, count) in fields.object("lanes")?.into_iter().flatten() {
            instructions += number(&place, lanes, count)?;
        }
        Ok(Self { name, slots, shares, instructions })
    }
}

/// The place of a reason among all; names of other versions come last.
fn place_of(name: &str) -> usize {
    Reason::ALL.iter().position(|reason| reason.name() == name).unwrap_or(usize::MAX)
}

/// The machine of a configuration. Another version may have had other keys.
fn machine(config: &Map<String, Value>) -> Result<GpuConfig, String> {
    let text = toml::to_string(config).map_err(|error| error.to_string())?;
    GpuConfig::from_toml("config", &text).map_err(|error| error.to_string())
}
