//! Which values and combinations a machine may have, and which keys were probably meant.

use super::file::schema;
use super::{ranges, ConfigError};
use toml::Value;

/// 128 MiB: more cache than any GPU has, and little enough to simulate.
const L2_LINES_MAX: i64 = 1 << 20;

/// Longest distance between commands that the DRAM's schedule keeps, in command clocks.
pub(super) const SPACING_MAX: i64 = 64;
/// Idle clocks of the data bus between a read and a write.
pub(crate) const BUS_TURNAROUND: u32 = 2;

/// Every leaf with its dotted path, scalars of a section before its subsections.
pub(super) fn leaves(tree: &Value) -> Vec<(String, Value)> {
    fn walk(prefix: &str, node: &Value, out: &mut Vec<(String, Value)>) {
        let Value::Table(table) = node else {
            out.push((prefix.to_string(), node.clone()));
            return;
        };
        for (name, child) in table {
            let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            walk(&path, child, out);
        }
    }
    let mut out = Vec::new();
    walk("", tree, &mut out);
    out
}

/// Whether a pattern in which `*` stands for one part of a path matches.
pub(super) fn matches(pattern: &str, key: &str) -> bool {
    if !pattern.contains('*') {
        return pattern == key;
    }
    let (pattern, key) = (pattern.split('.'), key.split('.'));
    pattern.clone().count() == key.clone().count()
        && pattern.zip(key).all(|(p, k)| p == "*" || p == k)
}

/// Refuses values outside their range and combinations that no machine has.
pub(super) fn check(tree: &Value) -> Result<(), ConfigError> {
    let bad = |key: &str, value: i64, expected: String| ConfigError::BadValue {
        key: key.to_string(),
        value: value.to_string(),
        expected,
    };
    let leaves = leaves(tree);
    for (key, value) in &leaves {
        let Value::Integer(value) = *value else { continue };
        if let Some(expected) = ranges::of(key).and_then(|range| range.refusal(value)) {
            return Err(bad(key, value, expected));
        }
    }
    let integer = |key: &str| {
        let leaf = leaves.iter().find(|(name, _)| name == key);
        leaf.and_then(|(_, value)| value.as_integer()).unwrap_or(0)
    };
    let (threads, warps) = (integer("smx.threads"), integer("smx.warps"));
    if warps * 32 < threads {
        let expected = format!("smx.threads = {threads} need {} warps", (threads + 31) / 32);
        return Err(bad("smx.warps", warps, expected));
    }
    let lines = integer("l2.slices") * integer("l2.sets") * integer("l2.ways");
    if lines > L2_LINES_MAX {
        let expected = format!(
            "l2.slices x l2.sets x l2.ways may be {L2_LINES_MAX} lines of 128 bytes in all"
        );
        return Err(bad("l2.sets", integer("l2.sets"), expected));
    }
    for (index, sets) in [("l1.set_index", "l1.sets"), ("l2.set_index", "l2.sets")] {
        let word = leaves.iter().find(|(key, _)| key == index);
        let word = word.and_then(|(_, value)| value.as_str()).unwrap_or("");
        let (defined, text): (&[i64], _) = match word {
            "fermi-hash" => (&[32, 64], "32 and 64"),
            "polynomial" => (&[16, 32, 64], "16, 32 and 64"),
            _ => continue,
        };
        if !defined.contains(&integer(sets)) {
            let expected = format!("{index} = {word} is defined for {text}");
            return Err(bad(sets, integer(sets), expected));
        }
    }
    let (slices, channels) = (integer("l2.slices"), integer("dram.channels"));
    if channels > 0 && slices % channels != 0 {
        let expected = format!("it must divide the l2.slices = {slices} evenly");
        return Err(bad("dram.channels", channels, expected));
    }
    check_dram(&integer).map_err(|(key, expected)| bad(key, integer(key), expected))
}

/// Refuses DRAM timing that no schedule meets; names the key and what it may be.
fn check_dram(integer: &impl Fn(&str) -> i64) -> Result<(), (&'static str, String)> {
    let (banks, groups) = (integer("dram.banks"), integer("dram.bank_groups"));
    if groups > banks {
        return Err(("dram.bank_groups", format!("there are dram.banks = {banks}")));
    }
    if integer("dram.interleaved_banks") > banks {
        return Err(("dram.interleaved_banks", format!("there are dram.banks = {banks}")));
    }
    let burst_bytes = integer("dram.burst_bytes");
    if integer("dram.read_bytes") > burst_bytes {
        return Err(("dram.read_bytes", format!("a burst has dram.burst_bytes = {burst_bytes}")));
    }
    let row_bytes = integer("dram.row_bytes");
    if integer("dram.bank_interleave_bytes") > row_bytes {
        let expected = format!("a piece is at most a row, dram.row_bytes = {row_bytes}");
        return Err(("dram.bank_interleave_bytes", expected));
    }
    let (burst, cl, wl) = (integer("dram.burst"), integer("dram.cl"), integer("dram.wl"));
    if integer("dram.ccd_long") < burst {
        return Err(("dram.ccd_long", format!("it is at least dram.burst = {burst}")));
    }
    let write_to_read = wl + burst + integer("dram.wtr");
    if write_to_read > SPACING_MAX {
        let expected =
            format!("dram.wl + dram.burst + dram.wtr may be {SPACING_MAX} clocks together");
        return Err(("dram.wtr", expected));
    }
    let read_to_write = cl + burst + i64::from(BUS_TURNAROUND) - wl;
    if !(1..=SPACING_MAX).contains(&read_to_write) {
        let expected = format!(
            "dram.cl + dram.burst + {BUS_TURNAROUND} - dram.wl, the clocks from a read to a write, may be 1 to {SPACING_MAX}"
        );
        return Err(("dram.cl", expected));
    }
    let (refi, rfc) = (integer("dram.refi"), integer("dram.rfc"));
    let row = integer("dram.rp") + integer("dram.rcd") + burst;
    if refi != 0 && refi <= rfc + row {
        let expected =
            format!("0, or more than dram.rfc + dram.rp + dram.rcd + dram.burst = {}", rfc + row);
        return Err(("dram.refi", expected));
    }
    Ok(())
}

/// Refuses a key that no machine has, with those that were probably meant.
pub(super) fn unknown(key: &str) -> ConfigError {
    let keys: Vec<String> = leaves(schema()).into_iter().map(|(key, _)| key).collect();
    ConfigError::UnknownKey { key: key.to_owned(), hint: hint(&keys, key) }
}

/// What to try instead of an unknown key: the same last name elsewhere, else one that is written almost alike, else the
/// keys of the deepest section that exists.
fn hint(keys: &[String], key: &str) -> String {
    let last = key.rsplit('.').next().unwrap_or(key);
    let namesakes: Vec<&str> = keys
        .iter()
        .filter(|known| known.rsplit('.').next() == Some(last))
        .map(String::as_str)
        .collect();
    if !namesakes.is_empty() {
        return format!("did you mean {}?", namesakes.join(" or "));
    }
    if let Some(nearest) = nearest(keys, key) {
        return format!("did you mean {nearest}?");
    }
    let mut section = key;
    loop {
        let prefix = format!("{section}.");
        let inside: Vec<&str> =
            keys.iter().filter(|k| k.starts_with(&prefix)).map(String::as_str).collect();
        if !inside.is_empty() {
            return format!("keys of `{section}` are: {}", inside.join(", "));
        }
        match section.rfind('.') {
            Some(dot) => section = &section[..dot],
            None => break,
        }
    }
    let mut tops: Vec<&str> = keys.iter().filter_map(|k| k.split('.').next()).collect();
    tops.dedup();
    format!("keys and sections are: {}", tops.join(", "))
}

/// The key that is written almost like `key`: at most a third of its characters are wrong.
fn nearest<'a>(keys: &'a [String], key: &str) -> Option<&'a str> {
    let far = |known: &str| strsim::damerau_levenshtein(known, key);
    let (distance, nearest) = keys.iter().map(|known| (far(known), known)).min()?;
    (3 * distance <= key.chars().count()).then_some(nearest)
}
