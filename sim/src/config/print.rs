//! A configuration as text, with the source of every value beside it.

use super::{ConfigError, GpuConfig, PRESETS};
use toml_edit::{DocumentMut, Item, TableLike, Value};

/// What stands beside a value that is not the preset's.
const CHANGED: &str = " # set on the command line";

impl GpuConfig {
    /// The configuration as the file of the preset it started as: every value with its source, except
    /// those that were changed since, which say so. The text is a complete configuration.
    pub fn with_sources(&self, preset: &str) -> Result<String, ConfigError> {
        let original = Self::preset(preset)?;
        let (_, text) = PRESETS.iter().find(|(name, _)| *name == preset).expect("it was just read");
        let mut document: DocumentMut = text.parse().expect("it was just read");
        for ((key, value), (_, before)) in self.entries().into_iter().zip(original.entries()) {
            if value != before {
                let value = value.parse().expect("entries are written as TOML");
                let path: Vec<&str> = key.split('.').collect();
                replace(document.as_table_mut(), &path, value);
            }
        }
        Ok(document.to_string())
    }
}

/// Puts a value in the place of another. The remark goes to the end of the line, so behind the table
/// for a value of an inline table.
fn replace(table: &mut dyn TableLike, path: &[&str], new: Value) {
    let Some((first, rest)) = path.split_first() else { return };
    match table.get_mut(first) {
        Some(Item::Value(old)) => {
            let prefix = old.decor().prefix().cloned().unwrap_or_default();
            match old.as_inline_table_mut() {
                Some(inner) => change(inner, rest, new),
                None => *old = new,
            }
            *old.decor_mut() = toml_edit::Decor::new(prefix, CHANGED);
        }
        Some(Item::Table(inner)) => replace(inner, rest, new),
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
