//! The machine's parameters: presets as TOML files (every value with its source beside it), and
//! single values changed by dotted path.

mod check;
mod comments;
mod describe;
mod error;
mod file;
mod latencies;
mod launch_mode;
mod layer;
mod print;
mod ranges;
mod relevance;
mod renames;
mod scheduling;
mod types;

#[cfg(test)]
mod file_tests;
#[cfg(test)]
mod key_tests;
#[cfg(test)]
mod tests;

pub(crate) use check::BUS_TURNAROUND;
pub use comments::wrap_comments;
pub use describe::{Key, Section, Values, Word};
pub use error::ConfigError;
pub use latencies::EffectiveLatencies;
pub use ranges::Range;
pub use types::*;

use toml::Value;

const PRESETS: &[(&str, &str)] = &[
    ("k20c", include_str!("k20c.toml")),
    ("titan", include_str!("titan.toml")),
    ("k40", include_str!("k40.toml")),
    ("gtx480", include_str!("gtx480.toml")),
    ("laser13", include_str!("laser13.toml")),
    ("gtx1080ti", include_str!("gtx1080ti.toml")),
    ("lax8", include_str!("lax8.toml")),
    ("v100", include_str!("v100.toml")),
    ("a100", include_str!("a100.toml")),
    ("gpgpusim-gtx480", include_str!("gpgpusim-gtx480.toml")),
    ("gpgpusim-kepler", include_str!("gpgpusim-kepler.toml")),
    ("wide", include_str!("wide.toml")),
    ("tiny", include_str!("tiny.toml")),
];

impl GpuConfig {
    /// Names of all presets.
    pub fn preset_names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, _)| *name)
    }

    /// The preset of this name.
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        Ok(file::open_preset(name)?.config)
    }

    /// The machine of this name: a preset, or a TOML file if the name ends in `.toml`.
    pub fn open(name: &str) -> Result<Self, ConfigError> {
        Ok(file::open(name)?.config)
    }

    /// Reads a configuration from TOML: a complete one, or one with a preset as its `base`; `what` names the text in
    /// errors.
    pub fn from_toml(what: &str, text: &str) -> Result<Self, ConfigError> {
        Ok(file::read(what, text)?.config)
    }

    /// Changes one value, named by its dotted path (`set("kernel.launch", "dtbl")`). On an error the
    /// configuration is as it was.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        renames::check(key, value.trim())?;
        let mut tree = self.to_value();
        let Some(leaf) = find(&mut tree, key) else {
            return Err(check::unknown(key));
        };
        let bad = |expected: String| ConfigError::BadValue {
            key: key.to_string(),
            value: value.to_string(),
            expected,
        };
        *leaf = match leaf {
            Value::Integer(_) => {
                let digits = value.trim().replace('_', "");
                let number = digits.parse().map_err(|_| bad("it must be an integer".into()))?;
                Value::Integer(number)
            }
            Value::Boolean(_) => {
                Value::Boolean(value.trim().parse().map_err(|_| bad("use true or false".into()))?)
            }
            _ => Value::String(value.trim().to_string()),
        };
        check::check(&tree)?;
        *self = tree.try_into().map_err(|e: toml::de::Error| bad(e.message().to_string()))?;
        Ok(())
    }

    /// Every dotted path with its present value, in the order of the sections.
    pub fn entries(&self) -> Vec<(String, String)> {
        let leaves = check::leaves(&self.to_value());
        leaves.into_iter().map(|(key, value)| (key, value.to_string())).collect()
    }

    fn to_value(&self) -> Value {
        Value::try_from(self).expect("a configuration holds nothing that TOML cannot express")
    }
}

/// The leaf at a dotted path.
fn find<'a>(tree: &'a mut Value, key: &str) -> Option<&'a mut Value> {
    let leaf = key.split('.').try_fold(tree, |node, part| node.as_table_mut()?.get_mut(part))?;
    (!leaf.is_table()).then_some(leaf)
}
