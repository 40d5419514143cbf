//! Pages of commands with what they print: every command is run, and prints what the page shows.
//! `HEDDLE_BLESS=1 cargo test --test all pages` writes what they print; with `HEDDLE_PAGES=all` also what takes long or
//! needs tools that `scripts/setup` installs.

mod path;
mod session;
mod terms;
mod tutorial;

use heddle_verif::page;
use regex::Regex;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Columns of the terminal on which everything is shown.
const COLUMNS: usize = 80;

/// What differs from run to run, and what stands for it.
const MASKS: &[(&str, &str)] = &[
    (r"(simulation \(s\) +┆ +)[0-9.]+( +)│", "$1#.###$2│"),
    // The last column of lockstep.
    (r"([0-9a-f]{16} ┆ +)[0-9.]+ │", "$1#.## │"),
    (r"simulated [0-9 ]+ cycles/s, [0-9 ]+ thread", "simulated # cycles/s, # thread"),
    (r"heddle [0-9.]+ \([^)]*\)", "heddle VERSION (COMMIT)"),
];

/// A block of commands of a page.
struct Block {
    /// What is said of it behind `sh`: `slow`, `tools` or `by-hand`.
    marks: String,
    script: String,
    /// Where the page shows what the commands print, if it does.
    shown: Option<std::ops::Range<usize>>,
}

impl Block {
    /// Whether this test runs it.
    fn is_run(&self) -> bool {
        let all = std::env::var_os("HEDDLE_PAGES").is_some_and(|pages| pages == "all");
        !self.marks.contains("by-hand") && (all || self.marks.is_empty())
    }
}

/// The blocks of a page. What a block prints stands in a block of text right behind it.
fn blocks(page: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let (mut at, mut open, mut follows) = (0, None::<(String, usize)>, false);
    for line in page.split_inclusive('\n') {
        let (begin, end) = (at, at + line.len());
        at = end;
        match (line.trim_end().strip_prefix("```"), open.take()) {
            (Some(""), Some((words, from))) => {
                if let Some(marks) = words.strip_prefix("sh") {
                    let script = page[from..begin].to_owned();
                    let marks = marks.trim_start_matches(',').to_owned();
                    blocks.push(Block { marks, script, shown: None });
                } else if let ("text", true, Some(last)) =
                    (words.as_str(), follows, blocks.last_mut())
                {
                    last.shown = Some(from..begin);
                }
                follows = words.starts_with("sh");
            }
            (Some(words), None) => open = Some((words.to_owned(), end)),
            (_, Some(still)) => open = Some(still),
            (None, None) => follows &= line.trim().is_empty(),
        }
    }
    blocks
}

/// A directory that looks like the checkout from inside, for files that commands write.
struct Place(TempDir);

impl Place {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        for name in ["docs", "fuzz", "scripts", "sim", "tests"] {
            symlink(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), dir.path().join(name))
                .expect("a link");
        }
        Self(dir)
    }

    /// Runs commands as a user does in a terminal of 80 columns, and returns what they print, whatever they exit with.
    fn run(&self, script: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_heddle")).parent().expect("a directory");
        let path = std::env::var("PATH").unwrap_or_default();
        let run = Command::new("bash")
            .args(["-c", &format!("exec 2>&1\n{script}")])
            .current_dir(self.0.path())
            .env("PATH", format!("{}:{path}", program.display()))
            .env("COLUMNS", COLUMNS.to_string())
            .output()
            .expect("bash runs");
        let shown = String::from_utf8(run.stdout).expect("text");
        let text = shown.replace(&format!("{}/", self.0.path().display()), "");
        masked(text.trim_end()) + "\n"
    }
}

fn masked(text: &str) -> String {
    MASKS.iter().fold(text.to_owned(), |text, (pattern, mask)| {
        let pattern = Regex::new(pattern).expect("a pattern");
        pattern.replace_all(&text, *mask).into_owned()
    })
}

/// Runs the commands of a page of the book in `place`, and compares what they print with what it shows.
fn check(name: &str, place: &Place) {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src").join(name);
    let text = std::fs::read_to_string(&path).expect("the page");
    let mut written = String::new();
    let mut kept = 0;
    for block in blocks(&text).into_iter().filter(Block::is_run) {
        let printed = place.run(&block.script);
        let Some(shown) = block.shown else {
            assert!(!printed.contains("heddle: "), "{name}: {}{printed}", block.script);
            continue;
        };
        written += &text[kept..shown.start];
        written += printed.trim_start_matches('\n');
        kept = shown.end;
    }
    written += &text[kept..];
    let command = "HEDDLE_BLESS=1 cargo test --test all pages (also with HEDDLE_PAGES=all)";
    page::check_whole(&path, &written, None, command).unwrap_or_else(|stale| panic!("{stale}"));
    let shown = blocks(&written).into_iter().filter_map(|block| block.shown);
    let lines =
        shown.flat_map(|shown| written[shown].lines().map(str::to_owned).collect::<Vec<_>>());
    let wide: Vec<String> = lines.filter(|line| line.chars().count() > COLUMNS).collect();
    assert!(wide.is_empty(), "{name} shows lines of more than {COLUMNS} columns: {wide:#?}");
}

#[test]
fn a_block_is_found_with_its_marks_and_what_it_prints() {
    let page = "x\n```sh,tools\na\nb\n```\n\n```text\nc\n```\n```rust\nd\n```\n```sh\ne\n```\nwords\n```text\nf\n```\n";
    let found = blocks(page);
    let found: Vec<_> = found
        .iter()
        .map(|block| (block.marks.as_str(), block.script.as_str(), block.shown.clone()))
        .collect();
    let [(first, script, shown), (second, other, None)] = &found[..] else { panic!("{found:?}") };
    assert_eq!((*first, *script, *second, *other), ("tools", "a\nb\n", "", "e\n"));
    assert_eq!(shown.clone().map(|shown| &page[shown]), Some("c\n"));
}
