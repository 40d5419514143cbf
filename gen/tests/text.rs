//! Tests what is said in the files of a package: licence, generator, comments, order of the views.

use crate::common::package::package;
use heddle_gen::units::UNITS;
use std::path::Path;

/// Returns the texts of a package that may have comments, by their paths.
fn texts(dir: &Path) -> Vec<(String, String)> {
    let folders = ["", "rtl", "tb", "sva", "sim/cocotb", "constraints", "doc", "wave"];
    let entries = folders.iter().flat_map(|folder| {
        std::fs::read_dir(dir.join(folder))
            .expect("readable")
            .map(|entry| entry.expect("readable").path())
    });
    let kinds = ["v", "sv", "hex", "py", "sdc", "core", "md", "gtkw"];
    let kind = |path: &Path| path.extension().and_then(|kind| kind.to_str()).map(str::to_string);
    let texts = entries.filter(|path| kind(path).is_some_and(|kind| kinds.contains(&&*kind)));
    texts
        .map(|path| (path.display().to_string(), std::fs::read_to_string(path).expect("a text")))
        .collect()
}

#[test]
fn every_text_of_a_package_says_its_licence_and_what_generated_it() {
    let texts = texts(package("dgb", "tiny").path());
    assert!(texts.len() > 12, "{texts:?}");
    for (path, text) in texts {
        let head = if path.ends_with(".md") { &text[..] } else { &text[..text.len().min(200)] };
        assert!(head.contains("SPDX-License-Identifier: MIT OR Apache-2.0"), "{path}: {head}");
        let version = env!("CARGO_PKG_VERSION");
        let named = [format!("Heddle {version}"), format!("Version {version}")];
        assert!(named.iter().any(|named| head.contains(named)), "{path}: {head}");
    }
}

#[test]
fn no_module_has_implicit_nets_or_forbids_them_to_others() {
    for unit in ["agt", "sram"] {
        for (path, text) in texts(package(unit, "tiny").path()) {
            if path.ends_with(".v") {
                let (none, module) = (text.find("`default_nettype none\n"), text.find("\nmodule "));
                assert!(none.is_some() && none < module, "{path}");
                assert!(text.ends_with("endmodule\n\n`default_nettype wire\n"), "{path}");
            }
        }
    }
}

#[test]
fn comments_of_the_verilog_have_no_paths_of_rust_and_no_lines_of_one_word() {
    for unit in UNITS {
        for (path, text) in texts(package(unit, "tiny").path()) {
            if !path.ends_with(".v") {
                continue;
            }
            assert!(!text.contains("::"), "{path}");
            let prose = text.lines().take_while(|line| !line.starts_with("module "));
            for line in prose.filter_map(|line| line.strip_prefix("// ")) {
                assert!(line.contains(' ') || line.ends_with([':', '.']), "{path}: {line}");
            }
        }
    }
}

#[test]
fn views_show_clock_states_and_handshakes_before_the_pins_and_numbers_in_decimal() {
    let dir = package("dgb", "tiny");
    let view = std::fs::read_to_string(dir.path().join("wave/heddle_dgb_tb.gtkw")).expect("a text");
    let groups: Vec<&str> =
        view.split("@800200\n-").skip(1).filter_map(|g| g.lines().next()).collect();
    assert_eq!(groups[..3], ["Clock", "States", "Story"], "{view}");
    let story = view.split("-Story\n").nth(1).expect("the group");
    let signals = "@28\nheddle_dgb_tb.start_valid\n@28\nheddle_dgb_tb.start_ready\n";
    assert!(story.starts_with(signals), "{story}");
    let dir = package("agt", "tiny");
    let view = std::fs::read_to_string(dir.path().join("wave/heddle_agt_tb.gtkw")).expect("a text");
    assert!(view.contains("@24\nheddle_agt_tb.occupied["), "{view}");
    assert!(view.contains("@22\nheddle_agt_tb.alloc_param["), "{view}");
}
