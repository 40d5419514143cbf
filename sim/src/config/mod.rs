//! The machine's parameters: presets as TOML files (every value with its source beside it), and
//! single values changed by dotted path.

mod check;
mod latencies;
mod print;
mod renames;
mod types;

#[cfg(test)]
mod tests;

pub(crate) use check::BUS_TURNAROUND;
pub use latencies::EffectiveLatencies;
pub use types::*;

use thiserror::Error;
use toml::Value;

const PRESETS: &[(&str, &str)] = &[
    ("k20c", include_str!("k20c.toml")),
    ("gtx480", include_str!("gtx480.toml")),
    ("laser13", include_str!("laser13.toml")),
    ("gtx1080ti", include_str!("gtx1080ti.toml")),
    ("lax8", include_str!("lax8.toml")),
    ("gpgpusim-gtx480", include_str!("gpgpusim-gtx480.toml")),
    ("gpgpusim-kepler", include_str!("gpgpusim-kepler.toml")),
    ("tiny", include_str!("tiny.toml")),
];

/// A configuration that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// No preset has this name.
    #[error("unknown preset `{name}`; presets are: {valid}")]
    UnknownPreset {
        /// What was asked for.
        name: String,
        /// Names of all presets.
        valid: String,
    },
    /// No value has this path.
    #[error("unknown configuration key `{key}`; {hint}")]
    UnknownKey {
        /// What was asked for.
        key: String,
        /// The keys that were probably meant.
        hint: String,
    },
    /// The key or the value is one of an earlier version.
    #[error("{old} is now {new}")]
    Renamed {
        /// What was given.
        old: String,
        /// What to give in its place.
        new: String,
    },
    /// The value has the wrong type or is not one of the allowed words.
    #[error("configuration key `{key}` cannot be `{value}`: {expected}")]
    BadValue {
        /// Dotted path of the value.
        key: String,
        /// What was given.
        value: String,
        /// What is allowed.
        expected: String,
    },
    /// Text that is not a configuration.
    #[error("{what} is not a valid configuration: {message}")]
    BadFile {
        /// Name of the preset or file.
        what: String,
        /// Line and cause, from the TOML parser.
        message: String,
    },
}

impl GpuConfig {
    /// Names of all presets.
    pub fn preset_names() -> impl Iterator<Item = &'static str> {
        PRESETS.iter().map(|(name, _)| *name)
    }

    /// The preset of this name.
    pub fn preset(name: &str) -> Result<Self, ConfigError> {
        match PRESETS.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Self::from_toml(name, text),
            None => Err(ConfigError::UnknownPreset {
                name: name.to_string(),
                valid: Self::preset_names().collect::<Vec<_>>().join(", "),
            }),
        }
    }

    /// Reads a complete configuration from TOML; `what` names the text in errors.
    pub fn from_toml(what: &str, text: &str) -> Result<Self, ConfigError> {
        let bad = |message: String| ConfigError::BadFile { what: what.to_string(), message };
        let config: Self = toml::from_str(text).map_err(|e| bad(e.to_string()))?;
        check::check(&config.to_value())?;
        Ok(config)
    }

    /// Changes one value, named by its dotted path (`set("kernel.launch", "dtbl")`). On an error the
    /// configuration is as it was.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), ConfigError> {
        renames::check(key, value.trim())?;
        let mut tree = self.to_value();
        let Some(leaf) = find(&mut tree, key) else {
            return Err(ConfigError::UnknownKey {
                key: key.to_string(),
                hint: check::hint(&self.to_value(), key),
            });
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
