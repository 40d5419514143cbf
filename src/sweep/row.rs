//! Results of many points, kept small: names are kept once for all of them.

use crate::results::{flatten, Scalar};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::sync::Mutex;

/// What the names of the machine's keys begin with in a result; in the table they have their own names.
const CONFIG: &str = "config.";

/// The values of a result, each with the number of its name.
pub type Row = Vec<(usize, Scalar)>;

/// Names of values, by number.
#[derive(Default)]
pub struct Names(Mutex<Known>);

#[derive(Default)]
struct Known {
    numbers: HashMap<String, usize>,
    names: Vec<String>,
}

impl Names {
    /// Returns the values of a result by the numbers of their names.
    pub fn row(&self, mut result: Map<String, Value>) -> Row {
        // Its members are named by paths.
        if let Some(files) = result.get_mut("files_sha256") {
            *files = Value::String(files.to_string());
        }
        let values = flatten(&result);
        let mut known = self.0.lock().expect("nobody panics while holding this");
        values.into_iter().map(|(name, value)| (known.number(name), value)).collect()
    }

    /// Returns the names, in the order of their numbers.
    pub fn all(&self) -> Vec<String> {
        self.0.lock().expect("nobody panics while holding this").names.clone()
    }
}

impl Known {
    fn number(&mut self, name: String) -> usize {
        let name = name.strip_prefix(CONFIG).map(str::to_owned).unwrap_or(name);
        if let Some(number) = self.numbers.get(&name) {
            return *number;
        }
        self.names.push(name.clone());
        self.numbers.insert(name, self.names.len() - 1);
        self.names.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn results_share_the_names_of_their_values() {
        let names = Names::default();
        let row = |value: Value| names.row(value.as_object().expect("an object").clone());
        let first = row(
            json!({"cycles": 3, "config": {"smx": {"count": 4}}, "files_sha256": {"a.b": "c"}}),
        );
        let second = row(json!({"cycles": 5, "ipc": 0.5}));
        assert_eq!(names.all(), ["smx.count", "cycles", "files_sha256", "ipc"]);
        let files = Scalar::Text("{\"a.b\":\"c\"}".into());
        assert_eq!(first, [(0, Scalar::Integer(4)), (1, Scalar::Integer(3)), (2, files)]);
        assert_eq!(second, [(1, Scalar::Integer(5)), (3, Scalar::Number(0.5))]);
    }
}
