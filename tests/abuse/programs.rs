//! Host programs in which one value is absurd.

use super::{chosen, complaint, limited, ABSURD};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// The host programs of the book.
fn programs() -> Vec<PathBuf> {
    let entries = Path::new("docs/examples").read_dir().expect("examples");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut found: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|kind| kind == "toml")).collect();
    found.sort();
    assert!(found.len() > 2, "{found:?}");
    found
}

/// Makes a copy of the host programs and of what they name below a directory; returns where they are.
fn examples_in(dir: &Path) -> PathBuf {
    let root = std::env::current_dir().expect("a directory");
    symlink(root.join("sim"), dir.join("sim")).expect("a link");
    let examples = dir.join("docs/examples");
    std::fs::create_dir_all(&examples).expect("made");
    for entry in root.join("docs/examples").read_dir().expect("examples") {
        let entry = entry.expect("readable");
        let copy = examples.join(entry.file_name());
        if entry.path().is_file() {
            continue;
        }
        std::fs::create_dir(&copy).expect("made");
        for file in entry.path().read_dir().expect("readable") {
            let file = file.expect("readable");
            std::fs::copy(file.path(), copy.join(file.file_name())).expect("copied");
        }
    }
    examples
}

/// The places of values in TOML: from behind each `=` or list mark to the next mark.
fn values(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let mut comment = false;
    for (at, mark) in text.char_indices() {
        comment = match mark {
            '#' => true,
            '\n' => false,
            _ => comment,
        };
        if comment || !['=', '[', ','].contains(&mark) {
            continue;
        }
        let rest = &text[at + 1..];
        let begin = at + 1 + rest.len() - rest.trim_start_matches(' ').len();
        let length = text[begin..].find([',', ']', '}', '\n', '#', '=']).unwrap_or(0);
        let value = text[begin..begin + length].trim_end();
        let scalar = value.starts_with(|c: char| c == '"' || c == '-' || c.is_ascii_digit());
        if scalar {
            found.push(begin..begin + value.len());
        }
    }
    found
}

#[test]
fn every_value_of_a_host_program_may_be_absurd_and_is_refused_by_file_or_runs_to_an_end() {
    let mut trials = Vec::new();
    for path in programs() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let places = values(&text);
        assert!(places.len() > 5, "{}: {places:?}", path.display());
        for place in places {
            for absurd in ABSURD {
                for value in [(*absurd).to_owned(), format!("\"{absurd}\"")] {
                    trials.push((path.clone(), text.clone(), place.clone(), value));
                }
            }
        }
    }
    let dir = tempfile::tempdir().expect("a directory");
    let examples = examples_in(dir.path());
    let mut complaints = Vec::new();
    for (path, text, place, value) in chosen(trials, 120) {
        let mut broken = text.clone();
        broken.replace_range(place.clone(), &value);
        let file = examples.join("abused.toml");
        std::fs::write(&file, broken).expect("written");
        let file = file.display().to_string();
        let outcome = limited(&["run", "--config", "tiny", "--max-cycles", "2000000", &file]);
        // A comparison that fails is a refusal too; faults name the kernel's file and line.
        let named =
            ["docs/examples", ".ptx", "max-cycles", "cannot launch kernel", "device memory"];
        let key = named.iter().find(|what| outcome.error.contains(**what)).unwrap_or(&named[0]);
        if let Some(what) = complaint(&outcome, key, |_| true) {
            let line = 1 + text[..place.start].matches('\n').count();
            complaints.push(format!("{}:{line}: {value}: {what}", path.display()));
        }
    }
    assert!(complaints.is_empty(), "{} complaints:\n{}", complaints.len(), complaints.join("\n"));
}
