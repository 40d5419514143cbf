//! Tests that an exported package is complete: its testbench passes under Icarus, and notices
//! faults.

use crate::common::dump::Dump;
use crate::common::package::{files, package};
use heddle_gen::export::{export, export_readme, ExportError, Memory};
use heddle_gen::units::{presets_of, UNITS};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Runs the testbench in `dir`. Returns its output and whether it succeeded, or `None` without
/// Icarus.
fn simulate(top: &str, dir: &Path) -> Option<(String, bool)> {
    let tb = dir.join("tb");
    let mut compile = Command::new("iverilog");
    compile.current_dir(&tb).args(["-g2005", "-o", "tb.vvp", "-y", ".", "-y", "../rtl"]);
    compile.arg(format!("{top}_tb.v"));
    let out = match compile.output() {
        Ok(out) => out,
        Err(_) => {
            println!("{top}: skipped: iverilog is missing");
            return None;
        }
    };
    assert!(out.status.success(), "{top}: {}", String::from_utf8_lossy(&out.stderr));
    let run = Command::new("vvp").args(["-N", "tb.vvp"]).current_dir(&tb).output();
    let run = run.expect("vvp comes with iverilog");
    Some((String::from_utf8_lossy(&run.stdout).into_owned(), run.status.success()))
}

/// Returns the signals that a view names, as paths from scope to scope.
fn viewed(view: &[u8]) -> Vec<Vec<String>> {
    let text = String::from_utf8_lossy(view);
    let signal = |line: &str| {
        let path = line.strip_prefix("variable_add ").unwrap_or(line);
        let path = path.split('[').next().unwrap_or(path);
        path.starts_with("heddle_").then(|| path.split('.').map(str::to_string).collect())
    };
    text.lines().filter_map(signal).collect()
}

/// The packages at the papers' sizes are read and run in `scripts/check`.
#[test]
fn the_testbench_of_every_unit_passes_under_icarus() {
    for unit in UNITS {
        let presets = presets_of(unit).expect("the list names its own units");
        for preset in presets.into_iter().filter(|preset| *preset != "paper") {
            let dir = package(unit, preset);
            if let Some((said, well)) = simulate(&format!("heddle_{unit}"), dir.path()) {
                assert!(said.contains("PASS:") && well, "{unit} {preset}: {said}");
            }
        }
    }
}

#[test]
fn the_testbench_fails_when_the_hardware_is_wrong() {
    let dir = package("fifo", "tiny");
    let path = dir.path().join("rtl/heddle_fifo.v");
    let right = std::fs::read_to_string(&path).expect("readable");
    let wrong = right.replace("wire room = ~full_q;", "wire room = full_q;");
    assert_ne!(right, wrong);
    std::fs::write(&path, wrong).expect("writable");
    if let Some((said, well)) = simulate("heddle_fifo", dir.path()) {
        assert!(said.contains("FAIL:") && !said.contains("PASS") && !well, "{said}");
    }
}

#[test]
fn every_signal_the_views_show_is_in_the_testbenchs_dump() {
    for unit in UNITS {
        let dir = package(unit, "tiny");
        let top = format!("heddle_{unit}");
        if simulate(&top, dir.path()).is_none() {
            return;
        }
        let mut dump = Dump::read(&dir.path().join(format!("tb/{top}_tb.vcd")));
        let files = files(dir.path());
        let [gtkwave, surfer] =
            ["gtkw", "sucl"].map(|kind| viewed(&files[&format!("wave/{top}_tb.{kind}")]));
        assert_eq!(gtkwave, surfer, "{unit}: two views of one run");
        for path in gtkwave {
            let path: Vec<&str> = path.iter().map(String::as_str).collect();
            dump.values(&path, &[20_000]).unwrap_or_else(|error| panic!("{unit}: {error}"));
        }
    }
}

#[test]
fn the_names_of_states_are_those_of_the_verilog() {
    let dir = package("dgb", "tiny");
    let files = files(dir.path());
    let names = String::from_utf8_lossy(&files["wave/heddle_dgb_seeker_state.txt"]);
    assert_eq!(names, "000 Word\n001 Look\n010 Load\n011 Blocked\n100 Offer\n");
    let finder = String::from_utf8_lossy(&files["rtl/heddle_dgb_seeker.v"]);
    assert!(finder.contains("SEEK_BLOCKED = 3'd3"), "{finder}");
    let view = String::from_utf8_lossy(&files["wave/heddle_dgb_tb.gtkw"]);
    let shown = "^2 heddle_dgb_seeker_state.txt\nheddle_dgb_tb.dut.u_seeker.state_q[2:0]\n";
    assert!(view.contains(&format!("@2028\n{shown}")), "{view}");
}

#[test]
fn the_data_sheet_has_every_pin_rule_and_stored_field_and_no_place_left_open() {
    let dir = package("agt", "paper");
    let files = files(dir.path());
    for (name, bytes) in files.iter().filter(|(name, _)| !name.ends_with(".fst")) {
        let text = String::from_utf8_lossy(bytes);
        let open = text.split('@').nth(1).filter(|place| place.chars().all(char::is_alphanumeric));
        let view = name.ends_with(".gtkw");
        assert!(view || open.is_none_or(str::is_empty), "{name}: {open:?}");
    }
    let sheet = String::from_utf8_lossy(&files["doc/heddle_agt.md"]);
    for said in [
        "preset paper (entries: 1024, organisation: Hash)",
        "alloc_hw_tid[15:0] -->|",
        "| SMXs | `alloc_hw_tid` | in | 16 | Hardware thread index",
        "| link | out | `link_valid` | `link_ready` | `link_kdei`, `link_agei` |",
        "| group | out | `group_valid` |  | `group_grid_x`,",
        "(4) ready may rise and",
        "7. Memory port: request stream",
        "| `take` taken, group in the table |",
        "| ExeBL, valid and distributed | 32 | 1024 | 4096 |",
    ] {
        assert!(sheet.contains(said), "{said} is not in {sheet}");
    }
}

#[test]
fn a_data_sheet_gives_no_stream_the_ready_of_another_as_payload() {
    let dir = package("residency", "tiny");
    let files = files(dir.path());
    let sheet = String::from_utf8_lossy(&files["doc/heddle_residency.md"]);
    let end = "| end | in | `end_valid` | `end_ready` | `end_smx`, `end_slot` |";
    assert!(sheet.lines().any(|line| line == end), "{sheet}");
}

#[test]
fn a_data_sheet_without_sizes_or_streams_says_so() {
    let dir = package("register", "tiny");
    let files = files(dir.path());
    let sheet = String::from_utf8_lossy(&files["doc/heddle_register.md"]);
    assert!(sheet.contains("preset tiny (no sizes to choose)"), "{sheet}");
    assert!(sheet.contains("## Streams\n\nIt has none.\n"), "{sheet}");
}

#[test]
fn constraints_reach_every_port_once() {
    let dir = package("kmu", "tiny");
    let text =
        String::from_utf8_lossy(&files(dir.path())["constraints/heddle_kmu.sdc"]).into_owned();
    let ports = |command: &str| {
        let line = text.lines().find(|line| line.starts_with(command)).unwrap_or_default();
        let ports = line.rsplit_once("[get_ports {").map_or("", |(_, ports)| ports);
        ports.trim_end_matches("}]").split(' ').map(str::to_string).collect::<Vec<_>>()
    };
    let (inputs, outputs) = heddle_gen::units::pins_of("kmu").expect("a unit");
    let mut reached = [ports("set_input_delay"), ports("set_false_path")].concat();
    let mut expected: Vec<_> = inputs.iter().map(|pin| pin.name.to_string()).collect();
    expected.push("reset".to_string());
    reached.sort();
    expected.sort();
    assert_eq!(reached, expected);
    assert!(ports("set_false_path").iter().all(|port| port.starts_with("cfg_")), "{text}");
    assert_eq!(ports("set_output_delay"), outputs.iter().map(|pin| pin.name).collect::<Vec<_>>());
}

#[test]
fn constraints_are_tcl_that_says_what_a_timing_tool_understands() {
    let dir = package("kmu", "tiny");
    let commands = ["create_clock", "set_input_delay", "set_output_delay", "set_false_path"];
    let show = commands.map(|name| format!("proc {name} {{args}} {{ puts \"{name} $args\" }}\n"));
    let sdc = dir.path().join("constraints/heddle_kmu.sdc");
    let script = format!(
        "proc get_ports {{ports}} {{ return $ports }}\n{}set clock_period 3.0\nsource {}\n",
        show.concat(),
        sdc.display()
    );
    let tcl = dir.path().join("show.tcl");
    std::fs::write(&tcl, script).expect("writable");
    match Command::new("yosys").args(["-q", "-c"]).arg(&tcl).output() {
        Ok(out) => {
            let said = String::from_utf8_lossy(&out.stdout);
            assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
            assert!(said.starts_with("create_clock -name clock -period 3.0 clock\n"), "{said}");
            assert!(said.contains("set_input_delay 1.5 -clock clock {reset host_valid"), "{said}");
        }
        Err(_) => println!("skipped: yosys is missing"),
    }
}

#[test]
fn a_module_has_the_same_text_in_every_package() {
    let mut modules: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for unit in UNITS {
        for (name, text) in files(package(unit, "tiny").path()) {
            let Some(module) = name.strip_prefix("rtl/") else { continue };
            let known = modules.entry(module.to_string()).or_insert_with(|| text.clone());
            assert_eq!(*known, text, "{module} of {unit}");
        }
    }
    assert!(modules.contains_key("heddle_round_robin.v"));
}

#[test]
fn an_export_over_an_earlier_one_is_the_same_to_the_byte_and_leaves_other_files_alone() {
    let dir = package("sram", "tiny");
    let first = files(dir.path());
    std::fs::write(dir.path().join("rtl/mine.v"), "// mine").expect("writable");
    std::fs::write(dir.path().join("sram.core"), "mine").expect("writable");
    let written =
        export("sram", "tiny", Memory::Behavioural, dir.path()).expect("units can be exported");
    assert_eq!(written.len(), first.len());
    let mut second = files(dir.path());
    assert_eq!(second.remove("rtl/mine.v").as_deref(), Some(&b"// mine"[..]));
    assert!(second.remove("sram.core").is_some());
    assert_eq!(first, second);
}

#[test]
fn what_is_in_the_way_is_named_and_nothing_is_written() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    std::fs::write(dir.path().join("tb"), "in the way").expect("writable");
    let error =
        export("fifo", "tiny", Memory::Behavioural, dir.path()).expect_err("a file is there");
    let cause = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
    assert!(cause.ends_with("tb is in the way"), "{error}: {cause}");
    assert_eq!(files(dir.path()).into_keys().collect::<Vec<_>>(), ["tb"]);
    assert_eq!(std::fs::read_dir(dir.path()).expect("readable").count(), 1);
}

#[test]
fn the_page_of_a_directory_leads_to_every_unit() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let page = export_readme(UNITS, "tiny", dir.path()).expect("writable");
    let text = std::fs::read_to_string(page).expect("readable");
    for unit in UNITS {
        assert!(text.contains(&format!("]({unit}/doc/heddle_{unit}.md)")), "{unit}: {text}");
    }
}

#[test]
fn what_cannot_be_exported_is_told_in_one_line() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    let error = export("fifi", "tiny", Memory::Behavioural, dir.path())
        .expect_err("no such unit")
        .to_string();
    assert!(error.starts_with("there is no unit called fifi; there are: register"), "{error}");
    let error = export("fifo", "huge", Memory::Behavioural, dir.path())
        .expect_err("no such preset")
        .to_string();
    assert_eq!(error, "fifo has no preset called huge; it has: tiny, paper");
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
        export("sram", "tiny", memory, dir.path()).expect("units can be exported");
        std::fs::read_to_string(dir.path().join("rtl/heddle_sram_macro.v")).expect("readable")
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
fn a_package_with_empty_memories_simulates_with_the_model_beside_its_testbench() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    export("agt", "tiny", Memory::Macro, dir.path()).expect("units can be exported");
    let files = files(dir.path());
    let core = String::from_utf8_lossy(&files["heddle_agt.core"]);
    assert_eq!(core.matches("rtl/heddle_sram_macro.v").count(), 1, "{core}");
    assert!(
        core.contains("filesets: [rtl, macro]\n") && core.contains("[tb, rtl, model]"),
        "{core}"
    );
    if let Some((said, well)) = simulate("heddle_agt", dir.path()) {
        assert!(said.contains("PASS:") && well, "{said}");
    }
}

#[test]
fn a_package_with_empty_memories_is_read_by_a_synthesis_tool() {
    let dir = tempfile::tempdir().expect("a scratch directory");
    export("agt", "tiny", Memory::Macro, dir.path()).expect("units can be exported");
    let modules = files(dir.path()).into_keys().filter(|name| name.starts_with("rtl/"));
    let files: Vec<String> =
        modules.map(|name| dir.path().join(name).display().to_string()).collect();
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
