//! The figures of all kinds that `heddle reproduce` can show.

use super::benchmarks::Size;
use super::case::Case;
use crate::files::write;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// A figure of any kind: the runs it needs, and how it is written.
pub trait Exhibit: Sync {
    /// Name of the figure, as typed and as in its files.
    fn id(&self) -> &'static str;
    /// What it shows.
    fn title(&self) -> &'static str;
    /// The runs it needs, each once.
    fn cases(&self, size: Size) -> Vec<Case>;
    /// Whether it can be shown of some of its benchmarks.
    fn is_divisible(&self) -> bool {
        false
    }
    /// Returns its table of `results`, as `ID.json` has it. The error names the result that lacks a
    /// value.
    fn table(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Value>;
    /// Writes its table (`ID.json`) and, if it has one, its chart (`ID.svg`) of `results` into
    /// `out`. The error names the file that cannot be written, the chart that cannot be drawn, or
    /// the result that lacks a value.
    fn write(
        &self,
        size: Size,
        results: &BTreeMap<String, Value>,
        out: &Path,
    ) -> anyhow::Result<Shown>;
}

/// A figure that has been written, for the terminal.
pub struct Shown {
    /// As typed.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Its table.
    pub json: Value,
    /// The headings of its table.
    pub header: Vec<String>,
    /// The lines of its table.
    pub rows: Vec<Vec<String>>,
}

/// Adds the runs that `cases` does not have.
pub fn add_new(cases: &mut Vec<Case>, more: impl IntoIterator<Item = Case>) {
    for case in more {
        if !cases.iter().any(|known| known.name() == case.name()) {
            cases.push(case);
        }
    }
}

/// Writes the two files of a figure, and returns its table.
pub fn write_files(
    id: &str,
    table: &impl Serialize,
    svg: &str,
    out: &Path,
) -> anyhow::Result<Value> {
    write(&out.join(format!("{id}.svg")), svg.as_bytes())?;
    write_table(id, table, out)
}

/// Writes the file of a table, and returns the table.
pub fn write_table(id: &str, table: &impl Serialize, out: &Path) -> anyhow::Result<Value> {
    let mut json = serde_json::to_string_pretty(table)?;
    json.push('\n');
    write(&out.join(format!("{id}.json")), json.as_bytes())?;
    Ok(serde_json::to_value(table)?)
}
