//! The errors of an input.

use super::npy::NpyError;
use thiserror::Error;

/// Why an input cannot be used: what was wrong, where, and what to do.
#[derive(Debug, Error)]
pub enum InputError {
    /// The text names no generator.
    #[error("no input generator is called `{name}`; known: {known}; a file whose name contains a colon can be given as ./{name}:...")]
    UnknownGenerator {
        /// The name before the first colon.
        name: String,
        /// The accepted forms.
        known: String,
    },
    /// A generator's parameters are wrong.
    #[error("input `{spec}`: {what}; write {expected}")]
    BadParameters {
        /// The text as given.
        spec: String,
        /// What is wrong with it.
        what: String,
        /// The accepted form.
        expected: String,
    },
    /// The file cannot be opened.
    #[error(
        "cannot open input file {path}: {reason}; to generate an input instead, write {known}"
    )]
    Open {
        /// The file as named by the caller.
        path: String,
        /// The generators that could be used instead.
        known: String,
        /// Why the system refused.
        reason: std::io::Error,
    },
    /// The file breaks its format, or ends or fails to decompress midway.
    #[error("{path}:{line}: {what}")]
    Malformed {
        /// The file as named by the caller.
        path: String,
        /// Line of the (decompressed) text, counted from 1.
        line: u64,
        /// What is wrong and why.
        what: String,
    },
    /// The array given as the input cannot be used.
    #[error(transparent)]
    Array(#[from] NpyError),
}
