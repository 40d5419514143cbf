//! What can be wrong with an input.

use thiserror::Error;

use super::spec::forms;

/// An input that cannot be used: what was wrong, where, and what to do.
#[derive(Debug, Error)]
pub enum InputError {
    /// The text names no generator.
    #[error("no input generator is called `{name}`; known: {}; a file whose name contains a colon can be given as ./{name}:...", forms())]
    UnknownGenerator {
        /// The name before the first colon.
        name: String,
    },
    /// A generator's parameters are wrong.
    #[error("input `{spec}`: {what}; write {expected}")]
    BadParameters {
        /// The text as given.
        spec: String,
        /// What is wrong with it.
        what: String,
        /// The form that is understood.
        expected: String,
    },
    /// The file cannot be opened.
    #[error(
        "cannot open input file {path}: {reason}; to generate an input instead, write {}",
        forms()
    )]
    Open {
        /// The file as named by the caller.
        path: String,
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
}
