//! What two results differ in: what they are results of, and what came of it.

use super::{flatten, top, Scalar, PROVENANCE, WALL};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A value that is not the same in both.
#[derive(Debug, PartialEq, Serialize)]
pub struct Change {
    /// Its name, such as `config.l1.ways`.
    pub name: String,
    /// In the first result.
    pub first: String,
    /// In the second one.
    pub second: String,
    /// The second over the first, of numbers.
    pub ratio: Option<f64>,
}

/// Everything that differs.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct Difference {
    /// What they are results of.
    pub differ_in: Vec<Change>,
    /// What came of it.
    pub differ_out: Vec<Change>,
    /// Results that are the same.
    pub same: usize,
}

impl Difference {
    /// Compares two results. The time that they took on their computers is not compared.
    pub fn of(first: &Map<String, Value>, second: &Map<String, Value>) -> Self {
        let (first, second) = (flatten(first), flatten(second));
        let mut found = Self::default();
        let names: BTreeSet<_> = first.keys().chain(second.keys()).collect();
        for name in names.into_iter().filter(|name| *name != WALL) {
            let value =
                |side: &BTreeMap<String, Scalar>| side.get(name).cloned().unwrap_or(Scalar::Null);
            let (a, b) = (value(&first), value(&second));
            let is_in = PROVENANCE.contains(&top(name));
            if a == b {
                found.same += usize::from(!is_in);
                continue;
            }
            let ratio = a.number().zip(b.number()).map(|(a, b)| b / a).filter(|r| r.is_finite());
            let change =
                Change { name: name.clone(), first: a.to_string(), second: b.to_string(), ratio };
            if is_in {
                found.differ_in.push(change);
            } else {
                found.differ_out.push(change);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_differed_in_is_apart_from_what_differed_out() {
        let of = |ways: u32, cycles: u64, wall: f64| {
            let value = json!({
                "config": {"l1": {"ways": ways, "sets": 32}}, "cycles": cycles, "launches": 7, "wall_seconds": wall,
            });
            value.as_object().expect("an object").clone()
        };
        let found = Difference::of(&of(4, 100, 0.5), &of(8, 50, 0.25));
        let change = |name: &str, first: &str, second: &str, ratio| Change {
            name: name.into(),
            first: first.into(),
            second: second.into(),
            ratio: Some(ratio),
        };
        assert_eq!(found.differ_in, [change("config.l1.ways", "4", "8", 2.0)]);
        assert_eq!(found.differ_out, [change("cycles", "100", "50", 0.5)]);
        assert_eq!(found.same, 1, "the launches");
    }

    #[test]
    fn what_only_one_result_has_differs() {
        let of = |value: Value| value.as_object().expect("an object").clone();
        let found = Difference::of(&of(json!({"monitor": {"hits": 3}})), &of(json!({})));
        let change = Change {
            name: "monitor.hits".into(),
            first: "3".into(),
            second: "".into(),
            ratio: None,
        };
        assert_eq!(found.differ_out, [change]);
    }
}
