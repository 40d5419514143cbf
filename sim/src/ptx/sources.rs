//! From lines of the PTX text to lines of the program that it was compiled from, as `.file` and `.loc` say.

use std::collections::BTreeMap;

/// The source lines of a module.
#[derive(Clone, Debug, Default)]
pub(super) struct Sources {
    files: BTreeMap<u64, String>,
    /// PTX line from which on a place is that of the instructions, ascending; `None` where a function begins.
    marks: Vec<(u32, Option<(u64, u64)>)>,
}

impl Sources {
    /// Adds the file with a number.
    pub fn file(&mut self, number: u64, name: &str) {
        self.files.insert(number, name.to_owned());
    }

    /// A function begins in a PTX line.
    pub fn function(&mut self, line: u32) {
        self.marks.push((line, None));
    }

    /// What follows in a PTX line and behind it comes from line `source` of the file with a number.
    pub fn location(&mut self, line: u32, file: u64, source: u64) {
        self.marks.push((line, Some((file, source))));
    }

    /// Returns where the instruction in a PTX line comes from, as `FILE:LINE`.
    pub fn find(&self, line: u32) -> Option<Box<str>> {
        let after = self.marks.partition_point(|(from, _)| *from <= line);
        let (file, source) = self.marks[..after].last()?.1?;
        Some(format!("{}:{source}", self.files.get(&file)?).into())
    }
}
