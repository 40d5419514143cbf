//! The errors of a PTX text: what is wrong, where, and what would be accepted.

use thiserror::Error;

/// An error in a PTX text.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{file}:{line}: {message}{}", at(text))]
pub struct PtxError {
    /// Name of the PTX file as given to the parser.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// The offending text.
    pub text: String,
    /// What is wrong and what is expected or supported.
    pub message: String,
}

/// Returns the offending text as part of an error message; some errors have none.
fn at(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!(" (at `{text}`)"),
    }
}

/// An error without its file name, which the front end adds.
#[derive(Debug)]
pub(super) struct Located {
    pub line: u32,
    pub text: String,
    pub message: String,
}

impl Located {
    pub(super) fn new(line: u32, text: impl Into<String>, message: impl Into<String>) -> Self {
        Self { line, text: text.into(), message: message.into() }
    }

    pub(super) fn in_file(self, file: &str) -> PtxError {
        let (text, message) = (shortened(self.text, 80), shortened(self.message, 400));
        PtxError { file: file.to_string(), line: self.line, text, message }
    }
}

/// Shortens the offending text to its beginning, because an endless token would hide the message.
fn shortened(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
