//! A table of a paper: text and numbers, without a chart.

use super::benchmarks::Size;
use super::case::Case;
use super::exhibit::{write_table, Exhibit, Shown};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// One value per column; null where there is none.
pub type Line = Vec<Value>;

/// A table of a paper beside ours.
pub struct Listing {
    /// As typed.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The headings.
    pub columns: &'static [&'static str],
    /// The runs it needs.
    pub cases: fn(Size) -> Vec<Case>,
    /// Its lines.
    pub rows: fn(Size, &BTreeMap<String, Value>) -> anyhow::Result<Vec<Line>>,
}

/// A filled table.
#[derive(Clone, Debug, Serialize)]
struct Table {
    /// As typed.
    figure: &'static str,
    /// What it shows.
    title: &'static str,
    /// Size of the inputs.
    size: Size,
    /// The headings.
    columns: &'static [&'static str],
    /// Its lines.
    rows: Vec<Line>,
}

/// Prints a value for people.
fn text(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

impl Listing {
    fn filled(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Table> {
        let Self { id, title, columns, .. } = *self;
        Ok(Table { figure: id, title, size, columns, rows: (self.rows)(size, results)? })
    }
}

impl Exhibit for Listing {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn cases(&self, size: Size) -> Vec<Case> {
        (self.cases)(size)
    }

    fn table(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Value> {
        Ok(serde_json::to_value(self.filled(size, results)?)?)
    }

    fn write(
        &self,
        size: Size,
        results: &BTreeMap<String, Value>,
        out: &Path,
    ) -> anyhow::Result<Shown> {
        let Self { id, title, columns, .. } = *self;
        let table = self.filled(size, results)?;
        let json = write_table(id, &table, out)?;
        let rows = table.rows.iter().map(|row| row.iter().map(text).collect()).collect();
        Ok(Shown {
            id,
            title,
            json,
            header: columns.iter().map(|&column| column.to_owned()).collect(),
            rows,
        })
    }
}
