//! What is wrong with a PTX text, where, and what would be accepted.

use thiserror::Error;

/// A PTX text that cannot be used.
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

/// The offending text in an error's words; some have none.
fn at(text: &str) -> String {
    match text {
        "" => String::new(),
        text => format!(" (at `{text}`)"),
    }
}

/// An error that does not know its file yet; the front end adds it.
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

/// Whoever reads an error needs the beginning of the offending text, not all of an endless token.
fn shortened(text: String, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
