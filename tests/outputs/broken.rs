//! A disk that is full and a directory that cannot be written to: one line, and nothing by halves.

use super::{files, writers, Writer};
use std::path::Path;
use std::process::{Command, Output};

/// Runs the command as if the disk were full after `blocks` KiB of each file.
fn run_on_full_disk(writer: &Writer, out: &Path, blocks: u32) -> Output {
    let mut command = Command::new("bash");
    let limited = format!("ulimit -f {blocks}; exec \"$0\" \"$@\"");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_heddle")]).args(writer.words(out));
    command.output().expect("bash runs")
}

/// Checks that a command has failed with one line, whatever it had said of files that were complete.
fn check_failure(writer: &Writer, run: &Output) {
    let error = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{writer:?}: {error}");
    assert_eq!(error.trim_end().lines().count(), 1, "not one line: {writer:?}: {error}");
    assert!(error.starts_with("heddle: "), "{writer:?}: {error}");
}

/// Commands that are quick enough to fail several times.
fn quick() -> impl Iterator<Item = Writer> {
    writers().into_iter().filter(|writer| writer.command != "demo")
}

#[test]
fn a_full_disk_leaves_nothing_by_halves_and_what_was_there_as_it_was() {
    for writer in quick() {
        let dir = tempfile::tempdir().expect("a directory");
        let out = dir.path().join("out");
        check_failure(&writer, &run_on_full_disk(&writer, &out, 0));
        assert_eq!(files(dir.path()), [].into(), "{writer:?} left something");
        // The directory of finished runs is made before the first run.
        assert!(
            !out.exists() || ["reproduce", "sweep"].contains(&writer.command.as_str()),
            "{writer:?} left {}",
            out.display()
        );

        // Some files are small enough, others are not.
        let run = writer.run(&out, &[]);
        assert!(run.status.success(), "{writer:?}: {}", String::from_utf8_lossy(&run.stderr));
        let before = files(dir.path());
        assert!(!before.is_empty(), "{writer:?} wrote nothing");
        if before.values().all(|bytes| bytes.len() <= 1024) || writer.command == "reproduce" {
            continue;
        }
        check_failure(&writer, &run_on_full_disk(&writer, &out, 1));
        assert!(files(dir.path()) == before, "{writer:?} changed what was there");
    }
}

#[test]
fn a_directory_in_which_nothing_can_be_made_is_named_in_one_line() {
    // Nobody makes files there, not even root.
    let out = Path::new("/proc/heddle");
    for writer in quick() {
        let run = writer.run(out, &[]);
        check_failure(&writer, &run);
        let error = String::from_utf8_lossy(&run.stderr);
        assert!(error.contains("/proc/heddle"), "{writer:?}: {error}");
    }
}

#[test]
fn a_device_is_written_to_and_stays_a_device() {
    for writer in quick().filter(|writer| writer.is_file) {
        assert!(writer.run(Path::new("/dev/null"), &[]).status.success(), "{writer:?}");
        check_failure(&writer, &writer.run(Path::new("/dev/full"), &[]));
    }
    for device in ["/dev/null", "/dev/full"] {
        assert!(!Path::new(device).is_file(), "{device}");
    }
}
