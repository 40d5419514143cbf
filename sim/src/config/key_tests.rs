//! What is said of the keys is what the checks do.

use super::relevance::tests::meaningful;
use super::*;

fn keys() -> Vec<Key> {
    GpuConfig::sections().into_iter().flat_map(|section| section.keys).collect()
}

/// Keys with their values.
type Settings = &'static [(&'static str, &'static str)];

/// What else a machine must be for a key to have its least or greatest value.
const COMPANIONS: &[(&str, Settings)] = &[
    ("smx.warps", &[("smx.threads", "32")]),
    ("smx.cluster", &[("smx.count", "144")]),
    ("l1.sets", &[("l1.set_index", "linear")]),
    ("l2.slices", &[("dram.channels", "1"), ("l2.sets", "1")]),
    ("l2.sets", &[("dram.channels", "1"), ("l2.slices", "1")]),
    ("dram.channels", &[("l2.sets", "1"), ("dram.channels", "1"), ("l2.slices", "64")]),
    ("dram.banks", &[("dram.bank_groups", "1"), ("dram.interleaved_banks", "1")]),
    ("dram.bank_groups", &[("dram.banks", "64")]),
    ("dram.interleaved_banks", &[("dram.banks", "64")]),
    ("dram.row_bytes", &[("dram.bank_interleave_bytes", "128")]),
    ("dram.bank_interleave_bytes", &[("dram.row_bytes", "65536")]),
    ("dram.burst_bytes", &[("dram.read_bytes", "32")]),
    ("dram.read_bytes", &[("dram.burst_bytes", "128")]),
    (
        "dram.burst",
        &[("dram.ccd_long", "64"), ("dram.wtr", "1"), ("dram.wl", "1"), ("dram.cl", "1")],
    ),
    ("dram.ccd_long", &[("dram.burst", "1")]),
    ("dram.wtr", &[("dram.burst", "1"), ("dram.wl", "1")]),
    ("dram.rp", &[("dram.refi", "0")]),
    ("dram.rcd", &[("dram.refi", "0")]),
    ("dram.rfc", &[("dram.refi", "20000")]),
];

/// Settings that a value of these needs, because the distance of reads and writes has two of them.
const EXTREMES: &[(&str, i64, Settings)] = &[
    ("dram.cl", 1, &[("dram.wl", "1")]),
    (
        "dram.cl",
        123,
        &[("dram.burst", "1"), ("dram.wtr", "1"), ("dram.cl", "60"), ("dram.wl", "62")],
    ),
    ("dram.wl", 62, &[("dram.burst", "1"), ("dram.wtr", "1"), ("dram.cl", "60")]),
    ("dram.wl", 1, &[]),
];

/// A machine on which the key means something and may have the value.
fn machine(key: &Key, value: i64) -> GpuConfig {
    let mut settings: Vec<(&str, &str)> =
        key.needs.iter().flat_map(|needs| meaningful(needs)).collect();
    if settings.contains(&("tb.placement", "bound")) {
        settings.push(("tb.source", "laperm"));
    } else if settings.contains(&("tb.source", "laperm")) {
        settings.push(("tb.placement", "any"));
    }
    let companions = COMPANIONS.iter().filter(|(name, _)| *name == key.name);
    settings.extend(companions.flat_map(|(_, companions)| companions.iter()));
    let extremes = EXTREMES.iter().filter(|(name, at, _)| *name == key.name && *at == value);
    settings.extend(extremes.flat_map(|(_, _, companions)| companions.iter()));
    let mut config = GpuConfig::preset("k20c").unwrap();
    for (name, word) in settings {
        config.set(name, word).unwrap_or_else(|error| panic!("for {}: {error}", key.name));
    }
    config
}

#[test]
fn every_key_is_described_and_no_other() {
    let described: Vec<String> = keys().into_iter().map(|key| key.name).collect();
    let mut entries: Vec<String> =
        GpuConfig::preset("k20c").unwrap().entries().into_iter().map(|(key, _)| key).collect();
    assert!(keys().iter().all(|key| key.meaning.ends_with('.') && !key.meaning.contains("  ")));
    assert!(GpuConfig::sections().iter().all(|section| section.about.ends_with('.')));
    let mut sorted = described.clone();
    sorted.sort();
    entries.sort();
    assert_eq!(sorted, entries);
}

#[test]
fn the_bounds_of_every_integer_are_accepted_where_it_matters_and_one_beyond_is_refused() {
    for key in keys() {
        let Values::Integer(range) = key.values else { continue };
        let name = key.name.as_str();
        for bound in [range.low, range.high] {
            let mut config = machine(&key, bound);
            config.set(name, &bound.to_string()).unwrap_or_else(|error| panic!("{error}"));
            config.check_relevance([name]).unwrap_or_else(|error| panic!("{error}"));
            config.check_scheduling().unwrap_or_else(|error| panic!("{name}={bound}: {error}"));
        }
        for beyond in [range.low - 1, range.high + 1] {
            let refusal = machine(&key, beyond).set(name, &beyond.to_string());
            let refusal = refusal.expect_err(name).to_string();
            let expected = format!("allowed are {} to {}", range.low, range.high);
            assert!(refusal.contains(&expected), "{refusal}");
        }
    }
}

#[test]
fn what_lies_between_the_steps_of_a_range_is_refused() {
    let refused = |name: &str, value: i64| {
        let mut config = GpuConfig::preset("k20c").unwrap();
        config.set(name, &value.to_string()).expect_err(name).to_string()
    };
    for key in keys() {
        let Values::Integer(range) = key.values else { continue };
        let (text, high) = (range.to_string(), range.high);
        if text.starts_with("powers of two") {
            assert!(refused(&key.name, high - 1).contains("power of two"), "{}", key.name);
        } else if text.starts_with("multiples of") {
            assert!(refused(&key.name, high - 1).contains("choose a multiple"), "{}", key.name);
        } else if text.contains(" or ") {
            assert!(refused(&key.name, high - 1).contains("it comes in"), "{}", key.name);
        }
    }
}

#[test]
fn the_words_of_a_key_are_those_that_it_takes() {
    for key in keys() {
        let Values::Words(words) = key.values else { continue };
        let mut config = GpuConfig::preset("k20c").unwrap();
        let refusal = config.set(&key.name, "nonsense").expect_err("no such word").to_string();
        let known = refusal.rsplit("expected").next().expect("what is expected");
        assert_eq!(known.matches('`').count(), 2 * words.len(), "{refusal}");
        for Word { word, meaning } in words {
            assert!(known.contains(&format!("`{word}`")) && meaning.ends_with('.'), "{word}");
        }
    }
}

#[test]
fn keys_are_found_by_section_part_and_name_and_a_mistyped_one_by_what_is_near() {
    let found = |name: &str| -> Vec<String> {
        let sections = GpuConfig::sections_of(name).unwrap();
        sections.into_iter().flat_map(|section| section.keys).map(|key| key.name).collect()
    };
    assert_eq!(found("warp"), ["warp.scheduler", "warp.active"]);
    assert_eq!(found("latencies.int"), ["latencies.int.latency", "latencies.int.initiation"]);
    assert_eq!(found("l1.ways"), ["l1.ways"]);
    let refusal = GpuConfig::sections_of("l1.wasy").unwrap_err().to_string();
    assert_eq!(refusal, "unknown configuration key `l1.wasy`; did you mean l1.ways?");
}
