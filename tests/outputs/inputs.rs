//! No command writes over a file that it reads.

use super::{files, writers, Writer};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

/// A machine that any command takes.
const MACHINE: &str = "base = \"tiny\"\n";

/// Another name of the input.
const LINK: &str = "link.toml";

/// What of a command's outputs are tried as its inputs: all files of a quick command, some of the demo.
fn outputs_of(writer: &Writer, out: &Path) -> Vec<PathBuf> {
    if writer.is_file {
        return vec![out.to_path_buf()];
    }
    if writer.command == "demo" {
        return ["report.txt", "wave/dtbl.vcd"].map(|name| out.join(name)).to_vec();
    }
    let run = writer.run(out, &[]);
    assert!(run.status.success(), "{writer:?}: {}", String::from_utf8_lossy(&run.stderr));
    // A point of a study is a file whose name its machine decides, so that a machine's file is never that of its point.
    let names = files(out).into_keys().filter(|name| !name.starts_with("points"));
    names.map(|name| out.join(name)).collect()
}

/// Runs a command that reads the file `input`, which is one of its outputs. It must refuse and leave the file alone.
fn must_spare(writer: &Writer, out: &Path, input: &Path, text: &[u8], more: &[&str]) {
    std::fs::create_dir_all(input.parent().expect("a directory")).expect("made");
    std::fs::write(input, text).expect("written");
    let run = writer.run(out, more);
    let error = String::from_utf8(run.stderr).expect("errors are text");
    let what = format!("{writer:?} {more:?} over {}: {error}", input.display());
    assert!(!run.status.success(), "succeeded: {what}");
    assert_eq!(error.trim_end().lines().count(), 1, "not one line: {what}");
    let named = input.file_name().expect("a name").to_string_lossy();
    let names_input = error.contains(&*named) || error.contains(LINK);
    assert!(error.contains("would overwrite the input") && names_input, "{what}");
    assert!(std::fs::read(input).expect("it is still there") == text, "spoilt: {what}");
}

#[test]
fn no_command_writes_over_its_machine_its_input_or_its_recording() {
    let recording = std::fs::read("fuzz/corpus/recording/fifo_tiny.json").expect("readable");
    for writer in writers() {
        // Nothing that `reproduce` writes can be read by it as an input: it reads no JSON and no SVG.
        if writer.command == "reproduce" {
            continue;
        }
        let dir = tempfile::tempdir().expect("a directory");
        let out = dir.path().join("out");
        for input in outputs_of(&writer, &out) {
            // Configurations have names that end in .toml, so the output has another name as well.
            let link = dir.path().join(LINK);
            std::fs::remove_file(&link).ok();
            symlink(&input, &link).expect("a link");
            let link = link.display().to_string();
            match writer.command.as_str() {
                "demo" => must_spare(&writer, &out, &input, b"0 1\n", &["--input", &link]),
                "replay" => {
                    let mut writer = writer.clone();
                    writer.words[1] = link;
                    must_spare(&writer, &out, &input, &recording, &[]);
                }
                "report" => must_spare(&writer, &out, &input, b"{}", &[&link]),
                "run" | "characterize" | "limit" | "list" | "sweep" => {
                    // The option's own machine would be named twice.
                    let mut writer = writer.clone();
                    let config = writer.words.iter().position(|word| word == "--config");
                    config.map(|at| writer.words.drain(at..at + 2).count());
                    must_spare(&writer, &out, &input, MACHINE.as_bytes(), &["--config", &link]);
                }
                _ => must_spare(&writer, &out, &input, MACHINE.as_bytes(), &["--config", &link]),
            }
        }
    }
}

#[test]
fn a_machine_that_another_is_based_on_is_an_input_too() {
    let dir = tempfile::tempdir().expect("a directory");
    let [base, machine] = ["base.toml", "machine.toml"].map(|name| dir.path().join(name));
    std::fs::write(&machine, "base = \"base.toml\"\n").expect("written");
    for writer in writers().into_iter().filter(|writer| writer.command == "list") {
        let machine = machine.display().to_string();
        must_spare(&writer, &base, &base, MACHINE.as_bytes(), &["--config", &machine]);
    }
}
