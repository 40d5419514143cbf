//! One text of a machine: its values with their lines and sources, checked one by one.

use super::file::{schema, set, table};
use super::{check, renames, ConfigError, GpuConfig};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use toml::Value;
use toml_edit::{Document, DocumentMut, Item, TableLike};

/// A value of a text.
struct Leaf {
    /// The names of its sections, and its own.
    path: Vec<String>,
    item: toml_edit::Value,
    /// What stands behind it on its line: the source. Empty if there is nothing.
    source: String,
}

impl Leaf {
    fn key(&self) -> String {
        key_of(&self.path)
    }

    /// The value as it was given, a word without its quotes.
    fn given(&self) -> String {
        match &self.item {
            toml_edit::Value::String(text) => text.value().clone(),
            other => other.to_string().trim().to_owned(),
        }
    }

    fn bad(&self, expected: String) -> ConfigError {
        ConfigError::BadValue { key: self.key(), value: self.given(), expected }
    }
}

/// A text of a machine.
pub(super) struct Layer {
    what: String,
    /// What stands before the first entry of a text with a base.
    head: String,
    pub document: DocumentMut,
    /// The machine that has what this text does not say, and the line that names it.
    pub base: Option<(String, usize)>,
    leaves: Vec<Leaf>,
    /// The line of each value, from 1.
    lines: HashMap<String, usize>,
}

impl Layer {
    /// Reads a text and checks each of its values; `what` names it in errors.
    pub fn read(what: &str, text: &str) -> Result<Self, ConfigError> {
        let bad = |line: usize, message: &str| {
            let message = message.trim().replace('\n', "; ");
            ConfigError::BadFile { message }.at(what, line)
        };
        let ends = line_ends(text);
        let spans = Document::parse(text).map_err(|error| {
            bad(error.span().map_or(1, |span| line_of(&ends, span.start)), error.message())
        })?;
        let mut lines = HashMap::new();
        find_lines(&ends, spans.as_table(), &mut Vec::new(), &mut lines);
        let mut document = spans.into_mut();
        let line = lines.get("base").copied().unwrap_or(1);
        let base = match document.get("base") {
            None => None,
            Some(base) => match base.as_str() {
                Some(base) => Some((base.to_owned(), line)),
                None => {
                    return Err(bad(line, "`base` must be the name of a machine, such as \"k20c\""))
                }
            },
        };
        let mut head = String::new();
        if base.is_some() {
            head = take_head(&mut document);
            document.remove("base");
        }
        let mut leaves = Vec::new();
        find_leaves(document.as_table(), &mut Vec::new(), None, &mut leaves);
        let layer = Self { what: what.to_owned(), head, document, base, leaves, lines };
        // A text is almost always right, which one look at all of it tells. What is wrong is found value by value.
        if !are_right(&layer.leaves) {
            for leaf in &layer.leaves {
                check_leaf(leaf).map_err(|error| layer.locate(error))?;
            }
        }
        Ok(layer)
    }

    /// Says where an error about a key was made, if it was in this text.
    pub fn locate(&self, error: ConfigError) -> ConfigError {
        let line = error.key().and_then(|key| self.lines.get(key));
        match line {
            Some(&line) => error.at(&self.what, line),
            None => error.inside(&self.what),
        }
    }

    /// Refuses a text that leaves something out though it has no base.
    pub fn complete(&self) -> Result<(), ConfigError> {
        let given: HashSet<String> = self.leaves.iter().map(Leaf::key).collect();
        let missing = check::leaves(schema()).into_iter().map(|(key, _)| key);
        let missing: Vec<String> = missing.filter(|key| !given.contains(key)).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let more = missing.len().saturating_sub(3);
        let mut keys =
            missing.iter().take(3).map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        if more > 0 {
            keys += &format!(" and {more} more");
        }
        Err(ConfigError::Incomplete { what: self.what.clone(), keys })
    }

    /// Puts the values of this text, with their sources, in the places of those of its base.
    pub fn lay_over(&self, document: &mut DocumentMut) {
        let base_head = head(document);
        for leaf in &self.leaves {
            let source = match leaf.source.as_str() {
                "" if leaf.key() == "name" => String::new(),
                "" => format!(" # {}", self.what.replace(char::is_control, "?")),
                source => source.to_owned(),
            };
            set(document, &leaf.path, leaf.item.clone(), &source);
        }
        copy_remarks(self.document.as_table(), &mut Vec::new(), document);
        if !self.leaves.iter().any(|leaf| leaf.key() == "name") {
            let stem = Path::new(&self.what).file_stem().map(|stem| stem.to_string_lossy());
            set(document, &["name".to_owned()], stem.as_deref().unwrap_or(&self.what).into(), "");
        }
        let base = self.base.as_ref().map_or("", |(base, _)| base.as_str());
        let own = self.head.trim_end();
        let own = if own.is_empty() { String::new() } else { format!("{own}\n") };
        let head = format!("{own}# The rest is as in {base}:\n{base_head}");
        if let Some(mut name) = document.key_mut("name") {
            name.leaf_decor_mut().set_prefix(head);
        }
    }
}

/// A path as it is written; a part that has a dot itself in quotes.
fn key_of(path: &[String]) -> String {
    let part = |part: &String| if part.contains('.') { format!("{part:?}") } else { part.clone() };
    path.iter().map(part).collect::<Vec<_>>().join(".")
}

/// The ends of the lines of a text.
fn line_ends(text: &str) -> Vec<usize> {
    text.match_indices('\n').map(|(at, _)| at).collect()
}

/// The line, from 1, of a byte of a text with these ends of lines.
fn line_of(ends: &[usize], at: usize) -> usize {
    1 + ends.partition_point(|&end| end < at)
}

/// What a table or an inline table holds.
fn inside(item: &Item) -> Option<&dyn TableLike> {
    item.as_table_like()
}

fn find_lines(
    ends: &[usize],
    table: &dyn TableLike,
    path: &mut Vec<String>,
    lines: &mut HashMap<String, usize>,
) {
    for (name, item) in table.iter() {
        path.push(name.to_owned());
        if let Some(span) = table.key(name).and_then(toml_edit::Key::span).or(item.span()) {
            lines.insert(key_of(path), line_of(ends, span.start));
        }
        if let Some(inner) = inside(item) {
            find_lines(ends, inner, path, lines);
        }
        path.pop();
    }
}

/// Collects the values of a table; those of an inline table share the source behind it.
fn find_leaves(
    table: &dyn TableLike,
    path: &mut Vec<String>,
    source: Option<&str>,
    leaves: &mut Vec<Leaf>,
) {
    for (name, item) in table.iter() {
        path.push(name.to_owned());
        let value = item.as_value();
        let own = value.and_then(|value| value.decor().suffix()?.as_str()).map(str::trim_end);
        let source = source.or(own);
        match (inside(item), value) {
            (Some(inner), _) => find_leaves(inner, path, source, leaves),
            (None, value) => leaves.push(Leaf {
                path: path.clone(),
                item: value.cloned().unwrap_or_else(|| toml_edit::Array::new().into()),
                source: source.unwrap_or("").to_owned(),
            }),
        }
        path.pop();
    }
}

/// Whether every value has a known key, the right type and one of its words.
fn are_right(leaves: &[Leaf]) -> bool {
    let mut tree = schema().clone();
    leaves.iter().all(|leaf| put(leaf, &mut tree).is_ok()) && tree.try_into::<GpuConfig>().is_ok()
}

/// Refuses a key of an earlier version, an unknown one, and a value of a wrong type or out of its words.
fn check_leaf(leaf: &Leaf) -> Result<(), ConfigError> {
    let mut tree = schema().clone();
    put(leaf, &mut tree)?;
    let outcome: Result<GpuConfig, _> = tree.try_into();
    outcome.map(drop).map_err(|error| leaf.bad(error.message().to_string()))
}

/// Puts a value in the place of the one that `tree` has. The error is a key of an earlier version, an unknown one, or
/// a value of a wrong type.
fn put(leaf: &Leaf, tree: &mut Value) -> Result<(), ConfigError> {
    let key = leaf.key();
    renames::check(&key, &leaf.given())?;
    let known = (!leaf.path.iter().any(|part| part.contains('.')))
        .then(|| super::find(tree, &key))
        .flatten();
    let Some(known) = known else {
        return Err(check::unknown(&key));
    };
    *known = match (&*known, &leaf.item) {
        (Value::Integer(_), toml_edit::Value::Integer(number)) => Value::Integer(*number.value()),
        (Value::Integer(_), _) => return Err(leaf.bad("it must be an integer".into())),
        (Value::Boolean(_), toml_edit::Value::Boolean(flag)) => Value::Boolean(*flag.value()),
        (Value::Boolean(_), _) => return Err(leaf.bad("use true or false".into())),
        (_, toml_edit::Value::String(text)) => Value::String(text.value().clone()),
        _ => return Err(leaf.bad("it must be a word in quotes".into())),
    };
    Ok(())
}

/// What stands before the first entry of a text.
fn head(document: &DocumentMut) -> String {
    let Some((name, item)) = document.iter().next() else { return String::new() };
    let of_table = item.as_table().map(toml_edit::Table::decor);
    let decor = of_table.or_else(|| document.key(name).map(toml_edit::Key::leaf_decor));
    let prefix = decor.and_then(|decor| decor.prefix()?.as_str());
    prefix.unwrap_or("").trim_start_matches('\n').to_owned()
}

/// Takes out what stands before the first entry of a text.
fn take_head(document: &mut DocumentMut) -> String {
    let before = head(document);
    let Some(name) = document.iter().next().map(|(name, _)| name.to_owned()) else { return before };
    if let Some(table) = document.get_mut(&name).and_then(Item::as_table_mut) {
        table.decor_mut().set_prefix("");
    } else if let Some(mut key) = document.key_mut(&name) {
        key.leaf_decor_mut().set_prefix("");
    }
    before
}

/// Puts remarks that stand on lines of their own in the places of those of the base.
fn copy_remarks(from: &toml_edit::Table, path: &mut Vec<String>, to: &mut DocumentMut) {
    for (name, item) in from.iter() {
        let remark = |decor: &toml_edit::Decor| {
            let text = decor.prefix().and_then(|prefix| prefix.as_str());
            text.filter(|text| text.contains('#')).map(str::to_owned)
        };
        if let Some(inner) = item.as_table() {
            path.push(name.to_owned());
            let above = remark(inner.decor());
            if let (Some(above), Some(table)) = (above, table(to, path)) {
                table.decor_mut().set_prefix(above);
            }
            copy_remarks(inner, path, to);
            path.pop();
            continue;
        }
        let above = from.key(name).and_then(|key| remark(key.leaf_decor()));
        let Some(above) = above else { continue };
        if let Some(mut key) = table(to, path).and_then(|table| table.key_mut(name)) {
            key.leaf_decor_mut().set_prefix(above);
        }
    }
}
