//! Reports a difference: the smallest program that shows it, in a file and in a message.

use super::generate::program;
use super::print::{print, print_body};
use super::{approximate, compare, shrink};
use crate::report::fingerprint;
use std::fmt;
use std::path::{Path, PathBuf};

/// One of this many programs runs an approximate instruction.
const APPROXIMATE_EVERY: u64 = 16;

/// A program on which interpreter and executor differ.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Seed of the program.
    pub seed: u64,
    /// The first value that differs, or why the executor did not run the program.
    pub difference: String,
    /// The lines of the shrunk program between its beginning and its end, which all programs share.
    pub lines: String,
    /// The whole shrunk program.
    pub text: String,
}

/// Runs the program of this seed on both sides, and shrinks it if they differ.
pub fn check(seed: u64) -> Option<Failure> {
    if seed % APPROXIMATE_EVERY == APPROXIMATE_EVERY - 1 {
        let difference = approximate::difference(seed)?;
        let text = approximate::text(seed);
        return Some(Failure { seed, difference, lines: String::new(), text });
    }
    let program = program(seed);
    let first = compare::difference(&program)?;
    // A refusal must stay a refusal while statements are left out.
    let kind = |difference: &str| difference.split(':').next().map(|word| word == "refused");
    let alike = |found: String| kind(&found) == kind(&first);
    let small = shrink::shrink(&program, |less| compare::difference(less).is_some_and(alike));
    let difference = compare::difference(&small).unwrap_or(first);
    Some(Failure { seed, difference, lines: print_body(&small), text: print(&small) })
}

impl Failure {
    /// Returns the instructions without operands and labels: the same for failures of one cause.
    pub fn shape(&self) -> String {
        let words = self.lines.lines().filter(|line| !line.ends_with(':'));
        let words: Vec<&str> = words
            .filter_map(|line| line.split_whitespace().find(|word| !word.starts_with('@')))
            .collect();
        if words.is_empty() {
            self.text.clone()
        } else {
            words.join("\n")
        }
    }

    /// Writes the shrunk program to `differential-HASH.ptx` in `dir`, creating it if necessary.
    pub fn write(&self, dir: &Path) -> std::io::Result<PathBuf> {
        std::fs::create_dir_all(dir)?;
        let file = dir.join(format!("differential-{}.ptx", fingerprint(&self.text)));
        std::fs::write(&file, format!("// {self}\n{}", self.text))?;
        Ok(file)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}: {}", self.seed, self.difference)
    }
}
