//! `heddle area` beyond storage: with the tools that are there, and without any.

use crate::common::{assert_says, json, refusal};
use heddle_gen::units::UNITS;
use heddle_verif::page;
use heddle_verif::tools::present;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// The report of a command, or nothing if a tool is missing.
fn measured(arguments: &[&str]) -> Option<Value> {
    let report = json(arguments);
    let missing = skipped(&report).iter().filter_map(Value::as_str).collect::<Vec<_>>().join("; ");
    let found = if missing.is_empty() { Ok(()) } else { Err(missing) };
    present(found).then_some(report)
}

/// The same, or nothing if the tools are not those of the book's tables.
fn measured_for_the_book(arguments: &[&str]) -> Option<Value> {
    let report = measured(arguments)?;
    let version = |tool: &str| report["tools"][tool].as_str().unwrap_or_default();
    if version("yosys").starts_with(page::YOSYS) && version("opensta") == page::OPENSTA {
        return Some(report);
    }
    println!("skipped: the tables are of {} and OpenSTA {}", page::YOSYS, page::OPENSTA);
    None
}

/// What the command could not do for want of tools; empty if it could do everything.
fn skipped(report: &Value) -> &[Value] {
    report["skipped"].as_array().expect("a list")
}

#[test]
fn a_unit_has_cells_flip_flops_memories_and_a_clock() {
    let Some(report) = measured(&["area", "agt", "--preset", "tiny", "--json"]) else { return };
    let unit = &report["units"][0];
    let number = |value: &Value| value.as_f64().expect("a number");
    let logic = &unit["logic"];
    assert!(number(&logic["flip_flops"]) < number(&logic["cells"]), "flip-flops are cells");
    assert_eq!(logic["memories"].as_array().expect("a list").len(), 5);
    assert_eq!(unit["sram_bits"], 5 * 32 * 8);
    let nand2 = number(&logic["area"]) / number(&report["library"]["nand2_area"]);
    assert_eq!(number(&logic["nand2"]), nand2);
    let timing = &unit["timing"];
    let (period, after) = (number(&timing["period_ns"]), number(&timing["after_memory_ns"]));
    assert!(0.0 < after && after <= period, "{after} of {period}");
    // A path cannot be shorter than a gate, nor a gate slower than the FO4 inverter by much.
    assert!(period > number(&report["fo4_ns"]), "{period}");
}

#[test]
fn a_unit_without_memories_has_none_to_wait_for() {
    let Some(report) = measured(&["area", "arbiter", "--json"]) else { return };
    let unit = &report["units"][0];
    assert_eq!((&unit["sram_bits"], &unit["logic"]["flip_flops"]), (&0.into(), &6.into()));
    assert_eq!(unit["timing"]["after_memory_ns"], Value::Null);
}

#[test]
fn an_fpga_has_luts_and_a_clock_for_a_small_unit() {
    let Some(report) = measured(&["area", "arbiter", "--fpga", "ice40", "--json"]) else { return };
    let unit = &report["units"][0];
    assert_eq!((&unit["fpga"]["flip_flops"], &unit["fpga"]["block_rams"]), (&6.into(), &0.into()));
    assert!(unit["fpga"]["luts"].as_u64() > Some(0));
    assert!(unit["fpga_mhz"].as_f64() > Some(1.0), "{unit}");
}

#[test]
fn without_any_tool_storage_is_told_and_what_is_missing_in_a_sentence_each() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    let arguments = ["area", "agt", "--fpga", "ice40", "--json"];
    let output = command.args(arguments).env("PATH", "").output().expect("the binary runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let lines: Vec<&str> = skipped(&report).iter().filter_map(Value::as_str).collect();
    for tool in ["yosys", "sta", "nextpnr-ice40"] {
        let said = lines.iter().find(|line| line.contains(tool)).expect(tool);
        assert_says(said, &["is missing", "install", "scripts/setup"]);
    }
    assert_eq!(report["units"][0]["total_bytes"], 20_550);
    assert_eq!(report["units"][0]["logic"], Value::Null);
}

#[test]
fn a_liberty_file_that_is_not_there_is_refused_in_a_line() {
    if measured(&["area", "register", "--json"]).is_none() {
        return;
    }
    let line = refusal(&["area", "register", "--liberty", "no/such.lib"]);
    assert_says(&line, &["no/such.lib", "--liberty"]);
}

#[test]
fn storage_is_a_share_of_the_machine_it_is_part_of() {
    let report = json(&["area", "agt", "--storage", "--json"]);
    let machine = &report["machine"];
    assert_eq!((&machine["config"], &machine["shared_bytes"]), (&"k20c".into(), &638_976.into()));
    let percent = report["units"][0]["percent_of_shared"].as_f64().expect("a number");
    assert_eq!(percent, 100.0 * 20_550.0 / 638_976.0);
}

/// A table of the book beside what is measured now.
fn fresh(file: &str, name: &str, header: &[&str], rows: &[Vec<String>]) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src").join(file);
    page::check(&page, name, &page::table(header, rows)).unwrap_or_else(|stale| panic!("{stale}"));
}

/// A number, with so many decimals, or a dash.
fn shown(value: &Value, decimals: usize) -> String {
    value.as_f64().map_or_else(|| "-".to_string(), |number| format!("{number:.decimals$}"))
}

fn name(unit: &Value) -> String {
    format!("`{}`", unit["name"].as_str().expect("units have names"))
}

fn units(report: &Value) -> &[Value] {
    report["units"].as_array().expect("a list")
}

#[test]
fn the_tables_of_storage_are_what_is_counted() {
    let report = json(&["area", "--storage", "--json"]);
    let row = |unit: &Value| {
        let shares = [&unit["percent_of_registers"], &unit["percent_of_shared"]];
        let shares = shares.map(|share| shown(share, 3)).to_vec();
        [vec![name(unit), shown(&unit["total_bytes"], 0)], shares].concat()
    };
    let rows: Vec<_> = units(&report).iter().map(row).collect();
    let header = ["unit", "bytes", "% of the register files", "% of the shared memories"];
    fresh("area.md", "storage", &header, &rows);

    let row = |figure: &Value| {
        let keys = ["ours_bytes", "published_bytes", "padding_bytes", "beyond_bytes"];
        let [ours, published, padding, beyond] =
            keys.map(|key| figure[key].as_i64().expect("bytes"));
        let figure = format!("`{}`", figure["figure"].as_str().expect("a name"));
        let numbers = [ours, published, ours - published, padding, beyond];
        [vec![figure], numbers.map(|number| number.to_string()).to_vec()].concat()
    };
    let rows: Vec<_> = report["reconciled"].as_array().expect("a list").iter().map(row).collect();
    fresh(
        "area.md",
        "published",
        &["figure", "bytes here", "published", "difference", "of these padding", "beyond it"],
        &rows,
    );
}

#[test]
#[ignore = "synthesizes every unit; scripts/check --full runs it"]
fn the_tables_of_logic_are_what_is_measured() {
    let Some(report) = measured_for_the_book(&["area", "--json"]) else { return };
    let row = |unit: &Value| {
        let logic = &unit["logic"];
        let built = &unit["memories"];
        let macros = built["macros"].as_array().expect("a list").len().to_string();
        let number = |value: &Value| shown(value, 0);
        let gates = [&unit["total_bits"], &logic["flip_flops"], &logic["cells"], &logic["nand2"]];
        let memories = vec![number(&unit["sram_bits"]), macros];
        let built = [&built["register_file_bits"], &unit["sram_nand2"]].map(number).to_vec();
        [vec![name(unit)], gates.map(number).to_vec(), memories, built].concat()
    };
    let sizes: Vec<_> = units(&report).iter().map(row).collect();
    let header = ["unit", "bits accounted", "flip-flops", "cells", "NAND2"];
    let memories = ["memory bits", "macros", "in register files", "NAND2 of memories"];
    let header = [&header[..], &memories].concat();
    fresh("area.md", "logic", &header, &sizes);

    let path = |end: &Value| end.as_str().expect("a name").to_string();
    let row = |unit: &Value| {
        let (timing, clock) = (&unit["timing"], &unit["clock"]);
        vec![
            name(unit),
            shown(&unit["logic"]["depth"], 0),
            shown(&timing["period_ns"], 2),
            shown(&timing["after_memory_ns"], 2),
            shown(&clock["fo4"], 1),
            shown(&timing["clock_mhz"], 0),
            shown(&clock["mhz_45nm"], 0),
            shown(&clock["mhz_28nm"], 0),
            format!("`{}` to `{}`", path(&timing["from"]), path(&timing["to"])),
        ]
    };
    let speeds: Vec<_> = units(&report).iter().map(row).collect();
    let header = [
        "unit",
        "depth",
        "period ns",
        "after SRAM ns",
        "clock FO4",
        "MHz at 180 nm",
        "MHz at 45 nm",
        "MHz at 28 nm",
        "longest path",
    ];
    fresh("area.md", "speed", &header, &speeds);
    let claims: Vec<String> = CLAIMS.iter().map(|claim| judged(claim, units(&report))).collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/area.md");
    let fresh = page::check(&page, "claims", &(claims.join("\n") + "\n"));
    fresh.unwrap_or_else(|stale| panic!("{stale}"));
}

/// What units do in a single cycle, as the papers claim it.
const CLAIMS: [(&str, &str); 7] = [
    (
        "agt",
        "an `alloc` with its link is carried out in one cycle after the memories have been read",
    ),
    ("fcfs", "one TB is committed per cycle"),
    ("placement_rr", "an SMX is chosen per cycle"),
    ("residency", "one TB is placed per cycle"),
    (
        "dgb",
        "a completed node counts down one child, and the tail passes one completed node, per cycle",
    ),
    ("kernel_distributor", "one entry is compared per cycle"),
    (
        "laperm",
        "an SMX is looked at per cycle, and which of its three stages has work is found in that cycle",
    ),
];

/// A sentence: whether a claim holds at the clock of a K20c and at one twice as fast.
fn judged((unit, claim): &(&str, &str), units: &[Value]) -> String {
    let clock = &units.iter().find(|known| known["name"] == *unit).expect("the unit")["clock"];
    let fo4 = shown(&clock["fo4"], 1);
    let at = |mhz: f64| {
        let holds = |key: &str| match clock[key].as_f64().expect("a clock") >= mhz {
            true => "holds",
            false => "does not hold",
        };
        match (holds("mhz_45nm"), holds("mhz_28nm")) {
            (old, new) if old == new => format!("{new} in either process"),
            (old, new) => format!("{old} at 45 nm and {new} at 28 nm"),
        }
    };
    let (slow, fast) = (at(706.0), at(1400.0));
    format!("* `{unit}`, {claim} ({fo4} FO4): it {slow} at 706 MHz; at 1.4 GHz it {fast}.")
}

#[test]
fn the_table_of_organisations_is_what_is_measured() {
    let mut rows = Vec::new();
    let organisations = [
        ("hash", "paper", "1", "3"),
        ("linear-probing", "paper-linear-probing", "up to 8", "3 to 10"),
        ("two-way", "paper-two-way", "up to 2", "3 or 4"),
    ];
    for (organisation, preset, looks, cycles) in organisations {
        let Some(report) = measured_for_the_book(&["area", "agt", "--preset", preset, "--json"])
        else {
            return;
        };
        let unit = &units(&report)[0];
        let logic = &unit["logic"];
        let counts = [&unit["total_bytes"], &logic["cells"], &logic["flip_flops"], &logic["nand2"]];
        let words = [format!("`{organisation}`"), looks.to_string(), cycles.to_string()].to_vec();
        let period = vec![shown(&unit["timing"]["period_ns"], 2)];
        rows.push([words, counts.map(|count| shown(count, 0)).to_vec(), period].concat());
    }
    let header = ["organisation", "entries looked at", "cycles from `alloc` to `link`", "bytes"];
    let header = [&header[..], &["cells", "flip-flops", "NAND2", "period ns"]].concat();
    fresh("dtbl.md", "organisations", &header, &rows);
}

#[test]
fn the_table_of_fpgas_is_what_is_measured() {
    if std::env::var_os("HEDDLE_FPGA").is_none() {
        return println!("skipped: placing every unit takes minutes; HEDDLE_FPGA=1 does it");
    }
    let mut rows = Vec::new();
    for (family, name) in ["ice40", "ecp5"]
        .into_iter()
        .flat_map(|family| UNITS.iter().map(move |unit| (family, unit)))
    {
        // Routing it takes longer than everything else together.
        if (family, *name) == ("ecp5", "kernel_distributor") {
            continue;
        }
        let arguments = ["area", name, "--fpga", family, "--json"];
        let Some(report) = measured_for_the_book(&arguments) else { return };
        let unit = &units(&report)[0];
        let fpga = &unit["fpga"];
        let counts = [&fpga["luts"], &fpga["flip_flops"], &fpga["block_rams"]];
        let counts = counts.map(|count| shown(count, 0)).to_vec();
        let clock = vec![shown(&unit["fpga_mhz"], 1)];
        rows.push([vec![format!("`{name}`"), family.to_string()], counts, clock].concat());
    }
    let header = ["unit", "family", "LUTs", "flip-flops", "block RAMs", "MHz"];
    fresh("area.md", "fpga", &header, &rows);
}
