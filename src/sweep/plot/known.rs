//! Which columns a study will have, and which of them are numbers.

use crate::results::{top, Scalar, PROVENANCE};
use crate::sweep::columns::{machine_keys, typed, FIRST};
use crate::sweep::point::Study;
use anyhow::bail;

/// The page that defines every statistic, and no other.
const STATISTICS: &str = include_str!("../../../docs/src/statistics.md");

/// Checks that a column can be there, and that its values can be numbers.
pub fn check(study: &Study, name: &str) -> anyhow::Result<()> {
    if study.axes().iter().any(|axis| axis == name) {
        let values = study.points.iter().filter_map(|point| point.on(name));
        let mut texts = values.filter(|value| typed(value).number().is_none());
        return match texts.next() {
            None => Ok(()),
            Some(text) => bail!("{name} is drawn as a number, and takes the value {text}"),
        };
    }
    let machine = machine_keys();
    if let Some(value) = machine.get(name) {
        return match value {
            Scalar::Integer(_) | Scalar::Number(_) | Scalar::Null => Ok(()),
            Scalar::Bool(_) | Scalar::Text(_) => bail!("{name} is drawn as a number, and has none"),
        };
    }
    if FIRST.contains(&name) || PROVENANCE.contains(&top(name)) {
        bail!("{name} is drawn as a number, and has none");
    }
    let is_defined = statistics().any(|known| known == name || top(known) == top(name));
    if !is_defined {
        let all: Vec<&str> = statistics().collect();
        let close = all.into_iter().chain(machine.keys().map(String::as_str));
        let close = close.filter(|known| distance(known, name) <= 2).collect::<Vec<_>>();
        let hint = match close.is_empty() {
            true => "columns are the axes, the keys of the machine and the statistics of `heddle run --json`".to_owned(),
            false => format!("did you mean {}?", close.join(" or ")),
        };
        bail!("there will be no column {name}; {hint}");
    }
    Ok(())
}

/// The names of all statistics; those of an object's members have its name and a dot before their own.
fn statistics() -> impl Iterator<Item = &'static str> {
    let rows = STATISTICS.lines().filter_map(|line| line.strip_prefix("| `"));
    let names = rows.filter_map(|row| row.split(" | ").next());
    names.flat_map(|names| names.split(", ")).map(|name| name.trim_matches('`'))
}

/// Returns how many letters have to be added, removed or changed to make one word the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, letter) in one.chars().enumerate() {
        let mut before = std::mem::replace(&mut row[0], index + 1);
        for (column, known) in other.iter().enumerate() {
            let changed = before + usize::from(*known != letter);
            before = row[column + 1];
            row[column + 1] = changed.min(before + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_read_from_their_page() {
        let known: Vec<_> = statistics().collect();
        assert!(["cycles", "ipc", "account.issued", "l1_hit_rate"]
            .iter()
            .all(|name| known.contains(name)));
    }

    #[test]
    fn a_distance_is_the_letters_that_differ() {
        assert_eq!(distance("cycles", "cylces"), 2);
        assert_eq!(distance("ipc", "ipc"), 0);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("smx.count", "smx.cout"), 1);
    }
}
