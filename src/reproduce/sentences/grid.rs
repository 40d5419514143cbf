//! Reads columns and single values from the tables of figures.

use anyhow::{bail, ensure, Context};
use serde_json::Value;
use std::collections::BTreeMap;

/// The values of a column by row, in the table's order.
pub type Values = Vec<(String, Option<f64>)>;

/// Numbers of a figure's table by row and column.
#[derive(Debug)]
struct Grid {
    columns: Vec<String>,
    rows: Vec<(String, Vec<Option<f64>>)>,
}

impl Grid {
    /// Reads a table as `heddle reproduce --json` prints it: one with series and benchmarks or
    /// places. The error says what it lacks.
    fn read(table: &Value) -> anyhow::Result<Self> {
        let series = table["series"].as_array().context("it has no series")?;
        let columns = series.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let row = |row: &Value| {
            let name = match (&row["benchmark"], &row["x"]) {
                (Value::String(name), _) => name.clone(),
                (_, Value::Number(x)) => x.to_string(),
                _ => bail!("a row has neither benchmark nor place"),
            };
            let ours = row["ours"].as_array().context("a row has no values")?;
            Ok((name, ours.iter().map(Value::as_f64).collect()))
        };
        let rows = table["rows"].as_array().context("it has no rows")?.iter().map(row);
        Ok(Self { columns, rows: rows.collect::<anyhow::Result<_>>()? })
    }
}

/// The tables that sentences are judged by, by the name of the figure.
#[derive(Debug, Default)]
pub struct Tables(BTreeMap<String, Grid>);

impl Tables {
    /// Adds the table of `figure`. The error says why it cannot be read.
    pub fn add(&mut self, figure: &str, table: &Value) -> anyhow::Result<()> {
        let grid = Grid::read(table).with_context(|| format!("the table of {figure}"))?;
        self.0.insert(figure.to_owned(), grid);
        Ok(())
    }
}

/// A column of a figure, or one computed from others row by row.
#[derive(Clone, Copy, Debug)]
pub enum Column {
    /// A series of a figure.
    Of(&'static str, &'static str),
    /// The sum of two.
    Plus(&'static Column, &'static Column),
    /// The first less the second.
    Minus(&'static Column, &'static Column),
    /// The first divided by the second; no value where that is 0.
    Over(&'static Column, &'static Column),
}

impl Column {
    /// Adds the figures that it reads to `names`.
    pub fn figures(&self, names: &mut Vec<&'static str>) {
        match self {
            Self::Of(figure, _) => names.push(figure),
            Self::Plus(a, b) | Self::Minus(a, b) | Self::Over(a, b) => {
                a.figures(names);
                b.figures(names);
            }
        }
    }

    /// Computes its values. Of two columns, only rows that both have are kept. An unknown figure or
    /// series is an error, which lists the known ones.
    pub fn values(&self, tables: &Tables) -> anyhow::Result<Values> {
        let both = |a: &Self, b: &Self, of: fn(f64, f64) -> f64| {
            let right: BTreeMap<_, _> = b.values(tables)?.into_iter().collect();
            let left = a.values(tables)?.into_iter();
            let pair = |(name, a): (String, Option<f64>)| {
                let b = *right.get(&name)?;
                let value = a.zip(b).map(|(a, b)| of(a, b)).filter(|value| value.is_finite());
                Some((name, value))
            };
            anyhow::Ok(left.filter_map(pair).collect())
        };
        match *self {
            Self::Of(figure, series) => {
                let grid = tables.0.get(figure);
                let grid = grid.with_context(|| format!("there is no table of {figure}"))?;
                let index = grid.columns.iter().position(|column| column == series);
                let index = index.with_context(|| {
                    format!("{figure} has no column `{series}`; it has {:?}", grid.columns)
                })?;
                let of = |(name, cells): &(String, Vec<Option<f64>>)| {
                    (name.clone(), cells.get(index).copied().flatten())
                };
                Ok(grid.rows.iter().map(of).collect())
            }
            Self::Plus(a, b) => both(a, b, |a, b| a + b),
            Self::Minus(a, b) => both(a, b, |a, b| a - b),
            Self::Over(a, b) => both(a, b, |a, b| a / b),
        }
    }
}

/// Rows of a column. Averages belong to none of them.
#[derive(Clone, Copy, Debug)]
pub enum Rows {
    /// All benchmarks.
    All,
    /// These.
    Only(&'static [&'static str]),
    /// All but these.
    But(&'static [&'static str]),
}

impl Rows {
    /// Keeps these rows of `column` that have a value, in its order. A name that it does not have is
    /// an error.
    pub fn of(self, column: &Column, tables: &Tables) -> anyhow::Result<Vec<(String, f64)>> {
        let values = column.values(tables)?;
        let (Self::Only(names) | Self::But(names)) = self else {
            return Ok(kept(values, |_| true));
        };
        for name in names {
            ensure!(values.iter().any(|(row, _)| row == name), "{column:?} has no row `{name}`");
        }
        let only = matches!(self, Self::Only(_));
        Ok(kept(values, |name| names.contains(&name) == only))
    }
}

fn kept(values: Values, is_kept: impl Fn(&str) -> bool) -> Vec<(String, f64)> {
    let is_row = |name: &str| !name.starts_with("average") && is_kept(name);
    let values = values.into_iter().filter(|(name, _)| is_row(name));
    values.filter_map(|(name, value)| Some((name, value?))).collect()
}

/// A single number, computed from columns.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// A constant.
    Is(f64),
    /// The value in a row, such as `average`. A place such as `262144` that the size does not reach
    /// has no value; any other unknown row is an error.
    At(Column, &'static str),
    /// The value in the row of this index.
    Nth(Column, usize),
    /// The value in the last row.
    Last(Column),
    /// The least value in rows.
    Least(Column, Rows),
    /// The greatest value in rows.
    Greatest(Column, Rows),
    /// The arithmetic mean of rows.
    Mean(Column, Rows),
    /// The first divided by the second.
    Ratio(&'static Number, &'static Number),
    /// The greatest of these.
    Most(&'static [Number]),
}

impl Number {
    /// Adds the figures that it reads to `names`.
    pub fn figures(&self, names: &mut Vec<&'static str>) {
        match self {
            Self::Is(_) => (),
            Self::At(column, _)
            | Self::Nth(column, _)
            | Self::Last(column)
            | Self::Least(column, _)
            | Self::Greatest(column, _)
            | Self::Mean(column, _) => column.figures(names),
            Self::Ratio(above, below) => {
                above.figures(names);
                below.figures(names);
            }
            Self::Most(numbers) => numbers.iter().for_each(|number| number.figures(names)),
        }
    }

    /// Computes it; `None` if the runs have no such value.
    pub fn value(&self, tables: &Tables) -> anyhow::Result<Option<f64>> {
        let rows = |column, rows: Rows| {
            let values = rows.of(column, tables)?.into_iter().map(|(_, value)| value);
            anyhow::Ok(values.collect::<Vec<_>>())
        };
        Ok(match self {
            Self::Is(value) => Some(*value),
            Self::At(column, name) => {
                let values = column.values(tables)?;
                let found = values.iter().find(|(row, _)| row == name);
                let is_place = |name: &str| name.parse::<f64>().is_ok();
                ensure!(
                    found.is_some()
                        || is_place(name) && values.iter().all(|(row, _)| is_place(row)),
                    "{column:?} has no row `{name}`"
                );
                found.and_then(|(_, value)| *value)
            }
            Self::Nth(column, index) => {
                column.values(tables)?.get(*index).and_then(|(_, value)| *value)
            }
            Self::Last(column) => column.values(tables)?.last().and_then(|(_, value)| *value),
            Self::Least(column, of) => rows(column, *of)?.into_iter().reduce(f64::min),
            Self::Greatest(column, of) => rows(column, *of)?.into_iter().reduce(f64::max),
            Self::Mean(column, of) => {
                let values = rows(column, *of)?;
                let count = values.len() as f64;
                (count > 0.0).then(|| values.iter().sum::<f64>() / count)
            }
            Self::Ratio(above, below) => {
                let both = above.value(tables)?.zip(below.value(tables)?);
                both.map(|(above, below)| above / below).filter(|value| value.is_finite())
            }
            Self::Most(numbers) => {
                let values = numbers.iter().map(|number| number.value(tables));
                let values = values.collect::<anyhow::Result<Vec<_>>>()?;
                values.into_iter().flatten().reduce(f64::max)
            }
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use serde_json::json;

    /// A figure `f` of columns a and b with the rows x, y and z, where the last b is absent, and a
    /// sweep `s`.
    pub fn tables(x: [f64; 2], y: [f64; 2], z: f64) -> Tables {
        let mut tables = Tables::default();
        let figure = json!({"series": ["a", "b"], "rows": [
            {"benchmark": "x", "ours": x},
            {"benchmark": "y", "ours": y},
            {"benchmark": "z", "ours": [z, null]},
            {"benchmark": "average", "ours": [100.0, 200.0]},
        ]});
        tables.add("f", &figure).expect("a table");
        let rows = [json!({"x": 32, "ours": [1.0]}), json!({"x": 64, "ours": [4.0]})];
        tables.add("s", &json!({"series": ["time"], "rows": rows})).expect("a table");
        tables
    }

    pub const A: Column = Column::Of("f", "a");
    pub const B: Column = Column::Of("f", "b");
    pub const TIME: Column = Column::Of("s", "time");

    #[test]
    fn columns_are_computed_row_by_row_and_numbers_from_them() {
        let tables = tables([1.0, 4.0], [2.0, 2.0], 9.0);
        let value = |number: Number| number.value(&tables).expect("known");
        assert_eq!(value(Number::At(Column::Minus(&A, &B), "x")), Some(-3.0));
        assert_eq!(value(Number::At(Column::Plus(&A, &B), "x")), Some(5.0));
        assert_eq!(value(Number::At(Column::Over(&A, &B), "y")), Some(1.0));
        assert_eq!(value(Number::At(Column::Over(&A, &B), "z")), None);
        assert_eq!(value(Number::At(A, "average")), Some(100.0));
        assert_eq!(value(Number::Greatest(A, Rows::All)), Some(9.0), "averages are no benchmarks");
        assert_eq!(value(Number::Least(A, Rows::But(&["x"]))), Some(2.0));
        assert_eq!(value(Number::Mean(A, Rows::Only(&["x", "z"]))), Some(5.0));
        assert_eq!(value(Number::Ratio(&Number::Last(TIME), &Number::Nth(TIME, 0))), Some(4.0));
        assert_eq!(value(Number::Most(&[Number::Is(3.0), Number::At(A, "x")])), Some(3.0));
    }

    #[test]
    fn an_unknown_figure_column_or_row_is_an_error() {
        let tables = tables([1.0, 4.0], [2.0, 2.0], 9.0);
        let error = |number: Number| number.value(&tables).expect_err("unknown").to_string();
        assert!(error(Number::Last(Column::Of("g", "a"))).contains("no table of g"));
        let column = error(Number::At(Column::Minus(&A, &Column::Of("f", "c")), "x"));
        assert!(column.contains("no column `c`") && column.contains("[\"a\", \"b\"]"), "{column}");
        assert!(error(Number::At(A, "w")).contains("no row `w`"));
        assert!(error(Number::At(A, "128")).contains("no row `128`"), "not a place");
        assert!(error(Number::Mean(A, Rows::Only(&["w"]))).contains("no row `w`"));
        assert!(error(Number::Mean(A, Rows::But(&["w"]))).contains("no row `w`"));
        assert!(error(Number::At(TIME, "x")).contains("no row `x`"));
    }

    #[test]
    fn a_place_that_the_size_does_not_reach_has_no_value() {
        let tables = tables([1.0, 4.0], [2.0, 2.0], 9.0);
        assert_eq!(Number::At(TIME, "262144").value(&tables).expect("a place"), None);
    }

    #[test]
    fn a_table_without_series_or_values_is_refused_by_name() {
        for broken in [json!({}), json!({"series": [], "rows": [{}]}), json!({"series": []})] {
            let error = Tables::default().add("f", &broken).expect_err("broken");
            assert!(format!("{error:#}").starts_with("the table of f: "), "{error:#}");
        }
    }
}
