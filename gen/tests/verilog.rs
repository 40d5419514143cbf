//! Tests that Verilator's linter, Icarus, Yosys and Verible read the printed Verilog without
//! output.

use heddle_gen::units::{for_unit, presets_of, UNITS};
use heddle_gen::verilated::target_dir;
use heddle_gen::verilog::emit;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use std::path::Path;
use std::process::Command;

struct Print {
    preset: &'static str,
}

impl UnitVisitor for Print {
    type Output = heddle_gen::verilog::Verilog;

    fn visit<R: Spec>(self) -> Self::Output {
        let params = R::preset(self.preset).expect("presets are listed by the unit");
        let verilog = emit::<R>(&params).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(verilog, emit::<R>(&params).expect("printed before"), "the text is not stable");
        verilog
    }
}

/// Runs a tool that must print nothing. Prints a note if the tool is missing.
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

/// Runs `check` for every unit at every preset, in a directory of its files, the top first.
fn each_unit(check: impl Fn(&str, &[&str], &Path)) {
    for &unit in UNITS {
        for preset in presets_of(unit).expect("the list names its own units") {
            let verilog = for_unit(unit, Print { preset }).expect("the list names its own units");
            let dir = tempfile::tempdir().expect("a scratch directory");
            let files: Vec<String> = verilog.modules.iter().map(|module| module.file()).collect();
            for (file, module) in files.iter().zip(&verilog.modules) {
                std::fs::write(dir.path().join(file), &module.text).expect("writable");
            }
            let files: Vec<&str> = files.iter().map(String::as_str).collect();
            check(&verilog.top, &files, dir.path());
        }
    }
}

#[test]
fn verilator_finds_nothing_to_complain_about() {
    each_unit(|top, files, dir| {
        let arguments = ["--lint-only", "-Wall", "--top-module", top];
        quiet("verilator", &[&arguments, files].concat(), dir);
    });
}

#[test]
fn no_lint_is_silenced() {
    each_unit(|_, files, dir| {
        for file in files {
            let text = std::fs::read_to_string(dir.join(file)).expect("just written");
            assert!(!text.contains("lint_off") && !text.contains("verilator"), "{file}");
        }
    });
}

#[test]
fn icarus_reads_every_unit() {
    each_unit(|top, files, dir| {
        let arguments = ["-Wall", "-g2005", "-s", top, "-o", "out.vvp"];
        quiet("iverilog", &[&arguments, files].concat(), dir);
    });
}

#[test]
fn yosys_reads_every_unit_and_finds_no_latch() {
    each_unit(|top, files, dir| {
        let script = format!(
            "read_verilog {}; hierarchy -check -top {top}; proc; \
             select -assert-none t:$dlatch; check -assert",
            files.join(" ")
        );
        quiet("yosys", &["-q", "-p", &script], dir);
    });
}

#[test]
fn verible_finds_the_style_of_the_rule_file() {
    let verible = target_dir().join("python/verible/bin/verible-verilog-lint");
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("verible.rules");
    let rules = format!("--rules_config={}", rules.display());
    each_unit(|_, files, dir| {
        quiet(&verible.to_string_lossy(), &[&[rules.as_str()], files].concat(), dir);
    });
}

#[test]
fn every_port_says_what_it_is() {
    each_unit(|_, files, dir| {
        for file in files {
            let text = std::fs::read_to_string(dir.join(file)).expect("just written");
            let mut before = "";
            for line in text.lines() {
                let port = line.starts_with("    input ") || line.starts_with("    output ");
                let own = line.ends_with(" clock,") || line.ends_with(" reset,");
                let commented = before.trim_start().starts_with("// ");
                assert!(!port || own || commented, "{file}: `{line}` has no comment");
                before = line;
            }
        }
    });
}

#[test]
fn nothing_is_initialized() {
    for &unit in UNITS {
        for preset in presets_of(unit).expect("the list names its own units") {
            let verilog = for_unit(unit, Print { preset }).expect("the list names its own units");
            assert!(!verilog.complete().contains("initial"), "{unit} at {preset}");
        }
    }
}
