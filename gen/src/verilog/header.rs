//! Prints the comment above a unit's module: its purpose, its sizes, and the rules of its pins.

use super::wrap::paragraph;
use heddle_hw::kit::{Pins, Unit};
use itertools::Itertools;

/// Returns the header of unit `R` at the given sizes.
pub fn of<R: Unit>(top: &str, params: &R::Params) -> String {
    let mut lines = vec![format!("{top}: {}.", R::PURPOSE), String::new()];
    let presets = R::presets().into_iter().filter(|(_, preset)| preset == params);
    let named = match &presets.map(|(name, _)| name).collect_vec()[..] {
        [] => "Sizes".to_string(),
        [name] => format!("Preset {name}"),
        // Units may have equal sizes at several.
        names => format!("Presets {}", names.join(", ")),
    };
    lines.push(format!("{named}: {}.", sizes(params)));
    lines.push(
        "Rising edge of clock; reset is synchronous, active high; outputs depend on state only."
            .to_string(),
    );
    lines.push(String::new());
    comment(&lines) + &prose(&R::In::contract())
}

/// Returns the header of a block inside a unit: its unit, and the comment of its source.
pub fn of_block(module: &str, place: &str, purpose: &[&str]) -> String {
    let mut lines = vec![format!("{module}, {place}.")];
    if !purpose.is_empty() {
        lines.push(String::new());
    }
    comment(&lines) + &prose(purpose)
}

fn comment(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{}\n", format!("// {line}").trim_end())).collect()
}

/// Returns documentation as a comment, its paragraphs and the items of its lists folded anew: sources are wider.
fn prose(lines: &[&str]) -> String {
    // Each paragraph with the indentation of its lines after the first.
    let mut paragraphs: Vec<(usize, String)> = Vec::new();
    for line in lines {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        match paragraphs.last_mut() {
            Some((hanging, before))
                if *hanging == indent
                    && !before.is_empty()
                    && !text.is_empty()
                    && item(text) == 0 =>
            {
                before.push(' ');
                before.push_str(text);
            }
            _ => paragraphs.push((indent + item(text), line.to_string())),
        }
    }
    let mut out = String::new();
    for (hanging, text) in paragraphs {
        let indent = text.len() - text.trim_start().len();
        let [first, next] = [indent, hanging].map(|indent| format!("// {}", " ".repeat(indent)));
        let lines = paragraph(&first, &next, &without_links(&text));
        out += &if lines.is_empty() { "//\n".to_string() } else { lines.join("\n") + "\n" };
    }
    out
}

/// Returns the width of the marker that begins an item of a list: `2. `, `- `; zero if there is none. A row of a
/// table counts as one, since it is a line of its own.
fn item(text: &str) -> usize {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    match &text[digits..] {
        rest if digits > 0 && rest.starts_with(". ") => digits + 2,
        _ if text.starts_with("- ") => 2,
        _ if text.starts_with('|') => 2,
        _ => 0,
    }
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

/// Returns documentation without the brackets that turn names into links, and without paths of Rust: the pins of
/// a unit are named by its module.
pub fn without_links(line: &str) -> String {
    let line = line.replace("[`", "`").replace("`]", "`");
    let word = |word: &str| {
        let Some((before, item)) = word.rsplit_once("::") else { return word.to_string() };
        let start = before.rfind(|letter: char| !is_of_path(letter)).map_or(0, |at| at + 1);
        let (lead, path) = before.split_at(start);
        let scope = path.rsplit("::").next().unwrap_or(path);
        match item.strip_prefix("pins") {
            Some(after) => format!("{lead}heddle_{scope}{after}"),
            None => format!("{lead}{item}"),
        }
    };
    line.split(' ').map(word).join(" ")
}

fn is_of_path(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == ':'
}

#[cfg(test)]
mod tests {
    use super::without_links;

    #[test]
    fn comments_name_modules_and_items_without_paths_of_rust() {
        for (line, expected) in [
            ("as in `kernel_distributor::pins`; next", "as in `heddle_kernel_distributor`; next"),
            ("or [`super::record::Record`] of it:", "or `Record` of it:"),
            ("(see crate::kmu::pins)", "(see heddle_kmu)"),
            ("  indented: no path", "  indented: no path"),
        ] {
            assert_eq!(without_links(line), expected);
        }
    }
}
