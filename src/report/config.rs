//! The machines' keys: what differs from the presets and between the results, and all of them.

use super::header::differ;
use super::run::Run;
use crate::results::flatten;
use heddle_sim::config::GpuConfig;
use maud::{html, Markup};
use serde_json::Value;
use std::collections::BTreeMap;

/// The preset that a machine was made from, by its name.
struct Preset {
    name: String,
    /// Absent if there is no preset with the name.
    keys: Option<BTreeMap<String, String>>,
}

impl Preset {
    fn of(run: &Run) -> Self {
        let name = run.key("name");
        let preset =
            GpuConfig::preset(&name).ok().and_then(|preset| serde_json::to_value(preset).ok());
        let keys = match &preset {
            Some(Value::Object(fields)) => Some(
                flatten(fields).into_iter().map(|(key, value)| (key, value.to_string())).collect(),
            ),
            _ => None,
        };
        Self { name, keys }
    }

    /// The value of a key in the preset, if it is another one than `value`.
    fn other_than(&self, key: &str, value: &str) -> Option<String> {
        let in_preset = self.keys.as_ref()?.get(key).map_or("", String::as_str);
        (in_preset != value).then(|| in_preset.to_owned())
    }
}

/// Writes what differs first, and then all keys, folded away.
pub fn section(runs: &[Run]) -> Markup {
    let presets: Vec<_> = runs.iter().map(Preset::of).collect();
    let mut keys: Vec<&String> = runs.iter().flat_map(|run| run.keys.keys()).collect();
    keys.sort();
    keys.dedup();
    let values = |key: &str| runs.iter().map(|run| run.key(key)).collect::<Vec<_>>();
    let is_changed = |key: &&&String| {
        let values = values(key);
        let mut of_runs = presets.iter().zip(&values);
        differ(&values) || of_runs.any(|(preset, value)| preset.other_than(key, value).is_some())
    };
    let changed: Vec<&String> = keys.iter().filter(is_changed).copied().collect();
    html! {
        section id="config" {
            h2 { "Configuration" }
            @for (run, preset) in runs.iter().zip(&presets).filter(|(_, preset)| preset.keys.is_none()) {
                p.soft { "There is no preset " code { (preset.name) } ", so nothing of " (run.name) " is compared with one." }
            }
            @if changed.is_empty() {
                @if presets.iter().any(|preset| preset.keys.is_some()) {
                    p { "Every key has the value of its preset." }
                }
            } @else {
                p { "What differs from the preset" @if runs.len() > 1 { ", or between the results" } ":" }
                (table(runs, &presets, &changed))
            }
            details {
                summary { "the whole configuration, " (keys.len()) " keys" }
                (table(runs, &presets, &keys))
            }
        }
    }
}

fn table(runs: &[Run], presets: &[Preset], keys: &[&String]) -> Markup {
    html! {
        div.wide { table {
            thead { tr { th { "key" } @for run in runs { th { (run.name) } } } }
            tbody {
                @for key in keys {
                    tr {
                        th.code { (key) }
                        @for (run, preset) in runs.iter().zip(presets) {
                            @let value = run.key(key);
                            @match preset.other_than(key, &value) {
                                Some(other) => {
                                    td.code.differs { (value) " " span.soft { "(" (preset.name) ": " (other) ")" } }
                                }
                                None => td.code { (value) }
                            }
                        }
                    }
                }
            }
        } }
    }
}
