//! The table of a study: a row for each point, a column for each key of the machine and each field of the results.

use super::parquet;
use super::point::Planned;
use super::row::Row;
use crate::results::{flatten, top, Scalar, PROVENANCE};
use crate::runs::Outcome;
use anyhow::bail;
use std::collections::{BTreeMap, BTreeSet};

/// Fields of a result that say which run it is, before what was measured.
pub const FIRST: [&str; 3] = ["workload", "input", "machine"];

/// Columns by name, and rows of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Names of the columns.
    pub names: Vec<String>,
    /// A value for each column.
    pub rows: Vec<Vec<Scalar>>,
}

impl Table {
    /// The tables of the points that are done, and of those that failed, which have the reason. `names` are those of the
    /// values of the results.
    pub fn of(
        axes: &[String],
        outcomes: Vec<(&Planned, Outcome<Row>)>,
        names: &[String],
    ) -> (Self, Self) {
        let mut present = vec![false; names.len()];
        for (_, outcome) in &outcomes {
            if let Outcome::Done(row) = outcome {
                row.iter().for_each(|(number, _)| present[*number] = true);
            }
        }
        let known = names.iter().zip(&present).filter(|(_, present)| **present);
        let mut done =
            Self { names: columns(axes, &known.map(|(name, _)| name).collect()), rows: Vec::new() };
        let mut failed =
            Self { names: [axes, &["why".into(), "command".into()]].concat(), rows: Vec::new() };
        // Of a name that is an axis too, the value on the axis counts.
        let column =
            |name: &String| done.names.iter().skip(axes.len()).position(|known| known == name);
        let column: Vec<Option<usize>> =
            names.iter().map(|name| Some(axes.len() + column(name)?)).collect();
        for (point, outcome) in outcomes {
            let mut row: Vec<Scalar> = point.varied.iter().map(|(_, text)| typed(text)).collect();
            match outcome {
                Outcome::Done(values) => {
                    row.resize(done.names.len(), Scalar::Null);
                    for (number, value) in values {
                        if let Some(column) = column[number] {
                            row[column] = value;
                        }
                    }
                    done.rows.push(row);
                }
                Outcome::Failed(why) => {
                    let command = format!("heddle {}", point.command.join(" "));
                    row.extend([Scalar::Text(why), Scalar::Text(command)]);
                    failed.rows.push(row);
                }
            }
        }
        (done, failed)
    }

    /// Returns the values of a column; none if there is no such column.
    pub fn column<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Scalar> {
        let column = self.names.iter().position(|known| known == name);
        self.rows.iter().filter_map(move |row| row.get(column?))
    }

    /// Returns the numbers of a column, for each row the one that it has. A column without numbers is an error.
    pub fn numbers(&self, name: &str) -> anyhow::Result<Vec<Option<f64>>> {
        let numbers: Vec<_> = self.column(name).map(Scalar::number).collect();
        match numbers.iter().any(Option::is_some) {
            true => Ok(numbers),
            false => bail!("no point has a number for {name}; the plot is not drawn, and the tables are complete"),
        }
    }

    /// As comma-separated values, with a header.
    pub fn csv(&self) -> anyhow::Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.names)?;
        for row in &self.rows {
            writer.write_record(row.iter().map(Scalar::to_string))?;
        }
        Ok(writer.into_inner()?)
    }

    /// As Parquet.
    pub fn parquet(&self) -> anyhow::Result<Vec<u8>> {
        parquet::write(self)
    }
}

/// The axes, which run it is, what was measured, then the rest of the machine, and the run in full.
fn columns(axes: &[String], known: &BTreeSet<&String>) -> Vec<String> {
    let machine = machine_keys();
    let mut names: Vec<String> = axes.to_vec();
    let mut add = |name: &str| {
        if known.contains(&name.to_owned()) && !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
        }
    };
    FIRST.iter().for_each(|name| add(name));
    let says_which = |name: &str| PROVENANCE.contains(&top(name));
    let measured = known.iter().filter(|name| !machine.contains_key(**name) && !says_which(name));
    measured.for_each(|name| add(name));
    machine.keys().for_each(|name| add(name));
    for field in PROVENANCE {
        known.iter().filter(|name| top(name) == field).for_each(|name| add(name));
    }
    names
}

/// The keys of every machine, with the values of one.
pub fn machine_keys() -> BTreeMap<String, Scalar> {
    let config = heddle_sim::config::GpuConfig::preset("k20c").expect("a preset");
    let value = serde_json::to_value(config).expect("a machine is a value");
    flatten(value.as_object().expect("of keys"))
}

/// Returns a value of an axis as what it looks like.
pub fn typed(text: &str) -> Scalar {
    if let Ok(integer) = text.parse() {
        return Scalar::Integer(integer);
    }
    if let Ok(number) = text.parse::<f64>() {
        if number.is_finite() {
            return Scalar::Number(number);
        }
    }
    match text {
        "true" => Scalar::Bool(true),
        "false" => Scalar::Bool(false),
        _ => Scalar::Text(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::row::Names;
    use super::*;
    use serde_json::json;

    fn planned(count: &str) -> Planned {
        Planned {
            id: count.into(),
            varied: vec![("smx.count".into(), count.into())],
            command: vec!["run".into(), "bfs".into()],
        }
    }

    fn done(names: &Names, count: u32) -> Outcome<Row> {
        let result = json!({
            "cycles": 10 * count, "input": "x,y", "version": "1", "config": {"smx": {"count": count, "warps": 64}},
        });
        Outcome::Done(names.row(result.as_object().expect("an object").clone()))
    }

    #[test]
    fn axes_come_first_and_then_what_was_measured_and_the_rest_of_the_machine() {
        let names = Names::default();
        let failed = Outcome::Failed("no memory".into());
        let points = ["4", "6", "8"].map(planned);
        let outcomes = points.iter().zip([done(&names, 4), failed, done(&names, 8)]).collect();
        let (table, failed) = Table::of(&["smx.count".into()], outcomes, &names.all());
        assert_eq!(table.names, ["smx.count", "input", "cycles", "smx.warps", "version"]);
        let csv = String::from_utf8(table.csv().expect("it is written")).expect("text");
        assert_eq!(
            csv,
            "smx.count,input,cycles,smx.warps,version\n4,\"x,y\",40,64,1\n8,\"x,y\",80,64,1\n"
        );
        assert_eq!(failed.names, ["smx.count", "why", "command"]);
        assert_eq!(failed.rows[0][..2], [Scalar::Integer(6), Scalar::Text("no memory".into())]);
    }

    #[test]
    fn values_of_axes_have_the_type_that_they_look_like() {
        assert_eq!(typed("12"), Scalar::Integer(12));
        assert_eq!(typed("0.5"), Scalar::Number(0.5));
        assert_eq!(typed("true"), Scalar::Bool(true));
        assert_eq!(typed("cdp"), Scalar::Text("cdp".into()));
        assert_eq!(typed("inf"), Scalar::Text("inf".into()));
    }
}
