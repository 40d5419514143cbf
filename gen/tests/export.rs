//! An exported package stands on its own: its testbench passes under Icarus, and notices faults.

use heddle_gen::export::{export, ExportError, Memory};
use heddle_gen::rooms::{presets_of, ROOMS};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The Verilog in `dir`.
fn sources(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).expect("readable");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut sources: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "v")).collect();
    sources.sort();
    sources
}

/// Runs the testbench in `dir`; what it printed, or `None` without Icarus.
fn simulate(top: &str, dir: &Path) -> Option<String> {
    let mut compile = Command::new("iverilog");
    compile.current_dir(dir).args(["-g2005", "-o", "tb.vvp", "-s", &format!("{top}_tb")]);
    compile.args(sources(dir));
    let out = match compile.output() {
        Ok(out) => out,
        Err(_) => {
            println!("{top}: skipped: iverilog is missing");
            return None;
        }
    };
    assert!(out.status.success(), "{top}: {}", String::from_utf8_lossy(&out.stderr));
    let run = Command::new("vvp").args(["-n", "tb.vvp"]).current_dir(dir).output();
    Some(String::from_utf8_lossy(&run.expect("vvp comes with iverilog").stdout).into_owned())
}

#[test]
fn the_testbench_of_every_room_passes_under_icarus() {
    for room in ROOMS {
        for preset in presets_of(room).expect("the list names its own rooms") {
            let dir = tempfile::tempdir().expect("a scratch directory");
            let files = export(room, preset, Memory::Behavioural, dir.path())
                .expect("rooms can be exported");
            assert!(files.iter().all(|file| file.exists()));
            let left = std::fs::read_dir(dir.path()).expect("readable").count();
            assert_eq!(left, files.len(), "{room}: something half-written is left");
            if let Some(said) = simulate(&format!("heddle_{room}"), dir.path()) {
                assert!(
                    said.contains("PASS:") && !said.contains("FAIL"),
                    "{room} {preset}: {said}"
                );
            }
        }
    }
}

#[test]
fn the_testbench_fails_when_the_hardware_is_wrong() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    export("fifo", "tiny", Memory::Behavioural, dir.path()).expect("rooms can be exported");
    let path = dir.path().join("heddle_fifo.v");
    let right = std::fs::read_to_string(&path).expect("readable");
    let wrong = right.replace("in_ready = count_q != DEPTH", "in_ready = count_q == DEPTH");
    assert_ne!(right, wrong);
    std::fs::write(&path, wrong).expect("writable");
    if let Some(said) = simulate("heddle_fifo", dir.path()) {
        assert!(said.contains("FAIL:") && !said.contains("PASS"), "{said}");
    }
}

#[test]
fn two_exports_are_the_same_to_the_byte() {
    let dirs = [tempfile::tempdir(), tempfile::tempdir()].map(|dir| dir.expect("scratch"));
    let read = |dir: &tempfile::TempDir| -> Vec<String> {
        let files =
            export("sram", "tiny", Memory::Behavioural, dir.path()).expect("rooms can be exported");
        files.iter().map(|file| std::fs::read_to_string(file).expect("readable")).collect()
    };
    assert_eq!(read(&dirs[0]), read(&dirs[1]));
}

#[test]
fn what_cannot_be_exported_is_told_in_one_line() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let error = export("fifi", "tiny", Memory::Behavioural, dir.path())
        .expect_err("no such room")
        .to_string();
    assert!(error.starts_with("there is no room called fifi; there are: register"), "{error}");
    let error = export("fifo", "huge", Memory::Behavioural, dir.path())
        .expect_err("no such preset")
        .to_string();
    assert_eq!(error, "there is no preset called huge; there are: tiny, paper");
    let file = dir.path().join("file");
    std::fs::write(&file, "in the way").expect("writable");
    let error =
        export("fifo", "tiny", Memory::Behavioural, &file).expect_err("a file is no directory");
    assert!(matches!(error, ExportError::Write { .. }) && error.to_string().lines().count() == 1);
}

#[test]
fn a_memory_for_silicon_has_its_ports_and_nothing_within() {
    let [behavioural, empty] = [Memory::Behavioural, Memory::Macro].map(|memory| {
        let dir = tempfile::tempdir().expect("a scratch directory");
        export("sram", "tiny", memory, dir.path()).expect("rooms can be exported");
        std::fs::read_to_string(dir.path().join("heddle_sram_macro.v")).expect("readable")
    });
    let ports = |text: &str| {
        let from = text.find("module heddle_sram_macro").expect("the module");
        let to = text.find(");\n").expect("the end of its ports");
        text[from..to].replace("output reg", "output wire")
    };
    assert_eq!(ports(&empty), ports(&behavioural));
    assert!(behavioural.contains("always") && !empty.contains("always"), "{empty}");
    assert!(empty.contains("(* blackbox *)\nmodule"), "{empty}");
}

#[test]
fn a_package_with_empty_memories_is_read_by_a_synthesis_tool() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    export("agt", "tiny", Memory::Macro, dir.path()).expect("rooms can be exported");
    let bench = dir.path().join("heddle_agt_tb.v");
    let files: Vec<String> = sources(dir.path())
        .into_iter()
        .filter(|path| *path != bench)
        .map(|path| path.display().to_string())
        .collect();
    let script = format!(
        "read_verilog {}; hierarchy -check -top heddle_agt; proc; check -assert; flatten; \
         select -assert-count 5 t:*heddle_sram_macro*",
        files.join(" ")
    );
    match Command::new("yosys").args(["-q", "-p", &script]).output() {
        Ok(out) => assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr)),
        Err(_) => println!("skipped: yosys is missing"),
    }
}
