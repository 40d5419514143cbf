//! The page of all keys of a configuration is what the program says of them. `HEDDLE_BLESS=1 cargo test --test all keys`
//! writes it anew.

use crate::common::{assert_says, heddle, json, refusal};
use heddle_verif::page;
use itertools::Itertools;
use serde_json::Value;
use std::path::Path;

const HEAD: &str = "\
# Keys

Every key of a machine configuration ([Machine configurations](config.md)), by section. This page is generated from what the simulator checks: the meanings are those of \
the source, the ranges are those beyond which a value is refused, *needs* are the settings without which a key that is set by hand is refused because it does nothing, and \
*units* are those that change, or come and go, when the key does. `heddle config --keys KEY` says the same on the command line, also with `--json`.

Cycles are core cycles; command clocks are those of the DRAM.
";

fn text<'a>(entry: &'a Value, field: &str) -> &'a str {
    entry[field].as_str().unwrap_or("")
}

fn list<'a>(entry: &'a Value, field: &str) -> Vec<&'a str> {
    entry[field].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// The presets whose value is another than that of k20c.
fn others(entry: &Value) -> String {
    let presets = entry["presets"].as_object().expect("an object");
    let value = |name: &str| presets[name].as_str().expect("text").to_owned();
    let usual = value("k20c");
    let mut names = presets.keys().filter(|name| value(name) != usual).collect_vec();
    names.sort_by_key(|name| (value(name).parse::<u64>().unwrap_or(0), value(name)));
    let groups = names.into_iter().chunk_by(|name| value(name));
    groups.into_iter().map(|(value, mut names)| format!("{value}: {}", names.join(", "))).join("; ")
}

fn values(entry: &Value) -> String {
    let words = entry["words"].as_array().expect("a list");
    if words.is_empty() {
        return text(entry, "values").to_owned();
    }
    words
        .iter()
        .map(|word| format!("`{}`: {}", text(word, "word"), text(word, "meaning")))
        .join(" <br> ")
}

fn row(entry: &Value) -> Vec<String> {
    let key = format!("`{}`", text(entry, "key"));
    let usual = entry["presets"]["k20c"].as_str().expect("a value").to_owned();
    vec![
        key,
        text(entry, "meaning").to_owned(),
        values(entry),
        text(entry, "unit").to_owned(),
        usual,
        others(entry),
        list(entry, "needs").join("; "),
        list(entry, "units").join(", "),
    ]
}

#[test]
fn the_page_of_keys_is_what_the_program_says_of_them() {
    let entries = json(&["config", "--keys", "--json"]);
    let entries = entries.as_array().expect("a list");
    let header = ["key", "meaning", "values", "unit", "`k20c`", "other presets", "needs", "units"];
    let mut written = HEAD.to_owned();
    for (section, entries) in &entries.iter().chunk_by(|entry| text(entry, "section")) {
        let entries = entries.collect_vec();
        let name = if section.is_empty() {
            "Outside the sections".to_owned()
        } else {
            format!("`{section}`")
        };
        let rows = entries.iter().map(|entry| row(entry)).collect_vec();
        // An angle bracket or a bar of a comment would be one of the page.
        let about = text(entries[0], "about");
        written += &format!("\n## {name}\n\n{about}\n\n{}", page::table(&header, &rows));
    }
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/keys.md");
    let command = "HEDDLE_BLESS=1 cargo test --test all keys";
    page::check_whole(&page, &written, None, command).unwrap_or_else(|stale| panic!("{stale}"));
}

#[test]
fn one_key_is_explained_with_what_it_needs_and_which_unit_it_sizes() {
    let entry = &json(&["config", "--keys", "units.agt_entries", "--json"])[0];
    assert_eq!(
        (text(entry, "unit"), text(entry, "values")),
        ("entries", "powers of two, 4 to 65536")
    );
    assert_eq!(list(entry, "units"), ["agt"]);
    assert!(list(entry, "needs").contains(&"kernel.launch=dtbl"));
    let units = |key: &str| list(&json(&["config", "--keys", key, "--json"])[0], "units").join(" ");
    assert_eq!(units("l1.ways"), "");
    assert_eq!(units("darsie.entries"), "skip_table");
    assert_eq!(units("units.lna_entries"), "dgb");
    assert!(units("smx.count").contains("residency"));
    let shown = heddle(&["config", "a100", "--keys", "l1.set_index"]).stdout;
    assert_says(
        &String::from_utf8_lossy(&shown),
        &["linear", "fermi-hash", "Which set", "in presets"],
    );
}

#[test]
fn keys_of_a_section_are_listed_with_the_values_of_the_machine() {
    let shown = heddle(&["config", "k20c", "--set", "l1.ways=7", "--keys", "l1"]).stdout;
    let shown = String::from_utf8_lossy(&shown);
    let ways = shown.lines().find(|line| line.contains("l1.ways")).expect("a row");
    assert_says(ways, &[" 7 ", "1 to 128", "ways"]);
    assert!(!shown.contains("l2.ways"), "{shown}");
    let line = refusal(&["config", "--keys", "l1.wasy"]);
    assert_says(&line, &["unknown configuration key `l1.wasy`; did you mean l1.ways?"]);
}
