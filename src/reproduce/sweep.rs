//! A third kind of figure: values over one growing quantity, as lines.

use super::benchmarks::Size;
use super::case::Case;
use super::exhibit::{write_files, Exhibit, Shown};
use super::figure::Unit;
use super::frame::Caption;
use super::lines::{self, Line, Lines};
use anyhow::anyhow;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The scale of an axis in a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// By their difference.
    Linear,
    /// By their ratio.
    Logarithmic,
}

/// Values at one point; ours and, where it is known, the paper's, series by series.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// The place.
    pub x: u64,
    /// Measured, or computed as the figure's title says.
    pub ours: Vec<Option<f64>>,
    /// Published.
    pub published: Vec<Option<f64>>,
}

/// A figure of lines.
pub struct Sweep {
    /// As typed.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// What the places are.
    pub x: &'static str,
    /// How its values are meant.
    pub unit: Unit,
    /// Of the chart, both ways.
    pub scale: Scale,
    /// The names of its lines.
    pub series: &'static [&'static str],
    /// The runs it needs.
    pub cases: fn(Size) -> Vec<Case>,
    /// Its values, from left to right.
    pub points: fn(Size, &BTreeMap<String, Value>) -> anyhow::Result<Vec<Point>>,
}

/// A sweep, measured.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// As typed.
    pub figure: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Size of the inputs.
    pub size: Size,
    /// What the places are.
    pub x: &'static str,
    /// How the values are meant.
    pub unit: Unit,
    /// The names of the series.
    pub series: &'static [&'static str],
    /// From left to right.
    pub rows: Vec<Point>,
}

impl Sweep {
    fn measured(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Table> {
        let Self { id, title, x, unit, series, .. } = *self;
        Ok(Table { figure: id, title, size, x, unit, series, rows: (self.points)(size, results)? })
    }
}

impl Table {
    /// As lines to draw.
    fn lines(&self, scale: Scale) -> Lines {
        let line = |(index, name): (usize, &&str)| Line {
            name: (*name).to_owned(),
            measured: self.rows.iter().map(|row| row.ours[index]).collect(),
            published: self.rows.iter().map(|row| row.published[index]).collect(),
        };
        Lines {
            x: self.x.to_owned(),
            y: self.unit.axis().to_owned(),
            unit: self.unit,
            scale,
            places: self.rows.iter().map(|row| row.x as f64).collect(),
            series: self.series.iter().enumerate().map(line).collect(),
        }
    }
}

impl Exhibit for Sweep {
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
        Ok(serde_json::to_value(self.measured(size, results)?)?)
    }

    fn write(
        &self,
        size: Size,
        results: &BTreeMap<String, Value>,
        out: &Path,
    ) -> anyhow::Result<Shown> {
        let Self { id, title, x, unit, series, .. } = *self;
        let table = self.measured(size, results)?;
        let caption = Caption::new(id, title, size, &self.cases(size), results);
        let mut svg = String::new();
        lines::svg(&table.lines(self.scale), &caption, &mut svg)
            .map_err(|error| anyhow!("{id}: {error}"))?;
        let json = write_files(id, &table, &svg, out)?;
        let row = |point: &Point| {
            let cells = point.ours.iter().zip(&point.published);
            let cells = cells.map(|(&ours, &published)| unit.beside(ours, published));
            std::iter::once(point.x.to_string()).chain(cells).collect()
        };
        let header = std::iter::once(x).chain(series.iter().copied()).map(str::to_owned).collect();
        Ok(Shown { id, title, json, header, rows: table.rows.iter().map(row).collect() })
    }
}
