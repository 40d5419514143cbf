//! The forms in which tables are printed.

use crate::common::{assert_says, commands, heddle, json, refusal};

/// A short run of each command with tables, whose tables are all on standard output.
const TABLES: &[&[&str]] = &[
    &["run", "bfs", "--config", "tiny", "--input", "graph500:6:8:1", "--account"],
    &["characterize", "matmul", "--config", "tiny", "--input", "20", "--redundancy"],
    &["characterize", "bfs", "--config", "tiny", "--input", "graph500:6:8:1"],
    &["list"],
    &["inputs"],
    &["inputs", "citation:1000:1"],
    &["config", "tiny"],
    &["config", "--keys", "l1"],
    &["area", "agt", "--storage"],
    &["ptx", "tests/data/twice.ptx"],
    &["ptx", "tests/data/twice.ptx", "--redundancy"],
    &["diff", "tests/data/result.json", "tests/data/result.json"],
    &["lockstep", "vector_add", "--preset", "tiny", "--input", "64", "--backend", "kmu=rtl"],
];

fn printed(words: &[&str], format: &str) -> String {
    let output = heddle(&[words, &["--format", format]].concat());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {error}");
    String::from_utf8(output.stdout).expect("text")
}

/// The tables of a text, between empty lines.
fn tables(text: &str) -> Vec<Vec<csv::StringRecord>> {
    let texts = text.split("\n\n").filter(|table| !table.trim().is_empty());
    let read = |table: &str| {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table.as_bytes());
        reader.records().map(|record| record.expect("records of one length")).collect()
    };
    texts.map(read).collect()
}

#[test]
fn csv_is_tables_alone_whose_records_are_of_one_length_and_whose_numbers_are_plain() {
    for words in TABLES {
        for record in tables(&printed(words, "csv")).iter().flatten() {
            for cell in record {
                let digits = cell.chars().all(|c| c.is_ascii_digit() || c == ' ');
                assert!(!digits || !cell.contains(' '), "{words:?}: {record:?}");
                assert!(!cell.ends_with(" %") && cell != "-", "{words:?}: {record:?}");
            }
        }
    }
}

#[test]
fn csv_has_the_numbers_that_json_has() {
    let run = &["run", "vector_add", "--config", "tiny", "--input", "64"];
    let result = json(&[&run[..], &["--json"]].concat());
    let text = printed(run, "csv");
    let [table] = &tables(&text)[..] else { panic!("{text}") };
    let value = |name: &str| {
        let row = table.iter().find(|row| &row[0] == name);
        row.unwrap_or_else(|| panic!("{name} is missing: {text}"))[1].to_owned()
    };
    assert_eq!(value("cycles"), result["cycles"].to_string());
    assert_eq!(value("L2 hit rate"), result["l2_hit_rate"].to_string());
    assert_eq!(value("KDE hit rate"), "", "there is none");
}

#[test]
fn markdown_is_tables_and_paragraphs() {
    for words in TABLES {
        let text = printed(words, "markdown");
        let is_frame = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
        assert!(!text.contains(is_frame), "{words:?}: {text}");
        let blocks = text.split("\n\n").map(str::trim_end).filter(|block| block.starts_with('|'));
        for block in blocks {
            let columns = |line: &str| line.replace("\\|", "").matches('|').count();
            let first = columns(block.lines().next().expect("a header"));
            assert!(block.lines().all(|line| columns(line) == first), "{words:?}: {block}");
            assert!(block.lines().nth(1).is_some_and(|rule| rule.starts_with("|---|")));
        }
    }
}

#[test]
fn json_is_the_long_form_of_its_option_and_goes_with_no_other() {
    let config = ["config", "tiny"];
    assert_eq!(
        heddle(&[&config[..], &["--json"]].concat()).stdout,
        heddle(&[&config[..], &["--format", "json"]].concat()).stdout
    );
    let both = [&config[..], &["--json", "--format", "csv"]].concat();
    assert_says(&refusal(&both), &["--json is --format json", "csv", "leave one out"]);
    let line = refusal(&["list", "--picture", "unused.svg", "--format", "csv"]);
    assert_says(&line, &["--picture", "prints no table"]);
}

#[test]
fn the_commands_with_json_are_those_with_forms_of_tables() {
    for command in commands() {
        let help = String::from_utf8(heddle(&[&command, "--help"]).stdout).expect("text");
        assert_eq!(help.contains("--json\n"), help.contains("--format <FORM>"), "{command}");
        let none = ["export", "wave", "replay", "report", "completions", "man"];
        assert_eq!(
            help.contains("--format <FORM>"),
            !none.contains(&command.as_str()),
            "{command}"
        );
    }
}

#[test]
fn a_machine_is_printed_in_80_columns_and_is_the_same_as_a_file() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("mine.toml");
    let path = path.to_str().expect("text");
    let printed = heddle(&["config", "k20c", "--set", "l1.ways=8"]).stdout;
    let text = String::from_utf8(printed).expect("text");
    let wide: Vec<_> = text.lines().filter(|line| line.chars().count() > 80).collect();
    assert!(wide.is_empty(), "{wide:?}");
    std::fs::write(path, &text).expect("written");
    let whole = |config: &[&str]| json(&[&["config"], config, &["--json"]].concat());
    assert_eq!(whole(&[path]), whole(&["k20c", "--set", "l1.ways=8"]));
}
