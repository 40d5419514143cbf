//! A figure of bars for each benchmark: its runs, its values, and its table.

use super::benchmarks::{Benchmark, Size};
use super::case::{Case, Variant};
use super::chart;
use super::exhibit::{add_new, write_files, Exhibit, Shown};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The unit of measurement of a figure's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share; shown as a percentage.
    Share,
    /// A ratio of two measurements.
    Ratio,
    /// A number of items.
    Count,
    /// A time.
    Milliseconds,
    /// 10^6 bytes.
    Megabytes,
}

/// The kind of average in the last row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Average {
    /// The arithmetic mean.
    Arithmetic,
    /// The geometric mean; for ratios.
    Geometric,
}

/// The measurements of one benchmark, by variant.
pub struct Measured<'a> {
    results: &'a BTreeMap<String, Value>,
    benchmark: &'a Benchmark,
}

impl<'a> Measured<'a> {
    /// Collects the results of a benchmark from `results`.
    pub fn new(results: &'a BTreeMap<String, Value>, benchmark: &'a Benchmark) -> Self {
        Self { results, benchmark }
    }

    /// Returns a field of the result of a variant, or `None` if it is absent.
    pub fn of(&self, variant: &Variant, field: &str) -> Option<f64> {
        self.results.get(&variant.of(self.benchmark))?.get(field)?.as_f64()
    }

    /// Returns the quotient of one field in two variants.
    pub fn ratio(&self, field: &str, above: &Variant, below: &Variant) -> Option<f64> {
        let below = self.of(below, field).filter(|&value| value > 0.0)?;
        Some(self.of(above, field)? / below)
    }
}

/// One set of bars.
pub struct Series {
    /// Name in the legend.
    pub name: &'static str,
    /// The variants it needs.
    pub needs: &'static [Variant],
    /// Computes its value for a benchmark; `None` if there is no value.
    pub value: fn(&Measured) -> Option<f64>,
    /// The published average.
    pub average: Option<f64>,
    /// Published values of single benchmarks. Our copy of the paper has no pictures; these values
    /// are those that its text states.
    pub published: &'static [(&'static str, f64)],
}

impl Series {
    /// Makes bars without published values.
    pub const fn new(
        name: &'static str,
        needs: &'static [Variant],
        value: fn(&Measured) -> Option<f64>,
    ) -> Self {
        Self { name, needs, value, average: None, published: &[] }
    }

    /// Adds a published average.
    pub const fn average(self, average: f64) -> Self {
        Self { average: Some(average), ..self }
    }

    /// Adds published values of benchmarks.
    pub const fn published(self, published: &'static [(&'static str, f64)]) -> Self {
        Self { published, ..self }
    }
}

/// A figure of a paper, or one of ours in the same form.
pub struct Figure {
    /// As typed.
    pub id: &'static str,
    /// What it shows, in a line.
    pub title: &'static str,
    /// How its values are meant.
    pub unit: Unit,
    /// Kind of average in its last row.
    pub average: Average,
    /// Benchmarks, in the paper's order.
    pub benchmarks: fn() -> Vec<&'static Benchmark>,
    /// The bars of each benchmark.
    pub series: &'static [Series],
}

/// A row of a figure's table: our value and, where it is known, the paper's, series by series.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The benchmark, or `average`.
    pub benchmark: &'static str,
    /// Measured values.
    pub ours: Vec<Option<f64>>,
    /// Published values.
    pub published: Vec<Option<f64>>,
}

/// A measured figure.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// As typed.
    pub figure: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Size of the inputs.
    pub size: Size,
    /// How the values are meant.
    pub unit: Unit,
    /// The names of the series.
    pub series: Vec<&'static str>,
    /// One row per benchmark, and the average.
    pub rows: Vec<Row>,
}

impl Figure {
    /// Makes the table from `results`.
    pub fn table(&self, size: Size, results: &BTreeMap<String, Value>) -> Table {
        let mut rows: Vec<Row> = Vec::new();
        for benchmark in (self.benchmarks)() {
            let measured = Measured::new(results, benchmark);
            let published = |series: &Series| {
                let known = series.published.iter().find(|(name, _)| *name == benchmark.name);
                known.map(|(_, value)| *value)
            };
            rows.push(Row {
                benchmark: benchmark.name,
                ours: self.series.iter().map(|series| (series.value)(&measured)).collect(),
                published: self.series.iter().map(published).collect(),
            });
        }
        let column = |index: usize| rows.iter().filter_map(move |row| row.ours[index]);
        let ours = (0..self.series.len()).map(|index| average(self.average, column(index)));
        let average = Row {
            benchmark: "average",
            ours: ours.collect(),
            published: self.series.iter().map(|series| series.average).collect(),
        };
        rows.push(average);
        let series = self.series.iter().map(|series| series.name).collect();
        Table { figure: self.id, title: self.title, size, unit: self.unit, series, rows }
    }
}

impl Exhibit for Figure {
    fn id(&self) -> &'static str {
        self.id
    }

    fn cases(&self, size: Size) -> Vec<Case> {
        let mut cases = Vec::new();
        for benchmark in (self.benchmarks)() {
            let variants = self.series.iter().flat_map(|series| series.needs);
            add_new(&mut cases, variants.map(|&variant| Case { benchmark, size, variant }));
        }
        cases
    }

    fn write(
        &self,
        size: Size,
        results: &BTreeMap<String, Value>,
        out: &Path,
    ) -> anyhow::Result<Shown> {
        let table = self.table(size, results);
        let json = write_files(self.id, &table, &chart::svg(&table)?, out)?;
        let header = std::iter::once("").chain(table.series.iter().copied()).collect();
        Ok(Shown { id: self.id, title: self.title, json, header, rows: table.text() })
    }
}

impl Table {
    /// Returns its lines for people: our value, and the published one in brackets where it is
    /// known.
    fn text(&self) -> Vec<Vec<String>> {
        let line = |row: &Row| {
            let cells = row.ours.iter().zip(&row.published);
            let cells = cells.map(|(&ours, &published)| self.unit.beside(ours, published));
            std::iter::once(row.benchmark.to_owned()).chain(cells).collect()
        };
        self.rows.iter().map(line).collect()
    }
}

/// Returns the average of `values`; `None` if there are none.
pub fn average(kind: Average, values: impl Iterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.collect();
    let count = values.len() as f64;
    match kind {
        _ if values.is_empty() => None,
        Average::Arithmetic => Some(values.iter().sum::<f64>() / count),
        Average::Geometric => {
            Some((values.iter().map(|value| value.ln()).sum::<f64>() / count).exp())
        }
    }
}

impl Unit {
    /// Prints the value as tables show it.
    pub fn show(self, value: Option<f64>) -> String {
        match (value, self) {
            (None, _) => "-".into(),
            (Some(value), Self::Share) if value.abs() < 0.01 => format!("{:.2} %", 100.0 * value),
            (Some(value), Self::Share) => format!("{:.1} %", 100.0 * value),
            (Some(value), Self::Ratio) => format!("{value:.2}"),
            (Some(value), Self::Count) => format!("{value:.0}"),
            (Some(value), Self::Milliseconds | Self::Megabytes) => format!("{value:.3}"),
        }
    }

    /// Prints our value, and the published one in brackets where it is known.
    pub fn beside(self, ours: Option<f64>, published: Option<f64>) -> String {
        match published {
            None => self.show(ours),
            Some(_) => format!("{} [{}]", self.show(ours), self.show(published)),
        }
    }

    /// Returns the label of an axis of charts.
    pub fn axis(self) -> &'static str {
        match self {
            Self::Share => "%",
            Self::Ratio => "ratio",
            Self::Count => "count",
            Self::Milliseconds => "ms",
            Self::Megabytes => "MB",
        }
    }
}
