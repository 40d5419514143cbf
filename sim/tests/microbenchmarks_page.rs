//! Checks that the page docs/src/microbenchmarks.md names tests and configuration keys that exist.

use heddle_sim::config::GpuConfig;
use std::collections::BTreeSet;
use std::path::Path;

const PAGE: &str = include_str!("../../docs/src/microbenchmarks.md");

/// Returns the cells of the table's rows, without the headings.
fn rows() -> Vec<[&'static str; 3]> {
    let lines = PAGE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| **"));
    let cells = lines.map(|line| line.trim_matches('|').split(" | ").map(str::trim));
    let rows: Vec<[&str; 3]> = cells
        .map(|cells| cells.collect::<Vec<_>>().try_into().expect("three cells per row"))
        .collect();
    rows[1..].to_vec()
}

/// Returns the texts between back-ticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Collects the names of all tests in Rust files below a directory.
fn tests_below(directory: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() {
            tests_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a text");
            let functions = text.split("#[test]\nfn ").skip(1);
            found.extend(functions.filter_map(|rest| Some(rest.split_once('(')?.0.to_string())));
        }
    }
}

#[test]
fn every_row_names_a_test_that_exists() {
    let mut tests = BTreeSet::new();
    let sim = Path::new(env!("CARGO_MANIFEST_DIR"));
    for directory in ["src/smx/tests", "src/mem/tests", "tests"] {
        tests_below(&sim.join(directory), &mut tests);
    }
    let mut last = None;
    for [what, _, test] in rows() {
        match quoted(test).next() {
            Some(name) => {
                assert!(tests.contains(name), "`{what}`: there is no test {name}");
                last = Some(name);
            }
            None => assert!(test == "the same" && last.is_some(), "`{what}` names no test"),
        }
    }
}

#[test]
fn every_formula_names_keys_that_exist() {
    let entries = GpuConfig::preset("k20c").expect("a preset").entries();
    let exists = |key: &str| match key.split_once('*') {
        Some((first, last)) => {
            entries.iter().any(|(known, _)| known.starts_with(first) && known.ends_with(last))
        }
        None => entries.iter().any(|(known, _)| known == key),
    };
    for [what, formula, _] in rows() {
        for key in quoted(formula) {
            assert!(exists(key), "`{what}`: there is no key {key}");
        }
    }
}
