//! Several commands that write into one directory at the same time.

use super::files;
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn start(words: &[&str], out: &Path) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command.args(words).arg("--out").arg(out).stdout(Stdio::null());
    command.spawn().expect("the binary runs")
}

/// Runs each command alone, then all at once into one directory, several times. What stands there in the end must be
/// what one of them makes.
fn never_mixed(commands: &[&[&str]]) {
    let dir = tempfile::tempdir().expect("a directory");
    // Some files name the directory that they are in.
    let out = dir.path().join("out");
    let alone = commands.iter().map(|words| {
        std::fs::remove_dir_all(&out).ok();
        assert!(start(words, &out).wait().expect("it ends").success(), "{words:?}");
        files(&out)
    });
    let alone: Vec<_> = alone.collect();
    for turn in 0..12 {
        let started: Vec<Child> = commands.iter().map(|words| start(words, &out)).collect();
        for mut child in started {
            assert!(child.wait().expect("it ends").success(), "turn {turn}");
        }
        let together = files(&out);
        assert!(
            alone.contains(&together),
            "turn {turn}: files of several runs: {:?}",
            together.keys()
        );
    }
}

#[test]
fn packages_of_several_exports_into_one_directory_are_each_of_one_export() {
    never_mixed(&[
        &["export", "fifo", "--set", "depth=2"],
        &["export", "fifo", "--set", "depth=4"],
        &["export", "fifo", "--set", "depth=8"],
        &["export", "fifo", "--set", "depth=16"],
    ]);
}

#[test]
fn waveforms_of_several_runs_in_one_directory_are_each_of_one_run() {
    never_mixed(&[
        &["wave", "fifo", "--seed", "1"],
        &["wave", "fifo", "--seed", "2"],
        &["wave", "fifo", "--seed", "3"],
        &["wave", "fifo", "--seed", "4"],
    ]);
}
