//! Who guarantees what a proof assumes: `verif/formal/guarantees.toml`, checked against properties and promises.

use super::bench::{properties_file, properties_of, Properties};
use super::FormalError;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// What stands behind one assumption.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Guarantee {
    /// Properties proved of neighbours, as `unit.property`.
    pub proved: Vec<String>,
    /// A piece of the unit's `neighbours.rs` that only the watched rule has.
    pub watched: Option<String>,
    /// Why it only bounds the proof or the machine.
    pub bound: Option<String>,
}

impl Guarantee {
    /// Returns it as the book says it.
    pub fn told(&self) -> String {
        let mut told = String::new();
        for (n, property) in self.proved.iter().enumerate() {
            let lead = if n == 0 { "proved of a neighbour: " } else { ", " };
            write!(told, "{lead}`{property}`").expect("writing to a string");
        }
        let more = |told: &mut String, text: &str| {
            told.push_str(if told.is_empty() { "" } else { "; " });
            told.push_str(text);
        };
        if self.watched.is_some() {
            more(&mut told, "watched in trials and machines");
        }
        if let Some(reason) = &self.bound {
            more(&mut told, reason);
        }
        told
    }
}

/// The guarantees of every unit's assumptions: by unit, and by assumption.
pub type Guarantees = BTreeMap<String, BTreeMap<String, Guarantee>>;

/// Reads `verif/formal/guarantees.toml`.
pub fn guarantees() -> Result<Guarantees, FormalError> {
    let path = properties_file("guarantees").with_extension("toml");
    let text = read(&path)?;
    toml::from_str(&text).map_err(|error| {
        let source = std::io::Error::new(std::io::ErrorKind::InvalidData, error);
        FormalError::File { path, source }
    })
}

/// Returns the properties of a unit.
pub fn properties(unit: &str) -> Result<Properties, FormalError> {
    Ok(properties_of(&read(&properties_file(unit))?))
}

/// Returns the text of what a unit's neighbours promise; empty if they promise nothing.
pub fn promises(unit: &str) -> String {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../hw/src/{unit}/neighbours.rs"));
    fs::read_to_string(path).unwrap_or_default()
}

fn read(path: &Path) -> Result<String, FormalError> {
    fs::read_to_string(path).map_err(|source| FormalError::File { path: path.into(), source })
}

/// Returns what is wrong with the guarantees, a line each. `properties` are those of each unit, `promises` the text of
/// its `neighbours.rs`.
pub fn gaps(
    guarantees: &Guarantees,
    properties: &BTreeMap<String, Properties>,
    promises: &BTreeMap<String, String>,
) -> Vec<String> {
    let mut gaps = Vec::new();
    for (unit, found) in properties {
        let nothing = BTreeMap::new();
        let rows = guarantees.get(unit).unwrap_or(&nothing);
        let assumed: BTreeSet<&String> = found.assumed.iter().collect();
        let missing = assumed.iter().filter(|name| !rows.contains_key(name.as_str()));
        gaps.extend(missing.map(|name| format!("{unit}: {name} has no guarantor")));
        for (name, row) in rows {
            if !assumed.contains(name) {
                gaps.push(format!("{unit}: {name} is not assumed"));
            }
            if row.told().is_empty() {
                gaps.push(format!("{unit}: {name} has no guarantor"));
            }
            for property in &row.proved {
                let of = property.split_once('.').and_then(|(other, property)| {
                    let known = &properties.get(other).filter(|_| other != unit)?.proved;
                    known.iter().find(|known| *known == property)
                });
                if of.is_none() {
                    gaps.push(format!("{unit}: {property} is not proved of a neighbour"));
                }
            }
            let text = promises.get(unit).map_or("", String::as_str);
            let watched =
                row.watched.iter().filter(|rule| text.matches(rule.as_str()).count() != 1);
            gaps.extend(watched.map(|rule| format!("{unit}: `{rule}` is not watched once")));
        }
    }
    let unknown = guarantees.keys().filter(|unit| !properties.contains_key(*unit));
    gaps.extend(unknown.map(|unit| format!("there is no unit called {unit}")));
    gaps
}
