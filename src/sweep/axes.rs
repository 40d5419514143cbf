//! Axes of a study: keys, and the values that they take together.

use anyhow::{anyhow, bail};

/// Most points of a study.
const POINTS: usize = 1_000_000;

/// Keys that take values together; of a plain axis it is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The keys.
    pub keys: Vec<String>,
    /// Their values, a row for each place on the axis.
    pub rows: Vec<Vec<String>>,
}

impl Axis {
    /// Reads KEY=A,B,...
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let (key, values) = text
            .split_once('=')
            .ok_or_else(|| anyhow!("--vary {text}: this is not of the form KEY=A,B,..."))?;
        let values = values.split(',').map(|value| value.trim().to_owned()).collect();
        Self::plain(key.trim(), values).map_err(|error| anyhow!("--vary {text}: {error}"))
    }

    /// An axis of one key.
    pub fn plain(key: &str, values: Vec<String>) -> anyhow::Result<Self> {
        if key.is_empty() {
            bail!("the key is missing; write KEY=A,B,...");
        }
        if values.is_empty() || values.iter().any(String::is_empty) {
            bail!("a value of {key} is empty; give one or more values");
        }
        let rows: Vec<_> = values.into_iter().map(|value| vec![value]).collect();
        let axis = Self { keys: vec![key.to_owned()], rows };
        axis.check()?;
        Ok(axis)
    }

    /// An axis of keys that take their values together: the first of each, the second of each, and so on.
    pub fn together(columns: Vec<(String, Vec<String>)>) -> anyhow::Result<Self> {
        let Some((first, length)) = columns.first().map(|(key, values)| (key, values.len())) else {
            bail!("it has no key; give two or more keys and their values");
        };
        if let Some((key, values)) = columns.iter().find(|(_, values)| values.len() != length) {
            bail!(
                "{first} has {length} values and {key} has {}; keys that vary together have as many",
                values.len()
            );
        }
        if length == 0 {
            bail!("{first} has no values");
        }
        let rows = (0..length)
            .map(|row| columns.iter().map(|(_, values)| values[row].clone()).collect())
            .collect();
        let axis = Self { keys: columns.into_iter().map(|(key, _)| key).collect(), rows };
        axis.check()?;
        Ok(axis)
    }

    fn check(&self) -> anyhow::Result<()> {
        for (place, row) in self.rows.iter().enumerate() {
            if self.rows[..place].contains(row) {
                bail!(
                    "{} takes {} twice; give each value once",
                    self.keys.join(", "),
                    row.join(", ")
                );
            }
        }
        Ok(())
    }
}

/// Returns every combination of places on the axes, the last axis fastest: keys and their values. A key of two axes is
/// refused, and so are too many combinations.
pub fn combinations(axes: &[Axis]) -> anyhow::Result<Vec<Vec<(String, String)>>> {
    let mut keys: Vec<&String> = Vec::new();
    for key in axes.iter().flat_map(|axis| &axis.keys) {
        if keys.contains(&key) {
            bail!("{key} varies twice; give all its values at once");
        }
        keys.push(key);
    }
    let count = axes.iter().try_fold(1_usize, |count, axis| count.checked_mul(axis.rows.len()));
    if count.is_none_or(|count| count > POINTS) {
        bail!("the study has more than {POINTS} points; vary less");
    }
    let mut points = vec![Vec::new()];
    for axis in axes {
        let extended = |point: &Vec<(String, String)>| {
            let of_row = |row: &Vec<String>| {
                let mut point = point.clone();
                point.extend(axis.keys.iter().cloned().zip(row.iter().cloned()));
                point
            };
            axis.rows.iter().map(of_row).collect::<Vec<_>>()
        };
        points = points.iter().flat_map(extended).collect();
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn all_combinations_are_points_with_the_last_axis_fastest() {
        let axes = [Axis::parse("a=1,2").unwrap(), Axis::parse("b=x,y").unwrap()];
        let points = combinations(&axes).unwrap();
        let values: Vec<Vec<&str>> =
            points.iter().map(|point| point.iter().map(|(_, v)| v.as_str()).collect()).collect();
        assert_eq!(values, [["1", "x"], ["1", "y"], ["2", "x"], ["2", "y"]]);
        assert_eq!(combinations(&[]).unwrap(), [vec![]], "a study of one point");
    }

    #[test]
    fn keys_that_vary_together_are_one_axis() {
        let columns = vec![("a".into(), words(&["1", "2"])), ("b".into(), words(&["3", "4"]))];
        let points = combinations(&[Axis::together(columns).unwrap()]).unwrap();
        let pair = |a: &str, b: &str| vec![("a".into(), a.into()), ("b".into(), b.into())];
        assert_eq!(points, [pair("1", "3"), pair("2", "4")]);
    }

    #[test]
    fn what_is_no_axis_is_told_in_words() {
        let told = |text: &str| Axis::parse(text).unwrap_err().to_string();
        assert_eq!(told("a"), "--vary a: this is not of the form KEY=A,B,...");
        assert_eq!(told("=1"), "--vary =1: the key is missing; write KEY=A,B,...");
        assert_eq!(told("a="), "--vary a=: a value of a is empty; give one or more values");
        assert_eq!(told("a=1,,2"), "--vary a=1,,2: a value of a is empty; give one or more values");
        assert_eq!(told("a=1,1"), "--vary a=1,1: a takes 1 twice; give each value once");
        let columns = vec![("a".into(), words(&["1", "2"])), ("b".into(), words(&["3"]))];
        assert_eq!(
            Axis::together(columns).unwrap_err().to_string(),
            "a has 2 values and b has 1; keys that vary together have as many"
        );
        let twice = [Axis::parse("a=1").unwrap(), Axis::parse("a=2").unwrap()];
        assert_eq!(
            combinations(&twice).unwrap_err().to_string(),
            "a varies twice; give all its values at once"
        );
        let long = |key: &str| {
            let values: Vec<String> = (0..1001).map(|n| n.to_string()).collect();
            Axis::plain(key, values).unwrap()
        };
        assert_eq!(
            combinations(&[long("a"), long("b")]).unwrap_err().to_string(),
            "the study has more than 1000000 points; vary less"
        );
    }
}
