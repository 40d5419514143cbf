//! Prints the comment above a unit's module: its purpose, its sizes, and the rules of its pins.

use heddle_hw::kit::{Pins, Unit};
use itertools::Itertools;

/// Returns the header of unit `R` at the given sizes.
pub fn of<R: Unit>(top: &str, params: &R::Params) -> String {
    let mut lines = vec![format!("{top}: {}.", R::PURPOSE), String::new()];
    let preset = R::presets().into_iter().find(|(_, preset)| preset == params);
    let named = preset.map_or("Sizes".to_string(), |(name, _)| format!("Preset {name}"));
    lines.push(format!("{named}: {}.", sizes(params)));
    lines.push(
        "Rising edge of clock; reset is synchronous, active high; outputs depend on state only."
            .to_string(),
    );
    lines.push(String::new());
    lines.extend(R::In::contract().into_iter().map(without_links));
    comment(lines.iter())
}

/// Returns the header of a block inside a unit: its unit, and the comment of its source.
pub fn of_block(module: &str, place: &str, purpose: &[&str]) -> String {
    let mut lines = vec![format!("{module}, {place}.")];
    if !purpose.is_empty() {
        lines.push(String::new());
        lines.extend(purpose.iter().map(|line| without_links(line)));
    }
    comment(lines.iter())
}

fn comment<'a>(mut lines: impl Iterator<Item = &'a String>) -> String {
    lines.join("\n").lines().map(|line| format!("{}\n", format!("// {line}").trim_end())).collect()
}

/// Returns the sizes of a preset, as Rust prints them.
pub fn sizes(params: &impl std::fmt::Debug) -> String {
    let debug = format!("{params:?}");
    let fields = debug.split_once('{').map_or("", |(_, fields)| fields);
    match fields.trim_end_matches('}').trim() {
        "" => "no sizes to choose".to_string(),
        fields => fields.to_string(),
    }
}

/// Returns documentation without the brackets that turn names into links.
pub fn without_links(line: &str) -> String {
    line.replace("[`", "`").replace("`]", "`")
}
