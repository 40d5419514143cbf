//! A configuration as text, with the source of every value beside it.

use super::{file, ConfigError, GpuConfig};
use toml_edit::{Item, TableLike, Value};

/// What stands beside a value that is not the preset's.
const CHANGED: &str = " # set on the command line";

impl GpuConfig {
    /// The configuration as the text of the machine it started as, a preset or a file: every value with its source,
    /// except those that were changed since, which say so. The text is a complete configuration.
    pub fn with_sources(&self, name: &str) -> Result<String, ConfigError> {
        let file::Sourced { config: original, mut document } = file::open(name)?;
        for ((key, value), (_, before)) in self.entries().into_iter().zip(original.entries()) {
            if value != before {
                let value = value.parse().expect("entries are written as TOML");
                let path: Vec<&str> = key.split('.').collect();
                replace(document.as_table_mut(), &path, value, CHANGED);
            }
        }
        Ok(document.to_string())
    }
}

/// Puts a value in the place of another, and `source` at the end of the line, which is behind the table for a value of
/// an inline table.
pub(super) fn replace(table: &mut dyn TableLike, path: &[&str], new: Value, source: &str) {
    let Some((first, rest)) = path.split_first() else { return };
    match table.get_mut(first) {
        Some(Item::Value(old)) => {
            let prefix = old.decor().prefix().cloned().unwrap_or_default();
            match old.as_inline_table_mut() {
                Some(inner) => change(inner, rest, new),
                None => *old = new,
            }
            *old.decor_mut() = toml_edit::Decor::new(prefix, source);
        }
        Some(Item::Table(inner)) => replace(inner, rest, new, source),
        _ => {}
    }
}

/// Puts a value in the place of another in an inline table, spaces as they were.
fn change(table: &mut dyn TableLike, path: &[&str], new: Value) {
    let [key] = path else { return };
    if let Some(Item::Value(old)) = table.get_mut(key) {
        let decor = old.decor().clone();
        *old = new;
        *old.decor_mut() = decor;
    }
}
