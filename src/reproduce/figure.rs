//! A figure of bars for each benchmark: its runs, its values, and its table.

use super::benchmarks::{Benchmark, Size};
use super::case::{Case, Variant};
use super::chart;
use super::exhibit::{add_new, write_files, Exhibit, Shown};
use super::frame::{tick, Caption};
use super::measure::INPUT;
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
    /// A number of items per other item.
    Rate,
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

    /// Whether any of these variants has run.
    fn has(&self, mut variants: impl Iterator<Item = &'static Variant>) -> bool {
        variants.any(|variant| self.results.contains_key(&variant.of(self.benchmark)))
    }

    /// Returns a field of the result of a variant, or `None` if it is absent. Dots lead into objects: `skips.led`.
    pub fn of(&self, variant: &Variant, field: &str) -> Option<f64> {
        let result = self.results.get(&variant.of(self.benchmark))?;
        field.split('.').try_fold(result, |value, key| value.get(key))?.as_f64()
    }

    /// Returns the input of a variant's run, or `None` without a run.
    fn input(&self, variant: &Variant) -> Option<&str> {
        self.results.get(&variant.of(self.benchmark))?.get(INPUT)?.as_str()
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
    /// The benchmark, or the kind of average.
    pub benchmark: &'static str,
    /// The input of the benchmark: its generator, or a file; an average has none.
    pub input: Option<String>,
    /// Measured values.
    pub ours: Vec<Option<f64>>,
    /// Published values.
    pub published: Vec<Option<f64>>,
    /// Resident warps over the most that the machine can hold, by variant; of an average, their arithmetic mean.
    pub occupancy: BTreeMap<&'static str, Option<f64>>,
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
    /// The variant whose occupancy is shown: the first that the figure needs.
    pub shown_occupancy: &'static str,
    /// One row per benchmark, and the averages. The last one weights a benchmark by its device launches; it is absent
    /// if there are none.
    pub rows: Vec<Row>,
}

impl Figure {
    /// Makes the table of the benchmarks that `results` have.
    pub fn measured(&self, size: Size, results: &BTreeMap<String, Value>) -> Table {
        let all: Vec<_> = (self.benchmarks)();
        let all = all.into_iter().map(|benchmark| Measured::new(results, benchmark));
        let all: Vec<Measured> = all.filter(|measured| measured.has(self.variants())).collect();
        let row = |measured: &Measured| {
            let name = measured.benchmark.name;
            let published = |series: &Series| {
                let known = series.published.iter().find(|(of, _)| *of == name);
                known.map(|(_, value)| *value)
            };
            let occupancy = |variant: &Variant| (variant.name, measured.of(variant, "occupancy"));
            let input = self.variants().find_map(|variant| measured.input(variant));
            Row {
                benchmark: name,
                input: input.map(str::to_owned),
                ours: self.series.iter().map(|series| (series.value)(measured)).collect(),
                published: self.series.iter().map(published).collect(),
                occupancy: self.variants().map(occupancy).collect(),
            }
        };
        let mut rows: Vec<Row> = all.iter().map(row).collect();
        let even = self.averages(&rows, |_| 1.0);
        let launches = |row: usize| {
            let of = |variant| all[row].of(variant, "launches").unwrap_or(0.0);
            self.variants().map(of).fold(0.0, f64::max)
        };
        let weighted = self.averages(&rows, launches);
        let occupancy = self.variants().map(|variant| {
            let all = rows.iter().filter_map(|row| row.occupancy[variant.name]);
            (variant.name, average(Average::Arithmetic, all))
        });
        let occupancy: BTreeMap<_, _> = occupancy.collect();
        let published = self.series.iter().map(|series| series.average).collect();
        let has_launches = weighted.iter().any(Option::is_some);
        let none = vec![None; self.series.len()];
        rows.push(Row {
            benchmark: "average",
            input: None,
            ours: even,
            published,
            occupancy: occupancy.clone(),
        });
        if has_launches {
            let benchmark = "average by launches";
            rows.push(Row { benchmark, input: None, ours: weighted, published: none, occupancy });
        }
        Table {
            figure: self.id,
            title: self.title,
            size,
            unit: self.unit,
            series: self.series.iter().map(|series| series.name).collect(),
            shown_occupancy: self.variants().next().map_or("", |variant| variant.name),
            rows,
        }
    }

    fn variants(&self) -> impl Iterator<Item = &'static Variant> {
        self.series.iter().flat_map(|series| series.needs)
    }

    /// Returns the average of each series, weighted by row.
    fn averages(&self, rows: &[Row], weight: impl Fn(usize) -> f64) -> Vec<Option<f64>> {
        let of = |index: usize| {
            let values = rows.iter().enumerate();
            let values = values.filter_map(|(row, it)| Some((it.ours[index]?, weight(row))));
            weighted_average(self.average, values)
        };
        (0..self.series.len()).map(of).collect()
    }
}

impl Exhibit for Figure {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn cases(&self, size: Size) -> Vec<Case> {
        let mut cases = Vec::new();
        for benchmark in (self.benchmarks)() {
            add_new(&mut cases, self.variants().map(|&variant| Case { benchmark, size, variant }));
        }
        cases
    }

    fn is_divisible(&self) -> bool {
        true
    }

    fn table(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Value> {
        Ok(serde_json::to_value(self.measured(size, results))?)
    }

    fn write(
        &self,
        size: Size,
        results: &BTreeMap<String, Value>,
        out: &Path,
    ) -> anyhow::Result<Shown> {
        let table = self.measured(size, results);
        let mut cases = self.cases(size);
        cases.retain(|case| results.contains_key(&case.name()));
        let caption = Caption::new(self.id, self.title, size, &cases, results);
        let json = write_files(self.id, &table, &chart::svg(&table, &caption)?, out)?;
        let occupancy = format!("occupancy, {}", table.shown_occupancy);
        let names = std::iter::once("").chain(table.series.iter().copied());
        let header = names.map(str::to_owned).chain([occupancy]).collect();
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
            let occupancy =
                Unit::Ratio.show(row.occupancy.get(self.shown_occupancy).copied().flatten());
            std::iter::once(row.benchmark.to_owned()).chain(cells).chain([occupancy]).collect()
        };
        self.rows.iter().map(line).collect()
    }
}

/// Returns the average of `values`; `None` if there are none.
pub fn average(kind: Average, values: impl Iterator<Item = f64>) -> Option<f64> {
    weighted_average(kind, values.map(|value| (value, 1.0)))
}

/// Returns the average of `values`, each with its weight; `None` if nothing has any weight.
fn weighted_average(kind: Average, values: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (mut sum, mut weights) = (0.0, 0.0);
    for (value, weight) in values {
        sum += weight * if kind == Average::Geometric { value.ln() } else { value };
        weights += weight;
    }
    let mean = sum / weights;
    (weights > 0.0).then(|| if kind == Average::Geometric { mean.exp() } else { mean })
}

impl Unit {
    /// Prints the value as tables show it.
    pub fn show(self, value: Option<f64>) -> String {
        match (value, self) {
            (None, _) => "-".into(),
            (Some(value), Self::Share) if value.abs() < 0.01 => format!("{:.2} %", 100.0 * value),
            (Some(value), Self::Share) => format!("{:.1} %", 100.0 * value),
            (Some(value), Self::Ratio | Self::Rate) => format!("{value:.2}"),
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

    /// Prints a number at an axis of charts; a part of an item is none.
    pub fn tick(self, value: f64) -> String {
        match self {
            Self::Count if value.fract() != 0.0 => String::new(),
            _ => tick(value),
        }
    }

    /// Returns the label of an axis of charts.
    pub fn axis(self) -> &'static str {
        match self {
            Self::Share => "share, %",
            Self::Ratio => "ratio",
            Self::Count | Self::Rate => "number",
            Self::Milliseconds => "time, ms",
            Self::Megabytes => "memory, MB",
        }
    }
}
