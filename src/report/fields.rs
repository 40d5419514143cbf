//! Fields of a result, read with what is wrong and where.

use anyhow::bail;
use serde_json::{Map, Value};

/// An object in a file.
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    /// The file, and the object's place in it.
    pub place: &'a str,
    /// The members.
    pub map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    /// Returns a member that is there; `null` is absent.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    /// Returns a number of at least 0, if it is there.
    pub fn number(&self, name: &str) -> anyhow::Result<Option<f64>> {
        self.get(name).map(|value| number(self.place, name, value)).transpose()
    }

    /// Returns a text, if it is there.
    pub fn text(&self, name: &str) -> anyhow::Result<Option<&'a str>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => {
                bail!("{}: `{name}` is {}, and should be a text", self.place, kind(other))
            }
        }
    }

    /// Returns an object, if it is there.
    pub fn object(&self, name: &str) -> anyhow::Result<Option<&'a Map<String, Value>>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Object(map)) => Ok(Some(map)),
            Some(other) => {
                bail!("{}: `{name}` is {}, and should be an object", self.place, kind(other))
            }
        }
    }

    /// Returns a list, if it is there.
    pub fn list(&self, name: &str) -> anyhow::Result<Option<&'a [Value]>> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Array(list)) => Ok(Some(list)),
            Some(other) => {
                bail!("{}: `{name}` is {}, and should be a list", self.place, kind(other))
            }
        }
    }
}

/// Returns the members of a value that must be an object.
pub fn object<'a>(place: &str, value: &'a Value) -> anyhow::Result<&'a Map<String, Value>> {
    match value {
        Value::Object(map) => Ok(map),
        other => bail!("{place} is {}, and should be an object", kind(other)),
    }
}

/// More than any number of a run: counts have 64 bits, and no run gets near to their end.
const MOST: f64 = 1e18;

/// Returns a value that must be a number of at least 0.
pub fn number(place: &str, name: &str, value: &Value) -> anyhow::Result<f64> {
    match value.as_f64() {
        Some(number) if number > MOST => {
            bail!("{place}: `{name}` is {number:e}, which is more than a run can have")
        }
        Some(number) if number >= 0.0 => Ok(number),
        Some(number) => bail!("{place}: `{name}` is {number}, and should not be less than 0"),
        None => bail!("{place}: `{name}` is {}, and should be a number", kind(value)),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
