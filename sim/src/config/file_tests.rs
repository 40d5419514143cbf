//! Machines as files: what is read, what is refused and where, and what is printed.

use super::*;
use std::path::Path;

fn write(directory: &Path, name: &str, text: &str) -> String {
    let path = directory.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

fn refusal(text: &str) -> String {
    let message = GpuConfig::from_toml("mine.toml", text).unwrap_err().to_string();
    assert!(!message.contains('\n'), "{message}");
    message
}

/// A file based on k20c.
fn based(text: &str) -> String {
    refusal(&format!("base = \"k20c\"\n{text}"))
}

#[test]
fn a_printed_configuration_reads_back_as_itself() {
    for name in GpuConfig::preset_names() {
        let mut config = GpuConfig::preset(name).unwrap();
        config.set("smx.count", "3").unwrap();
        config.set("latencies.sfu.latency", "77").unwrap();
        config.set("kernel.launch", "dtbl").unwrap();
        let text = config.with_sources(name).unwrap();
        assert_eq!(GpuConfig::from_toml(name, &text).unwrap(), config, "{text}");
    }
}

#[test]
fn a_printed_configuration_shows_sources_and_what_was_changed() {
    let mut config = GpuConfig::preset("k20c").unwrap();
    config.set("l1.ways", "8").unwrap();
    config.set("latencies.int.latency", "6").unwrap();
    let text = config.with_sources("k20c").unwrap();
    let line = |key: &str| text.lines().find(|line| line.starts_with(key)).unwrap();
    assert_eq!(line("ways = 8"), "ways = 8 # set on the command line");
    assert_eq!(line("int = "), "int = { latency = 6, initiation = 1 } # set on the command line");
    assert!(line("sets = 32").contains("[G]"));
}

#[test]
fn a_printed_configuration_fits_a_terminal_reads_back_and_loses_the_sources_of_what_is_changed() {
    let directory = tempfile::tempdir().unwrap();
    for name in GpuConfig::preset_names() {
        let config = GpuConfig::preset(name).unwrap();
        let sourced = config.with_sources(name).unwrap();
        let printed = wrap_comments(&sourced, 80);
        let wide = printed.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{name}");
        let path = write(directory.path(), &format!("{name}.toml"), &printed);
        let mut read = GpuConfig::open(&path).unwrap();
        assert_eq!(read, config);
        // Comments beside values are whole again.
        let again = read.with_sources(&path).unwrap();
        assert_eq!(remarks(&again), remarks(&sourced), "{name}");
        read.set("latencies.pipeline", "9").unwrap();
        let changed = read.with_sources(&path).unwrap();
        let at = changed.find("pipeline = 9 # set on the command line\n").expect("it is there");
        let below = changed[at..].lines().nth(1).unwrap();
        assert!(!below.trim_start().starts_with('#'), "{name}: {below}");
    }
}

#[test]
fn a_file_says_what_differs_from_its_base_and_prints_as_a_complete_machine() {
    let directory = tempfile::tempdir().unwrap();
    let text =
        "# Mine.\nbase = \"k20c\"\nsmx.count = 3 # as the paper\n[latencies]\nint.latency = 9\n";
    let path = write(directory.path(), "mine.toml", text);
    let config = GpuConfig::open(&path).unwrap();
    let mut expected = GpuConfig::preset("k20c").unwrap();
    (expected.name, expected.smx.count, expected.latencies.int.latency) = ("mine".into(), 3, 9);
    assert_eq!(config, expected);
    let printed = config.with_sources(&path).unwrap();
    assert_eq!(GpuConfig::from_toml("printed", &printed).unwrap(), config, "{printed}");
    assert!(printed.starts_with("# Mine.\n# The rest is as in k20c:\n# Tesla K20c"), "{printed}");
    assert!(printed.contains("\ncount = 3 # as the paper\n"), "{printed}");
    let int = format!("\nint = {{ latency = 9, initiation = 1 }} # {path}\n");
    assert!(printed.contains(&int), "{printed}");
    assert!(!printed.contains("\nbase ="), "{printed}");
}

#[test]
fn a_base_may_be_a_file_beside_it_and_have_a_base_itself() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "below.toml", "base = \"tiny\"\nsmx.count = 7\nsmx.tbs = 5\n");
    let path = write(directory.path(), "above.toml", "base = \"below.toml\"\nsmx.tbs = 6\n");
    let config = GpuConfig::open(&path).unwrap();
    assert_eq!((config.smx.count, config.smx.tbs, config.smx.threads), (7, 6, 512));
}

#[test]
fn a_circular_base_is_refused_with_the_circle() {
    let directory = tempfile::tempdir().unwrap();
    write(directory.path(), "a.toml", "base = \"b.toml\"\n");
    let path = write(directory.path(), "b.toml", "\nbase = \"a.toml\"\n");
    let message = GpuConfig::open(&path).unwrap_err().to_string();
    assert!(message.starts_with(&format!("{path}:2: ")), "{message}");
    assert!(message.contains("cannot be based on itself") && !message.contains('\n'), "{message}");
}

#[test]
fn an_unknown_base_is_refused_with_the_presets_and_its_line() {
    let message = refusal("# no\nbase = \"k80\"\n");
    assert!(
        message.starts_with("mine.toml:2: unknown preset `k80`; presets are: k20c"),
        "{message}"
    );
    assert!(refusal("base = 3").contains("`base` must be the name of a machine"));
    let path = "/no/such/machine.toml";
    assert!(GpuConfig::open(path).unwrap_err().to_string().starts_with("cannot read /no/such"));
}

#[test]
fn a_mistake_in_a_file_is_told_with_its_line() {
    assert!(based("[smx]\ncount = \"many\"").starts_with(
        "mine.toml:3: configuration key `smx.count` cannot be `many`: it must be an integer"
    ));
    assert!(based("\n\nsmx.count = 145").starts_with("mine.toml:4: configuration key `smx.count`"));
    assert!(based("kernel.launch = \"fast\"").contains("`flat`, `cdp`, `dtbl`"));
    assert!(based("kernel.launch = 3").contains("a word in quotes"));
    assert!(based("l1.sectored = 1").contains("use true or false"));
    assert!(
        based("smx = 3").contains("mine.toml:2: unknown configuration key `smx`; keys of `smx`")
    );
    assert!(based("smx.cont = 3").contains("unknown configuration key `smx.cont`"));
    assert!(based("\"smx.count\" = 3").contains("unknown configuration key"));
    assert!(based("[[smx]]\ncount = 3").contains("unknown configuration key `smx`"));
    assert!(based("core_mhz = ").starts_with("mine.toml:2: "));
    assert!(based("[dram]\nchannels = 7").starts_with("mine.toml:3: "));
}

#[test]
fn an_old_key_in_a_file_is_answered_with_the_new_one() {
    assert_eq!(based("[rooms]\nkdes = 8"), "mine.toml:3: `rooms.kdes` is now `units.kdes`");
    assert_eq!(
        based("tb.scheduler = \"rr\""),
        "mine.toml:2: `tb.scheduler=rr` is now `tb.source=fcfs`"
    );
}

#[test]
fn a_file_without_a_base_must_be_complete() {
    assert_eq!(
        refusal("name = \"mine\"\nsmx.count = 3"),
        format!(
            "mine.toml has no base, so it must be complete: `constant_cache.mshr_entries`, `constant_cache.mshr_merges`, `constant_cache.sets` and {} more are \
             missing; base = \"k20c\" would say them",
            GpuConfig::preset("k20c").unwrap().entries().len() - 5
        )
    );
    let complete = GpuConfig::preset("tiny").unwrap().with_sources("tiny").unwrap();
    let without = complete.replace("\nrfc = ", "\n# rfc = ");
    assert!(refusal(&without).contains("`dram.rfc` are missing"), "{}", refusal(&without));
}

/// The values of a preset's file, each with the remark on its line.
fn remarks(text: &str) -> Vec<(&str, &str)> {
    let values = text.lines().filter(|line| line.contains(" = ") && !line.starts_with('#'));
    values.map(|line| line.split_once('#').unwrap_or((line, ""))).collect()
}

#[test]
fn every_value_of_a_preset_names_a_source_or_says_why_there_is_none() {
    for name in GpuConfig::preset_names() {
        let text = GpuConfig::preset(name).unwrap().with_sources(name).unwrap();
        for (value, remark) in remarks(&text) {
            let known = value.starts_with("name") || !remark.trim().is_empty();
            assert!(known, "{name}: `{value}` has no source");
            for tag in remark.match_indices('[').map(|(at, _)| &remark[at..at + 3]) {
                let explained = format!("#   {tag}");
                assert!(
                    text.contains(&explained),
                    "{name}: `{value}` cites {tag}, which no head explains"
                );
            }
        }
    }
}

#[test]
fn a_tag_means_the_same_in_a_preset_and_in_its_base() {
    for (name, text) in PRESETS {
        let tags = text.lines().filter_map(|line| line.strip_prefix("#   ["));
        for (tag, meaning) in tags.filter_map(|line| line.split_once("]  ")) {
            let printed = GpuConfig::preset(name).unwrap().with_sources(name).unwrap();
            let all = printed.lines().filter(|line| line.starts_with(&format!("#   [{tag}]")));
            let simulators = |line: &str| {
                ["SM2_GTX480", "SM3_KEPLER_TITAN", "SM6_TITANX"].map(|s| line.contains(s))
            };
            for line in all.filter(|line| line.contains("tested-cfgs")) {
                assert!(
                    !meaning.contains("tested-cfgs") || simulators(line) == simulators(meaning),
                    "{name}: {line}"
                );
            }
        }
    }
}
