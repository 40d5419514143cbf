//! `heddle config --keys`: what the keys of a configuration mean, what they may be, and what they touch.

mod touched;

use super::output;
use heddle_sim::config::{ConfigError, GpuConfig, Key, Section, Values};
use serde::Serialize;
use std::collections::BTreeMap;
use touched::Touched;

/// A key as JSON and the page of the book have it.
#[derive(Serialize)]
struct Entry {
    key: String,
    section: String,
    /// What the section has.
    about: &'static str,
    meaning: String,
    /// What an integer counts.
    unit: Option<&'static str>,
    /// What the value may be.
    values: String,
    /// What each word says, if the value is a word.
    words: Vec<Meaning>,
    /// The value on the machine that was asked for.
    value: String,
    /// The value of each preset.
    presets: BTreeMap<&'static str, String>,
    /// Settings without which it does nothing; all of them are needed.
    needs: Vec<&'static str>,
    /// Units that are there, or of another size, because of it.
    units: Vec<&'static str>,
}

#[derive(Serialize)]
struct Meaning {
    word: String,
    meaning: &'static str,
}

/// Prints the keys that `name` names: all if it is empty, those of a section, or one.
pub fn run(name: &str, config: &GpuConfig, json: bool) -> anyhow::Result<()> {
    let sections = match name {
        "" => GpuConfig::sections(),
        name => GpuConfig::sections_of(name)?,
    };
    let entries = entries(sections, config)?;
    if json {
        return output::json(&entries);
    }
    match entries.as_slice() {
        [entry] => one(entry),
        entries => table(entries, &config.name),
    }
    Ok(())
}

fn entries(sections: Vec<Section>, config: &GpuConfig) -> anyhow::Result<Vec<Entry>> {
    let presets: Vec<(&str, BTreeMap<String, String>)> = GpuConfig::preset_names()
        .map(|name| Ok((name, values_of(&GpuConfig::preset(name)?))))
        .collect::<Result<_, ConfigError>>()?;
    let (own, touched) = (values_of(config), Touched::new()?);
    let entry = |section: &Section, key: Key| {
        let value = |values: &BTreeMap<String, String>| values.get(&key.name).cloned();
        let presets = presets.iter();
        let presets = presets.filter_map(|(name, values)| Some((*name, value(values)?))).collect();
        Entry {
            value: value(&own).unwrap_or_default(),
            presets,
            units: touched.by(&key),
            section: section.name.clone(),
            about: section.about,
            unit: match &key.values {
                Values::Integer(range) => Some(range.unit),
                _ => None,
            },
            values: said(&key.values),
            words: words(&key.values),
            key: key.name,
            meaning: key.meaning,
            needs: key.needs,
        }
    };
    let mut all = Vec::new();
    for mut section in sections {
        let keys = std::mem::take(&mut section.keys);
        all.extend(keys.into_iter().map(|key| entry(&section, key)));
    }
    Ok(all)
}

/// The values of a machine by their keys, words without quotes.
fn values_of(config: &GpuConfig) -> BTreeMap<String, String> {
    let entries = config.entries().into_iter();
    entries.map(|(key, value)| (key, value.trim_matches('"').to_owned())).collect()
}

/// What a value may be, in words.
fn said(values: &Values) -> String {
    match values {
        Values::Integer(range) => range.to_string(),
        Values::Flag => "true, false".into(),
        Values::Words(words) => {
            words.iter().map(|word| word.word.as_str()).collect::<Vec<_>>().join(", ")
        }
        Values::Text => "text".into(),
    }
}

fn words(values: &Values) -> Vec<Meaning> {
    let Values::Words(words) = values else { return Vec::new() };
    let words = words.iter();
    words.map(|word| Meaning { word: word.word.clone(), meaning: word.meaning }).collect()
}

/// Prints all there is to say of one key.
fn one(entry: &Entry) {
    let mut rows = vec![
        ("meaning".to_owned(), entry.meaning.clone()),
        ("section".to_owned(), entry.about.to_owned()),
        ("values".to_owned(), entry.values.clone()),
    ];
    rows.extend(entry.words.iter().map(|word| (format!("  {}", word.word), word.meaning.into())));
    rows.extend(entry.unit.map(|unit| ("unit".to_owned(), unit.to_owned())));
    rows.push(("value".to_owned(), entry.value.clone()));
    rows.push(("in presets".to_owned(), presets(entry)));
    let listed = |list: &[&str], none: &str| match list {
        [] => none.to_owned(),
        list => list.join("; "),
    };
    rows.push(("needs".to_owned(), listed(&entry.needs, "nothing")));
    rows.push(("changes units".to_owned(), listed(&entry.units, "none")));
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(name, text)| vec![name, text]).collect();
    output::show(&output::table(&["key", entry.key.as_str()], &rows));
}

/// The values of the presets, each with the presets that have it.
fn presets(entry: &Entry) -> String {
    let mut by_value: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, value) in &entry.presets {
        match by_value.iter_mut().find(|(known, _)| known == value) {
            Some((_, names)) => names.push(name),
            None => by_value.push((value.as_str(), vec![*name])),
        }
    }
    let said = by_value.into_iter().map(|(value, names)| format!("{value}: {}", names.join(", ")));
    said.collect::<Vec<_>>().join("; ")
}

fn table(entries: &[Entry], machine: &str) {
    let row = |entry: &Entry| {
        let unit = entry.unit.unwrap_or("").to_owned();
        vec![entry.key.clone(), entry.value.clone(), entry.values.clone(), unit]
    };
    let header = ["key", machine, "values", "unit"];
    output::show(&output::table(&header, &entries.iter().map(row).collect::<Vec<_>>()));
    output::note!("heddle config --keys KEY says what a key means, and what it changes");
}
