//! Judgements by a reader: survivors that are equivalent to the unit under its contract, and why.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Judgements of a unit's survivors and of its lines that are never run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judgement {
    /// Pins that the protocol keeps narrower than they are.
    #[serde(default)]
    pub narrow: Vec<Narrow>,
    /// Mutants that are equivalent under the contract.
    #[serde(default)]
    pub equivalent: Vec<Equivalent>,
    /// Lines that are never run.
    #[serde(default)]
    pub line: Vec<Line>,
}

/// An input pin whose upper bits the protocol keeps zero at `tiny`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Narrow {
    /// The rule that does, in a sentence.
    pub because: String,
    /// Name of the pin.
    pub pin: String,
    /// Bits that may be other than zero.
    pub bits: u32,
}

/// Mutants with one reason.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Equivalent {
    /// Which rule or property of the unit makes them equivalent, in a sentence.
    pub because: String,
    /// Keys of the mutants.
    pub mutants: Vec<String>,
}

/// Text of the Verilog that is never run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Why, in a sentence.
    pub because: String,
    /// The lines.
    pub lines: Vec<String>,
}

/// Returns the folder of measurements and judgements.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("mutation")
}

impl Judgement {
    /// Reads the judgements of a unit; they are empty if there is no file.
    pub fn read(unit: &str) -> Result<Self, String> {
        let path = folder().join(format!("{unit}.toml"));
        if !path.is_file() {
            return Ok(Self::default());
        }
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|error| format!("reading {}: {error}", path.display()))?;
        toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Returns the reasons by mutant.
    pub fn reasons(&self) -> BTreeMap<&str, &str> {
        let entries = self.equivalent.iter();
        entries
            .flat_map(|entry| entry.mutants.iter().map(|key| (key.as_str(), &*entry.because)))
            .collect()
    }

    /// Returns the reasons by line.
    pub fn unrun(&self) -> BTreeMap<&str, &str> {
        let lines = self.line.iter();
        lines
            .flat_map(|entry| entry.lines.iter().map(|line| (line.as_str(), &*entry.because)))
            .collect()
    }
}
