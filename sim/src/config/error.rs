//! What can be wrong with a configuration.

use thiserror::Error;

/// A configuration that cannot be used.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ConfigError {
    /// No preset has this name.
    #[error(
        "unknown preset `{name}`; presets are: {valid}, and a file has a name that ends in .toml"
    )]
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
        /// The key.
        key: String,
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
    /// A key was set that does nothing on this machine.
    #[error("configuration key `{key}` does nothing here: it needs {needs}")]
    Idle {
        /// The key.
        key: String,
        /// The settings with which it would do something.
        needs: &'static str,
    },
    /// A machine is based on itself.
    #[error("a machine cannot be based on itself: {chain}")]
    CircularBase {
        /// The machines, each based on the next.
        chain: String,
    },
    /// A text without a base leaves something out.
    #[error("{what} has no base, so it must be complete: {keys} are missing; base = \"k20c\" would say them")]
    Incomplete {
        /// Name of the text.
        what: String,
        /// What is missing.
        keys: String,
    },
    /// A file cannot be read.
    #[error("cannot read {path}: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        reason: String,
    },
    /// A mistake in a file.
    #[error("{}{error}", place(what, line))]
    Located {
        /// Name of the file.
        what: String,
        /// Line, from 1, if it is known.
        line: Option<usize>,
        /// The mistake.
        error: Box<ConfigError>,
    },
    /// Text that is not a configuration.
    #[error("{message}")]
    BadFile {
        /// The cause, from the TOML parser.
        message: String,
    },
}

impl ConfigError {
    /// The same error, made in a line of a text.
    pub(super) fn at(self, what: &str, line: usize) -> Self {
        Self::Located { what: what.to_owned(), line: Some(line), error: Box::new(self) }
    }

    /// The same error, made somewhere in a text.
    pub(super) fn inside(self, what: &str) -> Self {
        Self::Located { what: what.to_owned(), line: None, error: Box::new(self) }
    }

    /// The key that it is about.
    pub(super) fn key(&self) -> Option<&str> {
        match self {
            Self::UnknownKey { key, .. }
            | Self::BadValue { key, .. }
            | Self::Renamed { key, .. } => Some(key),
            _ => None,
        }
    }
}

/// How a place in a text is written.
fn place(what: &str, line: &Option<usize>) -> String {
    match line {
        Some(line) => format!("{what}:{line}: "),
        None => format!("{what}: "),
    }
}
