//! The table of a study: a row for each point, a column for each key of the machine and each field of the results.

use super::folder::Outcome;
use super::parquet;
use super::point::Study;
use crate::results::{flatten, top, Scalar, PROVENANCE};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Fields of a result that say which run it is, before what was measured.
const FIRST: [&str; 3] = ["workload", "input", "machine"];
/// What the names of the machine's keys begin with in a result; in the table they have their own names.
const CONFIG: &str = "config.";

/// Columns by name, and rows of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Names of the columns.
    pub names: Vec<String>,
    /// A value for each column.
    pub rows: Vec<Vec<Scalar>>,
}

impl Table {
    /// The tables of the points that are done, and of those that failed, which have the reason.
    pub fn of(study: &Study, outcomes: &[Outcome]) -> (Self, Self) {
        let axes: Vec<String> = study.points.first().map_or_else(Vec::new, |point| {
            point.varied.iter().map(|(key, _)| key.clone()).collect()
        });
        let (mut done, mut failed) = (Vec::new(), Vec::new());
        for (point, outcome) in study.points.iter().zip(outcomes) {
            let varied = point.varied.iter().map(|(key, text)| (key.clone(), typed(text)));
            let mut row: BTreeMap<String, Scalar> = varied.collect();
            match outcome {
                Outcome::Done(result) => {
                    for (name, value) in values(result) {
                        row.entry(name).or_insert(value);
                    }
                    done.push(row);
                }
                Outcome::Failed(why) => {
                    row.insert("why".into(), Scalar::Text(why.clone()));
                    let command = format!("heddle {}", point.command().join(" "));
                    row.insert("command".into(), Scalar::Text(command));
                    failed.push(row);
                }
            }
        }
        let failures = axes.iter().cloned().chain(["why".into(), "command".into()]).collect();
        (Self::sorted(columns(&axes, &done), &done), Self::sorted(failures, &failed))
    }

    fn sorted(names: Vec<String>, rows: &[BTreeMap<String, Scalar>]) -> Self {
        let value =
            |row: &BTreeMap<String, Scalar>, name| row.get(name).cloned().unwrap_or(Scalar::Null);
        let rows = rows.iter().map(|row| names.iter().map(|name| value(row, name)).collect());
        Self { rows: rows.collect(), names }
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

/// Returns the values of a result by the names of their columns.
fn values(result: &Map<String, Value>) -> BTreeMap<String, Scalar> {
    let mut result = result.clone();
    // Its members are named by paths.
    if let Some(files) = result.get_mut("files_sha256") {
        *files = Value::String(files.to_string());
    }
    let name = |name: String| name.strip_prefix(CONFIG).map(str::to_owned).unwrap_or(name);
    flatten(&result).into_iter().map(|(full, value)| (name(full), value)).collect()
}

/// The axes, which run it is, what was measured, then the rest of the machine, and the run in full.
fn columns(axes: &[String], rows: &[BTreeMap<String, Scalar>]) -> Vec<String> {
    let known: BTreeSet<&String> = rows.iter().flat_map(BTreeMap::keys).collect();
    let machine = machine_keys();
    let mut names: Vec<String> = axes.to_vec();
    let mut add = |name: &str| {
        if known.contains(&name.to_owned()) && !names.iter().any(|other| other == name) {
            names.push(name.to_owned());
        }
    };
    FIRST.iter().for_each(|name| add(name));
    let says_which = |name: &str| PROVENANCE.contains(&top(name));
    let measured = known.iter().filter(|name| !machine.contains(**name) && !says_which(name));
    measured.for_each(|name| add(name));
    machine.iter().for_each(|name| add(name));
    for field in PROVENANCE {
        known.iter().filter(|name| top(name) == field).for_each(|name| add(name));
    }
    names
}

/// The keys of every machine.
fn machine_keys() -> BTreeSet<String> {
    let config = heddle_sim::config::GpuConfig::preset("k20c").expect("a preset");
    let value = serde_json::to_value(config).expect("a machine is a value");
    flatten(value.as_object().expect("of keys")).into_keys().collect()
}

/// Returns a value of an axis as what it looks like.
fn typed(text: &str) -> Scalar {
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
    use super::super::point::Point;
    use super::*;
    use serde_json::json;

    fn study(values: &[&str]) -> Study {
        let point = |value: &&str| Point {
            varied: vec![("smx.count".into(), value.to_string())],
            app: "bfs".into(),
            ..Point::default()
        };
        let ids = values.iter().map(|value| value.to_string()).collect();
        Study { points: values.iter().map(point).collect(), ids }
    }

    fn done(count: u32) -> Outcome {
        let result = json!({
            "cycles": 10 * count, "input": "x,y", "version": "1", "config": {"smx": {"count": count, "warps": 64}},
        });
        Outcome::Done(result.as_object().expect("an object").clone())
    }

    #[test]
    fn axes_come_first_and_then_what_was_measured_and_the_rest_of_the_machine() {
        let outcomes = [done(4), Outcome::Failed("no memory".into()), done(8)];
        let (table, failed) = Table::of(&study(&["4", "6", "8"]), &outcomes);
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
