//! JSON as values with names: those of an object's members begin with its own name and a dot.

use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt;

/// A value that is no object. A list is its JSON text.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Scalar {
    /// Absent.
    Null,
    /// True or false.
    Bool(bool),
    /// An integer that 64 bits hold.
    Integer(i64),
    /// Any other number.
    Number(f64),
    /// A text, or the JSON text of a list.
    Text(String),
}

impl Scalar {
    fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => match number.as_i64() {
                Some(integer) => Self::Integer(integer),
                None => Self::Number(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => Self::Text(text.clone()),
            Value::Array(_) | Value::Object(_) => Self::Text(value.to_string()),
        }
    }

    /// Its value, if it is a number.
    pub fn number(&self) -> Option<f64> {
        match *self {
            Self::Integer(integer) => Some(integer as f64),
            Self::Number(number) => Some(number),
            Self::Null | Self::Bool(_) | Self::Text(_) => None,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Null => Ok(()),
            Self::Bool(value) => value.fmt(f),
            Self::Integer(integer) => integer.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Returns the field of which a name is a member, or which it names.
pub fn top(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Returns the values of `fields`, by name. An empty object is absent.
pub fn flatten(fields: &Map<String, Value>) -> BTreeMap<String, Scalar> {
    let mut flat = BTreeMap::new();
    enter("", fields, &mut flat);
    flat
}

fn enter(prefix: &str, fields: &Map<String, Value>, flat: &mut BTreeMap<String, Scalar>) {
    for (name, value) in fields {
        let name = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
        match value {
            Value::Object(members) if !members.is_empty() => enter(&name, members, flat),
            Value::Object(_) => drop(flat.insert(name, Scalar::Null)),
            _ => drop(flat.insert(name, Scalar::of(value))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn members_of_objects_have_the_name_of_their_object_before_their_own() {
        let value =
            json!({"a": {"b": 1, "c": {"d": true}}, "e": [1, 2], "f": null, "g": {}, "h": 0.5});
        let flat = flatten(value.as_object().expect("an object"));
        let text = |text: &str| Scalar::Text(text.into());
        let expected = [
            ("a.b", Scalar::Integer(1)),
            ("a.c.d", Scalar::Bool(true)),
            ("e", text("[1,2]")),
            ("f", Scalar::Null),
            ("g", Scalar::Null),
            ("h", Scalar::Number(0.5)),
        ];
        assert_eq!(flat, expected.map(|(name, value)| (name.to_owned(), value)).into());
    }

    #[test]
    fn an_integer_beyond_64_bits_is_a_number() {
        assert_eq!(Scalar::of(&json!(u64::MAX)), Scalar::Number(u64::MAX as f64));
    }
}
