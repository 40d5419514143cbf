//! The printed Verilog is read without a word by Verilator's linter, Icarus and Yosys.

use heddle_gen::rooms::{for_room, presets_of, ROOMS};
use heddle_gen::verilog::emit;
use heddle_hw::kit::room::RoomVisitor;
use heddle_hw::kit::Laws;
use std::path::Path;
use std::process::Command;

struct Print {
    preset: &'static str,
}

impl RoomVisitor for Print {
    type Output = heddle_gen::verilog::Verilog;

    fn visit<R: Laws>(self) -> Self::Output {
        let params = R::preset(self.preset).expect("presets are listed by the room");
        let verilog = emit::<R>(&params).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(verilog, emit::<R>(&params).expect("printed before"), "the text is not stable");
        verilog
    }
}

/// Runs a tool that must say nothing; says so when the tool is not there.
fn quiet(tool: &str, arguments: &[&str], dir: &Path) {
    let out = match Command::new(tool).args(arguments).current_dir(dir).output() {
        Ok(out) => out,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            println!("skipped: {tool} is missing");
            return;
        }
        Err(error) => panic!("{tool}: {error}"),
    };
    let said = [out.stdout, out.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    assert!(out.status.success() && said.trim().is_empty(), "{tool} {arguments:?}:\n{said}");
}

fn each_room(check: impl Fn(&str, &str, &Path)) {
    for room in ROOMS {
        for preset in presets_of(room).expect("the list names its own rooms") {
            let verilog = for_room(room, Print { preset }).expect("the list names its own rooms");
            let dir = tempfile::tempdir().expect("a scratch directory");
            let file = format!("{}.v", verilog.top);
            std::fs::write(dir.path().join(&file), &verilog.text).expect("writable");
            std::fs::write(dir.path().join("heddle_sram_macro.v"), &verilog.macros)
                .expect("writable");
            check(&verilog.top, &file, dir.path());
        }
    }
}

#[test]
fn verilator_finds_nothing_to_complain_about() {
    each_room(|top, file, dir| {
        let arguments = ["--lint-only", "-Wall", "--top-module", top, file, "heddle_sram_macro.v"];
        quiet("verilator", &arguments, dir);
    });
}

#[test]
fn icarus_reads_every_room() {
    each_room(|top, file, dir| {
        let arguments =
            ["-Wall", "-g2005", "-s", top, "-o", "out.vvp", file, "heddle_sram_macro.v"];
        quiet("iverilog", &arguments, dir);
    });
}

#[test]
fn yosys_reads_every_room_and_finds_no_latch() {
    each_room(|top, file, dir| {
        let script = format!(
            "read_verilog {file} heddle_sram_macro.v; hierarchy -check -top {top}; proc; \
             select -assert-none t:$dlatch; check -assert"
        );
        quiet("yosys", &["-q", "-p", &script], dir);
    });
}

#[test]
fn nothing_is_initialized() {
    for room in ROOMS {
        for preset in presets_of(room).expect("the list names its own rooms") {
            let verilog = for_room(room, Print { preset }).expect("the list names its own rooms");
            assert!(!verilog.complete().contains("initial"), "{room} at {preset}");
        }
    }
}
