//! What commands write: nothing over an input, nothing by halves, and nothing of another run spoilt.
//!
//! The commands and options that name an output are read from the program's own help. A new one fails here until
//! [`writers`] says how it is run.

mod broken;
mod inputs;
mod together;

use crate::common::{commands, heddle};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

/// A command that writes, and the option for what it writes.
#[derive(Clone, Debug)]
pub struct Writer {
    pub command: String,
    pub option: String,
    /// The words of a short run, without the option for the output.
    words: Vec<String>,
    /// Whether the output is one file, and not a directory of several.
    pub is_file: bool,
}

impl Writer {
    /// The words of the command that writes to `out`.
    pub fn words(&self, out: &Path) -> Vec<String> {
        let out = match self.option.as_str() {
            "--dump" => format!("0:{}", out.display()),
            _ => out.display().to_string(),
        };
        [self.words.clone(), vec![self.option.clone(), out]].concat()
    }

    /// Runs the command, which writes to `out`, with more words.
    pub fn run(&self, out: &Path, more: &[&str]) -> Output {
        let words = self.words(out);
        heddle(&[&words.iter().map(String::as_str).collect::<Vec<_>>(), more].concat())
    }
}

/// The options of a command that name a file or a directory, each with the name of its value.
fn paths_of(command: &str) -> Vec<(String, String)> {
    let help = String::from_utf8(heddle(&[command, "--help"]).stdout).expect("text");
    let options = help.lines().filter_map(|line| {
        let (option, rest) = line.trim_start().split_once(" <")?;
        let value = rest.split('>').next()?;
        option.starts_with("--").then(|| (option.to_owned(), value.to_owned()))
    });
    let names_path = |value: &str| ["FILE", "DIR", "PATH"].iter().any(|word| value.contains(word));
    options.filter(|(_, value)| names_path(value)).collect()
}

/// Options that name what is read.
const READ: &[&str] = &["--config", "--liberty", "--compare", "--inputs"];

/// A kernel with a buffer that may be dumped.
const TWICE: &[&str] = &[
    "tests/data/twice.ptx",
    "--arg",
    "iota:1024",
    "--arg",
    "zero:4096",
    "--arg",
    "u32:1024",
    "--config",
    "tiny",
];

/// The same where TBs may launch.
const TWICE_CDP: &[&str] = &[
    "tests/data/twice.ptx",
    "--arg",
    "iota:1024",
    "--arg",
    "zero:4096",
    "--arg",
    "u32:1024",
    "--config",
    "tiny",
    "--set",
    "kernel.launch=cdp",
];

/// A short run of each option that names an output: the command, the option and the other words.
const RUNS: &[(&str, &str, &[&str])] = &[
    ("demo", "--out", &[]),
    ("run", "--timeline", &["vector_add", "--input", "64", "--config", "tiny"]),
    ("run", "--occupancy", &["vector_add", "--input", "64", "--config", "tiny"]),
    (
        "run",
        "--wavefront",
        &["sw", "--input", "64:16", "--config", "tiny", "--set", "tb.source=dats"],
    ),
    (
        "run",
        "--children",
        &["bfs", "--input", "graph500:6:8:1", "--config", "tiny", "--set", "kernel.launch=dtbl"],
    ),
    ("run", "--dump", TWICE),
    ("characterize", "--dump", TWICE),
    (
        "characterize",
        "--plot",
        &["bfs", "--input", "graph500:6:8:1", "--config", "tiny", "--set", "kernel.launch=dtbl"],
    ),
    ("limit", "--dump", TWICE_CDP),
    ("list", "--picture", &[]),
    (
        "sweep",
        "--out",
        &["vector_add", "--input", "64", "--config", "tiny", "--vary", "smx.tbs=1,2"],
    ),
    ("report", "--out", &["tests/data/result.json"]),
    ("reproduce", "--out", &["dtbl-table4", "--size", "smoke"]),
    ("export", "--out", &["placement_rr"]),
    ("wave", "--out", &["placement_rr"]),
    ("replay", "--out", &["fuzz/corpus/recording/fifo_tiny.json"]),
];

/// Every option of every command that names an output.
pub fn writers() -> Vec<Writer> {
    let runs: BTreeMap<(&str, &str), &[&str]> =
        RUNS.iter().map(|&(command, option, words)| ((command, option), words)).collect();
    let mut found = Vec::new();
    for command in commands() {
        for (option, value) in paths_of(&command) {
            if READ.contains(&option.as_str()) {
                continue;
            }
            let words = runs.get(&(command.as_str(), option.as_str()));
            let words =
                words.unwrap_or_else(|| panic!("say how {command} {option} <{value}> is run"));
            let words = [&[command.as_str()], *words].concat();
            found.push(Writer {
                command: command.clone(),
                option,
                words: words.into_iter().map(str::to_owned).collect(),
                is_file: !value.contains("DIR"),
            });
        }
    }
    assert_eq!(found.len(), RUNS.len(), "an option is no longer there: {found:?}");
    found
}

/// The files below a directory, hidden ones too, by their paths there.
pub fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().into_iter().flatten() {
            let path = entry.expect("readable").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(dir).expect("it is below").to_path_buf();
            found.insert(name, std::fs::read(&path).expect("readable"));
        }
    }
    found
}
