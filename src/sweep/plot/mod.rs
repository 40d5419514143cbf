//! Quick plots of a study, drawn from its table as the charts of figures are.

mod caption;
mod charts;
mod heat;
mod known;

use super::columns::Table;
use super::point::{Planned, Study};
use anyhow::{anyhow, bail};
use std::collections::{BTreeSet, HashMap};

/// Most lines that can be told apart, by their colours and markers.
const LINES: usize = 45;

/// A picture of some columns of the table.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// A value over an axis, with a line for each combination of the other axes.
    Line { x: String, y: String },
    /// A value by two axes, as colours.
    Heat { x: String, y: String, value: String },
    /// Two measures of all points, with those that no other beats in both.
    Pareto { a: Measure, b: Measure },
}

/// A column, and which of its values are better.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name.
    pub column: String,
    /// Whether more is better; otherwise less is.
    pub more: bool,
}

impl Measure {
    fn parse(text: &str) -> Self {
        match text.strip_prefix("max:") {
            Some(column) => Self { column: column.to_owned(), more: true },
            None => Self { column: text.to_owned(), more: false },
        }
    }
}

impl Plot {
    /// Reads line:X,Y or heat:X,Y,VALUE or pareto:A,B.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let (kind, columns) = text.split_once(':').unwrap_or((text, ""));
        let columns: Vec<String> =
            columns.split(',').map(|column| column.trim().to_owned()).collect();
        let is_whole = columns.iter().all(|column| !column.is_empty());
        match (kind, &columns[..]) {
            ("line", [x, y]) if is_whole => Ok(Self::Line { x: x.clone(), y: y.clone() }),
            ("heat", [x, y, value]) if is_whole => {
                Ok(Self::Heat { x: x.clone(), y: y.clone(), value: value.clone() })
            }
            ("pareto", [a, b]) if is_whole => {
                Ok(Self::Pareto { a: Measure::parse(a), b: Measure::parse(b) })
            }
            _ => bail!("--plot {text}: this is none of line:X,Y and heat:X,Y,VALUE and pareto:A,B"),
        }
    }

    /// Checks before anything runs that the study will have what is drawn.
    pub fn check(&self, study: &Study) -> anyhow::Result<()> {
        self.checked(study).map_err(|error| anyhow!("--plot {self}: {error:#}"))
    }

    fn checked(&self, study: &Study) -> anyhow::Result<()> {
        let axes = study.axes();
        let is_axis = |name: &String| match axes.contains(name) {
            true => Ok(()),
            false => bail!("{name} is no axis of the study, which varies {}", axes.join(", ")),
        };
        match self {
            Self::Line { x, y } => {
                is_axis(x)?;
                [x, y].into_iter().try_for_each(|name| known::check(study, name))?;
                let free = free(study, &[x]);
                let of =
                    |point| free.iter().map(|axis| Planned::on(point, axis)).collect::<Vec<_>>();
                let series: BTreeSet<_> = study.points.iter().map(of).collect();
                if series.len() > LINES {
                    bail!("these are {} lines, and {LINES} can be told apart; vary less, or draw a heat map", series.len());
                }
            }
            Self::Heat { x, y, value } => {
                [x, y].into_iter().try_for_each(is_axis)?;
                known::check(study, value)?;
                if x == y {
                    bail!("both axes are {x}; give two");
                }
                if let Some(key) = free(study, &[x, y]).first() {
                    bail!("{key} varies too, and a place of a heat map has one value; give it one value, or draw lines");
                }
            }
            Self::Pareto { a, b } => {
                [a, b].into_iter().try_for_each(|of| known::check(study, &of.column))?;
            }
        }
        Ok(())
    }

    /// Returns the name of its file.
    pub fn file(&self) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "._".contains(c) { c } else { '-' };
        format!("{}.svg", self.to_string().chars().map(plain).collect::<String>())
    }

    /// Draws it as SVG text. `failed` points have no row in the table.
    pub fn svg(&self, study: &Study, table: &Table, failed: usize) -> anyhow::Result<String> {
        let caption = caption::of(self, study, table, failed);
        let mut text = String::new();
        let drawn = match self {
            Self::Line { x, y } => charts::line(study, table, x, y, &caption, &mut text),
            Self::Heat { x, y, value } => heat::svg(table, [x, y, value], &caption, &mut text),
            Self::Pareto { a, b } => charts::pareto(study, table, a, b, &caption, &mut text),
        };
        drawn.map_err(|error| anyhow!("--plot {self}: {error}"))?;
        Ok(text)
    }
}

impl std::fmt::Display for Plot {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let of = |measure: &Measure| {
            format!("{}{}", if measure.more { "max:" } else { "" }, measure.column)
        };
        match self {
            Self::Line { x, y } => write!(f, "line:{x},{y}"),
            Self::Heat { x, y, value } => write!(f, "heat:{x},{y},{value}"),
            Self::Pareto { a, b } => write!(f, "pareto:{},{}", of(a), of(b)),
        }
    }
}

/// Returns the axes that `keys` do not decide. Those that vary together with them, and those of one value, tell no point from
/// another.
fn free(study: &Study, keys: &[&String]) -> Vec<String> {
    let mut free = study.axes();
    free.retain(|axis| {
        let mut of_place = HashMap::new();
        let differs = study.points.iter().any(|point| {
            let place: Vec<_> = keys.iter().map(|key| point.on(key)).collect();
            let here = point.on(axis);
            *of_place.entry(place).or_insert(here) != here
        });
        differs && !keys.contains(&axis)
    });
    free
}
